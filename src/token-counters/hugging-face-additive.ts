/** Whether the counts of a Hugging Face tokenizer add up at white space: from its tokenizer.json, yes only if proven. */

type Parts = Readonly<Record<string, unknown>>;

/** These look at words between white space, and at nothing beyond it. */
const WORD_SPLITTERS = ['BertPreTokenizer', 'Whitespace', 'WhitespaceSplit'];
/** Behind one of the above these only split further. */
const FURTHER_SPLITTERS = [...WORD_SPLITTERS, 'Punctuation', 'Digits'];
/** These neither join words nor change what another word becomes; they leave white space white. */
const WORDWISE_NORMALIZERS = ['BertNormalizer', 'Lowercase', 'StripAccents', 'NFC', 'NFD', 'NFKC', 'NFKD'];

/**
 * Split patterns of byte-level tokenizers in which a line break ends a piece, and a space stands only in front of one:
 * of Llama 3, of Qwen 2 (single digits), and of those that follow `o200k_base`. The pattern of GPT-2 is not among them: it takes
 * a line break and the indentation behind it into one piece.
 */
const CASELESS_WORDS = String.raw`(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+`;
const SYMBOLS_AND_SPACE = String.raw` ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+`;
const CONTRACTION = `(?i:'s|'t|'re|'ve|'m|'ll|'d)?`;
const CASED_WORDS = [
  String.raw`[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+${CONTRACTION}`,
  String.raw`[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*${CONTRACTION}`,
].join('|');
const KNOWN_PATTERNS: readonly string[] = [
  String.raw`${CASELESS_WORDS}|\p{N}{1,3}|${SYMBOLS_AND_SPACE}`,
  String.raw`${CASELESS_WORDS}|\p{N}|${SYMBOLS_AND_SPACE}`,
  String.raw`${CASED_WORDS}|\p{N}{1,3}|${SYMBOLS_AND_SPACE.replace(String.raw`[\r\n]*`, String.raw`[\r\n/]*`)}`,
];

/** True when the counts add up at the places that `TokenCounter.additive` names. */
export function addsUpAtWhiteSpace(tokenizer: Parts, config: Parts): boolean {
  const { model, added_tokens: added = [] } = tokenizer as { model: Parts; added_tokens?: readonly Parts[] };
  // Unknown tokens that follow each other become one, across white space, too.
  if (model.fuse_unk === true || !Array.isArray(added)) return false;
  if (isWordPiece(model)) return added.every(isOneWord) && splitsWords(tokenizer);
  return (
    model.type === 'BPE' &&
    config.remove_space !== true &&
    added.every((token) => isOneWord(token) && token.lstrip !== true && token.rstrip !== true) &&
    splitsAsKnown(tokenizer)
  );
}

/** Older files name no type. */
function isWordPiece(model: Parts): boolean {
  if (model.type !== undefined) return model.type === 'WordPiece';
  return !Array.isArray(model.vocab) && 'continuing_subword_prefix' in model && !('merges' in model);
}

/** Whether an added token cannot lie across white space, neither as it is written nor normalised. */
function isOneWord(token: Parts): boolean {
  const content = String(token.content);
  const normalized = (token.normalized ?? token.special !== true) !== false;
  return normalized ? /^[!-~]+$/.test(content) : !/[\s\u0085]/.test(content) && content !== '';
}

function splitsWords(tokenizer: Parts): boolean {
  const [first, ...rest] = partsOf(tokenizer.pre_tokenizer, 'pretokenizers');
  return (
    first !== undefined &&
    WORD_SPLITTERS.includes(String(first.type)) &&
    rest.every(({ type }) => FURTHER_SPLITTERS.includes(String(type))) &&
    partsOf(tokenizer.normalizer, 'normalizers').every(({ type }) => WORDWISE_NORMALIZERS.includes(String(type)))
  );
}

function splitsAsKnown(tokenizer: Parts): boolean {
  const [split, bytes, ...rest] = partsOf(tokenizer.pre_tokenizer, 'pretokenizers');
  const pattern = (split?.pattern as Parts | undefined)?.Regex;
  return (
    split?.type === 'Split' &&
    split.behavior === 'Isolated' &&
    split.invert !== true &&
    KNOWN_PATTERNS.includes(String(pattern)) &&
    bytes?.type === 'ByteLevel' &&
    bytes.use_regex === false &&
    bytes.add_prefix_space !== true &&
    rest.length === 0 &&
    partsOf(tokenizer.normalizer, 'normalizers').every(({ type }) => type === 'NFC')
  );
}

/** The members of a sequence, or the part alone; none for null. */
function partsOf(part: unknown, members: string): readonly Parts[] {
  if (typeof part !== 'object' || part === null) return [];
  const { type, [members]: list } = part as Parts;
  return type === 'Sequence' && Array.isArray(list) ? (list as readonly Parts[]) : [part as Parts];
}
