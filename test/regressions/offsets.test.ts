/** Known faults of chunkers: wrong offsets. */
import { expect, test } from 'vitest';
import { lineOf, lineStarts } from '../../src/text/line-index.ts';
import { BLOCK_STRATEGIES, bodyOf, cutEveryWay, MARKDOWN, PLAIN } from './every-way.ts';

const BARE = { also: { context: false } } as const;

test('F01 positions come from the scan', () => {
  const text = 'Bell rings.\n\nTide turns.\n\nBell rings.\n\nTide turns.\n\n';
  for (const { name, chunks } of cutEveryWay(text, { chars: 14, overlap: 0, ...BARE }))
    expect(
      chunks.map(({ span }) => span.start),
      name,
    ).toEqual([0, 13, 26, 39]);
  const strategies = BLOCK_STRATEGIES;
  for (const { name, chunks } of cutEveryWay(text, { tokens: 4, overlap: 0, strategies, ...BARE }))
    expect(
      chunks.map(({ span }) => span.start),
      name,
    ).toEqual([0, 13, 26, 39]);
});

test('F02 starts rise when content repeats', () => {
  for (const { name, chunks } of cutEveryWay('row row row '.repeat(40), { chars: 24, tokens: 6, overlap: 0 })) {
    expect(chunks.length, name).toBeGreaterThan(15);
    for (let i = 1; i < chunks.length; i++)
      expect(chunks[i].span.start, name).toBeGreaterThan(chunks[i - 1].span.start);
  }
});

test('F03 every start lies in the text', () => {
  const text = 'a  b\t\tc\u00a0d '.repeat(20);
  for (const { name, chunks } of cutEveryWay(text, { chars: 8, tokens: 4 }))
    for (const { span } of chunks) {
      expect(span.start, name).toBeGreaterThanOrEqual(0);
      expect(span.start, name).toBeLessThan(text.length);
    }
});

test('F04 a token boundary inside a character makes no empty chunk and moves nothing', () => {
  for (const { name, texts } of cutEveryWay('𝛼𝛽𝛾 ≈ 🜁 '.repeat(30), { chars: 3, tokens: 3 })) {
    expect(texts.join('').replace(/\s/g, ''), name).toBe('𝛼𝛽𝛾≈🜁'.repeat(30));
    for (const text of texts) expect(text, name).toMatch(/^[^\p{Surrogate}\ufffd]+$/u);
  }
});

test('F06 positions are UTF-16 in every script', () => {
  const text = 'Über die Brücke führt der größere Weg.\n\nÄltere Gäste üben früh.\n\n'.repeat(12);
  for (const { name, chunks } of cutEveryWay(text, { chars: 200, tokens: 60 }))
    for (const { text: own, span } of chunks) expect(text.slice(span.start, span.end), name).toBe(own);
});

test('F07 lines come from real offsets when there is overlap', () => {
  const text = Array.from({ length: 12 }, (_, i) => `line ${i}`).join('\n');
  const starts = lineStarts(text);
  for (const mediaType of [MARKDOWN, PLAIN])
    for (const { name, chunks } of cutEveryWay(
      text,
      { chars: 20, tokens: 12, overlap: 8, overlapTokens: 3, ...BARE },
      mediaType,
    )) {
      if (!name.startsWith('paragraph'))
        expect(
          chunks.some(({ overlap }) => overlap !== null),
          name,
        ).toBe(true);
      for (const { lines, span, text: own } of chunks) {
        expect(lines, name).toEqual({ start: lineOf(starts, span.start), end: lineOf(starts, span.end - 1) });
        expect(
          text
            .split('\n')
            .slice(lines.start - 1, lines.end)
            .join('\n'),
          name,
        ).toContain(own);
      }
    }
});

test('F08 repeated lines have the right line ranges', () => {
  const text = Array(10).fill('same').join('\n');
  for (const { name, chunks } of cutEveryWay(
    text,
    { chars: 20, tokens: 8, overlap: 0, also: { context: false } },
    PLAIN,
  ))
    if (!name.startsWith('structural'))
      expect(
        chunks.map(({ lines }) => [lines.start, lines.end]),
        name,
      ).toEqual([
        [1, 4],
        [5, 8],
        [9, 10],
      ]);
});

test('F09 positions stay exact under overlap', () => {
  const text = 'go go stop. '.repeat(25);
  const strategies = BLOCK_STRATEGIES;
  for (const { name, chunks, document } of cutEveryWay(text, {
    chars: 30,
    tokens: 10,
    overlap: 5,
    strategies,
    ...BARE,
  })) {
    expect(
      chunks.some(({ overlap }) => overlap !== null),
      name,
    ).toBe(true);
    for (const chunk of chunks) {
      expect(chunk.overlap?.end ?? chunk.span.start, name).toBe(chunk.span.start);
      expect(chunk.embedText, name).toBe(bodyOf(document, chunk));
    }
  }
});

test('F11 page breaks in the overlap are not counted twice', () => {
  const text = 'p1 a b c\fp2 d e f\fp3 g h i';
  for (const { name, chunks, document } of cutEveryWay(text, { chars: 8, overlap: 4, ...BARE }, PLAIN))
    for (const { span, text: own } of chunks) {
      const page = document.text.slice(0, span.start).split('\f').length;
      const letters = ['abc', 'def', 'ghi'][page - 1];
      expect(own, name).toMatch(new RegExp(`^(p${page}|[${letters}])`));
    }
});

test('F12 spans tile the pages', () => {
  const text = 'first page text\f\fthird page text';
  for (const { name, texts } of cutEveryWay(text, { chars: 16, overlap: 0, ...BARE }, PLAIN))
    expect(texts, name).toEqual(['first page text', 'third page text']);
});

test('F13 offsets lead to the original through each clean-up', () => {
  const raw = '\ufeffsoft\u00adhyphen and \ufb01ne ligature.\r\nNext one.\rLast one.';
  for (const mediaType of [MARKDOWN, PLAIN])
    for (const { name, chunks } of cutEveryWay(raw, { chars: 24, tokens: 8 }, mediaType)) {
      const slices = chunks.map(({ rawSpan }) => raw.slice(rawSpan.start, rawSpan.end).replace(/\r\n?/g, '\n'));
      expect(slices, name).toEqual(chunks.map(({ text }) => text));
      expect(slices.join(''), name).toContain('soft\u00adhyphen');
    }
});

test('F14 a span is never made up', () => {
  for (const { name, chunks } of cutEveryWay('Tab\tseparated\tcells\nnext', { chars: 10, tokens: 3 }))
    for (const { span, rawSpan } of chunks) {
      expect(span.start, name).toBeGreaterThanOrEqual(0);
      expect(span.end, name).toBeGreaterThan(span.start);
      expect(rawSpan, name).toEqual(span);
    }
});
