import { describe, expect, test } from 'vitest';
import { MarkupReader } from './html-markup.ts';

describe('MarkupReader', () => {
  test.each([
    ['<a>|', '<a>'],
    ['<a b=c d>|', '<a b=c d>'],
    ['<a b=">" c=\'>\'>|', '<a b=">" c=\'>\'>'],
    ['<a ">|">', '<a ">'],
    ['<a b=c"d>|">', '<a b=c"d>'],
    ['<a href=/?x="y>|">', '<a href=/?x="y>'],
    ['</a b=">">|', '</a b=">">'],
    ['</ x>|', '</ x>'],
    ['<!-- > -->|-->', '<!-- > -->'],
    ['<!-->|-->', '<!-->'],
    ['<!--->|-->', '<!--->'],
    ['<!doctype html>|', '<!doctype html>'],
    ['<?php a?>|', '<?php a?>'],
    ['<![CDATA[ > ]]>|', '<![CDATA[ > ]]>'],
    ['<![CDATA[ >| x', '<![CDATA[ >'],
    ['<a b="x>| y', '<a b="x>'],
    ['<a b', '<a b'],
    ['<!-- a', '<!-- a'],
  ])('%s', (marked, markup) => {
    const text = marked.replace('|', '');
    expect(text.slice(0, new MarkupReader(text).end(0))).toBe(markup);
  });

  test('next passes over what begins no markup', () => {
    const reader = new MarkupReader('1 < 2 <3 <é << <b');
    expect(reader.next(0)).toBe(14 + 1);
    expect(reader.next(16)).toBe(-1);
  });

  test('raw text ends at its own end tag, in any case', () => {
    const text = '<script></scripts></b></SCRIPT >x';
    expect(new MarkupReader(text).rawEnd('script', 8)).toBe(text.indexOf('</SCRIPT'));
    expect(new MarkupReader('<style>a').rawEnd('style', 7)).toBe(8);
  });
});
