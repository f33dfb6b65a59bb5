/** Parsing: turns plain text into blocks: prose into headings, paragraphs and lists, a log into its entries, a contract into clauses. */
import { BlockWriter, CHARS_PER_BLOCK } from '../model/block.ts';
import { isLegal } from './legal/is-legal.ts';
import { scanLegal } from './legal/scan-legal.ts';
import { readLines } from './lines.ts';
import { isLog, writeLogEntries } from './log-entries.ts';
import { fullLength } from './paragraphs.ts';
import type { Parsed } from './parsed.ts';
import { findHeadings, writeHeading } from './plain-headings.ts';
import { writeLists } from './plain-lists.ts';

/** Blocks of `text`; spans run from the first to after the last character that is not white space. Throws nothing. */
export function scanPlainText(text: string): Parsed {
  if (isLegal(text)) return scanLegal(text);
  const lines = readLines(text);
  const blocks = new BlockWriter(text.length / CHARS_PER_BLOCK);
  if (isLog(text, lines)) {
    writeLogEntries(text, lines, blocks);
    return { blocks };
  }
  const labels = new Map<number, string>();
  const full = fullLength(lines);
  let line = 0;
  for (const heading of findHeadings(text, lines)) {
    writeLists(text, lines, line, heading.line, blocks, full);
    writeHeading(lines, heading, blocks, labels);
    line = heading.endLine;
  }
  writeLists(text, lines, line, lines.count, blocks, full);
  return labels.size === 0 ? { blocks } : { blocks, labels };
}
