import { describe, expect, test } from 'vitest';
import { htmlText, visibleEnd } from './html-text.ts';

describe('htmlText', () => {
  test.each([
    ['<p>One <b>bold</b>\n word</p><p>two</p>', 'One bold word two'],
    ['a<br>b<td>c</td><td>d', 'a b c d'],
    ['un<b>broken</b> w<wbr>ord', 'unbroken word'],
    ['a<!-- x --><script>let b = "</p>"</script><style>p{}</style>c', 'ac'],
    ['<textarea><b></textarea> &lt;b&gt;', '<b> <b>'],
    ['1 < 2 &nbsp; <a title=">">x</a', '1 < 2 x'],
  ])('%s', (html, text) => {
    expect(htmlText(html)).toBe(text);
  });

  test('a stretch is read by itself', () => {
    expect(htmlText('<p>abc</p>', 3, 5)).toBe('ab');
  });
});

test('visibleEnd leaves out tags and white space at the end', () => {
  expect(visibleEnd('<p>these:</b> \n</p>', 0, 19)).toBe(9);
  expect(visibleEnd('<p></p>', 0, 7)).toBe(0);
  expect(visibleEnd('a > ', 0, 4)).toBe(0);
});
