/** Granularity of hits: ranked hits, some of them sentence chunks → the passages that hold them, each once. */
import type { Chunk } from '../model/chunk.ts';
import type { Hit } from '../model/retrieval.ts';
import type { Store } from '../stores/store.ts';

/**
 * `hits` with each sentence chunk replaced by its passage. A passage that is found more than once stands where it was
 * found first, with that hit's score and evidence; notes say what it was found by. Ranks are given anew where
 * something was replaced. A sentence chunk whose passage ended in the meantime stays. One read, none without sentence chunks.
 */
export async function hitPassages(store: Store, hits: readonly Hit[]): Promise<readonly Hit[]> {
  const sentences = hits.filter(({ chunk }) => chunk.granularity === 'sentence');
  if (sentences.length === 0) return hits;
  const known = new Map(hits.map(({ chunk }) => [chunk.id, chunk]));
  const missing = new Set(sentences.map(({ chunk }) => chunk.parentId).filter((id) => !known.has(id)));
  if (missing.size > 0) for (const chunk of await store.readChunks([...missing])) known.set(chunk.id, chunk);
  const found = new Map<string, Found>();
  for (const hit of hits) {
    const chunk = (hit.chunk.granularity === 'sentence' ? known.get(hit.chunk.parentId) : undefined) ?? hit.chunk;
    const before = found.get(chunk.id);
    const note = noteOf(hit, chunk);
    if (before === undefined) found.set(chunk.id, { hit, chunk, notes: note === undefined ? [] : [note] });
    else before.notes.push(note ?? `found itself at rank ${hit.rank}`);
  }
  return [...found.values()].map(({ hit, chunk, notes }, place) => ({
    ...hit,
    chunk,
    rank: place + 1,
    explanation: { ...hit.explanation, notes: [...hit.explanation.notes, ...notes] },
  }));
}

interface Found {
  /** The best hit that led to the passage. */
  readonly hit: Hit;
  readonly chunk: Chunk;
  readonly notes: string[];
}

/** How a hit led to `passage`; nothing where it is the passage itself. */
function noteOf({ chunk, rank }: Hit, passage: Chunk): string | undefined {
  if (chunk === passage) return undefined;
  const { start, end } = chunk.lines;
  return `passage of the sentences in ${start === end ? `line ${start}` : `lines ${start}-${end}`}, found at rank ${rank} (${chunk.id})`;
}
