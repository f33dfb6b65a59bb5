/** Known faults of chunkers: overlap that is not there, and white space that is trimmed away. */
import { expect, test } from 'vitest';
import { PLAIN_STRATEGIES } from '../../src/chunking/presets.ts';
import type { Chunk } from '../../src/model/chunk.ts';
import { type Cut, cutEveryWay, MARKDOWN, PLAIN } from './every-way.ts';

/** `paragraph` repeats text only where a paragraph itself was cut; see the next test for that. */
const AT_EVERY_CUT = PLAIN_STRATEGIES.filter((strategy) => strategy !== 'paragraph');

/** The chunk repeats at least `asked`, or says why it does not. */
function expectOverlap({ name, document, size }: Cut, { overlap, notes, index }: Chunk, asked: number): void {
  if (index === 0 || notes.includes('overlap-clipped') || notes.includes('overlap-none-at-section')) return;
  const shared = overlap === null ? 0 : size(document.text.slice(overlap.start, overlap.end));
  expect(shared, name).toBeGreaterThanOrEqual(asked);
}

test('F98 overlap that was asked for is there, or the chunk says why not', () => {
  const text = 'Water the ferns on Mondays.\n\nFeed the koi.';
  for (const cut of cutEveryWay(text, {
    chars: 30,
    tokens: 8,
    overlap: 10,
    overlapTokens: 3,
    strategies: AT_EVERY_CUT,
  })) {
    expect(cut.chunks.length, cut.name).toBeGreaterThan(1);
    for (const chunk of cut.chunks) expectOverlap(cut, chunk, cut.options.overlapChars ?? 3);
  }
});

test('F99 overlap in tokens is applied', () => {
  const text = Array.from({ length: 60 }, (_, i) => `word${i}`).join(' ');
  for (const cut of cutEveryWay(text, { tokens: 20, overlap: 8, also: { context: false }, strategies: AT_EVERY_CUT })) {
    expect(cut.chunks.length, cut.name).toBeGreaterThan(5);
    for (const chunk of cut.chunks.slice(1)) expect(chunk.overlap, cut.name).not.toBeNull();
    for (const chunk of cut.chunks) expectOverlap(cut, chunk, 8);
  }
});

test('F101 overlap is applied inside a word too', () => {
  for (const cut of cutEveryWay('klmnopqrstuvwx', { chars: 6, overlap: 2, strategies: AT_EVERY_CUT })) {
    expect(cut.chunks.length, cut.name).toBeGreaterThan(2);
    for (const { overlap, span } of cut.chunks.slice(1))
      expect(span.start - (overlap?.start ?? span.start), cut.name).toBeGreaterThanOrEqual(2);
  }
});

test('F102 indentation is kept', () => {
  const yaml = 'steps:\n  - run: a\n    with:\n      x: 1\n  - run: b\n';
  const text = `\`\`\`yaml\n${yaml}\`\`\`\n`;
  for (const { name, document, chunks } of cutEveryWay(
    text,
    { chars: 24, tokens: 14, strategies: ['sentence', 'paragraph', 'heading', 'structural'], also: { context: false } },
    MARKDOWN,
  ))
    for (const { span, boundary } of chunks)
      if (boundary.start.signal === 'line') expect(document.text[span.start - 1], name).toBe('\n');
  for (const { name, chunks } of cutEveryWay(yaml, { chars: 24, tokens: 14 }, PLAIN))
    for (const { text: own, span } of chunks) expect(own, name).toBe(yaml.slice(span.start, span.end));
});

test('F103 parts are not joined without what stood between them', () => {
  for (const sizes of [
    { chars: 8, tokens: 3 },
    { chars: 40, tokens: 20 },
  ])
    for (const { name, chunks } of cutEveryWay('end\n\nstart', { ...sizes, overlap: 2 }))
      for (const { embedText, text } of chunks) {
        expect(embedText, name).not.toContain('endstart');
        if (text.includes('end') && text.includes('start')) expect(text, name).toBe('end\n\nstart');
      }
});
