/**
 * Parsing of source code without a grammar: turns text into blocks by its lines, their indentation and blank lines.
 *
 * A unit begins at a line that is indented as far as the list it stands in, closes nothing, and follows either a blank line or
 * lines that are indented further; the comments and decorators right above belong to it. Lines of a list that follow each other
 * without either are one unit. A unit that is large gets units inside, down to `DEEPEST` levels.
 */
import { BlockWriter, CHARS_PER_BLOCK, KIND } from '../../model/block.ts';
import type { Parsed } from '../parsed.ts';
import { LineUnits } from './line-units.ts';
import { declaresHere } from './line-words.ts';
import { trimmedEnd } from './white-space.ts';

/** Characters; a unit up to this size gets no units inside. */
const SMALL_UNIT = 400;
/** Lists in lists; each level reads its lines once more, so this bounds the work. */
const DEEPEST = 4;
/** Characters of a line that are looked at for the head of a declaration. */
const LONGEST_HEAD = 160;

/** Blocks of `text` by its lines; every character that is not white space is in a top-level block. */
export function scanCodeLines(text: string): Parsed {
  const blocks = new BlockWriter(text.length / CHARS_PER_BLOCK);
  const labels = new Map<number, string>();
  addUnits({ text, blocks, labels });
  return labels.size === 0 ? { blocks } : { blocks, labels };
}

interface Scan {
  readonly text: string;
  readonly blocks: BlockWriter;
  readonly labels: Map<number, string>;
}

interface List {
  readonly units: LineUnits;
  readonly parent: number;
  /** Level of a declaration here. */
  readonly level: number;
}

function addUnits(scan: Scan): void {
  const { text, blocks } = scan;
  const lists: List[] = [{ units: new LineUnits(text, 0, text.length, false), parent: -1, level: 1 }];
  while (lists.length > 0) {
    const { units, parent, level } = lists[lists.length - 1];
    if (!units.next()) {
      lists.pop();
      continue;
    }
    const { start, end, head } = units;
    const label = labelOf(text, head, end);
    const block = blocks.add(
      label === '' ? KIND.statement : KIND.declaration,
      start,
      end,
      label === '' ? 0 : level,
      parent,
    );
    if (label !== '') scan.labels.set(block, label);
    if (end - start <= SMALL_UNIT || lists.length >= DEEPEST || units.bodyStart < 0) continue;
    lists.push({
      units: new LineUnits(text, units.bodyStart, end, true),
      parent: block,
      level: level + (label === '' ? 0 : 1),
    });
  }
}

/** The line at `head` as a signature when it begins a declaration, else ''. */
function labelOf(text: string, head: number, end: number): string {
  const feed = text.indexOf('\n', head);
  const lineEnd = trimmedEnd(text, head, Math.min(feed < 0 ? end : feed, end, head + LONGEST_HEAD));
  if (!declaresHere(text, head, lineEnd)) return '';
  const last = text[lineEnd - 1];
  const isOpener = last === '{' || last === ':' || last === ';' || last === '=';
  return text.slice(head, isOpener ? trimmedEnd(text, head, lineEnd - 1) : lineEnd);
}
