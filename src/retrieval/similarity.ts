/** Similarity: two texts → how much of their wording they share, by hashed runs of words. */

import { fnv1a } from '../text/hash.ts';

/** Hashes of all runs of `SHINGLE_WORDS` words of a text, each once. */
export type Shingles = ReadonlySet<number>;

/** Runs of five words: shared ones come from copying, not from writing about the same thing (Broder 1997 uses ten). */
const SHINGLE_WORDS = 5;
/** Texts of more words, far more than a chunk holds, are not compared: what lies behind could make the difference. */
const MAX_WORDS = 2000;
/** Bounded, as a pattern keeps a way back from each letter: many millions without a break are too many. */
const WORD = /[\p{L}\p{M}\p{N}]{1,4096}/gu;
/** Scripts without spaces between words give one long run; every character stands for a word then. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** Shingles of `text`, case and punctuation aside. None of a text that is too short or too long to tell it apart by its words. */
export function shinglesOf(text: string): Shingles {
  const words = wordsOf(text);
  const shingles = new Set<number>();
  if (words.length > MAX_WORDS) return shingles;
  for (let start = 0; start + SHINGLE_WORDS <= words.length; start++) shingles.add(hashOf(words, start));
  return shingles;
}

/** Shared shingles as a share of all, 0 to 1, and 0 where there are none (the resemblance of Broder 1997, counted in full). */
export function similarityOf(a: Shingles, b: Shingles): number {
  const [smaller, larger] = a.size <= b.size ? [a, b] : [b, a];
  let shared = 0;
  for (const shingle of smaller) if (larger.has(shingle)) shared++;
  return shared === 0 ? 0 : shared / (a.size + b.size - shared);
}

function wordsOf(text: string): readonly string[] {
  const words: string[] = [];
  for (const [word] of text.toLowerCase().matchAll(WORD)) {
    if (UNSPACED.test(word)) words.push(...word);
    else words.push(word);
    if (words.length > MAX_WORDS) break;
  }
  return words;
}

function hashOf(words: readonly string[], start: number): number {
  let hash = fnv1a('');
  for (let i = start; i < Math.min(start + SHINGLE_WORDS, words.length); i++) hash = fnv1a(' ', fnv1a(words[i], hash));
  return hash;
}
