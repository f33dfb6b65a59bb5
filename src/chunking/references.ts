/** References: which names a stretch of text defines and uses, and what of their meaning a chunk can carry along. */
import type { StructurePartType } from '../model/chunk.ts';
import type { Document } from '../model/document.ts';
import type { ReferenceKind, ReferenceTable, ReferenceTarget } from '../model/reference.ts';
import { countBelow } from '../text/rising.ts';
import type { Lendable } from './context.ts';

/** The kinds whose text goes along with the chunks that use them; the others are links alone. */
const LENDING: Readonly<Partial<Record<ReferenceKind, StructurePartType>>> = {
  footnote: 'footnote',
  definition: 'definition',
  import: 'import',
};
/** The kinds whose names are listed in the chunk's record. */
const NAMED: ReadonlySet<ReferenceKind> = new Set(['definition', 'clause', 'symbol']);

/**
 * What the names used in `[start, end)` stand for, in the order of their first use: the text of each footnote,
 * definition and import that does not stand in the stretch itself, each span once.
 */
export function lentReferences(document: Document, start: number, end: number): readonly Lendable[] {
  const { references, text } = document;
  if (references === undefined) return NO_PARTS;
  const parts: Lendable[] = [];
  const seen = new Set<number>();
  const { places, meanings, targets } = references;
  for (let i = countBelow(places, places.length, start); i < places.length && places[i] < end; i++) {
    const { kind, span } = targets[meanings[i]];
    const type = LENDING[kind];
    if (type === undefined || span === null || seen.has(span.start)) continue;
    seen.add(span.start);
    if (span.start < start || span.end > end) parts.push({ type, text: text.slice(span.start, span.end), span });
  }
  return parts;
}

const NO_PARTS: readonly Lendable[] = [];

/** Targets used in `[start, end)`, each once, in the order of their first use. */
function usedTargets(table: ReferenceTable, start: number, end: number): readonly ReferenceTarget[] {
  const { places, meanings, targets } = table;
  const used = new Set<number>();
  for (let i = countBelow(places, places.length, start); i < places.length && places[i] < end; i++)
    used.add(meanings[i]);
  return [...used].map((target) => targets[target]);
}

/** An imported name is defined elsewhere by all means. */
function isUsed(kind: ReferenceKind): boolean {
  return kind === 'import' || NAMED.has(kind);
}

export interface Names {
  /** Terms, clauses and symbols that the stretch defines. */
  readonly defines: readonly string[];
  /** Those that it uses and that are defined elsewhere, in this document or another. */
  readonly uses: readonly string[];
}

const NO_NAMES: Names = { defines: [], uses: [] };

/** Looks up the names of one document, stretch by stretch. */
export function nameLookup({ references }: Document): (start: number, end: number) => Names {
  if (references === undefined) return () => NO_NAMES;
  const defined = references.targets
    .filter(({ kind, span }) => NAMED.has(kind) && span !== null)
    .map(({ name, span }) => ({ name, start: span?.start ?? 0 }))
    .sort((a, b) => a.start - b.start);
  const starts = Uint32Array.from(defined, ({ start }) => start);
  return (start, end) => {
    const here = defined.slice(countBelow(starts, starts.length, start), countBelow(starts, starts.length, end));
    const defines = [...new Set(here.map(({ name }) => name))];
    const uses = usedTargets(references, start, end)
      .filter(({ kind, span }) => isUsed(kind) && (span === null || span.start < start || span.start >= end))
      .map(({ name }) => name);
    return { defines, uses: [...new Set(uses)] };
  };
}
