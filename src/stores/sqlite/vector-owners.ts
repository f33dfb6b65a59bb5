/** SQLite store: which living chunks have the vector in a slot, and which of them pass a filter. */
import { hasRow, type RowSet } from './row-set.ts';

/** Chunks that have a vector, those of one slot side by side. */
export interface Owners {
  readonly rows: Float64Array;
  /** By id within a slot once `sorted` says so. */
  readonly ids: string[];
  /** Chunks of a slot: positions from `firstOf[slot]` to `firstOf[slot + 1]` in the lists above. */
  readonly firstOf: Uint32Array;
  /** Not 0 for slots whose chunks are in order; put in order when first asked for. */
  readonly sorted: Uint8Array;
}

/** What is asked of a document: lists side by side, a vector is null where a chunk has none. */
interface OwningDocument {
  readonly rows: readonly number[];
  readonly ids: readonly string[];
  readonly vectors: readonly (number | null)[];
}

export function listOwners(
  documents: Iterable<OwningDocument>,
  slotOfVector: ReadonlyMap<number, number>,
  slots: number,
): Owners {
  const all = [...documents];
  const slotOf = (vector: number | null): number => (vector === null ? -1 : (slotOfVector.get(vector) ?? -1));
  const firstOf = new Uint32Array(slots + 1);
  for (const { vectors } of all) {
    for (const vector of vectors) {
      const slot = slotOf(vector);
      if (slot >= 0) firstOf[slot + 1]++;
    }
  }
  for (let slot = 0; slot < slots; slot++) firstOf[slot + 1] += firstOf[slot];
  const next = firstOf.slice();
  const rows = new Float64Array(firstOf[slots]);
  const ids = new Array<string>(rows.length).fill('');
  for (const document of all) {
    for (const [i, vector] of document.vectors.entries()) {
      const slot = slotOf(vector);
      if (slot < 0) continue;
      const at = next[slot]++;
      rows[at] = document.rows[i];
      ids[at] = document.ids[i];
    }
  }
  return { rows, ids, firstOf, sorted: new Uint8Array(slots) };
}

/** A byte for each slot: 1 when a chunk of it passes. `passing` null lets every chunk pass. */
export function maskOf({ rows, firstOf }: Owners, passing: RowSet | null): Uint8Array {
  const mask = new Uint8Array(firstOf.length - 1);
  for (let slot = 0; slot < mask.length; slot++) {
    for (let at = firstOf[slot]; at < firstOf[slot + 1]; at++) {
      if (passing !== null && !hasRow(passing, rows[at])) continue;
      mask[slot] = 1;
      break;
    }
  }
  return mask;
}

/** The first `limit` chunks of `slot` that pass, by id. */
export function passingChunks(owners: Owners, slot: number, passing: RowSet | null, limit: number): string[] {
  sortSlot(owners, slot);
  const { rows, ids, firstOf } = owners;
  const found: string[] = [];
  for (let at = firstOf[slot]; at < firstOf[slot + 1] && found.length < limit; at++)
    if (passing === null || hasRow(passing, rows[at])) found.push(ids[at]);
  return found;
}

function sortSlot({ rows, ids, firstOf, sorted }: Owners, slot: number): void {
  if (sorted[slot] !== 0) return;
  sorted[slot] = 1;
  const [from, to] = [firstOf[slot], firstOf[slot + 1]];
  if (to - from < 2) return;
  const pairs = Array.from(rows.subarray(from, to), (row, i) => ({ row, id: ids[from + i] }));
  pairs.sort((a, b) => (a.id < b.id ? -1 : 1));
  for (const [i, { row, id }] of pairs.entries()) {
    rows[from + i] = row;
    ids[from + i] = id;
  }
}
