/** What must be true of the blocks of any record format, whatever the text. */
import { expect } from 'vitest';
import { blockAt } from '../../src/model/block.ts';
import type { Parsed } from '../../src/parsing/parsed.ts';

/** Fails when blocks are out of order, out of range, badly nested, or leave text outside. */
export function expectLawful(text: string, parsed: Parsed): void {
  const { blocks } = parsed;
  const lastEnds = new Map<number, number>([[-1, 0]]);
  let previousStart = 0;
  for (let i = 0; i < blocks.count; i++) {
    const { span, parent, level, kind } = blockAt(blocks, i);
    const where = `block ${i}, ${kind} ${span.start}-${span.end} in ${parent}`;
    const outer = parent < 0 ? { start: 0, end: text.length } : blockAt(blocks, parent).span;
    expect(parent, where).toBeLessThan(i);
    expect(span.start, where).toBeGreaterThanOrEqual(previousStart);
    expect(span.start, where).toBeGreaterThanOrEqual(lastEnds.get(parent) ?? 0);
    expect(span.start >= outer.start && span.start < span.end && span.end <= outer.end, where).toBe(true);
    if (kind === 'entry') {
      expect(text[span.start] + text[span.end - 1], where).toMatch(/^\S\S$/);
      expect(level, where).toBe(parent < 0 ? Math.min(level, 1) : blocks.levels[parent] + 1);
    }
    if (parent < 0) expect(text.slice(lastEnds.get(-1), span.start).trim(), where).toBe('');
    previousStart = span.start;
    lastEnds.set(parent, span.end);
  }
  expect(text.slice(lastEnds.get(-1)).trim()).toBe('');
  expectLabels(parsed);
  expectDiagnostics(text, parsed);
}

function expectDiagnostics(text: string, { diagnostics }: Parsed): void {
  for (const { span } of diagnostics ?? []) {
    if (span !== undefined) expect(span.start >= 0 && span.start < span.end && span.end <= text.length).toBe(true);
  }
}

function expectLabels({ blocks, labels }: Parsed): void {
  for (const [block, label] of labels ?? []) {
    expect(block).toBeLessThan(blocks.count);
    expect(label).toMatch(/^\S(?:[^\n\r\t]*\S)?$/);
  }
}

/** `label | text` of every block, indented by depth; what is long is shortened in the middle. */
export function outline(text: string, { blocks, labels }: Parsed): string[] {
  const depths: number[] = [];
  return Array.from({ length: blocks.count }, (_, i) => {
    const { kind, span, parent } = blockAt(blocks, i);
    depths[i] = parent < 0 ? 0 : depths[parent] + 1;
    const name = kind === 'entry' ? '' : `${kind} `;
    return `${'  '.repeat(depths[i])}${name}${labels?.get(i) ?? '-'} | ${text.slice(span.start, span.end).replaceAll('\n', '⏎')}`;
  });
}
