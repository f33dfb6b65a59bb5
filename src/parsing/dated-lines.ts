/** Parsing: finds the lines of plain text that open the releases of a changelog, or other entries with a version, date or number. */
import { LONGEST_TITLE, NEVER_LAST } from './heading-forms.ts';
import { GAP_BLANK, GAP_NONE, type LineTable } from './lines.ts';

const BULLETS = [...'-*+\u2022'].map((bullet) => bullet.charCodeAt(0));
const FEWEST = 2;
/** Share of the lines at the margin, bullets left out, that open entries where the document has them. */
const MOST_LINES = 3 / 4;
/** A mark of a list by itself: `1.`, `(2)`, `a)`. */
const LIST_MARK = /^(?:\(?0[.):]?|\p{L}[.)])$/u;

/**
 * The lines at the margin that begin with the same word, digits aside, have a number in them, and stand over text that is
 * further in or a list: `Changes in 1.2`, `2023-01-05  Ida`, `v3.0.1`. Nearly nothing else may stand at the margin. Empty
 * where a document has no such lines. Linear.
 */
export function datedLines(text: string, lines: LineTable): ReadonlySet<number> {
  const most = marginLines(text, lines) * MOST_LINES;
  const byShape = new Map<string, Set<number>>();
  for (let line = 0; most > 0 && line < lines.count; line++) {
    const shape = shapeOf(text, lines, line);
    if (shape === undefined) continue;
    const found = byShape.get(shape);
    if (found === undefined) byShape.set(shape, new Set([line]));
    else found.add(line);
  }
  for (const found of byShape.values()) if (found.size >= FEWEST && found.size >= most) return found;
  return NONE;
}

/** How many lines stand at the margin, bullets left out; 0 where they are too many, or no paragraphs of their own. */
function marginLines(text: string, { starts, indents, gaps, count }: LineTable): number {
  // At most half of the lines may stand there, and a quarter of those may follow another: prose is dismissed soon.
  const most = (count / 2) * (1 - MOST_LINES);
  let apart = 0;
  let joined = 0;
  for (let line = 0; line < count; line++) {
    if (indents[line] > 0 || isBullet(text.charCodeAt(starts[line]))) continue;
    if (gaps[line] !== GAP_NONE) apart++;
    else if (++joined > most) return 0;
  }
  const margin = apart + joined;
  return apart < FEWEST || apart < margin * MOST_LINES || margin * 2 > count ? 0 : margin;
}

function isBullet(code: number): boolean {
  // No letter is one.
  return (code < 48 || code > 122) && BULLETS.includes(code);
}

const NONE: ReadonlySet<number> = new Set();

/** The first word of a line that may open an entry, with a 0 for each number; undefined for other lines. */
function shapeOf(text: string, lines: LineTable, line: number): string | undefined {
  const { starts, ends, gaps, indents, count } = lines;
  // Behind a form feed stands the header of a page.
  if (indents[line] > 0 || gaps[line] !== GAP_BLANK || ends[line] - starts[line] > LONGEST_TITLE) return undefined;
  const next = line + 1;
  if (next < count && gaps[next] === GAP_NONE && indents[next] === 0 && !isBullet(text.charCodeAt(starts[next])))
    return undefined;
  const source = text.slice(starts[line], ends[line]);
  if (NEVER_LAST.includes(source[source.length - 1]) || !/\d/.test(source)) return undefined;
  const shape = source.split(/\s/, 1)[0].replace(/\d+/g, '0');
  return LIST_MARK.test(shape) || !/[\p{L}\p{N}]/u.test(shape) ? undefined : shape;
}
