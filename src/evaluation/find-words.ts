/** Evaluation, input: words that a person or a system copied → the places where they stand in texts. */
import type { Span } from '../model/span.ts';

export interface FoundWords {
  readonly documentId: string;
  readonly span: Span;
}

/**
 * Where `words` stand in `texts` (text by document id): as they are, or, where they are nowhere like that, with any white space
 * in the place of theirs, as in a line that was broken anew. At most two places: one is certain, two are not.
 */
export function findWords(words: string, texts: Iterable<readonly [string, string]>): readonly FoundWords[] {
  const documents = [...texts];
  const exact = upToTwo(documents, (text) => placesIn(text, words));
  return exact.length > 0 ? exact : upToTwo(documents, (text) => looselyIn(text, words));
}

/** Whether both say the same but for their white space. */
export function areSameWords(a: string, b: string): boolean {
  return a === b || joinWords(a).text === joinWords(b).text;
}

function upToTwo(
  documents: readonly (readonly [string, string])[],
  find: (text: string) => readonly Span[],
): readonly FoundWords[] {
  const found: FoundWords[] = [];
  for (const [documentId, text] of documents) {
    for (const span of find(text)) found.push({ documentId, span });
    if (found.length > 1) break;
  }
  return found;
}

function placesIn(text: string, words: string): readonly Span[] {
  const first = words === '' ? -1 : text.indexOf(words);
  if (first < 0) return [];
  const second = text.indexOf(words, first + 1);
  return [first, ...(second < 0 ? [] : [second])].map((start) => ({ start, end: start + words.length }));
}

function looselyIn(text: string, words: string): readonly Span[] {
  const joined = joinWords(text);
  return placesIn(joined.text, joinWords(words).text).map(({ start, end }) => ({
    start: joined.offsetOf(start),
    end: joined.offsetOf(end - 1) + 1,
  }));
}

interface JoinedWords {
  /** The words with one space between them. */
  readonly text: string;
  /** Where a letter of a word, not a space, stands in the text the words are from. */
  offsetOf(place: number): number;
}

function joinWords(text: string): JoinedWords {
  const words: string[] = [];
  /** How much further in the text than in the joined words each word begins, and where it begins there. */
  const shifts: number[] = [];
  const starts: number[] = [];
  let next = 0;
  for (const { 0: word, index } of text.matchAll(/\S+/g)) {
    words.push(word);
    starts.push(next);
    shifts.push(index - next);
    next += word.length + 1;
  }
  return {
    text: words.join(' '),
    offsetOf(place) {
      // The last word that does not begin behind the place.
      let [low, high] = [0, starts.length - 1];
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (starts[middle] <= place) low = middle;
        else high = middle - 1;
      }
      return place + shifts[low];
    },
  };
}
