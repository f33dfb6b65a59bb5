/** Collapse: candidates → the same without texts that say again what a better one says. */
import type { Chunk } from '../model/chunk.ts';
import { type Candidate, type Kept, passageIdOf } from './candidate.ts';
import { type Shingles, shinglesOf, similarityOf } from './similarity.ts';

/** Candidates that later ones are compared with: bounds the work when a window is large. */
const MAX_COMPARED = 200;

/**
 * Drops each candidate whose text is equal to that of one before it, or as similar as `least` (0 to 1; 1 drops equal texts
 * alone). Both get a note, so that the other places where something stands are not lost. A sentence chunk is never
 * compared with its own passage. `before`: those kept earlier, of which no note is lost.
 */
export function collapse(candidates: readonly Candidate[], least: number, before: readonly Candidate[] = []): Kept {
  const kept = before.map(toComparable);
  const dropped: Candidate[] = [];
  for (const candidate of candidates) {
    const own = toComparable(candidate);
    const twin = twinOf(own, kept, least);
    if (twin === undefined) {
      if (kept.length < MAX_COMPARED) kept.push(own);
      else kept.push({ ...own, shingles: undefined });
      continue;
    }
    const likeness = twin.similarity === 1 ? 'same text' : `similarity ${twin.similarity.toFixed(2)}`;
    twin.candidate.notes.push(`${likeness} in ${placeIn(candidate.chunk)}`);
    const than = twin.similarity === 1 ? 'same text as' : `${likeness} to`;
    candidate.notes.push(`dropped: ${than} ${placeIn(twin.candidate.chunk)}`);
    dropped.push(candidate);
  }
  return { kept: kept.slice(before.length).map(({ candidate }) => candidate), dropped };
}

function placeIn({ documentId, lines, id }: Chunk): string {
  return `${documentId}, lines ${lines.start}-${lines.end} (${id})`;
}

interface Comparable {
  readonly candidate: Candidate;
  readonly passageId: string;
  /** Made when first needed; undefined: compared by hash alone. */
  shingles: (() => Shingles) | undefined;
}

function toComparable(candidate: Candidate): Comparable {
  let known: Shingles | undefined;
  const shingles = (): Shingles => {
    known ??= shinglesOf(candidate.chunk.text);
    return known;
  };
  return { candidate, passageId: passageIdOf(candidate.chunk), shingles };
}

function twinOf(own: Comparable, kept: readonly Comparable[], least: number) {
  const { contentHash, text } = own.candidate.chunk;
  const others = kept.filter(({ passageId }) => passageId !== own.passageId);
  const equal = others.find(({ candidate }) => candidate.chunk.contentHash === contentHash);
  if (equal) return { candidate: equal.candidate, similarity: 1 };
  if (least >= 1) return undefined;
  for (const { candidate, shingles } of others) {
    // Texts whose lengths differ more than this share cannot be so similar; most pairs end here.
    const [short, long] = [text.length, candidate.chunk.text.length].sort((a, b) => a - b);
    if (shingles === undefined || short < long * least * LENGTH_SLACK) continue;
    const similarity = similarityOf(own.shingles?.() ?? shinglesOf(text), shingles());
    if (similarity >= least) return { candidate, similarity: Math.min(similarity, ALMOST) };
  }
  return undefined;
}

/** Words differ in length, so lengths in characters say less than counts of words. */
const LENGTH_SLACK = 0.8;
/** Equal words with other punctuation are not the same text, and a note should not say so. */
const ALMOST = 0.99;
