/** Parsing: turns a Markdown document into its references: footnotes, and in a contract defined terms and cited clauses. */
import type { BlockTable } from '../model/block.ts';
import type { ReferenceTable } from '../model/reference.ts';
import { isLegal } from './legal/is-legal.ts';
import { legalReferences } from './legal/legal-references.ts';
import { footnoteReferences } from './markdown/footnotes.ts';
import { mergeReferences } from './references.ts';

/** The references of `text`, whose blocks are `blocks`; undefined when it has none. */
export function markdownReferences(text: string, blocks: BlockTable): ReferenceTable | undefined {
  const tables: ReferenceTable[] = [];
  const footnotes = footnoteReferences(text, blocks);
  if (footnotes !== undefined) tables.push(footnotes);
  if (isLegal(text, true)) tables.push(legalReferences(text, blocks));
  return tables.length === 0 ? undefined : mergeReferences(tables);
}
