import { expect, test } from 'vitest';
import { htmlSentenceStarts } from './html-sentences.ts';
import { htmlTokens } from './html-tokens.ts';

function sentences(html: string): string[] {
  const starts: number[] = [];
  htmlSentenceStarts(html, htmlTokens(html, 0, html.length), starts);
  return [0, ...starts].map((start, i) => html.slice(start, starts[i]));
}

test.each([
  ['One. <b>Two.</b> Three.', ['One. ', '<b>Two.</b> ', 'Three.']],
  ['<p>One.</p><p>Two.</p>', ['<p>One.</p>', '<p>Two.</p>']],
  ['See <a title="No. Really.">this</a>. Then go.', ['See <a title="No. Really.">this</a>. ', 'Then go.']],
  [
    'It is 3<b>.</b>5 km. &ldquo;Far.&rdquo; &Auml;ste.',
    ['It is 3<b>.</b>5 km. ', '&ldquo;Far.&rdquo; ', '&Auml;ste.'],
  ],
  ['Dr. <i>Weir</i> came.', ['Dr. <i>Weir</i> came.']],
  ['駅に着く。<b>次は</b>川。', ['駅に着く。', '<b>次は</b>川。']],
])('%s', (html, expected) => {
  expect(sentences(html)).toEqual(expected);
});

test('starts rise and lie inside the stretch', () => {
  const starts: number[] = [];
  const html = 'Ash. <p>Oak. Elm.</p> Yew.';
  htmlSentenceStarts(html, htmlTokens(html, 5, 21), starts);
  expect(starts).toEqual([13]);
});
