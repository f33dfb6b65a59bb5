import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HtmlLengths } from './html-lengths.ts';
import { htmlLines } from './html-lines.ts';

/** A page, and the places where a stretch of it may begin or end: not inside markup. */
const page = fc
  .array(
    fc.constantFrom(
      ...[
        '<p>',
        '</p>',
        '<table>',
        '</table>',
        '<tr>',
        '</tr>',
        '<td class="a">',
        '</td>',
        '<li>',
        '</li>',
        '<h2>',
        '</h2>',
      ],
      ...[
        '<br>',
        '<b>',
        '</b>',
        '<pre>',
        '</pre>',
        '<!-- no -->',
        '<script>x</script>',
        '<div>',
        '</div>',
        '<ul>',
        '</ul>',
      ],
      ...[
        'word',
        'two words',
        ' ',
        '\n  ',
        '<img alt="a b" src=x>',
        '<IMG>',
        '<h3>',
        '</h3>',
        '<title>',
        '</title>',
        '.',
        '&amp;',
        '&nbsp;',
        'é',
        '\u2003',
        '<3 ',
      ],
    ),
    { maxLength: 40 },
  )
  .map((parts) => {
    const places = [0];
    for (const part of parts) places.push(places[places.length - 1] + part.length);
    return { html: parts.join(''), places };
  });

test('a whole page is as long as it is written out, but for white space in odd places', () => {
  const html =
    '<h2 class="a">Prices</h2>\n  <p>The caf&eacute; opens<br>at <b>se</b>ven.</p>\n<ul>\n<li><p>One</p></li>\n<li>Two</li></ul>' +
    '<table>\n<tr><th>Name</th> <th>Price</th></tr><tr><td>a</td><td>b c</td></tr></table>tail<script>x</script><!-- y -->';
  expect(new HtmlLengths(html).between(0, html.length)).toBe(htmlLines(html).length);
});

test('no stretch is longer written out than it is said to be, and stretches add up', () => {
  fc.assert(
    fc.property(page, fc.nat(), fc.nat(), fc.nat(), ({ html, places }, a, b, c) => {
      const [from, middle, to] = [a, b, c].map((n) => places[n % places.length]).sort((x, y) => x - y);
      const lengths = new HtmlLengths(html);
      const stretch = htmlLines(html.slice(from, to), { isPre: false });
      expect(stretch.length).toBeLessThanOrEqual(lengths.between(from, to));
      const parts = lengths.between(from, middle) + 1 + lengths.between(middle, to);
      expect(lengths.between(from, to)).toBeLessThanOrEqual(parts);
    }),
    { numRuns: 3000 },
  );
});

test('a text of millions of characters is looked up in pieces', () => {
  const html = `<p>${'word &amp; '.repeat(200_000)}</p>`;
  const lengths = new HtmlLengths(html);
  for (let at = 3; at < html.length - 4; at += 1100)
    expect(Math.abs(lengths.between(at, at + 1100) - 700)).toBeLessThan(2);
});
