import { describe, expect, test } from 'vitest';
import { decodeEntities, entitySpans } from './html-entities.ts';

describe('decodeEntities', () => {
  test.each([
    ['R&amp;D &lt;3', 'R&D <3'],
    ['&nbsp;&iexcl;&yuml;', '\u00a0¡ÿ'],
    ['&Alpha;&Omega;&alpha;&omega;&sigmaf;', 'ΑΩαως'],
    ['&ldquo;&hellip;&rdquo; &euro; &rarr;', '“…” € →'],
    ['&#65;&#x41;&#X1F600;', 'AA\u{1f600}'],
    ['&#150;&#x92;', '–’'],
    ['&#0;&#xd800;&#x110000;', '\ufffd\ufffd\ufffd'],
    ['&unknown; &amp &; & a=1&b=2 &#; &#x;', '&unknown; &amp &; & a=1&b=2 &#; &#x;'],
    ['&amp;lt;', '&lt;'],
  ])('%s', (text, decoded) => {
    expect(decodeEntities(text)).toBe(decoded);
  });
});

test('entitySpans gives places in the whole text, of references inside the stretch', () => {
  const spans: number[] = [];
  entitySpans('&amp; b &lt; &gt;', 6, 14, spans);
  expect(spans).toEqual([8, 12]);
});
