/** What must be true of the blocks of any HTML, and a readable form of them. */
import { expect } from 'vitest';
import { type BlockTable, blockAt } from '../../src/model/block.ts';
import { scanHtml } from '../../src/parsing/html/scan-html.ts';
import type { Parsed } from '../../src/parsing/parsed.ts';
import { isBlank } from '../../src/text/word-cuts.ts';

const CONTAINERS: ReadonlySet<string> = new Set(['list', 'listItem', 'table', 'blockquote', 'html']);

/** Fails when blocks are out of order, out of range, badly nested, or leave text outside. */
export function expectLawful(text: string, { blocks, labels, diagnostics }: Parsed): void {
  const lastEnds = new Map<number, number>([[-1, 0]]);
  let previousStart = 0;
  for (let i = 0; i < blocks.count; i++) {
    const { span, parent } = blockAt(blocks, i);
    const fault = faultOf(text, blocks, i, Math.max(previousStart, lastEnds.get(parent) ?? 0));
    if (fault !== undefined) expect.fail(`block ${i}, ${fault}: ${JSON.stringify(text)}`);
    if (parent < 0) expectBlank(text, lastEnds.get(-1) ?? 0, span.start);
    previousStart = span.start;
    lastEnds.set(parent, span.end);
  }
  expectBlank(text, lastEnds.get(-1) ?? 0, text.length);
  for (const [block, label] of labels ?? []) {
    expect(block).toBeLessThan(blocks.count);
    expect(label).toMatch(/^\S(?:[^\n\r\t]*\S)?$/);
  }
  for (const { span } of diagnostics ?? []) expect(span && span.start < span.end && span.end <= text.length).toBe(true);
}

/** What is wrong with block `i`, which must not begin in front of `least`. */
function faultOf(text: string, blocks: BlockTable, i: number, least: number): string | undefined {
  const { kind, span, parent } = blockAt(blocks, i);
  const outer = parent < 0 ? undefined : blockAt(blocks, parent);
  if (parent >= i || (outer && !CONTAINERS.has(outer.kind))) return `${kind} in ${outer?.kind}`;
  if (kind === 'tableRow' && outer?.kind !== 'table') return 'row outside of a table';
  if (kind === 'listItem' && outer?.kind !== 'list') return 'item outside of a list';
  if (span.start < least) return 'begins too early';
  const { start, end } = outer?.span ?? { start: 0, end: text.length };
  if (span.start < start || span.start >= span.end || span.end > end) return 'reaches out of its parent';
  const blank = isBlank(text.charCodeAt(span.start)) || isBlank(text.charCodeAt(span.end - 1));
  return blank ? 'begins or ends blank' : undefined;
}

function expectBlank(text: string, from: number, to: number): void {
  for (let at = from; at < to; at++)
    if (!isBlank(text.charCodeAt(at))) expect.fail(`${JSON.stringify(text.slice(at, to))} is in no block of ${text}`);
}

/** The parsed HTML, checked. */
export function html(text: string, xml = false): Parsed {
  const parsed = scanHtml(text, 'page', { xml });
  expectLawful(text, parsed);
  return parsed;
}

/** `kind level | text` of every block, indented by depth, line feeds shown as `⏎`. */
export function outline(text: string, xml = false): string[] {
  const { blocks } = html(text, xml);
  const depths: number[] = [];
  return Array.from({ length: blocks.count }, (_, i) => {
    const { kind, span, parent, level } = blockAt(blocks, i);
    depths[i] = parent < 0 ? 0 : depths[parent] + 1;
    const name = level > 0 ? `${kind} ${level}` : kind;
    return `${'  '.repeat(depths[i])}${name} | ${text.slice(span.start, span.end).replaceAll('\n', '⏎')}`;
  });
}

/** Labels in the order of their blocks. */
export function labelsOf(text: string): string[] {
  return [...(html(text).labels ?? [])].sort(([a], [b]) => a - b).map(([, label]) => label);
}
