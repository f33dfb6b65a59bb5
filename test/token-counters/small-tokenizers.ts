/** Small tokenizers of the three kinds, trained here on a page of text: what a `tokenizer.json` of each kind holds. */

const PAGE = `The lower gate opens at high water. Boats wait for the green light, and the keeper opens the paddles slowly.
Wear gloves for the winding gear! The wind turns it back quickly; it's heavier than it looks. The harbour master
reads the tide table at 6:30 and 18:45. Die Schleuse schließt um 22 Uhr. Tides rise 3.14 m; lows fall to 0.9 m.
Waiting boats keep left, waited boats keep right, and unlocked locks are locked again. 東京の潮位は高い。`;

const UNKNOWN = '[UNK]';
const MERGES = 150;

/** WordPiece over small letters, as BERT has it. `parts` replaces parts of the file. */
export function wordPieceTokenizer(parts: object = {}): object {
  const words = PAGE.toLowerCase().match(/[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu) ?? [];
  const letters = [...new Set(words.join(''))];
  const pieces = new Set(['[PAD]', UNKNOWN, '[CLS]', '[SEP]', '[MASK]', ...letters, ...letters.map((c) => `##${c}`)]);
  for (const word of words) {
    if (word.length > 3) for (const end of [2, 3, 4]) pieces.add(word.slice(0, end)).add(`##${word.slice(-end + 1)}`);
    if (timesIn(words, word) > 1) pieces.add(word);
  }
  return {
    added_tokens: ['[PAD]', UNKNOWN, '[CLS]', '[SEP]', '[MASK]'].map((content, id) => special(content, id)),
    normalizer: { type: 'BertNormalizer', clean_text: true, handle_chinese_chars: true, lowercase: true },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: around('[CLS]', '[SEP]'),
    decoder: { type: 'WordPiece', prefix: '##' },
    model: {
      type: 'WordPiece',
      unk_token: UNKNOWN,
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: numbered([...pieces]),
    },
    ...parts,
  };
}

const GPT2_BYTES = { type: 'ByteLevel', add_prefix_space: false, use_regex: true };
const LLAMA3_PATTERN =
  "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";

/** The split of Llama 3: a line break ends a piece. */
export const LLAMA3_SPLIT = {
  type: 'Sequence',
  pretokenizers: [
    { type: 'Split', pattern: { Regex: LLAMA3_PATTERN }, behavior: 'Isolated', invert: false },
    { type: 'ByteLevel', add_prefix_space: false, use_regex: false },
  ],
};

/** Byte-level BPE with the split of GPT-2. `parts` replaces parts of the file. */
export function byteLevelTokenizer(parts: object = {}): object {
  const alphabet = Array.from({ length: 256 }, (_, byte) => byteLetter(byte));
  const words = (PAGE.match(/ ?[\p{L}\p{N}]+|[^\p{L}\p{N}]+/gu) ?? []).map((word) =>
    Array.from(new TextEncoder().encode(word), byteLetter),
  );
  const merges = trainMerges(words);
  const vocabulary = [...alphabet, ...merges.map((pair) => pair.join('')), '<|end|>'];
  return {
    added_tokens: [special('<|end|>', vocabulary.length - 1)],
    normalizer: null,
    pre_tokenizer: GPT2_BYTES,
    post_processor: null,
    decoder: { type: 'ByteLevel' },
    model: { type: 'BPE', merges: merges.map((pair) => pair.join(' ')), vocab: numbered(vocabulary) },
    ...parts,
  };
}

/** Unigram behind a metaspace, as SentencePiece has it. `parts` replaces parts of the file. */
export function unigramTokenizer(parts: object = {}): object {
  const words = PAGE.split(/\s+/).map((word) => `▁${word}`);
  const scores = new Map<string, number>();
  for (const word of words)
    for (let start = 0; start < word.length; start++)
      for (let end = start + 1; end <= Math.min(start + 6, word.length); end++)
        scores.set(word.slice(start, end), (scores.get(word.slice(start, end)) ?? 0) + 1);
  const kept = [...scores].filter(([piece, times]) => piece.length === 1 || times > 1);
  const vocab = [
    ['<unk>', 0],
    ['</s>', 0],
    ...kept.map(([piece, times]) => [piece, Math.log(times / scores.size)] as const),
  ];
  return {
    added_tokens: [special('<unk>', 0), special('</s>', 1)],
    normalizer: { type: 'NFKC' },
    pre_tokenizer: { type: 'Metaspace', replacement: '▁', prepend_scheme: 'always' },
    post_processor: null,
    decoder: { type: 'Metaspace', replacement: '▁' },
    model: { type: 'Unigram', unk_id: 0, vocab },
    ...parts,
  };
}

function special(content: string, id: number): object {
  return { id, content, single_word: false, lstrip: false, rstrip: false, normalized: false, special: true };
}

function around(first: string, last: string): object {
  const marker = (id: string) => ({ SpecialToken: { id, type_id: 0 } });
  const single = [marker(first), { Sequence: { id: 'A', type_id: 0 } }, marker(last)];
  return { type: 'TemplateProcessing', single, pair: single, special_tokens: {} };
}

function numbered(pieces: readonly string[]): Record<string, number> {
  return Object.fromEntries(pieces.map((piece, id) => [piece, id]));
}

function timesIn(words: readonly string[], word: string): number {
  return words.filter((other) => other === word).length;
}

/** The letter that stands for a byte in byte-level vocabularies: itself where it prints, else one from U+0100 on. */
function byteLetter(byte: number): string {
  const prints = (code: number) => (code > 32 && code < 127) || (code > 160 && code !== 173);
  if (prints(byte)) return String.fromCharCode(byte);
  let hidden = 0;
  for (let other = 0; other < byte; other++) if (!prints(other)) hidden++;
  return String.fromCharCode(256 + hidden);
}

/** Joins the commonest pair of neighbours, again and again. */
function trainMerges(words: string[][]): (readonly [string, string])[] {
  const merges: (readonly [string, string])[] = [];
  while (merges.length < MERGES) {
    const pair = commonestPair(words);
    merges.push(pair);
    for (const word of words) join(word, pair);
  }
  return merges;
}

function commonestPair(words: readonly string[][]): readonly [string, string] {
  const times = new Map<string, number>();
  const pairs = words.flatMap((word) => word.slice(1).map((right, i) => `${word[i]} ${right}`));
  for (const pair of pairs) times.set(pair, (times.get(pair) ?? 0) + 1);
  const [best] = [...times].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0];
  const [left, right] = best.split(' ');
  return [left, right];
}

function join(word: string[], [left, right]: readonly [string, string]): void {
  for (let i = 1; i < word.length; i++)
    if (word[i - 1] === left && word[i] === right) word.splice(i - 1, 2, left + right);
}
