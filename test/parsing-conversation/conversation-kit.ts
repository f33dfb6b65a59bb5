/** What conversation tests share: parsing by file name, an outline to compare, and what must be true of every document. */
import { expect } from 'vitest';
import { blockAt } from '../../src/model/block.ts';
import type { Document } from '../../src/model/document.ts';
import { toRawSpan } from '../../src/model/origin.ts';
import { mediaTypeOf } from '../../src/parsing/media-type.ts';
import { parseSource } from '../../src/parsing/parse.ts';

/** The document of a file called `name`. */
export function parseAs(name: string, text: string): Document {
  return parseSource({ documentId: name, mediaType: mediaTypeOf(name), text });
}

/** `kind level label | text` of every block, indented by depth; line feeds as `⏎`. */
export function outline({ blocks, labels, text }: Document): string[] {
  const depths: number[] = [];
  return Array.from({ length: blocks.count }, (_, i) => {
    const { kind, span, level, parent } = blockAt(blocks, i);
    depths[i] = parent < 0 ? 0 : depths[parent] + 1;
    const label = labels?.get(i);
    const name = label === undefined ? `${kind} ${level}` : `${kind} ${level} ${label}`;
    return `${'  '.repeat(depths[i])}${name} | ${text.slice(span.start, span.end).replaceAll('\n', '⏎')}`;
  });
}

/** Labels of the turns, with their level in front. */
export function turns({ blocks, labels }: Document): string[] {
  const found: string[] = [];
  for (let i = 0; i < blocks.count; i++) {
    const { kind, level } = blockAt(blocks, i);
    if (kind === 'turn') found.push(`${level} ${labels?.get(i) ?? '-'}`);
  }
  return found;
}

/** Fails when blocks are out of order, out of range or badly nested, when text lies outside all of them, or the origin does not lead back. */
export function expectLawful(document: Document, raw: string): void {
  const { blocks, text, labels, times, origin } = document;
  const lastEnds = new Map<number, number>([[-1, 0]]);
  for (let i = 0; i < blocks.count; i++) {
    const { span, parent } = blockAt(blocks, i);
    expectPlace(document, i, lastEnds.get(parent) ?? 0);
    lastEnds.set(parent, span.end);
    expectRaw(document, raw, i);
  }
  expect(text.slice(lastEnds.get(-1)).trim()).toBe('');
  expect(text).not.toMatch(/\r/);
  for (const index of [...(labels?.keys() ?? []), ...(times?.keys() ?? [])]) expect(index).toBeLessThan(blocks.count);
  for (const label of labels?.values() ?? []) expect(label).toBe(label.trim());
  if (origin.pieces !== undefined) expectPieces(document, raw);
}

/** A block lies behind its sibling that ends at `after`, inside its parent, and no text is left out in front of it. */
function expectPlace({ blocks, text }: Document, index: number, after: number): void {
  const { span, parent, kind } = blockAt(blocks, index);
  const where = `block ${index}, ${kind} ${span.start}-${span.end} in ${parent}`;
  const outer = parent < 0 ? { start: 0, end: text.length } : blockAt(blocks, parent).span;
  if (parent >= index || span.start >= span.end) expect.fail(where);
  if (span.start < Math.max(after, outer.start) || span.end > outer.end) expect.fail(where);
  if (parent < 0 && text.slice(after, span.start).trim() !== '') expect.fail(`text in front of ${where}`);
}

/** The raw span of a child lies in that of its parent, and both in the file. */
function expectRaw({ blocks, origin }: Document, raw: string, index: number): void {
  const { span, parent } = blockAt(blocks, index);
  const inner = toRawSpan(origin, span);
  const outer = parent < 0 ? { start: 0, end: raw.length } : toRawSpan(origin, blockAt(blocks, parent).span);
  if (inner.start > inner.end || inner.start < outer.start || inner.end > outer.end) {
    expect.fail(`block ${index}: raw ${inner.start}-${inner.end} is not inside ${outer.start}-${outer.end}`);
  }
}

/** Pieces follow each other from 0 on, and a copied one is a copy. */
function expectPieces({ text, origin }: Document, raw: string): void {
  const { starts, rawStarts, rawEnds, copied } = origin.pieces ?? expect.fail('no pieces');
  for (let i = 0; i < starts.length; i++) {
    const end = i + 1 < starts.length ? starts[i + 1] : text.length;
    if (i === 0 ? starts[0] !== 0 : starts[i] <= starts[i - 1]) expect.fail(`piece ${i} starts at ${starts[i]}`);
    if (rawStarts[i] > rawEnds[i] || rawEnds[i] > raw.length) expect.fail(`piece ${i} comes from outside`);
    if (copied[i] === 1 && raw.slice(rawStarts[i], rawEnds[i]) !== text.slice(starts[i], end)) {
      expect.fail(`piece ${i} is no copy`);
    }
  }
}
