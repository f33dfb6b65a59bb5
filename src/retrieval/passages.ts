/** Granularity of hits: ranked hits, some of them sentence chunks → the passages that hold them, each once. */
import type { Chunk } from '../model/chunk.ts';
import type { Hit, Pinpoint } from '../model/retrieval.ts';
import type { Store } from '../stores/store.ts';

/**
 * `hits` with each sentence chunk replaced by its passage. A passage that is found more than once stands where it was
 * found first, with that hit's score and evidence; notes say what it was found by, and the sentences are its pinpoints. Ranks
 * are given anew where something was replaced. A sentence chunk whose passage ended in the meantime stays. One read, none
 * without sentence chunks.
 */
export async function hitPassages(store: Store, hits: readonly Hit[]): Promise<readonly Hit[]> {
  const sentences = hits.filter(({ chunk }) => chunk.granularity === 'sentence');
  if (sentences.length === 0) return hits;
  const known = new Map(hits.map(({ chunk }) => [chunk.id, chunk]));
  const missing = new Set(sentences.map(({ chunk }) => chunk.parentId).filter((id) => !known.has(id)));
  if (missing.size > 0) for (const chunk of await store.readChunks([...missing])) known.set(chunk.id, chunk);
  const found = new Map<string, Found>();
  for (const hit of hits) {
    const passage = hit.chunk.granularity === 'sentence' ? known.get(hit.chunk.parentId) : undefined;
    const chunk = passage ?? hit.chunk;
    const first = found.get(chunk.id);
    const entry = first ?? { hit, chunk, places: [], notes: [] };
    if (passage) {
      entry.notes.push(noteOf(hit));
      entry.places.push(pinpointOf(hit.chunk));
    } else if (first) entry.notes.push(`found itself at rank ${hit.rank}`);
    found.set(chunk.id, entry);
  }
  return [...found.values()].map(toPassageHit);
}

function toPassageHit({ hit, chunk, places, notes }: Found, place: number): Hit {
  const explanation = { ...hit.explanation, notes: [...hit.explanation.notes, ...notes] };
  return { ...hit, chunk, rank: place + 1, explanation, ...(places.length > 0 && { pinpoints: places }) };
}

/** Terms are weighed later, among all hits. */
function pinpointOf({ span, lines, text }: Chunk): Pinpoint {
  return { span, lines, text, score: 0 };
}

interface Found {
  /** The best hit that led to the passage. */
  readonly hit: Hit;
  readonly chunk: Chunk;
  /** Sentence chunks that led to it, best first. */
  readonly places: Pinpoint[];
  readonly notes: string[];
}

/** How a sentence chunk led to its passage. */
function noteOf({ chunk, rank }: Hit): string {
  const { start, end } = chunk.lines;
  return `passage of the sentences in ${start === end ? `line ${start}` : `lines ${start}-${end}`}, found at rank ${rank} (${chunk.id})`;
}
