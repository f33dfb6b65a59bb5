/** What an update will do, before anything is written. */
import type { Chunk } from '../model/chunk.ts';

export type ChunkChange = 'added' | 'changed' | 'moved' | 'unchanged';

export interface PlannedChunk {
  /** The new chunk under its final id (kept from the old chunk it was matched with), neighbours relinked. */
  readonly chunk: Chunk;
  readonly change: ChunkChange;
}

/** The plan for one document: its new chunks in order, and the ids that end. */
export interface DocumentPlan {
  readonly documentId: string;
  readonly chunks: readonly PlannedChunk[];
  readonly removed: readonly string[];
}
