import fc from 'fast-check';
import { expect, test } from 'vitest';
import { htmlLines } from './html-lines.ts';
import { htmlText } from './html-text.ts';

test('paragraphs, headings, items and rows are lines, without their tags', () => {
  const page = `<h2 class="a">Prices</h2><p>The caf&eacute; opens<br>at <b>se</b>ven.</p>
    <ul><li><p>One</p><li>Two <ul><li>deep</ul></ul>
    <table><caption>Drinks</caption><tr><th>Name<th>Price</tr>
    <tr><td></td><td><p>a</p><p>b</p></td><td>&nbsp;</td></tr><tr><td></td></tr></table>tail<script>x</script><!-- y -->`;
  expect(htmlLines(page)).toBe(
    '## Prices\nThe café opens\nat seven.\n- One\n- Two\n- deep\nDrinks\nName | Price\n| a b\ntail',
  );
});

test('preformatted text keeps its lines', () => {
  expect(htmlLines('<p>So:</p>\n<pre>\n  if a &lt; b:\n    c  |  d\n</pre>\n<p>And  on.</p>')).toBe(
    'So:\n  if a < b:\n    c  |  d\nAnd on.',
  );
});

test('an empty heading or item lends its mark to nothing', () => {
  expect(htmlLines('<h3></h3><p>Text</p><ul><li></li></ul><p>More</p>')).toBe('Text\nMore');
});

test('a stretch may begin and end anywhere', () => {
  expect(htmlLines('of a cell</td><td>next</td></tr></table><p>Then')).toBe('of a cell\nnext\nThen');
  expect(htmlLines('words <p style="mar')).toBe('words');
});

test('it says what the text on one line says, in the same order', () => {
  const part = fc.constantFrom(
    '<p>',
    '</p>',
    '<tr>',
    '<td>',
    '</td>',
    '<li>',
    '<h1>',
    '<br>',
    '<pre>',
    '</pre>',
    '<b>',
    'word',
    ' ',
    '\n',
    '<!--',
    '-->',
    '&amp;',
    '<',
  );
  const words = (text: string): string => text.replace(/[\s|#-]+/g, '');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
      const html = parts.join('');
      expect(words(htmlLines(html))).toBe(words(htmlText(html)));
    }),
    { numRuns: 2000 },
  );
});
