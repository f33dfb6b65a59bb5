/** Known faults of chunkers: text of HTML pages that is lost, doubled or parted from what it belongs to. */
import { expect, test } from 'vitest';
import { htmlText } from '../../src/text/html-text.ts';
import { cutEveryWay, pathOf } from './every-way.ts';

const HTML = 'text/html';
const NO_OVERLAP = { overlap: 0 } as const;

test('F21 text in nested elements is there once', () => {
  const text = '<section><h2>Keys</h2><div><div><p>Only once.</p></div></div></section>';
  for (const sizes of [
    { chars: 200, tokens: 60 },
    { chars: 40, tokens: 14 },
  ])
    for (const cut of cutEveryWay(text, { ...sizes, ...NO_OVERLAP }, HTML)) {
      expect(cut.texts.join('').replace(/\s/g, ''), cut.name).toBe(text.replace(/\s/g, ''));
      expect(
        cut.chunks
          .map(({ embedText }) => embedText)
          .join(' ')
          .split('once.'),
        cut.name,
      ).toHaveLength(2);
    }
});

test('F21 a heading in nested elements leads what stands beside them', () => {
  const text = '<div><div><h2>Keys</h2></div></div><article><div><p>Left with the porter.</p></div></article>';
  for (const cut of cutEveryWay(text, { chars: 60, tokens: 20, ...NO_OVERLAP }, HTML))
    if (cut.strategy !== 'fixed') expect(pathOf(cut, 'porter'), cut.name).toEqual(['Keys']);
});

test('F22 text that stands in no paragraph counts', () => {
  const text = '<h1>T</h1><div>Loose words<br>and more</div>';
  for (const cut of cutEveryWay(text, { chars: 100, tokens: 40, ...NO_OVERLAP }, HTML)) {
    expect(cut.texts.map((part) => htmlText(part)).join(' '), cut.name).toBe('T Loose words and more');
    expect(pathOf(cut, 'Loose'), cut.name).toEqual(['T']);
  }
});

test('F22 text between and behind blocks counts', () => {
  const text = 'Before <ul>in a list<li>item</li></ul> between <table><tr><td>cell</td></tr>stray</table> behind';
  for (const { name, texts } of cutEveryWay(text, { chars: 40, tokens: 16, ...NO_OVERLAP }, HTML))
    expect(texts.join('').replace(/\s/g, ''), name).toBe(text.replace(/\s/g, ''));
});

test('F26 each part of an HTML table carries its own rows alone', () => {
  const rows = Array.from({ length: 80 }, (_, i) => `<tr><td>berth ${i}.</td><td>${i + 3} m</td></tr>`);
  const lines = Array.from({ length: 80 }, (_, i) => `berth ${i}. | ${i + 3} m`);
  const text = `<p>Berths:</p><table><thead><tr><th>Name</th><th>Depth</th></tr></thead>\n${rows.join('\n')}\n</table>`;
  for (const { name, chunks, strategy } of cutEveryWay(
    text,
    { chars: 300, tokens: 120, also: { context: true }, ...NO_OVERLAP },
    HTML,
  )) {
    for (const row of strategy === 'fixed' ? [] : lines)
      expect(
        chunks.filter(({ embedText }) => embedText.includes(row)),
        `${name}: ${row}`,
      ).toHaveLength(1);
    if (strategy === 'fixed' || strategy === 'sentence') continue;
    for (const { embedText } of chunks) expect(htmlText(embedText), name).toMatch(/Name( \|)? Depth/);
  }
});
