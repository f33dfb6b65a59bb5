import { describe, expect, test } from 'vitest';
import { htmlBreaks, htmlSpans } from './html-spans.ts';
import { htmlTokens } from './html-tokens.ts';

/** `text` with a bar at each break, two for those of blocks. */
function broken(text: string): string {
  const { offsets, minor } = htmlBreaks(text, htmlTokens(text, 0, text.length));
  let out = '';
  let from = 0;
  for (const [i, at] of offsets.entries()) {
    out += text.slice(from, at) + (minor[i] ? '|' : '‖');
    from = at;
  }
  return out + text.slice(from);
}

describe('htmlSpans', () => {
  test('tags, comments, scripts and references', () => {
    const text = 'a <b c=">">d</b> &amp; <!-- e --> <script>if (a) b</script> f';
    const spans = htmlSpans(text, htmlTokens(text, 0, text.length));
    const parts = [];
    for (let i = 0; i < spans.length; i += 2) parts.push(text.slice(spans[i], spans[i + 1]));
    expect(parts).toEqual(['<b c=">">', '</b>', '&amp;', '<!-- e -->', '<script>if (a) b</script>']);
  });

  test('a stretch is read by itself, its places are those of the text', () => {
    expect(htmlSpans('<a>b<c>d', htmlTokens('<a>b<c>d', 3, 8))).toEqual([4, 7]);
  });
});

describe('htmlBreaks', () => {
  test.each([
    ['<p>a</p><p>b</p>', '<p>a</p>‖<p>b</p>'],
    ['a<br>b <b>c</b><br/><i>d</i>', 'a<br>|b <b>c</b><br/>|<i>d</i>'],
    ['<td>a</td> <td><b>b</b></td><td><ul><li>c', '<td>a</td> |<td><b>b</b></td>‖<td><ul><li>c'],
    ['x<div><p>a</p></div> y', 'x‖<div><p>a</p></div> ‖y'],
    ['<b>a</b> <i>b</i>', '<b>a</b> <i>b</i>'],
    ['a<li>b<li>c', 'a‖<li>b‖<li>c'],
  ])('%s', (text, expected) => {
    expect(broken(text)).toBe(expected);
  });
});
