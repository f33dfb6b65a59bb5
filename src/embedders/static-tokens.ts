/** Static embedder, part: a `tokenizer.json` → a function from texts to the ids of the tokens the model knows. */
import { Tokenizer } from '@huggingface/tokenizers';
import { damaged } from './static-tensors.ts';

/** A text goes to the library in stretches, of which it takes quadratic time; they end at white space where there is some. */
const STRETCH = /[\s\S]{1,1024}(?=\s)|[\s\S]{1,1024}/gu;
/** Only what is white space in the eyes of every tokenizer. */
const WORD = /[^ \t\r\n]{1,1024}/gu;
/** Longer words, in UTF-16 units, are not kept: they seldom come back. */
const LONGEST_KEPT = 64;
/** Words kept at most; then all are forgotten and those in use come back. About 10 MB. */
const MOST_KEPT = 1 << 16;

/** The library insists on these keys. A mean of tokens needs no decoder, and no limit of length. */
const EMPTY_PARTS = { normalizer: null, pre_tokenizer: null, post_processor: null, added_tokens: [] };

type Parts = Readonly<Record<string, unknown>>;
type Encode = (text: string) => readonly number[];

export interface StaticTokens {
  /** One more than the largest id. */
  readonly idLimit: number;
  /** Ids of the tokens of `text` in order, without what stands around every text and without the unknown. */
  idsOf(text: string): readonly number[];
  /** The share of the tokens of `text` that the model does not know, 0 to 1; 1 of a text without tokens. */
  unknownShareOf(text: string): number;
}

/**
 * `json` is the text of a `tokenizer.json`, `file` names it in messages. Where tokens never cross white space, words are
 * kept with their tokens, which is many times faster than the library alone. Throws `KerfError('embedder-failed')` for what is no tokenizer.
 */
export function staticTokens(json: string, file: string): StaticTokens {
  const parts = parse(json, file);
  const tokenizer = createTokenizer(parts, file);
  const unknown = unknownId(parts.model as Parts, tokenizer);
  const encodeAll: Encode = (text) => tokenizer.encode(text, { add_special_tokens: false }).ids;
  const encode: Encode = (text) => encodeAll(text).filter((id) => id !== unknown);
  const idLimit = idsIn(parts).reduce((limit, id) => Math.max(limit, id + 1), 0);
  const readAll = stretchReader(encodeAll);
  return {
    idLimit,
    idsOf: splitsAtWhiteSpace(parts) ? wordReader(encode) : stretchReader(encode),
    unknownShareOf(text) {
      const ids = readAll(text);
      return ids.length === 0 ? 1 : ids.filter((id) => id === unknown).length / ids.length;
    },
  };
}

function stretchReader(encode: Encode): StaticTokens['idsOf'] {
  return (text) => (text.match(STRETCH) ?? []).flatMap(encode);
}

function wordReader(encode: Encode): StaticTokens['idsOf'] {
  const kept = new Map<string, readonly number[]>();
  const idsOfWord = (word: string): readonly number[] => {
    const known = kept.get(word);
    if (known !== undefined) return known;
    const ids = encode(word);
    if (kept.size >= MOST_KEPT) kept.clear();
    // A copy: the word may be a view of the text, which would be kept with it.
    if (word.length <= LONGEST_KEPT) kept.set(Buffer.from(word, 'utf16le').toString('utf16le'), ids);
    return ids;
  };
  return (text) => {
    const ids: number[] = [];
    for (const word of text.match(WORD) ?? []) ids.push(...idsOfWord(word));
    return ids;
  };
}

/** True for tokenizers as BERT has them, whose tokens never cross white space. */
function splitsAtWhiteSpace({ model, normalizer, pre_tokenizer: splitter }: Parts): boolean {
  const typeOf = (part: unknown): unknown => (part as Parts | null | undefined)?.type;
  return (
    typeOf(model) === 'WordPiece' &&
    typeOf(splitter) === 'BertPreTokenizer' &&
    (normalizer === null || typeOf(normalizer) === 'BertNormalizer')
  );
}

function parse(json: string, file: string): Parts {
  try {
    const parts: unknown = JSON.parse(json);
    if (typeof (parts as Parts | null)?.model === 'object' && (parts as Parts).model !== null) return parts as Parts;
  } catch (cause) {
    throw damaged(file, 'it is not JSON', cause);
  }
  throw damaged(file, 'it has no "model"');
}

function createTokenizer(parts: Parts, file: string): Tokenizer {
  try {
    return new Tokenizer({ ...EMPTY_PARTS, ...parts, decoder: null }, {});
  } catch (cause) {
    throw damaged(file, cause instanceof Error ? cause.message : String(cause), cause);
  }
}

/** All ids a token can have; a vocabulary that is a list numbers its tokens in order. */
function idsIn({ model, added_tokens: added }: Parts): readonly number[] {
  const { vocab } = model as { readonly vocab: Readonly<Record<string, number>> | readonly unknown[] };
  const ids = Array.isArray(vocab) ? [vocab.length - 1] : Object.values(vocab as Readonly<Record<string, number>>);
  return [...ids, ...((added ?? []) as readonly { readonly id: number }[]).map(({ id }) => id)];
}

/** Tokenizers of the kind Unigram give the number of the unknown token, all others its text. */
function unknownId(model: Parts, tokenizer: Tokenizer): number | undefined {
  if (typeof model.unk_id === 'number') return model.unk_id;
  return typeof model.unk_token === 'string' ? tokenizer.token_to_id(model.unk_token) : undefined;
}
