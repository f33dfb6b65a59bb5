/** Refining tables: the marks inside a table that is larger than its room: rows, and the cells of rows that do not fit. */
import type { BlockTable } from '../model/block.ts';
import { isHtml } from '../text/media-type.ts';
import type { Contexts } from './context.ts';
import { trimmedEnd } from './marks.ts';
import type { TableRows } from './options.ts';
import { uncut } from './prose.ts';
import { cutToFit, later, nextLine, type Refiner, type Room, refineProse } from './refine.ts';
import type { Section } from './sections.ts';
import { GLUED_STRENGTH, SIGNAL, STRENGTH } from './signals.ts';
import { columnsText, isHopeless, rowText, type TableTexts } from './table-text.ts';

export interface TableRefiner extends Refiner {
  readonly tableRows: TableRows;
  readonly tables: TableTexts;
  readonly contexts: Contexts;
  readonly innerBudget: number;
}

/** A table under refinement. */
interface Refined {
  readonly refiner: TableRefiner;
  readonly table: number;
  /** Where the unit behind the table begins. */
  readonly end: number;
  /** What a part that is written out, with the section path in front, may measure. */
  readonly room: number;
  /** True when the header does not fit in front of a row: rows then go by columns. */
  readonly wide: boolean;
  /** By column the size of its name, filled in as it is asked for: each row is tried with the same names. */
  readonly nameSizes: number[];
}

/**
 * Adds the marks of a table, whose own mark is already there. The header stays with the first row where both fit. A row
 * that does not fit with the header is cut between cells, and each part is written out under the names of its columns.
 * Where rows are asked for one by one, each is a chunk. Spans of rows are those of their lines. Says whether the last row
 * is a chunk of its own, or the last part of one is: then what follows begins another.
 */
export function refineTable(refiner: TableRefiner, table: number, end: number, room: Room, section: Section): boolean {
  const { lines } = refiner.layout;
  const single = refiner.tableRows !== 'markdown';
  const refined = refinedTable(refiner, table, end, section);
  let block = table;
  let from = lines[table];
  // A row without its header says nothing: rows keep their context and are cut instead.
  let left: Room = { ...room, wholeFirst: Math.max(room.first, room.rest), whole: room.rest };
  const rows = bodyRows(refiner.document.blocks, table);
  for (const row of rows) {
    const at = lines[row];
    const first = row === rows[0];
    if (first && sharesHeader(refined, row, from, left)) {
      // Written out, the row alone counts.
      if (single) block = row;
      continue;
    }
    let parts = false;
    if (first) left = refineHeader(refiner, from, at, block, left);
    else parts = refineRow(refined, block, from, at, left);
    markRow(refiner, row, first ? GLUED_STRENGTH : STRENGTH.row, single || parts);
    block = row;
    from = at;
    left = later(left);
  }
  if (rows.length > 0) return refineRow(refined, block, from, end, left) || single;
  refineHeader(refiner, from, end, table, left);
  return single;
}

/** Adds the mark of a row; the first one of an HTML table begins where the table does, and stays with a heading in front. */
function markRow({ marks, layout }: TableRefiner, row: number, strength: number, force: boolean): void {
  const before = marks.count;
  marks.add(layout.lines[row], SIGNAL.row, strength, row, false);
  if (force && marks.count > before) marks.force();
}

function bodyRows({ parents, levels, count }: BlockTable, table: number): readonly number[] {
  const rows: number[] = [];
  for (let row = table + 1; row < count && parents[row] === table; row++) if (levels[row] > 0) rows.push(row);
  return rows;
}

function refinedTable(refiner: TableRefiner, table: number, end: number, section: Section): Refined {
  const { blocks } = refiner.document;
  const path = refiner.contexts.pathAt(section, blocks.starts[table] + 1).size;
  const room = refiner.innerBudget - path;
  let row = table + 1;
  while (row < blocks.count && blocks.parents[row] === table && blocks.levels[row] === 0) row++;
  const headed = row > table + 1 && row < blocks.count && blocks.parents[row] === table;
  const { structure } = headed ? refiner.contexts.at(section, blocks.starts[row], row, false) : { structure: [] };
  const wide = headed && refiner.contexts.enabled && !structure.some(({ type }) => type === 'tableHeader');
  return { refiner, table, end, room, wide, nameSizes: [] };
}

/** Whether the first row and the header, from `from` on, are one unit. */
function sharesHeader(refined: Refined, row: number, from: number, room: Room): boolean {
  const { refiner } = refined;
  const { text, blocks } = refiner.document;
  if (refiner.tableRows !== 'markdown') return isShort(refined, row);
  return refiner.sizer.fits(text, from, blocks.ends[row], room.first);
}

/** Whether a row, written out, fits. */
function isShort(refined: Refined, row: number): boolean {
  const { refiner, room, table } = refined;
  const { tableRows, sizer, tables } = refiner;
  if (tableRows === 'markdown') return true;
  const { values } = tables.cells(row);
  const form = tables.form(table);
  return !isHopeless(values, form, 0, values.length, room) && sizer.size(rowText(values, form, tableRows)) <= room;
}

/** The unit `[from, to)` of row `block`, or of the table before its first row; whether it goes by columns. */
function refineRow(refined: Refined, block: number, from: number, to: number, room: Room): boolean {
  const { refiner, table, wide } = refined;
  const { document } = refiner;
  const end = trimmedEnd(document.text, from, to);
  const single = refiner.tableRows !== 'markdown';
  const html = isHtml(document.mediaType);
  const whole = single
    ? isShort(refined, block)
    : (html || !wide) && refiner.sizer.fits(document.text, from, end, room.wholeFirst);
  if (whole) return false;
  if (html) {
    refineProse(refiner, from, to, block, { ...room, tag: refiner.innerBudget });
    return false;
  }
  if (block !== table && refiner.contexts.enabled && refineCells(refined, block, to, room)) return true;
  cutToFit(refiner, from, to, block, room, uncut);
  return false;
}

/**
 * Cuts a row between cells into parts that fit with the names of their columns and the row's first cell. Says whether it
 * could.
 */
function refineCells(refined: Refined, row: number, to: number, room: Room): boolean {
  const { refiner } = refined;
  const { marks } = refiner;
  const { spans: cells } = refiner.tables.cells(row);
  const count = cells.length / 2;
  // Parts that hold no more than the name of the row say nothing.
  if (count < 2 || fittingColumns(refined, row, 0, 2) < 2) return false;
  marks.force(fittingColumns(refined, row, 0, count) === count);
  for (let from = 0; from < count; ) {
    const fit = fittingColumns(refined, row, from, count);
    const next = Math.max(from + 1, fit);
    const partStart = from === 0 ? marks.offsets[marks.count - 1] : cells[from * 2];
    const partEnd = next === count ? to : cells[next * 2];
    // A cell too large for a part of its own is cut like text.
    if (fit === from) cutToFit(refiner, partStart, partEnd, row, later(room), uncut);
    if (next < count) {
      marks.add(cells[next * 2], SIGNAL.cell, STRENGTH.cell, row, true);
      marks.force();
    }
    from = next;
  }
  return true;
}

/** The end of the columns from `from` on that fit together; `from` when not even one does. */
function fittingColumns(refined: Refined, row: number, from: number, count: number): number {
  const { refiner, room, table } = refined;
  let low = from;
  let step = 1;
  const { values } = refiner.tables.cells(row);
  const form = refiner.tables.form(table);
  const { sizer } = refiner;
  const chars = sizer.isLength ? 1 : undefined;
  const holds = (to: number): boolean =>
    !isHopeless(values, form, 0, 1, room, chars) &&
    !isHopeless(values, form, from, to, room, chars) &&
    nameSize(refined, 0) + (to > 1 ? nameSize(refined, Math.max(1, from)) : 0) <= room + JOINED &&
    sizer.size(columnsText(values, form, from, to)) <= room;
  // Doubling, then halving: a row of a thousand cells is not written out a thousand times.
  while (low + step <= count && holds(low + step)) {
    low += step;
    step *= 2;
  }
  for (; step >= 1; step >>= 1) if (low + step <= count && holds(low + step)) low += step;
  return low;
}

/** Two names in one line may measure so much less than each alone. */
const JOINED = 2;

/** What the name of a column measures alone; 0 for a short one, which is no reason not to try. */
function nameSize({ refiner, room, table, nameSizes }: Refined, column: number): number {
  const name = refiner.tables.form(table).header[column] ?? '';
  if (name.length <= room / 2) return 0;
  nameSizes[column] ??= refiner.sizer.size(name);
  return nameSizes[column];
}

/** The lines of a table in front of its first row, where they do not fit together: the header row stays whole. */
function refineHeader(refiner: Refiner, start: number, end: number, table: number, room: Room): Room {
  const { text, mediaType } = refiner.document;
  let left = room;
  let from = start;
  if (isHtml(mediaType)) {
    if (!refiner.sizer.fits(text, start, trimmedEnd(text, start, end), room.first))
      refineProse(refiner, start, end, table, room);
    return later(room);
  }
  if (!refiner.sizer.fits(text, start, trimmedEnd(text, start, end), room.first)) {
    for (let line = nextLine(text, start, end); line < end; line = nextLine(text, line, end)) {
      cutToFit(refiner, from, line, table, left, uncut);
      refiner.marks.add(line, SIGNAL.line, GLUED_STRENGTH, table, true);
      left = later(left);
      from = line;
    }
  }
  cutToFit(refiner, from, end, table, left, uncut);
  return left;
}
