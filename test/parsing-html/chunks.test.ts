/** Chunks of HTML: where they are cut, and what the parts of lists and tables carry. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chunkDocument } from '../../src/chunking/chunk.ts';
import type { ChunkOptions } from '../../src/chunking/options.ts';
import { PLAIN_STRATEGIES } from '../../src/chunking/presets.ts';
import type { Chunk } from '../../src/model/chunk.ts';
import { parseSource } from '../../src/parsing/parse.ts';
import { htmlSpans } from '../../src/text/html-spans.ts';
import { htmlText } from '../../src/text/html-text.ts';
import { htmlTokens } from '../../src/text/html-tokens.ts';
import { o200kTokenCounter } from '../../src/token-counters/o200k.ts';

function chunksOf(text: string, options: ChunkOptions, mediaType = 'text/html'): readonly Chunk[] {
  return chunkDocument(parseSource({ documentId: 'page', mediaType, text }), options);
}

/** The tag or reference that `offset` lies inside, if any. */
function tagAround(text: string, offset: number): string[] {
  const spans = htmlSpans(text, htmlTokens(text, 0, text.length));
  const end = spans.findIndex((at, i) => i % 2 === 1 && at > offset);
  return end > 0 && spans[end - 1] < offset ? [text.slice(spans[end - 1], spans[end])] : [];
}

const sentence = fc.constantFrom(
  'The lock opens at six.',
  'A barge of <a href="/w?class=a&amp;b=1" title="width > 5">class two</a> waits.',
  'Is the <b>weir</b> down?',
  'Fish &amp; chips cost &pound;8.50 at the quay.',
);
const paragraph = fc
  .array(sentence, { minLength: 1, maxLength: 14 })
  .map((all) => `<p class="body text">${all.join(' ')}</p>`);
const items = fc
  .array(sentence, { minLength: 1, maxLength: 12 })
  .map((all) => `<ul id="l">${all.map((s) => `<li>${s}</li>`).join('')}</ul>`);
const rows = fc
  .array(fc.tuple(sentence, sentence), { minLength: 2, maxLength: 12 })
  .map(
    (all) =>
      `<table class="t"><tr><th>Lock</th><th>Note</th></tr>${all.map(([a, b]) => `<tr><td>${a}</td><td>${b}</td></tr>`).join('')}</table>`,
  );
const part = fc.oneof(paragraph, items, rows, fc.constantFrom('<h2 id="a b">Locks</h2>', '<hr>', '<!-- a > b -->'));
/** Minified: not one line feed, and few blanks outside tags. */
const page = fc
  .array(fc.tuple(part, fc.boolean()), { minLength: 1, maxLength: 6 })
  .map(
    (all) =>
      `<html><body>${all.map(([text, around]) => (around ? `<div class="a b"><section>${text}</section></div>` : text)).join('')}</body></html>`,
  );

describe('cuts', () => {
  test('no strategy cuts inside a tag or a reference', () => {
    const strategy = fc.constantFrom(...PLAIN_STRATEGIES);
    fc.assert(
      fc.property(page, strategy, fc.integer({ min: 200, max: 600 }), (text, strategy, maxChars) => {
        const options = { strategy, maxChars, ...(strategy === 'fixed' ? { overlapChars: 0 } : {}) };
        expect(chunksOf(text, options).flatMap(({ span }) => tagAround(text, span.start))).toEqual([]);
      }),
      { numRuns: 300, seed: 7 },
    );
  });

  test('no chunk is nothing but tags, where there is room for a sentence with its tags', () => {
    fc.assert(
      fc.property(page, fc.integer({ min: 300, max: 800 }), (text, maxChars) => {
        for (const { text: chunk } of chunksOf(text, { maxChars }))
          if (htmlText(chunk) === '' && !/<hr|<!--/.test(chunk)) expect(htmlText(text)).toBe('');
      }),
      { numRuns: 300, seed: 8 },
    );
  });

  test('headings inside elements open sections', () => {
    const text =
      '<main><section><h1>Port</h1><p>a</p></section><section><div><h2>Fees</h2></div><p>b</p></section></main>';
    expect(chunksOf(text, { maxChars: 100 }).map(({ text, sectionPath }) => [sectionPath, text])).toEqual([
      [['Port'], '<main><section><h1>Port</h1><p>a</p></section>'],
      [['Port', 'Fees'], '<section><div><h2>Fees</h2></div><p>b</p></section></main>'],
    ]);
  });

  test('a paragraph is cut at sentences as a reader sees them', () => {
    const text = `<p>One boat came. <b>Two boats left.</b> <i>"Why?"</i> &#8220;No idea.&#8221; At &pound;3.50 it <a title="No. Really.">is cheap.</a></p>`;
    expect(chunksOf(text, { maxChars: 32, context: false }).map(({ text }) => text)).toEqual([
      '<p>One boat came. <b>Two boats left.</b>',
      '<i>"Why?"</i> &#8220;No idea.&#8221;',
      'At &pound;3.50 it <a title="No. Really.">is cheap.</a></p>',
    ]);
  });

  test('tags count nothing, however long, and are never cut', () => {
    const picture = `<img src="data:image/png;base64,${'a'.repeat(150_000)}" alt="a b c">`;
    const words = `Boats leave ${picture} at <b class="${'b '.repeat(5000)}">noon</b> ${picture} each day.`;
    const text = `<h1>Port</h1><p>${words}</p><p>${words}</p>`;
    for (const maxChars of [20, 40, 60]) {
      const chunks = chunksOf(text, { maxChars });
      expect(
        chunks
          .map((chunk) => chunk.text)
          .join('')
          .replace(/\s/g, ''),
      ).toBe(text.replace(/\s/g, ''));
      for (const { embedText } of chunks) expect(embedText).toMatch(/^[\w\s#>.]{1,60}$/);
    }
  });

  test('a mark behind a character reference is not cut from it', () => {
    const tokenCounter = o200kTokenCounter();
    for (let marks = 2; marks < 80; marks++)
      for (const maxTokens of [1, 3, 9, 30, 75]) {
        const chunks = chunksOf(`&mp;${'\u0301'.repeat(marks)}`, { maxTokens, overlapSentences: 2, tokenCounter });
        expect(chunks.map(({ span }) => span.start)).not.toContain(4);
      }
  });

  test('what is embedded is what a reader sees, behind its context', () => {
    const text =
      '<h1 class="top">Fees &amp; fines</h1><!-- no --><ul><li>Boats: <b>3</b></li><li>Ships</li></ul><style>p {}</style><table><tr><td>a<td>b</table>';
    const [chunk] = chunksOf(text, { maxChars: 200 });
    expect(chunk.text).toBe(text);
    expect(chunk.embedText).toBe('# Fees & fines\n- Boats: 3\n- Ships\na | b');
  });

  test('a change of markup that nobody sees moves no cut and embeds nothing anew', () => {
    const words = Array.from({ length: 60 }, (_, i) => (i % 9 === 4 ? `word${i};` : `word${i}`));
    const plain = `<h1>Fees</h1><p>${words.join(' ')}</p>`;
    const marked = `<h1 id="fees">Fees</h1>\n<p style="${'x'.repeat(300)}">${words.join(' ').replace('word30', '<i>word30</i>')}</p>`;
    for (const strategy of PLAIN_STRATEGIES) {
      const options = { strategy, maxChars: 100, overlapChars: 20 };
      const [before, after] = [plain, marked].map((text) => chunksOf(text, options));
      expect(before.length).toBeGreaterThan(4);
      expect(after.map((chunk) => chunk.embedHash)).toEqual(before.map((chunk) => chunk.embedHash));
      expect(after[0].contentHash).not.toBe(before[0].contentHash);
    }
  });

  test('parts of preformatted text keep their lines', () => {
    const code = Array.from({ length: 30 }, (_, i) => `def f${i}(x):\n    return x + ${i}`);
    const chunks = chunksOf(`<h1>T</h1><pre>${code.join('\n\n')}</pre><p>After.</p>`, {
      maxChars: 200,
      context: false,
    });
    expect(chunks.length).toBeGreaterThan(3);
    const lines = (text: string) => text.split(/\n+/);
    expect(lines(chunks.map(({ embedText }) => embedText).join('\n'))).toEqual(
      lines(`# T\n${code.join('\n')}\nAfter.`),
    );
  });

  test.each([
    ['lines', `<p>${'a<br>'.repeat(200)}</p>`],
    ['cells', `<table><tr>${'<td>1000</td>'.repeat(300)}</tr></table>`],
    ['options', `<select>${'<option>one choice</option>'.repeat(200)}</select>`],
    ['lines of a cell', `<table><tr><td>${'note n<br>'.repeat(150)}</td></tr></table>`],
  ])('many short %s fill chunks under a limit in tokens', (_, text) => {
    const sizes = chunksOf(text, { maxTokens: 60, tokenCounter: o200kTokenCounter() }).map(
      ({ tokenCount }) => tokenCount,
    );
    expect(sizes.length).toBeGreaterThan(4);
    expect(Math.min(...sizes.slice(0, -1))).toBeGreaterThan(25);
  });

  test('what nobody reads is not repeated as overlap', () => {
    const first = 'First words stand here and are long enough for it.';
    for (const hidden of [
      '<script>var zq = 1; zq.call(zq); </script>',
      '<style>.zq { top: 0 }</style>',
      `<!-- ${'<i>zq '.repeat(10)}-->`,
    ]) {
      const text = `<p>${first} ${hidden} A few more. Then other words follow here at last, and more.</p>`;
      for (const overlapTokens of [1, 2, 4])
        for (const { embedText } of chunksOf(text, {
          strategy: 'sentence',
          maxTokens: 14,
          overlapTokens,
          tokenCounter: o200kTokenCounter(),
        }))
          expect(embedText).not.toContain('zq');
    }
  });

  test('what shows nothing in front of the first heading, and the title of the page, go with it', () => {
    const head = '<!doctype html><html><head><meta charset="utf-8"><script>let a;</script>';
    const [first, second] = chunksOf(
      `${head}<title>Port</title></head><body><h1>Port</h1><p>Text.</p><h2>Two</h2><p>More.</p>`,
      { maxChars: 200 },
    );
    expect([first.embedText, first.sectionPath]).toEqual(['Port\n# Port\nText.', ['Port']]);
    expect(second.embedText).toBe('Port\n\n## Two\nMore.');
  });

  test('a picture is what its alt says', () => {
    expect(
      chunksOf('<p>See<img src="a.png" alt="the &quot;old&quot; harbour"> here.<img src=b></p>', { maxChars: 200 })[0]
        .embedText,
    ).toBe('See the "old" harbour here.');
  });
});

describe('context', () => {
  const LONG = 'word '.repeat(20).trim();

  test('parts of a table carry what its header says', () => {
    const rows = Array.from({ length: 12 }, (_, i) => `<tr><td>${i}</td><td>${LONG}</td></tr>`).join('');
    const head = '<thead><tr><th rowspan=2>Berth</th><th>Fee &amp; tax</th></tr><tr><th>in &pound;</th></tr></thead>';
    const text = `<table><caption>Fares</caption>${head}<tbody>${rows}</tbody></table>`;
    const chunks = chunksOf(text, { maxChars: 500 });
    expect(chunks.length).toBeGreaterThan(2);
    for (const { text, context } of chunks.slice(1)) {
      expect(text).toMatch(/^<tr>/);
      expect(context.filter(({ type }) => type === 'tableHeader').map((part) => 'text' in part && part.text)).toEqual([
        'Fares: Berth | Fee & tax / in £',
      ]);
    }
    expect(text).toBe(chunks.map((chunk) => chunk.text).join(''));
  });

  test('rows that are cut keep it, and are cut between cells', () => {
    const row = `<tr>${Array.from({ length: 8 }, (_, i) => `<td>${i} ${LONG}</td>`).join('')}</tr>`;
    const chunks = chunksOf(`<table><tr><th>Key<th>Value</tr>${row}${row}</table>`, { maxChars: 400 });
    for (const { text, context } of chunks.slice(1)) {
      expect(text).toMatch(/^(?:<tr>|<td>)/);
      expect(context.map(({ type }) => type)).toEqual(['tableHeader']);
    }
  });

  test('rows are written out by their columns', () => {
    const text =
      '<table><tr><th>Line<th colspan=2>Fare</tr><tr><th><th>one<th>all</tr><tr><td rowspan=2>A &amp; B<td>1<td>2<tr><td>3<td>4</table>';
    expect(
      chunksOf(text, { maxChars: 200, tableRows: 'pairs' }).map(({ embedText }) => embedText.split('\n').at(-1)),
    ).toEqual(['Line=A & B, Fare one=1, Fare all=2', 'Line=A & B, Fare one=3, Fare all=4']);
    const [first] = chunksOf(`<h1>T</h1><p>One <b>word</b>.</p>${text}`, { maxChars: 200, tableRows: 'pairs' });
    expect(first.embedText).toBe('# T\nOne word.\n\nLine=A & B, Fare one=1, Fare all=2');
  });

  test('parts of a list carry its introduction, parts of an item its first words', () => {
    const items = Array.from({ length: 6 }, (_, i) => `<li>${i} ${LONG}</li>`).join('');
    const text = `<title>Port</title><div><p>Bring <em>these</em>:</p></div><ol><li>Papers<ul>${items}</ul></li></ol>`;
    const [, ...later] = chunksOf(text, { maxChars: 300 });
    expect(later.length).toBeGreaterThan(1);
    for (const { context } of later)
      expect(context.map((part) => ('text' in part ? `${part.type}: ${part.text}` : part.type))).toEqual([
        'title: Port',
        'listIntroduction: Bring these:',
        'listParent: Papers',
      ]);
  });
});
