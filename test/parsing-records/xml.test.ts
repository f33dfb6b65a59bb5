/** XML as entries: hand-written cases, and any tree of elements against the places where it was written. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blockAt } from '../../src/model/block.ts';
import type { Parsed } from '../../src/parsing/parsed.ts';
import { scanXml } from '../../src/parsing/records/xml.ts';
import { expectLawful, outline } from './block-laws.ts';

const SEED = 20_260_511;

function xml(text: string): Parsed {
  const parsed = scanXml(text, 'document');
  expectLawful(text, parsed);
  return parsed;
}

/** The outline without the root. */
function entriesOf(text: string): string[] {
  return outline(text, xml(text)).slice(1);
}

describe('entries', () => {
  test('one per element, named by attributes or by the elements inside', () => {
    expect(entriesOf('<s>\n<a id="1"/>\n<a><id>2</id><name>web</name></a>\n<a title="t" id=\'3\'></a>\n</s>')).toEqual([
      '  s | <s>⏎<a id="1"/>⏎<a><id>2</id><name>web</name></a>⏎<a title="t" id=\'3\'></a>⏎</s>',
      '    a[id=1] | <a id="1"/>',
      '    a[name=web] | <a><id>2</id><name>web</name></a>',
      '      id | <id>2</id>',
      '      name | <name>web</name>',
      '    a[title=t] | <a title="t" id=\'3\'></a>',
    ]);
  });

  test('prolog, comments and CDATA', () => {
    expect(
      entriesOf(
        '<?xml version="1.0"?>\n<!DOCTYPE a>\n<!-- top -->\n<a>\n<!-- b -->\n<b/> <!-- tail -->\n\n<!-- alone -->\n\n<c><![CDATA[<d>]]></c>\n</a>\n<!-- end -->\n',
      ),
    ).toEqual([
      '  - | <?xml version="1.0"?>',
      '  - | <!DOCTYPE a>',
      '  a | <!-- top -->⏎<a>⏎<!-- b -->⏎<b/> <!-- tail -->⏎⏎<!-- alone -->⏎⏎<c><![CDATA[<d>]]></c>⏎</a>',
      '    b | <!-- b -->⏎<b/> <!-- tail -->',
      '    - | <!-- alone -->',
      '    c | <c><![CDATA[<d>]]></c>',
      '  - | <!-- end -->',
    ]);
  });
});

describe('running text', () => {
  test('text with elements inside is a paragraph, and so is a long text', () => {
    const long = 'word '.repeat(30).trim();
    expect(
      entriesOf(`<r><p>Some <b>bold <i>text</i></b>.</p><p><b>First</b> then</p><p>${long}</p><v>short</v></r>`).slice(
        1,
      ),
    ).toEqual([
      '    paragraph p | <p>Some <b>bold <i>text</i></b>.</p>',
      '    paragraph p | <p><b>First</b> then</p>',
      `    paragraph p | <p>${long}</p>`,
      '    v | <v>short</v>',
    ]);
  });

  test('a list inside a paragraph keeps its items, words around it do not become entries', () => {
    expect(entriesOf('<p>See <x>1</x>: <list><i>a</i><i>b</i></list> and <x>2</x></p>').slice(1)).toEqual([
      '    list | <list><i>a</i><i>b</i></list>',
      '      i | <i>a</i>',
      '      i | <i>b</i>',
    ]);
  });

  test('stray text does not make a paragraph of a whole document', () => {
    const section = `<sec>${'<p>word</p>'.repeat(50)}</sec>`;
    const { blocks } = xml(`<doc>stray ${section.repeat(20)}</doc>`);
    expect(blocks.count).toBe(1 + 1 + 20 * 51);
  });
});

test.each([
  ['<a><b></a>', "An element 'b' is never closed; it was taken to end here."],
  ['<a></b></a>', "An element 'b' is closed that was never opened."],
  ['<a><b>', 'The text ends inside 2 elements that are never closed.'],
  ['<a/> <b c="', 'The text ends inside a tag.'],
  ['<a><b>x</b></a b', 'The text ends inside a tag.'],
  ['words', 'Text stands outside of all elements.'],
])('%s is kept and reported', (text, message) => {
  expect(xml(text).diagnostics).toEqual([expect.objectContaining({ code: 'malformed-data', message })]);
});

interface Element {
  readonly name: string;
  readonly attributes: string;
  readonly text: string;
  readonly gap: string;
  readonly children: readonly Element[];
}

const { element } = fc.letrec<{ element: Element }>((tie) => ({
  element: fc.record({
    name: fc.constantFrom('a', 'b-c', 'ns:d', 'é', '_e.1'),
    attributes: fc.constantFrom('', ' x="1"', " y='<a>'", ' z = ">" ', ' lang="é"'),
    text: fc.constantFrom('', 'word', '&amp;', '<![CDATA[</a>]]>'),
    gap: fc.constantFrom('', ' ', '\n', '\n  '),
    children: fc.oneof({ maxDepth: 5 }, fc.constant([]), fc.array(tie('element'), { maxLength: 4 })),
  }),
}));

/** Writes an element of others or of text; `places` gets where each begins and ends, outer ones first. */
function write(at: number, { name, attributes, text, gap, children }: Element, places: [number, number][]): string {
  const place: [number, number] = [at, 0];
  places.push(place);
  let out = children.length === 0 && text === '' ? `<${name}${attributes}/>` : `<${name}${attributes}>`;
  if (children.length > 0)
    for (const child of children) out += gap + write(at + out.length + gap.length, child, places);
  else out += text;
  if (!out.endsWith('/>') || children.length > 0) out += `${gap}</${name}>`;
  place[1] = at + out.length;
  return out;
}

test('any tree: an element is an entry from its first to its last character', () => {
  fc.assert(
    fc.property(element, (tree) => {
      const places: [number, number][] = [];
      const text = write(0, tree, places);
      const { blocks, diagnostics } = xml(text);
      const spans = Array.from({ length: blocks.count - 1 }, (_, i) => blockAt(blocks, i + 1).span);
      expect(spans.map(({ start, end }) => [start, end])).toEqual(places);
      expect(diagnostics).toEqual([]);
    }),
    { numRuns: 300, seed: SEED },
  );
});
