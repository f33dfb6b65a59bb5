/** Parsing HTML: tells a row of a table whose cells are all bold: the header, where an author knew no header cells. */
import { isLetter, MarkupReader, nameEnd } from '../../text/html-markup.ts';
import { htmlText } from '../../text/html-text.ts';

const SLASH = 47;
const BOLD_NAMES: ReadonlySet<string> = new Set(['b', 'strong']);
const CELL_NAMES: ReadonlySet<string> = new Set(['td', 'th']);
/** Without an end tag. */
const VOID_NAMES: ReadonlySet<string> = new Set(['br', 'wbr', 'img', 'input', 'hr']);
const WEIGHT = /font-weight\s*:\s*(?:(bold|[6-9]00)|normal|[1-5]00|lighter)/i;

interface OpenTag {
  readonly name: string;
  readonly isBold: boolean;
}

/** How many cells of the row `text[start, end)` say something, where all that they say is bold; else 0. */
export function boldCells(text: string, start: number, end: number): number {
  const reader = new MarkupReader(text);
  const open: OpenTag[] = [];
  let cells = 0;
  let isNewCell = true;
  for (let at = start; at < end; ) {
    const found = reader.next(at);
    const tag = found < 0 ? end : Math.min(found, end);
    if (htmlText(text, at, tag) !== '') {
      if (open[open.length - 1]?.isBold !== true) return 0;
      if (isNewCell) cells++;
      isNewCell = false;
    }
    at = tag === end ? end : reader.end(tag);
    isNewCell = readTag(text, tag, at, open) || isNewCell;
  }
  return cells;
}

/** Opens or closes what the tag `text[at, end)` does, if it is one. Says whether it begins a cell. */
function readTag(text: string, at: number, end: number, open: OpenTag[]): boolean {
  const isEnd = text.charCodeAt(at + 1) === SLASH;
  const from = isEnd ? at + 2 : at + 1;
  if (!isLetter(text.charCodeAt(from))) return false;
  const behindName = nameEnd(text, from);
  const name = text.slice(from, behindName).toLowerCase();
  if (isEnd) {
    close(open, name);
    return false;
  }
  if (VOID_NAMES.has(name) || text.charCodeAt(end - 2) === SLASH) return false;
  const isCell = CELL_NAMES.has(name);
  // What a cell before this one left open ends with it.
  if (isCell) open.length = 0;
  const weight = WEIGHT.exec(text.slice(behindName, end));
  const isBold =
    weight === null ? BOLD_NAMES.has(name) || open[open.length - 1]?.isBold === true : weight[1] !== undefined;
  open.push({ name, isBold });
  return isCell;
}

function close(open: OpenTag[], name: string): void {
  const place = open.findLastIndex((tag) => tag.name === name);
  if (place >= 0) open.length = place;
}
