/** The structure of contracts and statutes: clauses, headings, levels and labels. */
import { expect, test } from 'vitest';
import { BLOCK_KINDS } from '../../src/model/block.ts';
import { scanClauses } from '../../src/parsing/legal/scan-legal.ts';
import { parseSource } from '../../src/parsing/parse.ts';
import { BERTH_LEASE, HAFENORDNUNG, SUPPLY_TERMS } from './contracts.ts';

/** `kind level label`, or the first words of a paragraph. */
function outline(text: string): string[] {
  const { blocks, labels } = scanClauses(text);
  return Array.from({ length: blocks.count }, (_, i) => {
    const kind = BLOCK_KINDS[blocks.kinds[i]];
    if (kind === 'paragraph') return text.slice(blocks.starts[i], blocks.ends[i]).split(/\s+/).slice(0, 3).join(' ');
    return `${kind} ${blocks.levels[i]} ${labels.get(i)}`;
  });
}

test('a contract with a paragraph a line', () => {
  expect(outline(BERTH_LEASE)).toEqual([
    'heading 1 BERTH LEASE AGREEMENT',
    'This Berth Lease',
    'heading 1 RECITALS',
    ...['clause 2 WHEREAS', 'clause 2 WHEREAS', 'clause 1 NOW, THEREFORE'],
    ...['heading 1 1. DEFINITIONS', 'clause 2 1.1 Berth', 'clause 2 1.2 Berth Fee', 'clause 2 1.3 Vessel'],
    ...['clause 3 (a)', 'clause 3 (b)'],
    ...['heading 1 2. USE OF THE BERTH', 'clause 2 2.1 Permitted Use', 'clause 3 (a)', 'clause 3 (b)'],
    ...['clause 4 (i)', 'clause 4 (ii)', 'clause 3 (c)', 'A breach of', 'clause 2 2.2 Repairs'],
    ...['heading 1 3. FEES', 'clause 2 3.1', 'clause 2 3.2'],
    ...['heading 1 4. TERM AND TERMINATION', 'clause 2 4.1', 'clause 2 4.2', 'clause 3 (a)', 'clause 3 (b)'],
    'clause 1 IN WITNESS WHEREOF',
    'heading 1 Schedule A The Berth',
    ...['clause 2 1. Number of the Berth', 'clause 2 2. Name of the Tenant'],
  ]);
});

test('a wrapped contract: citations at the beginning of a line open no clause, (i) after (h) is a letter', () => {
  expect(outline(SUPPLY_TERMS)).toEqual([
    'heading 1 TERMS OF SUPPLY',
    'These terms of',
    ...['heading 1 ARTICLE I DEFINITIONS', 'clause 2 1.1 Goods', 'clause 2 1.2 Order'],
    ...['heading 1 ARTICLE II DELIVERY', 'clause 2 2.1 Place of Delivery', 'clause 2 2.2'],
    ...['clause 3 (a)', 'clause 3 (b)', 'clause 4 (i)', 'clause 4 (ii)', 'clause 3 (h)', 'clause 3 (i)'],
    'NEITHER PARTY SHALL',
  ]);
});

test('sections of a statute, and its paragraphs in brackets', () => {
  expect(outline(HAFENORDNUNG)).toEqual([
    'Hafenordnung',
    ...['heading 1 § 1 Geltungsbereich', 'clause 2 (1)', 'clause 2 (2)'],
    ...['heading 1 § 2 Begriffe', 'Im Sinne dieser', 'heading 1 § 3 Anlagen', 'Anlagen sind Stege'],
  ]);
});

test('a table of contents is no outline', () => {
  const contents = '1. Definitions ........ 1\n2. Use of the Berth ........ 2\n';
  expect(outline(`${contents}\n1. Definitions\n\nText of it follows here.`)).toEqual([
    ...['1. Definitions ........', '2. Use of', 'heading 1 1. Definitions', 'Text of it'],
  ]);
  const bare = '1. Definitions\n\n2. Use\n\n3. Fees\n\n4. Term\n\n';
  expect(outline(`${bare}1. Definitions\n\nText of it follows here.`)).toEqual([
    ...['1. Definitions', '2. Use', '3. Fees', '4. Term', '1. Definitions', 'Text of it'],
  ]);
});

test.each([
  [
    'Article 1er\nObjet\n\nArticle 2\n\nLe texte suit.',
    ['heading 1 Article 1er Objet', 'heading 1 Article 2', 'Le texte suit.'],
  ],
  [
    'TITRE PRÉLIMINAIRE : RÈGLES\n\nArticle premier\n\nLe texte suit.\n\nLIVRE PREMIER\nDES PORTS\n\nArticle L. 12-1\n\nLe texte suit.\n\nArticle 12 bis\n\nLe texte suit.',
    [
      ...['heading 1 TITRE PRÉLIMINAIRE RÈGLES', 'heading 2 Article premier', 'Le texte suit.'],
      ...['heading 1 LIVRE PREMIER DES PORTS', 'heading 2 Article L. 12-1', 'Le texte suit.'],
      ...['heading 2 Article 12 bis', 'Le texte suit.'],
    ],
  ],
  [
    'TÍTULO I\nDe los puertos\n\nCAPÍTULO PRIMERO\nDe los muelles\n\nArtículo 4\n\nEl texto es este.\n\nCAPÍTULO SEGUNDO\n\nArtículo 5\n\nEl texto es este.',
    [
      ...['heading 1 TÍTULO I De los puertos', 'heading 2 CAPÍTULO PRIMERO De los muelles'],
      ...['heading 3 Artículo 4', 'El texto es', 'heading 2 CAPÍTULO SEGUNDO', 'heading 3 Artículo 5', 'El texto es'],
    ],
  ],
  ['Artículo 1. Objeto\n\nTexto.', ['heading 1 Artículo 1 Objeto', 'Texto.']],
  ['Articolo 3 - Durata\n\nTesto.', ['heading 1 Articolo 3 Durata', 'Testo.']],
  [
    'CHAPTER III\n\nSection 1\n\nArticle 12\nRules\n\nText it is.',
    [...['heading 1 CHAPTER III', 'heading 2 Section 1', 'heading 3 Article 12 Rules', 'Text it is.']],
  ],
  [
    'PART IV\nFEES\n\nSection 2.3 Late Payment. It costs more.',
    ['heading 1 PART IV FEES', 'clause 2 Section 2.3 Late Payment'],
  ],
])('other forms: %s', (text, expected) => {
  expect(outline(text)).toEqual(expected);
});

test('an exhibit number over a whole document encloses nothing', () => {
  expect(outline('Exhibit 10.1\n\n1. Term\n\nOne year it is.')).toEqual([
    ...['heading 1 Exhibit 10.1', 'heading 1 1. Term', 'One year it'],
  ]);
});

test('a list of steps in a section starts a row of its own when it is indented', () => {
  const text =
    '5.2  Returns\n\n  a)  After the end the Seller will:\n\n    i)  do at once:\n\n      1. packing of it.\n\n      2. sending of it.\n\n    ii)  report.\n';
  expect(outline(text)).toEqual([
    ...['heading 1 5.2 Returns', 'clause 2 a)', 'clause 3 i)', 'clause 4 1.', 'clause 4 2.', 'clause 3 ii)'],
  ]);
});

test('plain text that is a contract is parsed as one, with its title', () => {
  const document = parseSource({ documentId: 'lease.txt', mediaType: 'text/plain', text: BERTH_LEASE });
  expect(document.title).toBe('BERTH LEASE AGREEMENT');
  expect([...(document.labels?.values() ?? [])]).toContain('2.1 Permitted Use');
  expect(document.references?.targets.length).toBeGreaterThan(5);
});
