/** Parsing: turns plain prose into heading and paragraph blocks, and a log into its entries. */
import { BlockWriter, CHARS_PER_BLOCK } from '../model/block.ts';
import { readLines } from './lines.ts';
import { isLog, writeLogEntries } from './log-entries.ts';
import { writeParagraphs } from './paragraphs.ts';
import type { Parsed } from './parsed.ts';
import { findHeadings, writeHeading } from './plain-headings.ts';

/** Blocks of `text`; spans run from the first to after the last character that is not white space. Throws nothing. */
export function scanPlainText(text: string): Parsed {
  const lines = readLines(text);
  const blocks = new BlockWriter(text.length / CHARS_PER_BLOCK);
  if (isLog(text, lines)) {
    writeLogEntries(text, lines, blocks);
    return { blocks };
  }
  const labels = new Map<number, string>();
  let line = 0;
  for (const heading of findHeadings(text, lines)) {
    writeParagraphs(text, lines, line, heading.line, blocks);
    writeHeading(lines, heading, blocks, labels);
    line = heading.endLine;
  }
  writeParagraphs(text, lines, line, lines.count, blocks);
  return labels.size === 0 ? { blocks } : { blocks, labels };
}
