/** Parsing: collects the names that a document defines and the places that use them into a reference table. */
import type { BlockTable } from '../model/block.ts';
import type { ReferenceKind, ReferenceTable, ReferenceTarget } from '../model/reference.ts';
import type { Span } from '../model/span.ts';

/** Fills a `ReferenceTable`; targets and uses may come in any order. */
export class ReferenceWriter {
  private readonly targets: ReferenceTarget[] = [];
  private readonly places: number[] = [];
  private readonly meanings: number[] = [];
  private lastPlace = 0;
  private isRising = true;

  /** Adds a target and returns its index. `span` null: it is defined outside the document. */
  addTarget(kind: ReferenceKind, name: string, span: Span | null): number {
    return this.targets.push({ kind, name, span }) - 1;
  }

  /** Says that the name at offset `place` means target `meaning`. */
  addUse(place: number, meaning: number): void {
    this.places.push(place);
    this.meanings.push(meaning);
    if (place < this.lastPlace) this.isRising = false;
    this.lastPlace = place;
  }

  /** Takes over all of another table of the same document. */
  merge(table: ReferenceTable): void {
    const first = this.targets.length;
    for (const target of table.targets) this.targets.push(target);
    for (let i = 0; i < table.places.length; i++) this.addUse(table.places[i], table.meanings[i] + first);
  }

  /** The table, uses rising by place; those at one place stay in the order in which they were added. */
  finish(): ReferenceTable {
    const { targets, places, meanings } = this;
    if (this.isRising) return { targets, places: new Uint32Array(places), meanings: new Uint32Array(meanings) };
    // An array sort, since it merges runs that rise already.
    const order = places.map((_, i) => i).sort((a, b) => places[a] - places[b] || a - b);
    return {
      targets,
      places: Uint32Array.from(order, (i) => places[i]),
      meanings: Uint32Array.from(order, (i) => meanings[i]),
    };
  }
}

/** One table of several of the same document, uses rising by place. Linear in the tables for each table. */
export function mergeReferences(tables: readonly ReferenceTable[]): ReferenceTable {
  return tables.reduce(mergeTwo);
}

function mergeTwo(a: ReferenceTable, b: ReferenceTable): ReferenceTable {
  const count = a.places.length + b.places.length;
  const places = new Uint32Array(count);
  const meanings = new Uint32Array(count);
  const shift = a.targets.length;
  for (let i = 0, fromA = 0, fromB = 0; i < count; i++) {
    const isA = fromB === b.places.length || (fromA < a.places.length && a.places[fromA] <= b.places[fromB]);
    places[i] = isA ? a.places[fromA] : b.places[fromB];
    meanings[i] = isA ? a.meanings[fromA++] : b.meanings[fromB++] + shift;
  }
  return { targets: [...a.targets, ...b.targets], places, meanings };
}

/** Whether block `index` holds no other block. */
export function isLeaf(blocks: BlockTable, index: number): boolean {
  return index + 1 === blocks.count || blocks.parents[index + 1] !== index;
}
