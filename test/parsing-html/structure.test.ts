/** Well-written pages: which blocks they have, and what each is called. */
import { describe, expect, test } from 'vitest';
import { blockAt } from '../../src/model/block.ts';
import { parseSource } from '../../src/parsing/parse.ts';
import { html, labelsOf, outline } from './html-kit.ts';

describe('blocks', () => {
  test('headings, paragraphs, code, rules', () => {
    expect(
      outline(
        '<h1>Ferry</h1>\n<p>Two boats.</p>\n<pre>\n a <b>b</b>\n</pre>\n<hr>\n<H3 CLASS="x">Fares</H3>\n<P>Low.</P>',
      ),
    ).toEqual([
      'heading 1 | <h1>Ferry</h1>',
      'paragraph | <p>Two boats.</p>',
      'code 1 | <pre>⏎ a <b>b</b>⏎</pre>',
      'thematicBreak | <hr>',
      'heading 3 | <H3 CLASS="x">Fares</H3>',
      'paragraph | <P>Low.</P>',
    ]);
  });

  test('lists in lists, with their paragraphs', () => {
    expect(outline('<ul><li>oak<ol><li>red</li><li><p>white</p><p>grey</p></li></ol></li><li>ash</li></ul>')).toEqual([
      'list | <ul><li>oak<ol><li>red</li><li><p>white</p><p>grey</p></li></ol></li><li>ash</li></ul>',
      '  listItem 1 | <li>oak<ol><li>red</li><li><p>white</p><p>grey</p></li></ol></li>',
      '    paragraph | oak',
      '    list 1 | <ol><li>red</li><li><p>white</p><p>grey</p></li></ol>',
      '      listItem 2 | <li>red</li>',
      '        paragraph | red',
      '      listItem 2 | <li><p>white</p><p>grey</p></li>',
      '        paragraph | <p>white</p>',
      '        paragraph | <p>grey</p>',
      '  listItem 1 | <li>ash</li>',
      '    paragraph | ash',
    ]);
  });

  test('a term and its descriptions are one item', () => {
    expect(outline('<dl><dt>Sluice</dt><dt>Gate</dt><dd>Lets water in.</dd><dt>Weir</dt><dd>A dam.</dd></dl>')).toEqual(
      [
        'list | <dl><dt>Sluice</dt><dt>Gate</dt><dd>Lets water in.</dd><dt>Weir</dt><dd>A dam.</dd></dl>',
        '  listItem 1 | <dt>Sluice</dt><dt>Gate</dt><dd>Lets water in.</dd>',
        '    paragraph | <dt>Sluice',
        '    paragraph | <dt>Gate',
        '    paragraph | <dd>Lets water in.',
        '  listItem 1 | <dt>Weir</dt><dd>A dam.</dd>',
        '    paragraph | <dt>Weir',
        '    paragraph | <dd>A dam.',
      ],
    );
  });

  test('quotes, figures and navigation hold blocks; head, scripts and styles are blocks of HTML', () => {
    expect(
      outline(
        '<head><title>T</title><style>p > a {}</style></head><nav><ul><li>Home</li></ul></nav><blockquote><p>q</p></blockquote>' +
          '<figure><img src="a.png"><figcaption>Weir</figcaption></figure><script>if (a < b) "</p>"</script>',
      ),
    ).toEqual([
      'html | <head><title>T</title><style>p > a {}</style></head>',
      '  html | <title>T</title>',
      '  html | <style>p > a {}</style>',
      'html | <nav><ul><li>Home</li></ul></nav>',
      '  list | <ul><li>Home</li></ul>',
      '    listItem 1 | <li>Home</li>',
      '      paragraph | Home',
      'blockquote | <blockquote><p>q</p></blockquote>',
      '  paragraph | <p>q</p>',
      'html | <figure><img src="a.png"><figcaption>Weir</figcaption></figure>',
      '  html | <img src="a.png">',
      '  paragraph | <figcaption>Weir',
      'html | <script>if (a < b) "</p>"</script>',
    ]);
  });

  test('text outside paragraphs is one paragraph up to the next block, line breaks and inline elements inside', () => {
    expect(outline('<div>Loose <em>words</em><br>and <my-tag>more</my-tag><p>p</p> tail &amp; end</div>')).toEqual([
      'paragraph | <div>Loose <em>words</em><br>and <my-tag>more</my-tag>',
      'paragraph | <p>p</p>',
      'paragraph | tail &amp; end</div>',
    ]);
  });

  test('a picture without words is a block of HTML, an empty element is none', () => {
    expect(outline('<div><img src=a></div><p></p><p>&nbsp;</p><span></span><p>x</p><p> </p>')).toEqual([
      'html | <div><img src=a></div>',
      'paragraph | <p></p><p>&nbsp;</p><span></span><p>x</p><p> </p>',
    ]);
  });
});

describe('tags around blocks', () => {
  test('start tags go with what follows, end tags with what precedes', () => {
    expect(
      outline('<main><section><h2>A</h2><div><p>a</p></div></section>\n<section class="b"><h2>B</h2></section></main>'),
    ).toEqual([
      'heading 2 | <main><section><h2>A</h2>',
      'paragraph | <div><p>a</p></div></section>',
      'heading 2 | <section class="b"><h2>B</h2></section></main>',
    ]);
  });

  test('an empty element goes with what follows, unless the element around it ends first', () => {
    expect(
      outline('<section><p>a</p><div></div></section><i></i><section><p>b</p><div></div><p>c</p></section>'),
    ).toEqual([
      'paragraph | <section><p>a</p><div></div></section>',
      'paragraph | <i></i><section><p>b</p>',
      'paragraph | <div></div><p>c</p></section>',
    ]);
  });

  test('a link around blocks', () => {
    expect(outline('<a href="/"><h3>Card</h3><p>text</p></a>')).toEqual([
      'heading 3 | <a href="/"><h3>Card</h3>',
      'paragraph | <p>text</p></a>',
    ]);
  });

  test('a short comment goes with what follows, a long one is a block, one inside text is text', () => {
    const long = `<!-- ${'x'.repeat(300)} -->`;
    expect(outline(`<p>a</p><!-- b --><p>b<!-- in --></p>${long}<p>c</p>`)).toEqual([
      'paragraph | <p>a</p>',
      'paragraph | <!-- b --><p>b<!-- in --></p>',
      `html | ${long}`,
      'paragraph | <p>c</p>',
    ]);
  });

  test('a page of nothing but tags is one block', () => {
    expect(outline('<!doctype html><html><body><div></div></body></html>')).toEqual([
      'html | <!doctype html><html><body><div></div></body></html>',
    ]);
    expect(outline(' \n ')).toEqual([]);
  });
});

describe('names', () => {
  test('headings are called by their text, entities resolved, white space folded', () => {
    expect(
      labelsOf('<h1>\n  R&amp;D <b>in</b>&nbsp;&#8220;Ulm&#x201d; <!-- no -->\n</h1><h2><img alt=x></h2>'),
    ).toEqual(['R&D in “Ulm”', 'x']);
  });

  test('headings without the sign that links to them', () => {
    const link = (sign: string) => `<a class="headerlink" href="#quays" title="Link">${sign}</a>`;
    for (const sign of ['¶', '#', '&para;', '&#182;', '\u200b', '\uf0c1', ''])
      expect(labelsOf(`<h2>Quays${link(sign)}</h2><h3>${link(sign)} Fees</h3>`)).toEqual(['Quays', 'Fees']);
    expect(labelsOf(`<h2><a href="/c">C#</a></h2><h3><a href="#f">Fees</a></h3><h4>${link('§')}</h4>`)).toEqual([
      ...['C#', 'Fees', '§'],
    ]);
  });

  test('tables by caption and header rows, items that hold more by their first words', () => {
    const table = '<table><caption>Fares</caption><tr><th>Zone<th>Price<tr><td>A<td>2</table>';
    expect(labelsOf(`${table}<ul><li>Tides<ul><li>high</ul><li>Wind</ul>`)).toEqual(['Fares: Zone | Price', 'Tides']);
  });

  test('the title is that of the title element, else the first heading of level 1 wherever it stands', () => {
    const title = (text: string): string => parseSource({ documentId: 'p', mediaType: 'text/html', text }).title;
    expect(title('<title>Ferries &amp; boats </title><h1>Other</h1>')).toBe('Ferries & boats');
    expect(title('<a href=#m>Skip</a><nav><h2>Menu</h2></nav><h2>Sub</h2><h1>Ferries</h1>')).toBe('Ferries');
    expect(title('<nav><h3>Menu</h3></nav><h2>Sub</h2><p>x')).toBe('Sub');
    expect(title('<p>Skip</p><h2>Sub</h2>')).toBe('');
    expect(html('<title>T</title>').fields).toEqual({ title: 'T' });
    expect(html('<svg><title>not this</title></svg><p>x').fields).toBeUndefined();
  });
});

test('XHTML is read as HTML, by the rules of XML for empty elements', () => {
  const text = '<html><head><script src="a.js"/></head><body><h1>T</h1></body></html>';
  const kinds = (mediaType: string): string[] => {
    const { blocks } = parseSource({ documentId: 'p', mediaType, text });
    return Array.from({ length: blocks.count }, (_, i) => blockAt(blocks, i).kind);
  };
  expect(kinds('application/xhtml+xml; charset=utf-8')).toEqual(['html', 'html', 'heading']);
  expect(kinds('text/html')).toEqual(['html', 'html']);
});
