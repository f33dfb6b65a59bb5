/** What people write for HTML: tags that are missing, doubled, in the wrong order or cut off. */
import { describe, expect, test } from 'vitest';
import { html, outline } from './html-kit.ts';

describe('missing end tags', () => {
  test('blocks end paragraphs, headings end at the next block', () => {
    expect(outline('<p>a<p>b<h2>T<p>c<div>d')).toEqual([
      'paragraph | <p>a',
      'paragraph | <p>b',
      'heading 2 | <h2>T',
      'paragraph | <p>c',
      'paragraph | <div>d',
    ]);
  });

  test('a paragraph inside a heading is its text', () => {
    expect(outline('<h2><p>Title</p></h2>x')).toEqual(['heading 2 | <h2><p>Title</p></h2>', 'paragraph | x']);
    expect(outline('<h2><div>Title</div> too</h3>x')).toEqual([
      'heading 2 | <h2><div>Title</div> too</h3>',
      'paragraph | x',
    ]);
  });

  test('items end at items of the same list', () => {
    expect(outline('<ul><li>a<ul><li>b<li>c</ul><li>d</ul>').filter((line) => line.includes('listItem'))).toEqual([
      '  listItem 1 | <li>a<ul><li>b<li>c</ul>',
      '      listItem 2 | <li>b',
      '      listItem 2 | <li>c',
      '  listItem 1 | <li>d',
    ]);
  });

  test('the head ends where the page begins', () => {
    expect(outline('<head><meta charset=x><title>T</title>\nHello')).toEqual([
      'html | <head><meta charset=x><title>T</title>',
      '  html | <meta charset=x>',
      '  html | <title>T</title>',
      'paragraph | Hello',
    ]);
  });
});

describe('end tags of nothing', () => {
  test('they belong to what is in front of them, or to the text they stand in', () => {
    expect(outline('<p>a</p></div></p></li><p>b</span>c</section>d</p>')).toEqual([
      'paragraph | <p>a</p></div></p></li>',
      'paragraph | <p>b</span>c</section>d</p>',
    ]);
    expect(outline('</div></p>')).toEqual(['html | </div></p>']);
  });

  test('an element that ends takes with it what is open inside', () => {
    expect(outline('<div><ul><li>a</div>b')).toEqual([
      'list | <div><ul><li>a</div>',
      '  listItem 1 | <li>a',
      '    paragraph | a',
      'paragraph | b',
    ]);
  });

  test('items and cells without their lists and tables are text around which nothing stands', () => {
    expect(outline('<li>a<tr><td>b<dd>c')).toEqual(['paragraph | <li>a', 'paragraph | <tr><td>b', 'paragraph | <dd>c']);
  });
});

describe('odd markup', () => {
  test('a `>` in quotes ends no tag, a quote outside a value means nothing', () => {
    expect(outline(`<p title="a>b" data-x='>'>c</p><p "x>d</p><p a=b"c>e</p>`)).toEqual([
      `paragraph | <p title="a>b" data-x='>'>c</p>`,
      'paragraph | <p "x>d</p>',
      'paragraph | <p a=b"c>e</p>',
    ]);
  });

  test('a quote that is never closed ends with its tag', () => {
    expect(outline('<p>a</p><p title="x>b</p><p>c</p>')).toEqual([
      'paragraph | <p>a</p>',
      'paragraph | <p title="x>b</p>',
      'paragraph | <p>c</p>',
    ]);
  });

  test('a `<` in front of a blank or a digit is text', () => {
    expect(outline('<p>1 < 2 <3 and <</p>')).toEqual(['paragraph | <p>1 < 2 <3 and <</p>']);
  });

  test('CDATA is text, instructions and declarations are not', () => {
    expect(outline('<?xml version="1.0"?><!DOCTYPE html><div><![CDATA[a <p> b]]></div></ x><p>c')).toEqual([
      'paragraph | <?xml version="1.0"?><!DOCTYPE html><div><![CDATA[a <p> b]]></div>',
      'paragraph | </ x><p>c',
    ]);
  });

  test('what is cut off runs to the end', () => {
    for (const text of ['<p>a</p><p titl', '<p>a</p><p title="x', '<p>a</p></p', '<p>a</p><'])
      expect(outline(text)[0]).toContain('<p>a</p>');
    expect(outline('<p>a</p><!-- never <p>closed')).toEqual(['paragraph | <p>a</p><!-- never <p>closed']);
  });

  test('a script or comment that is never closed is reported', () => {
    expect(html('<p>a</p><script>let x = "<p>"').diagnostics).toEqual([
      {
        code: 'malformed-data',
        message: 'A script is never closed; everything behind it is in it.',
        documentId: 'page',
        span: { start: 8, end: 29 },
      },
    ]);
    expect(html('<!-- a').diagnostics).toHaveLength(1);
    expect(html('<!-- a --><p>x').diagnostics).toBeUndefined();
  });

  test('in XHTML an element may be empty by a slash, in HTML it is open', () => {
    expect(outline('<div><script src="a"/></div><p>a</p>', true)).toEqual([
      'html | <div><script src="a"/></div>',
      'paragraph | <p>a</p>',
    ]);
    expect(
      outline('<ul><li/><li>b</li></ul><div/><p>a</p>', true).filter((line) => line.includes('paragraph')),
    ).toEqual(['    paragraph | b', 'paragraph | <div/><p>a</p>']);
    expect(outline('<script src="a"/><p>a</p>')).toEqual(['html | <script src="a"/><p>a</p>']);
  });
});
