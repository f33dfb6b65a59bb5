/** Laws of parsing over documents made of the fragments that block structure is decided by. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toRawSpan } from '../../src/model/origin.ts';
import { scanMarkdown } from '../../src/parsing/markdown/scan.ts';
import { normaliseText } from '../../src/parsing/normalise.ts';
import { parseSource } from '../../src/parsing/parse.ts';
import { type BlockRow, comparable, oracleFault, oracleRows, tableRows } from '../spec/block-rows.ts';

const SEED = 20_240_131;

const FRAGMENTS = [
  ...['> ', '>', '- ', '-', '* ', '+ ', '1. ', '2. ', '1) ', '10. ', '12345678901', '[^n]: ', '[^n]:', '[ ] ', '[x] '],
  ...[' ', '  ', '   ', '    ', '\t', ' \t', 'x\t', '\u00a0', '\f'],
  ...['# ', '## h', '#', '===', '=', '---', '***', '- - -', '_ _ _', '```', '~~~', '````', '``` js', '`', '$$', '$$ x'],
  ...['|', '\\|', '| a | b |', '| - | - |', 'a | b', '- | -', ':-', '|-|'],
  ...[
    '<div>',
    '</div>',
    '<b>',
    '<b a="c">',
    '</b>',
    '<a',
    '<!-- x',
    '-->',
    '<!---->',
    '<?',
    '?>',
    '<!X',
    '<![CDATA[',
    ']]>',
  ],
  ...['<script>', '</script>', '<pre>', '&', '<', '>x'],
  ...['[a]: /u', '[a]:', '[b]: <x> "t', '"', "'t'", '(t)', '"t"', '[c]', '[', '[^', '/u', '~', '$', '_'],
  ...['text', 'foo bar', 'a\\', 'é', '\u{1f600}', '\ud800', '1', '11'],
];

const line = fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 6 }).map((parts) => parts.join(''));
const document = fc
  .tuple(fc.array(line, { minLength: 1, maxLength: 12 }), fc.constantFrom('', '\n', '\n\n'))
  .map(([lines, end]) => lines.join('\n') + end);

const LEAF_COVER: ReadonlySet<string> = new Set([
  ...['heading', 'paragraph', 'table', 'code', 'html', 'thematicBreak', 'frontmatter', 'definition', 'math'],
]);
/** Markers of quotes, lists and footnotes, without the white space between them. */
const MARKERS = /^(?:>|[-+*]|\d{1,9}[.)]|\[\^[^\s[\]]+\]:)+$/;

test('random documents have the blocks that mdast finds', () => {
  let compared = 0;
  fc.assert(
    fc.property(document, (text) => {
      const oracle = oracleRows(text);
      if (oracleFault(text, oracle) !== undefined) return;
      compared++;
      expect(comparable(text, tableRows(scanMarkdown(text).blocks))).toEqual(comparable(text, oracle));
    }),
    { numRuns: 2000, seed: SEED },
  );
  expect(compared).toBeGreaterThan(1900);
});

test('blocks come in reading order, lie inside their parents and beside their siblings', () => {
  fc.assert(
    fc.property(fc.oneof(document, fc.string({ unit: 'binary' })), (text) => {
      const { blocks } = scanMarkdown(text);
      const rows = tableRows(blocks);
      const lastEnd = new Map<number, number>();
      for (const [i, row] of rows.entries()) {
        const parent = blocks.parents[i];
        expect(parent).toBeLessThan(i);
        expect(row.start).toBeLessThanOrEqual(row.end);
        expect(row.start).toBeGreaterThanOrEqual(lastEnd.get(parent) ?? 0);
        if (i > 0) expect(row.start).toBeGreaterThanOrEqual(rows[i - 1].start);
        expect(row.end).toBeLessThanOrEqual(parent < 0 ? text.length : rows[parent].end);
        if (parent >= 0) expect(row.start).toBeGreaterThanOrEqual(rows[parent].start);
        lastEnd.set(parent, row.end);
      }
    }),
    { numRuns: 3000, seed: SEED },
  );
});

test('what lies in no leaf block is white space or a marker of a container', () => {
  fc.assert(
    fc.property(document, (text) => {
      const rows = tableRows(scanMarkdown(text).blocks);
      for (const word of uncoveredWords(text, rows)) expect(word).toMatch(MARKERS);
    }),
    { numRuns: 3000, seed: SEED },
  );
});

/** Runs of characters outside leaf blocks that are neither space, tab nor line feed. */
function uncoveredWords(text: string, rows: readonly BlockRow[]): string[] {
  const covered = new Uint8Array(text.length);
  for (const row of rows) if (LEAF_COVER.has(row.kind)) covered.fill(1, row.start, row.end);
  let rest = '';
  for (let i = 0; i < text.length; i++) rest += covered[i] ? ' ' : text[i];
  return rest.split(/[ \t\n]+/).filter((word) => word !== '');
}

test('parsing any string as any text type throws nothing and keeps the text', () => {
  const anyText = fc.oneof(document, fc.string({ unit: 'binary', maxLength: 200 }));
  fc.assert(
    fc.property(anyText, fc.constantFrom('text/markdown', 'text/plain'), (text, mediaType) => {
      const parsed = parseSource({ documentId: 'd', mediaType, text });
      expect(parsed.text).toBe(normaliseText(text).text);
    }),
    { numRuns: 2000, seed: SEED },
  );
});

test('every non-blank character of plain text lies in a paragraph', () => {
  const prose = fc.array(fc.constantFrom('word ', 'End. ', '\n', '\n\n', '\f', 'x'.repeat(70), ' ', '\t', 'Ω'), {
    maxLength: 30,
  });
  fc.assert(
    fc.property(prose, (parts) => {
      const text = parts.join('');
      const { blocks } = parseSource({ documentId: 'd', mediaType: 'text/plain', text });
      const rows = tableRows(blocks);
      expect(uncoveredWords(text, rows).join('').trim()).toBe('');
      for (const row of rows) expect(text.slice(row.start, row.end).trim()).toBe(text.slice(row.start, row.end));
    }),
    { numRuns: 2000, seed: SEED },
  );
});

test('a raw span normalises to the slice of the text it stands for', () => {
  const mixed = fc
    .array(fc.constantFrom('a', 'bc', '\r', '\n', '\r\n', '\ufeff', ' ', '\u{1f600}'), { maxLength: 40 })
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(mixed, fc.nat(), fc.nat(), (raw, a, b) => {
      const { text, origin } = normaliseText(raw);
      const [start, end] = [a % (text.length + 1), b % (text.length + 1)].sort((x, y) => x - y);
      const rawSpan = toRawSpan(origin, { start, end });
      expect(raw.slice(rawSpan.start, rawSpan.end).replace(/\r\n?/g, '\n')).toBe(text.slice(start, end));
    }),
    { numRuns: 5000, seed: SEED },
  );
});
