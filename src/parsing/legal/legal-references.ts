/** Parsing: turns the blocks of a legal text into its references: defined terms with their uses, and cited clauses. */
import { type BlockTable, KIND } from '../../model/block.ts';
import type { ReferenceTable } from '../../model/reference.ts';
import { isLeaf, mergeReferences, ReferenceWriter } from '../references.ts';
import { CitationFinder } from './citations.ts';
import { type ClauseIndex, indexClauses } from './clause-index.ts';
import type { ClauseNumber } from './clause-number.ts';
import { findDefinitions } from './definitions.ts';
import { TermTree } from './term-uses.ts';

/** Leaves whose text is not prose. */
const OPAQUE: ReadonlySet<number> = new Set([KIND.code, KIND.math, KIND.frontmatter, KIND.definition]);

/**
 * The terms that `text` defines and the clauses that it cites, with every place that uses one. `blocks` are those of a
 * contract in plain text or Markdown, `numbers` the clause numbers that were read already, by offset. Uses inside the span
 * that defines a term are left out. Linear; throws nothing.
 */
export function legalReferences(
  text: string,
  blocks: BlockTable,
  numbers: ReadonlyMap<number, ClauseNumber> = new Map(),
): ReferenceTable {
  const index = indexClauses(text, blocks, numbers);
  return mergeReferences([termReferences(text, blocks, index), citationReferences(text, blocks, index)]);
}

function termReferences(text: string, blocks: BlockTable, index: ClauseIndex): ReferenceTable {
  const writer = new ReferenceWriter();
  const definitions = findDefinitions(text, blocks, index.numberEnds);
  if (definitions.length === 0) return writer.finish();
  for (const { name, span } of definitions) writer.addTarget('definition', name, span);
  const tree = new TermTree(definitions.map(({ name }) => name));
  for (let i = 0; i < blocks.count; i++) {
    if (!isRead(blocks, i)) continue;
    tree.findUses(text, blocks.starts[i], blocks.ends[i], (place, term) => {
      const { start, end } = definitions[term].span;
      if (place < start || place >= end) writer.addUse(place, term);
    });
  }
  return writer.finish();
}

function citationReferences(text: string, blocks: BlockTable, index: ClauseIndex): ReferenceTable {
  const writer = new ReferenceWriter();
  const finder = new CitationFinder(text, index, writer);
  for (let i = 0; i < blocks.count; i++) {
    if (isRead(blocks, i)) finder.readBlock(i, blocks.starts[i], blocks.ends[i]);
  }
  return writer.finish();
}

function isRead(blocks: BlockTable, index: number): boolean {
  return isLeaf(blocks, index) && !OPAQUE.has(blocks.kinds[index]);
}
