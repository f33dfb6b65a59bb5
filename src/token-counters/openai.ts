/** Token counters for the OpenAI encodings, over `gpt-tokenizer`: text to an exact number of tokens. */
import { countTokens as countCl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { countTokens as countO200k } from 'gpt-tokenizer/encoding/o200k_base';
import { KerfError } from '../model/error.ts';
import type { TokenCounter } from '../model/token-counter.ts';

/**
 * The merge loop is quadratic in the length of one unbroken run (letters without a break, one punctuation
 * mark repeated, white space). Longer runs are counted in pieces of this many UTF-16 units: a power of two, so
 * that runs of one character, whose tokens are powers of two long, still count exactly; a longer run of mixed letters
 * or mixed white space may count a few tokens more than the encoding has.
 */
const LONGEST_RUN = 1024;
const LONG_RUN = /[\p{L}\p{M}]{1025,}|[^\s\p{L}\p{N}]{1025,}|\s{1025,}/gu;
const SPACE = 32;

/** Markers such as `<|endoftext|>` are ordinary text in a document. */
const SPECIAL_AS_TEXT = { disallowedSpecial: new Set<string>() };

type CountTokens = (text: string, options: typeof SPECIAL_AS_TEXT) => number;

/** Counts in `o200k_base` (GPT-4o and later). */
export function o200kTokenCounter(): TokenCounter {
  return counterOf('o200k_base', countO200k);
}

/** Counts in `cl100k_base` (GPT-4, text-embedding-3). */
export function cl100kTokenCounter(): TokenCounter {
  return counterOf('cl100k_base', countCl100k);
}

const COUNTERS: Readonly<Record<string, () => TokenCounter>> = {
  o200k: o200kTokenCounter,
  o200k_base: o200kTokenCounter,
  cl100k: cl100kTokenCounter,
  cl100k_base: cl100kTokenCounter,
};

/** The counter called `name`: `o200k` or `cl100k`, with or without `_base`. Throws `invalid-option` for others. */
export function loadTokenCounter(name: string): TokenCounter {
  const make = Object.hasOwn(COUNTERS, name) ? COUNTERS[name] : undefined;
  if (!make) throw new KerfError('invalid-option', `Unknown token counter "${name}": use o200k or cl100k.`);
  return make();
}

/** Single words are asked for again and again; their counts are kept, up to this many, then forgotten together. */
const SHORT_TEXT = 32;
const MOST_REMEMBERED = 1 << 16;

function counterOf(id: string, countTokens: CountTokens): TokenCounter {
  const remembered = new Map<string, number>();
  const countShort = (text: string): number => {
    const known = remembered.get(text);
    if (known !== undefined) return known;
    if (remembered.size >= MOST_REMEMBERED) remembered.clear();
    const count = countTokens(text, SPECIAL_AS_TEXT);
    remembered.set(text, count);
    return count;
  };
  return {
    id,
    additive: true,
    count(text) {
      if (text.length <= SHORT_TEXT) return countShort(text);
      return mayHoldLongRun(text) ? countLong(text, countTokens) : countTokens(text, SPECIAL_AS_TEXT);
    },
  };
}

/** A cheap look before the regular expression: is there a stretch of black or of blank longer than a run may be? */
function mayHoldLongRun(text: string): boolean {
  if (text.length <= LONGEST_RUN) return false;
  let from = 0;
  let blank = text.charCodeAt(0) <= SPACE;
  for (let i = 1; i < text.length; i++) {
    const isBlank = text.charCodeAt(i) <= SPACE;
    if (isBlank === blank) continue;
    if (i - from > LONGEST_RUN) return true;
    from = i;
    blank = isBlank;
  }
  return text.length - from > LONGEST_RUN;
}

function countLong(text: string, countTokens: CountTokens): number {
  let total = 0;
  let from = 0;
  for (const run of text.matchAll(LONG_RUN)) {
    total += countTokens(text.slice(from, run.index), SPECIAL_AS_TEXT);
    from = run.index;
    const end = from + run[0].length;
    while (from < end) {
      const to = Math.min(from + LONGEST_RUN, end);
      total += countTokens(text.slice(from, to), SPECIAL_AS_TEXT);
      from = to;
    }
  }
  return total + countTokens(text.slice(from), SPECIAL_AS_TEXT);
}
