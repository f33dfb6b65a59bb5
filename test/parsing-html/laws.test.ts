/** Laws of HTML over random tag soup, pages that are cut off, and pages of which the structure is known. */
import fc from 'fast-check';
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { expect, test } from 'vitest';
import { blockAt } from '../../src/model/block.ts';
import { scanHtml } from '../../src/parsing/html/scan-html.ts';
import { htmlSpans } from '../../src/text/html-spans.ts';
import { htmlTokens } from '../../src/text/html-tokens.ts';
import { expectLawful, html } from './html-kit.ts';

const SEED = 20_261_130;

const NAMES = [
  ...['html', 'head', 'body', 'div', 'section', 'p', 'h1', 'h2', 'h6', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'pre'],
  ...['table', 'caption', 'thead', 'tbody', 'tr', 'td', 'th', 'blockquote', 'nav', 'figure', 'figcaption', 'hr', 'br'],
  ...['b', 'a', 'span', 'img', 'svg', 'x-card', 'script', 'style', 'title', 'textarea', 'meta', 'form', 'select'],
];
const ATTRIBUTES = [
  '',
  '',
  '',
  ' a',
  ' a=b',
  ' a="> <p>"',
  " b='x' c",
  ' d="',
  ' e=/',
  ' colspan=2',
  '/',
  ' /',
  '\n a\n',
];
const tag = fc
  .tuple(fc.constantFrom('<', '<', '</'), fc.constantFrom(...NAMES), fc.constantFrom(...ATTRIBUTES), fc.boolean())
  .map(([open, name, attributes, upper]) => `${open}${upper ? name.toUpperCase() : name}${attributes}>`);
const NOISE = [
  ...['text', ' more words. ', '\n', ' ', '\u00a0', '&nbsp;', '&amp;', '&#x41;', '&', '<', '>', '< ', '</', '<!', '<?'],
  ...['<!-- c -->', '<!--', '-->', '<!doctype html>', '<![CDATA[ x ]]>', '<![CDATA[', ']]>', '"', "'", '=', '\ud800'],
  ...['\u{1f600}', `<!-- ${'long '.repeat(60)} -->`],
];
const soup = fc
  .array(fc.oneof({ weight: 4, arbitrary: tag }, { weight: 2, arbitrary: fc.constantFrom(...NOISE) }), {
    maxLength: 40,
  })
  .map((parts) => parts.join(''));

test('blocks of tag soup are nested, in order, and hold all of the text', () => {
  fc.assert(
    fc.property(fc.oneof(soup, fc.string({ unit: 'binary', maxLength: 60 })), fc.boolean(), (text, xml) => {
      html(text, xml);
    }),
    { numRuns: 6000, seed: SEED },
  );
});

test('so are those of a page that is cut off anywhere', () => {
  const page =
    '<!doctype html><html><head><title>T</title><style>a{}</style></head><body class="a b"><nav><ul><li><a href="/x?a=1&b">A</a>' +
    "<li>B</ul></nav><main><h1 id='t'>T</h1><p>One.<br>Two <!-- c --> &copy;</p><table><thead><tr><th>N<th>V</thead><tr><td>1<td>" +
    '<ul><li>x</ul></table><dl><dt>a<dd>b</dl><table><tr><td><h2>L</h2>x<td>y</table><script>1<2</script></main></body></html>';
  for (let end = 0; end <= page.length; end++) html(page.slice(0, end));
});

/** Pages written from a tree, with the kinds of blocks that they must have. */
type Piece = readonly [text: string, kinds: readonly string[]];
const words = fc.constantFrom('oak', 'red ash', 'no 7 &amp; 8', '<b>x</b> y', 'a<br>b');
const { flow } = fc.letrec<{ flow: Piece; list: Piece; leaf: Piece; group: Piece }>((tie) => ({
  leaf: fc.oneof(
    words.map((w): Piece => [`<p>${w}</p>`, ['paragraph']]),
    words.map((w): Piece => [`<H2>${w}</H2>`, ['heading']]),
    words.map((w): Piece => [`<pre>${w}</pre>`, ['code']]),
    words.map((w): Piece => [`<table><tr><th>${w}<th>k<tr><td>1<td>${w}</table>`, ['table', 'tableRow', 'tableRow']]),
    fc.constant<Piece>(['<hr>', ['thematicBreak']]),
    fc.constant<Piece>(['<div><script>if (1 < 2) "</p>"</script></div>', ['html']]),
  ),
  list: fc.array(fc.tuple(words, tie('flow')), { minLength: 1, maxLength: 3 }).map((items): Piece => {
    const text = items.map(([w, [inner]]) => `<li>${w}${inner}</li>`).join('\n');
    const kinds = items.flatMap(([, [, inner]]) => ['listItem', 'paragraph', ...inner]);
    return [`<ul>${text}</ul>`, ['list', ...kinds]];
  }),
  group: fc
    .tuple(fc.constantFrom('div', 'section', 'article'), fc.array(tie('flow'), { maxLength: 3 }))
    .map(
      ([name, parts]): Piece => [
        `<${name}>${parts.map(([text]) => text).join('\n')}</${name}>`,
        parts.flatMap(([, kinds]) => kinds),
      ],
    ),
  flow: fc.oneof({ maxDepth: 4 }, tie('leaf'), tie('leaf'), tie('list'), tie('group')),
}));

test('a page has the blocks that it was written with', () => {
  fc.assert(
    fc.property(fc.array(flow, { maxLength: 5 }), (parts) => {
      const kinds = parts.flatMap(([, kinds]) => kinds);
      fc.pre(kinds.length > 0);
      const { blocks } = html(parts.map(([text]) => text).join('\n'));
      expect(Array.from({ length: blocks.count }, (_, i) => blockAt(blocks, i).kind)).toEqual(kinds);
    }),
    { numRuns: 1000, seed: SEED },
  );
});

/** Where the tags of `text` begin and end by another reader. */
function tagsOf(text: string): number[] {
  const spans: number[] = [];
  const nothing = (): void => undefined;
  const callbacks: TokenizerCallbacks = {
    onattribdata: nothing,
    onattribend: nothing,
    onattribentity: nothing,
    onattribname: nothing,
    oncdata: nothing,
    onclosetag: (start, end) => spans.push(start - 2, text.indexOf('>', end) + 1),
    oncomment: nothing,
    ondeclaration: nothing,
    onend: nothing,
    onopentagend: (end) => spans.push(end + 1),
    onopentagname: (start) => spans.push(start - 1),
    onprocessinginstruction: nothing,
    onselfclosingtag: (end) => spans.push(end + 1),
    ontext: nothing,
    ontextentity: nothing,
  };
  const tokenizer = new Tokenizer({ xmlMode: false, decodeEntities: false }, callbacks);
  tokenizer.write(text);
  tokenizer.end();
  return spans;
}

test('tags begin and end where another reader of HTML finds them', () => {
  const attribute = fc.constantFrom(
    '',
    ' a',
    ' a=b',
    ' a = "x > y"',
    " a='<p>'",
    ' a="\'" b',
    ' a=x"y',
    ' /',
    '\n\tb=\n"c"\n',
  );
  const open = fc
    .tuple(fc.constantFrom('a', 'p', 'DIV', 'x-y', 'h1'), fc.array(attribute, { maxLength: 4 }))
    .map(([name, attributes]) => `<${name}${attributes.join('')}>`);
  const part = fc.oneof(open, fc.constantFrom('</a>', '</DIV>', '</p >', 'text', ' < ', '1<2', ' = "', "it's"));
  fc.assert(
    fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
      const text = parts.join('');
      expect(htmlSpans(text, htmlTokens(text, 0, text.length))).toEqual(tagsOf(text));
    }),
    { numRuns: 2000, seed: SEED },
  );
});

test('the same text gives the same blocks, with line feeds and without', () => {
  fc.assert(
    fc.property(soup, (text) => {
      const once = scanHtml(text, 'a');
      const twice = scanHtml(text, 'a');
      expectLawful(text, once);
      const rows = ({ blocks }: typeof once): unknown =>
        Array.from({ length: blocks.count }, (_, i) => blockAt(blocks, i));
      expect(rows(twice)).toEqual(rows(once));
    }),
    { numRuns: 300, seed: SEED },
  );
});
