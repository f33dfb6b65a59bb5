/** Test kit: document updates for stores, planned by id alone, and vectors that need no model. */
import type { ChunkChange, DocumentPlan, PlannedChunk } from '../indexing/plan-types.ts';
import type { Chunk } from '../model/chunk.ts';
import type { DocumentRecord, DocumentUpdate, VectorEntry } from '../stores/store.ts';
import { shortHash } from '../text/hash.ts';
import { type SampleChunk, type SampleOptions, sampleChunks } from './sample-chunks.ts';

/** A plan from the living chunks `old` to `next`: the same id is the same chunk. */
export function planById(documentId: string, old: readonly Chunk[], next: readonly Chunk[]): DocumentPlan {
  const before = new Map(old.map((chunk) => [chunk.id, chunk]));
  const ids = new Set(next.map((chunk) => chunk.id));
  const chunks = next.map((chunk): PlannedChunk => ({ chunk, change: changeOf(before.get(chunk.id), chunk) }));
  return { documentId, chunks, removed: old.filter((chunk) => !ids.has(chunk.id)).map((chunk) => chunk.id) };
}

function changeOf(before: Chunk | undefined, after: Chunk): ChunkChange {
  if (before === undefined) return 'added';
  if (before.embedHash !== after.embedHash) return 'changed';
  if (JSON.stringify(before.metadata) !== JSON.stringify(after.metadata)) return 'changed';
  return before.index === after.index ? 'unchanged' : 'moved';
}

export function sampleRecord(documentId: string, options: SampleOptions = {}): DocumentRecord {
  return {
    documentId,
    mediaType: options.mediaType ?? 'text/markdown',
    title: options.title ?? '',
    sourceHash: shortHash(`source of ${documentId}`),
    configHash: shortHash('configuration'),
    sizeBytes: 100,
    tokenCount: 20,
    updatedAt: options.updatedAt ?? null,
    metadata: { tags: ['sample'] },
    dropped: [{ span: { start: 0, end: 4 }, reason: 'front-matter' }],
  };
}

export interface UpdateOptions extends SampleOptions {
  /** Living chunks of the document; default none. */
  readonly old?: readonly Chunk[];
  readonly embedderId?: string;
  readonly vectors?: readonly VectorEntry[];
}

/** An update that makes a document consist of `parts`. */
export function sampleUpdate(
  documentId: string,
  parts: readonly (string | SampleChunk)[],
  options: UpdateOptions = {},
): DocumentUpdate {
  const samples = parts.map((part) => (typeof part === 'string' ? { text: part } : part));
  return {
    record: sampleRecord(documentId, options),
    plan: planById(documentId, options.old ?? [], sampleChunks(documentId, samples, options)),
    embedderId: options.embedderId ?? null,
    vectors: options.vectors ?? [],
  };
}

/** The chunks an update leaves alive. */
export function chunksOf(update: DocumentUpdate): readonly Chunk[] {
  return update.plan.chunks.map((planned) => planned.chunk);
}

/** A vector of length 1, the same for the same seed, spread evenly over directions. */
export function sampleVector(seed: string, dimensions: number): Float32Array {
  const vector = new Float32Array(dimensions);
  let squares = 0;
  for (let i = 0; i < dimensions; i++) {
    // The sum of four even numbers is close enough to a normal one.
    const hash = shortHash(`${seed} ${i}`);
    const parts = [0, 4, 8, 12].map((at) => Number.parseInt(hash.slice(at, at + 4), 16) / 0xffff - 0.5);
    vector[i] = parts[0] + parts[1] + parts[2] + parts[3];
    squares += vector[i] * vector[i];
  }
  return vector.map((value) => value / Math.sqrt(squares));
}
