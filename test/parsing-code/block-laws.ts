/** What every parse of source code must keep, whatever the text: asked of fixtures and of random text alike. */
import { expect } from 'vitest';
import { type BlockTable, blockAt, KIND } from '../../src/model/block.ts';
import type { Parsed } from '../../src/parsing/parsed.ts';

/** Fails when blocks are out of order, out of range or badly nested, or when text lies in no top-level block. */
export function expectLawful(text: string, { blocks, labels, references, diagnostics }: Parsed): void {
  expectNested(text, blocks);
  expectCovered(text, blocks);
  for (const [index, label] of labels ?? []) {
    expect(blocks.kinds[index]).toBe(KIND.declaration);
    expect(label).not.toMatch(/[\n\r]/);
    expect(label.length).toBeLessThanOrEqual(162);
  }
  const places = [...(references?.places ?? [])];
  const wrong = places.filter((place, i) => {
    const name = references?.targets[references.meanings[i]].name ?? '';
    return (i > 0 && place <= places[i - 1]) || !text.startsWith(name, place);
  });
  expect(wrong).toEqual([]);
  for (const { span } of diagnostics ?? []) expect(span?.end).toBeLessThanOrEqual(text.length);
}

function expectNested(text: string, blocks: BlockTable): void {
  for (let i = 0; i < blocks.count; i++) {
    const { span, parent } = blockAt(blocks, i);
    const above = parent < 0 ? { start: 0, end: text.length } : blockAt(blocks, parent).span;
    const line = text.lastIndexOf('\n', span.start - 1) + 1;
    const holds =
      parent < i &&
      span.start >= above.start &&
      span.end <= above.end &&
      text.slice(line, span.start).trim() === '' &&
      text.slice(span.end - 1, span.end).trim() !== '';
    // One call for each block would take longer than what is tested.
    if (!holds)
      expect.fail(
        `block ${i} [${span.start}, ${span.end}) in [${above.start}, ${above.end}) of ${JSON.stringify(text)}`,
      );
  }
  expectInOrder(text, blocks);
}

/** Siblings do not overlap, and a block comes after everything in front of it. */
function expectInOrder(text: string, blocks: BlockTable): void {
  const ends = new Map<number, number>();
  for (let i = 0; i < blocks.count; i++) {
    const parent = blocks.parents[i];
    const before = Math.max(ends.get(parent) ?? 0, i === 0 ? 0 : blocks.starts[i - 1]);
    if (blocks.starts[i] < before) expect.fail(`block ${i} begins in front of ${before} in ${JSON.stringify(text)}`);
    ends.set(parent, blocks.ends[i]);
  }
}

function expectCovered(text: string, blocks: BlockTable): void {
  let covered = 0;
  const outside: string[] = [];
  for (let i = 0; i < blocks.count; i++) {
    if (blocks.parents[i] >= 0) continue;
    outside.push(text.slice(covered, blocks.starts[i]));
    covered = blocks.ends[i];
  }
  expect(outside.join('').trim() + text.slice(covered).trim()).toBe('');
}
