/** References: the names a document defines, and every place of its text that uses one. */
import type { Span } from './span.ts';

/**
 * What a name stands for. The first three lend their text to the chunks that use them (`footnote` `[^1]`, `definition`
 * of a term, `import` of a module); `clause` and `symbol` are links alone.
 */
export const REFERENCE_KINDS = ['footnote', 'definition', 'import', 'clause', 'symbol'] as const;
export type ReferenceKind = (typeof REFERENCE_KINDS)[number];

export interface ReferenceTarget {
  readonly kind: ReferenceKind;
  /** As written where it is defined: a term, a clause number, a function. Unique for its kind where the text is. */
  readonly name: string;
  /** Where it is defined; null when that is not in this document. */
  readonly span: Span | null;
}

/** Uses as arrays, rising by offset: use i stands at `places[i]` and means `targets[meanings[i]]`. */
export interface ReferenceTable {
  readonly targets: readonly ReferenceTarget[];
  readonly places: Uint32Array;
  readonly meanings: Uint32Array;
}
