/** Token counters for models from Hugging Face, over `@huggingface/tokenizers`: a `tokenizer.json` to a `TokenCounter`. */
import { Tokenizer } from '@huggingface/tokenizers';
import { KerfError } from '../model/error.ts';
import type { TokenCounter } from '../model/token-counter.ts';
import { shortHash } from '../text/hash.ts';
import { refuseUnknownOptions } from '../text/option-names.ts';
import { addsUpAtWhiteSpace } from './hugging-face-additive.ts';
import { pieceCounts } from './piece-counts.ts';
import { stretchEnd, wordEnd } from './words.ts';

export interface HuggingFaceOptions {
  /**
   * Counts what the model puts around every text, such as `[CLS]` and `[SEP]`, too. Then counts do not add up, and
   * chunking takes longer; a limit that is lower by as many tokens does the same. Default false.
   */
  readonly specialTokens?: boolean;
}

const OPTION_NAMES: readonly string[] = ['specialTokens'];

/** What of the two files changes counts; the decoder, padding and truncation do not. */
const COUNTING_PARTS = ['normalizer', 'pre_tokenizer', 'model', 'post_processor', 'added_tokens'] as const;
const COUNTING_CONFIG = ['remove_space', 'do_lowercase_and_remove_accent', 'target_lang'] as const;

/** The library insists on these keys. */
const EMPTY_PARTS = { normalizer: null, pre_tokenizer: null, post_processor: null, added_tokens: [] };

type Parts = Readonly<Record<string, unknown>>;

/**
 * Counts as the model does whose `tokenizer.json` is given, parsed: WordPiece, byte-level BPE or Unigram. `config` is
 * its `tokenizer_config.json`; most models need none. Markers such as `[SEP]` in a text count as the one token that
 * the model would read. `id` changes with everything that changes a count. A run of more than 1,024 UTF-16 units without
 * white space is counted in stretches of that length, which may give a few tokens more than the model has. Throws `invalid-option` for what
 * is no tokenizer or one of an unknown kind, `unknown-option` for other options.
 */
export function huggingFaceTokenCounter(
  tokenizerJson: object,
  config: object = {},
  options: HuggingFaceOptions = {},
): TokenCounter {
  refuseUnknownOptions('Hugging Face token counter', options, OPTION_NAMES);
  const tokenizer = createTokenizer(tokenizerJson, config);
  const tokensOf = (text: string, special: boolean): number =>
    tokenizer.tokenize(text, { add_special_tokens: special }).length;
  const around = options.specialTokens ? tokensOf('a', true) - tokensOf('a', false) : 0;
  const adds = addsUpAtWhiteSpace(tokenizerJson as Parts, config as Parts);
  const counts = pieceCounts((text) => countStretches(text, tokensOf));
  const partEnd = adds ? wordEnd : wholeEnd;
  const countSpan = (text: string, start: number, end: number): number => {
    let total = end > start ? around : 0;
    let at = start;
    while (at < end) {
      const stop = partEnd(text, at, end);
      total += counts.of(text, at, stop);
      at = stop;
    }
    return total;
  };
  return {
    id: idOf(tokenizerJson as Parts, config as Parts, around > 0),
    additive: adds && around === 0,
    count: (text) => countSpan(text, 0, text.length),
    countSpan,
  };
}

function createTokenizer(tokenizerJson: object, config: object): Tokenizer {
  const model = (tokenizerJson as Parts | null)?.model;
  if (typeof model !== 'object' || model === null)
    throw new KerfError(
      'invalid-option',
      'A Hugging Face token counter got something without a "model"; give the parsed tokenizer.json of the model.',
    );
  const { vocab } = model as Parts;
  if (typeof vocab === 'object' && vocab !== null && Object.keys(vocab).length === 0)
    throw new KerfError(
      'invalid-option',
      'The vocabulary of the tokenizer.json is empty: all texts would count 0 tokens; give that of a trained model.',
    );
  try {
    return new Tokenizer({ ...EMPTY_PARTS, ...tokenizerJson, decoder: null }, config);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new KerfError('invalid-option', `The tokenizer.json cannot be used: ${reason}. Give one of a known kind.`, {
      cause,
    });
  }
}

function idOf(tokenizerJson: Parts, config: Parts, special: boolean): string {
  const parts = COUNTING_PARTS.map((name) => tokenizerJson[name] ?? null);
  const settings = COUNTING_CONFIG.map((name) => config[name] ?? null);
  return `hugging-face-${shortHash(JSON.stringify([parts, settings]))}${special ? '+special' : ''}`;
}

function wholeEnd(_text: string, _at: number, end: number): number {
  return end;
}

function countStretches(text: string, tokensOf: (text: string, special: boolean) => number): number {
  let total = 0;
  let at = 0;
  while (at < text.length) {
    const end = stretchEnd(text, at);
    total += tokensOf(text.slice(at, end), false);
    at = end;
  }
  return total;
}
