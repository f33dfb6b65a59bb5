/** Collapse: candidates → the same without texts that say again what a better one says. */
import type { Chunk } from '../model/chunk.ts';
import { readableText } from '../text/html-text.ts';
import { type Candidate, passageIdOf } from './candidate.ts';
import { type Shingles, shinglesOf } from './similarity.ts';

/** Kept candidates whose wording later ones are compared with: bounds the work when a window is large. */
const MAX_COMPARED = 200;
/** Equal words with other punctuation are not the same text, and a note should not say so. */
const ALMOST = 0.99;

/** What a ranking was collapsed to so far. Ranked candidates may come in several calls. */
export interface Collapsed {
  readonly kept: Candidate[];
  /** The last note of each says why. */
  readonly dropped: Candidate[];
  readonly keptByHash: Map<string, Candidate[]>;
  /** Kept candidates that are compared by wording, and which of them hold a shingle. */
  readonly compared: { readonly candidate: Candidate; readonly size: number }[];
  readonly holders: Map<number, number[]>;
}

export function emptyCollapsed(): Collapsed {
  return { kept: [], dropped: [], keptByHash: new Map(), compared: [], holders: new Map() };
}

/**
 * Goes on with `collapsed`: drops each candidate whose text is equal to that of a kept one, or as similar as `least` (0 to 1;
 * 1 drops equal texts alone), and gives those that it kept. The kept one remembers the place of the dropped one, and both get
 * a note. A sentence chunk is never compared with its own passage. Linear in the text, and in shared wording.
 */
export function collapse(
  candidates: readonly Candidate[],
  least: number,
  collapsed: Collapsed = emptyCollapsed(),
): readonly Candidate[] {
  const from = collapsed.kept.length;
  for (const candidate of candidates) {
    const shingles = least < 1 ? shinglesOf(readableText(candidate.chunk.text, candidate.chunk.mediaType)) : undefined;
    const twin = equalTo(candidate, collapsed) ?? (shingles && nearestTo(candidate, shingles, least, collapsed));
    if (twin) drop(collapsed, candidate, twin);
    else keep(collapsed, candidate, shingles);
  }
  return collapsed.kept.slice(from);
}

interface Twin {
  readonly candidate: Candidate;
  readonly similarity: number;
}

function equalTo({ chunk }: Candidate, { keptByHash }: Collapsed): Twin | undefined {
  const equal = keptByHash.get(chunk.contentHash)?.find((other) => passageIdOf(other.chunk) !== passageIdOf(chunk));
  return equal && { candidate: equal, similarity: 1 };
}

/** The most similar one, of equals the best ranked, counted by the shingles that are shared (Broder 1997, without sampling). */
function nearestTo(
  { chunk }: Candidate,
  shingles: Shingles,
  least: number,
  { compared, holders }: Collapsed,
): Twin | undefined {
  const shared = new Map<number, number>();
  for (const shingle of shingles)
    for (const index of holders.get(shingle) ?? []) shared.set(index, (shared.get(index) ?? 0) + 1);
  let nearest: Twin | undefined;
  for (const [index, count] of [...shared].sort((a, b) => a[0] - b[0])) {
    const { candidate, size } = compared[index];
    const similarity = count / (shingles.size + size - count);
    if (similarity < least || similarity <= (nearest?.similarity ?? 0)) continue;
    if (passageIdOf(candidate.chunk) !== passageIdOf(chunk)) nearest = { candidate, similarity };
  }
  return nearest && { ...nearest, similarity: Math.min(nearest.similarity, ALMOST) };
}

function keep({ kept, keptByHash, compared, holders }: Collapsed, candidate: Candidate, shingles?: Shingles): void {
  kept.push(candidate);
  append(keptByHash, candidate.chunk.contentHash, candidate);
  if (!shingles || compared.length === MAX_COMPARED) return;
  for (const shingle of shingles) append(holders, shingle, compared.length);
  compared.push({ candidate, size: shingles.size });
}

function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

function drop({ dropped }: Collapsed, candidate: Candidate, { candidate: twin, similarity }: Twin): void {
  dropped.push(candidate);
  const { documentId, id: chunkId, span, lines } = candidate.chunk;
  twin.otherPlaces.push({ documentId, chunkId, span, lines, similarity });
  const likeness = similarity === 1 ? 'same text' : `similarity ${similarity.toFixed(2)}`;
  twin.notes.push(`${likeness} in ${placeIn(candidate.chunk)}`);
  candidate.notes.push(`dropped: ${similarity === 1 ? 'same text as' : `${likeness} to`} ${placeIn(twin.chunk)}`);
}

function placeIn({ documentId, lines, id }: Chunk): string {
  return `${documentId}, lines ${lines.start}-${lines.end} (${id})`;
}
