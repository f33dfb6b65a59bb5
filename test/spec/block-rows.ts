/** Blocks as plain rows, from our scanner and from mdast as the oracle, in a form in which the two can be compared. */
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { mathFromMarkdown } from 'mdast-util-math';
import { gfm } from 'micromark-extension-gfm';
import { math } from 'micromark-extension-math';
import { BLOCK_KINDS, type BlockKind, type BlockTable } from '../../src/model/block.ts';

/** One block; `depth` counts the containers around it. */
export interface BlockRow {
  kind: BlockKind;
  start: number;
  end: number;
  level: number;
  depth: number;
}

interface Node {
  readonly type: string;
  readonly depth?: number;
  readonly ordered?: boolean | null;
  readonly children?: readonly Node[];
  readonly position?: { start: { offset?: number }; end: { offset?: number } };
}

const CONTAINERS: ReadonlySet<string> = new Set(['list', 'listItem', 'blockquote', 'footnoteDefinition']);
/** Nodes whose children are not blocks, or are rows only. */
const BLOCK_PARENTS: ReadonlySet<string> = new Set([...CONTAINERS, 'root', 'table']);

/** What a block table holds. */
export function tableRows(table: BlockTable): BlockRow[] {
  const rows: BlockRow[] = [];
  for (let i = 0; i < table.count; i++) {
    const parent = table.parents[i];
    rows.push({
      kind: BLOCK_KINDS[table.kinds[i]],
      start: table.starts[i],
      end: table.ends[i],
      level: table.levels[i],
      depth: parent < 0 ? 0 : rows[parent].depth + 1,
    });
  }
  return rows;
}

/**
 * What mdast says about `text`: CommonMark, GFM and math. Task list marks are left in their paragraphs, which
 * `mdast-util-gfm` would start behind them.
 */
export function oracleRows(text: string): BlockRow[] {
  const withoutTaskMarks = gfmFromMarkdown().filter(
    (extension) => !(extension.exit && 'taskListCheckValueChecked' in extension.exit),
  );
  const root = fromMarkdown(text, {
    extensions: [gfm(), math()],
    mdastExtensions: [...withoutTaskMarks, mathFromMarkdown()],
  }) as Node;
  const rows: BlockRow[] = [];
  addRows(root, text, 0, 0, rows);
  return rows;
}

function addRows(node: Node, text: string, depth: number, listDepth: number, rows: BlockRow[]): void {
  for (const [index, child] of (node.children ?? []).entries()) {
    const inList = child.type === 'list' ? listDepth + 1 : listDepth;
    rows.push({
      kind: child.type as BlockKind,
      start: startOf(child, rows.at(-1)),
      end: child.position?.end.offset ?? -1,
      level: levelOf(child, text, index, listDepth),
      depth,
    });
    if (BLOCK_PARENTS.has(child.type)) addRows(child, text, depth + 1, inList, rows);
  }
}

/** The oracle lets a setext heading behind definitions start with these; its text starts where we say it does. */
function startOf(node: Node, previous: BlockRow | undefined): number {
  const start = node.position?.start.offset ?? -1;
  const overlaps = node.type === 'heading' && previous?.kind === 'definition' && previous.end > start;
  return overlaps ? (node.children?.[0].position?.start.offset ?? -1) : start;
}

function levelOf(node: Node, text: string, index: number, listDepth: number): number {
  if (node.type === 'heading') return node.depth ?? 0;
  if (node.type === 'list') return node.ordered ? 1 : 0;
  if (node.type === 'listItem') return listDepth;
  if (node.type === 'tableRow') return index === 0 ? 0 : 1;
  if (node.type === 'code') return '`~'.includes(text[node.position?.start.offset ?? 0]) ? 0 : 1;
  return 0;
}

/**
 * Rows in which what is not compared is made equal: a container ends with its last child (the oracle ends some
 * of them inside the next one, and some quotes behind a later `>`); white space behind a container's marker and
 * at the very end of the text belongs to no block.
 */
export function comparable(text: string, rows: readonly BlockRow[]): BlockRow[] {
  const textEnd = text.trimEnd().length;
  const result = rows.map((row) => ({ ...row, end: Math.min(row.end, Math.max(textEnd, row.start)) }));
  for (let i = result.length - 1; i >= 0; i--) {
    const row = result[i];
    if (!CONTAINERS.has(row.kind)) continue;
    const childEnd = lastChildEnd(result, i);
    row.end = childEnd < 0 ? row.start + text.slice(row.start, row.end).trimEnd().length : childEnd;
  }
  return result;
}

function lastChildEnd(rows: readonly BlockRow[], parent: number): number {
  let end = -1;
  for (let i = parent + 1; i < rows.length && rows[i].depth > rows[parent].depth; i++) {
    if (rows[i].depth === rows[parent].depth + 1) end = Math.max(end, rows[i].end);
  }
  return end;
}

/** A number or an empty item, behind container markers or not. */
const LIST_THAT_MAY_NOT_INTERRUPT = /^(?:[\s>]|\[\^[^\]\s]*\]:|[-+*][ \t]+)*(?:\d+[.)]|[-+*][ \t]*(?:\n|$))/;

/** HTML that may interrupt a paragraph, as far as our inputs have any. */
const INTERRUPTING_HTML = /^[ \t]*(?:<\/?div|<(?:pre|script)(?:\s|>|$)|<[!?])/;

/** Why the oracle is not to be trusted on `text`, or undefined. Each rule names a place where it leaves CommonMark. */
export function oracleFault(text: string, rows: readonly BlockRow[]): string | undefined {
  // `]]]>` holds `]]>`, which the oracle's reader steps over.
  if (text.includes(']]]>')) return 'CDATA end behind a third bracket';
  for (const [i, row] of rows.entries()) {
    const fault = codeFault(text, row, rows[i + 1]) ?? tagFault(text, row, rows.slice(i + 1));
    if (fault !== undefined) return fault;
    // The oracle takes the indentation of the outer footnote for that of the inner one as well.
    const isNested = row.kind === 'footnoteDefinition' && rows[i + 1]?.kind === row.kind;
    if (isNested && rows[i + 1].depth > row.depth) return 'nested footnotes';
  }
  return undefined;
}

function codeFault(text: string, row: BlockRow, next: BlockRow | undefined): string | undefined {
  if (row.kind !== 'code' || row.level !== 1) return undefined;
  const behind = text.slice(row.end);
  // Only a paragraph may keep `2.` or an empty item from starting a list; the oracle lets indented code do it.
  if (LIST_THAT_MAY_NOT_INTERRUPT.test(behind.trimStart())) return 'list behind indented code';
  // The oracle ends code that starts on a line without its container's marks with that line.
  const isSplit = next?.kind === 'code' && next.level === 1 && /^[\s>]*$/.test(text.slice(row.end, next.start));
  const isCut = /^\n[ >]*(?:\t| {4})[ \t]*(?:\n|$)/.test(behind);
  return isSplit || isCut ? 'indented code on a lazy line' : undefined;
}

/** `<b>` may not interrupt a paragraph, lazily or not; the oracle lets it where container marks are missing. */
function tagFault(text: string, row: BlockRow, later: readonly BlockRow[]): string | undefined {
  if (row.kind !== 'paragraph' && row.kind !== 'definition') return undefined;
  const html = later.find((other) => other.kind === 'html' && other.start >= row.end);
  if (html === undefined || INTERRUPTING_HTML.test(text.slice(html.start))) return undefined;
  return /^[ \t>]*\n[ \t>]*$/.test(text.slice(row.end, html.start)) ? 'tag on a lazy line' : undefined;
}
