/** Defined terms and cited clauses of contracts, in plain text and in Markdown. */
import { expect, test } from 'vitest';
import type { Document } from '../../src/model/document.ts';
import type { ReferenceKind } from '../../src/model/reference.ts';
import { scanLegal } from '../../src/parsing/legal/scan-legal.ts';
import { parseSource } from '../../src/parsing/parse.ts';
import { BERTH_LEASE, HAFENORDNUNG, MARKDOWN_LICENCE, SUPPLY_TERMS } from './contracts.ts';

type Referring = Pick<Document, 'text' | 'references'>;

function parse(text: string): Referring {
  return { text, ...scanLegal(text) };
}

/** By name of the targets of one kind: the text that defines it, and the text at each use. */
function targets(
  document: Referring,
  kind: ReferenceKind,
  length: number,
): Map<string, { text: string | null; uses: string[] }> {
  const { text, references } = document;
  const found = new Map<string, { text: string | null; uses: string[] }>();
  for (const [i, target] of (references?.targets ?? []).entries()) {
    if (target.kind !== kind) continue;
    const uses: string[] = [];
    references?.meanings.forEach((meaning, use) => {
      const place = references.places[use];
      if (meaning === i) uses.push(text.slice(place, place + length));
    });
    found.set(target.name, { text: target.span && text.slice(target.span.start, target.span.end), uses });
  }
  return found;
}

test('terms of a contract, with what defines them', () => {
  const terms = targets(parse(BERTH_LEASE), 'definition', 6);
  expect([...terms.keys()].sort()).toEqual([
    ...['Agreement', 'Berth', 'Berth Fee', 'Owner', 'Parties', 'Party', 'Tenant', 'Vessel'],
  ]);
  expect(terms.get('Berth')?.text).toBe(
    '1.1 "Berth" means the mooring place whose number stands in Schedule A, with the jetty that leads to it.',
  );
  expect(terms.get('Vessel')?.text).toMatch(/^1\.3 "Vessel" shall mean [\s\S]*\(b\) is not longer than the Berth\.$/);
  expect(terms.get('Owner')?.text).toMatch(/Quay Works Ltd\..*\("Owner"\)/);
});

test('the longest term wins, and uses where it is defined are left out', () => {
  const document = parse(BERTH_LEASE);
  const fee = targets(document, 'definition', 9).get('Berth Fee');
  expect(fee?.uses).toEqual(['Berth Fee', 'Berth Fee']);
  const berth = targets(document, 'definition', 9).get('Berth');
  expect(berth?.uses).not.toContain('Berth Fee');
  const { references } = document;
  const span = references?.targets.find(({ name }) => name === 'Berth')?.span ?? { start: 0, end: 0 };
  const meaning = references?.targets.findIndex(({ name }) => name === 'Berth');
  references?.places.forEach((place, i) => {
    if (references.meanings[i] === meaning) expect(place < span.start || place >= span.end).toBe(true);
  });
});

test('plurals, possessives and line ends inside a term count; other words and other case do not', () => {
  const text = `AGREEMENT\n\n1.1 "Key Holder" means a person. The parties shall agree.\n\n1.2 "Copy" means a thing under this agreement.\n\n2.1 Key Holders, the Key\nHolder's Copies and a key holder shall not be KeyHolder or Key-Holder. Copyright. Pre-Copy.`;
  const terms = targets(parse(text), 'definition', 11);
  expect(terms.get('Key Holder')?.uses).toEqual(['Key Holders', "Key\nHolder'"]);
  expect(terms.get('Copy')?.uses).toEqual(['Copies and ']);
});

test.each([
  ['“Goods” has the meaning given in Section 2.', 'Goods'],
  ['the seller (hereinafter referred to as the “Seller”) agrees', 'Seller'],
  ['A and B (collectively, the "Terms") apply', 'Terms'],
  ['the works (each a "Work" and together the "Works") shall', 'Work', 'Works'],
  ['The term "Data" or "Personal Data", as used herein, means text.', 'Data', 'Personal Data'],
  ['Business Day means a day on which banks are open.', 'Business Day'],
  ['Acme Inc. (‘Acme’) shall pay.', 'Acme'],
  ['Die Firma (im Folgenden „Verkäufer“) liefert.', 'Verkäufer'],
  ['la société (ci-après «Vendeur») livre.', 'Vendeur'],
])('ways to define: %s', (sentence, ...names) => {
  const text = `AGREEMENT\n\n1.1 This agreement is made hereby. The parties shall agree.\n\n1.2 It binds the party.\n\n${sentence}\n`;
  expect([...targets(parse(text), 'definition', 1).keys()]).toEqual(names);
});

test('a list of definitions without quotes', () => {
  const text = `AGREEMENT between the parties hereto\n\n1. DEFINITIONS\n\nAffiliate: a company that controls a party hereto;\n\nPurpose: the sale of goods;\n\n2. OBLIGATIONS\n\nNote: the party shall use it for the Purpose.\n`;
  const terms = targets(parse(text), 'definition', 7);
  expect([...terms.keys()]).toEqual(['Affiliate', 'Purpose']);
  expect(terms.get('Purpose')?.uses).toEqual(['Purpose']);
});

test('quoted words that define nothing are no terms', () => {
  const text = `AGREEMENT of the parties hereto\n\n1.1 The parties shall write "Approved" on it (see the note "Colours" of 3 May 2031).\n\n1.2 It shall bind each party hereto.\n`;
  expect([...targets(parse(text), 'definition', 1).keys()]).toEqual([]);
});

test('a definition is at most 400 characters and begins and ends at words', () => {
  const long = `1.1 "Goods" means ${'wood and iron and '.repeat(60)}stone.`;
  const text = `AGREEMENT\n\n${long}\n\n1.2 The parties shall agree hereto.\n\n${'a party of many words '.repeat(40)}(the "Buyer") shall agree.\n`;
  const terms = targets(parse(text), 'definition', 1);
  for (const { text: definition } of terms.values()) {
    expect(definition?.length).toBeLessThanOrEqual(400);
    expect(definition).toMatch(/^\S.*\S$/s);
  }
  expect(terms.get('Buyer')?.text).toMatch(/\(the "Buyer"\)$/);
});

test('cited clauses, with those that are in another text left out', () => {
  const clauses = targets(parse(BERTH_LEASE), 'clause', 14);
  expect([...clauses.keys()].sort()).toEqual([
    ...['2', '2.1', '2.1(a)', '3.1', '4.1', '4.2', '4.2(b)', 'Schedule A', 'Schedule B'],
  ]);
  expect(clauses.get('4.2(b)')?.text).toBe('(b) at once, if the other Party is in breach of Clause 2.');
  expect(clauses.get('4.2')?.uses).toEqual(['4.2 remain una']);
  expect(clauses.get('Schedule A')?.text).toBe('Schedule A\nThe Berth');
  expect(clauses.get('Schedule B')?.text).toBeNull();
  expect(clauses.get('2')?.text).toBe('2. USE OF THE BERTH');
});

test('a citation over a line end, and § in a statute', () => {
  expect(targets(parse(SUPPLY_TERMS), 'clause', 8).get('2.2')?.uses).toEqual(['Section ']);
  const sections = targets(parse(HAFENORDNUNG), 'clause', 3);
  expect(sections.get('3')).toEqual({ text: '§ 3 Anlagen', uses: ['§ 3'] });
  const statute = parse(HAFENORDNUNG.replace('nach § 3', 'nach § 3 BGB'));
  expect(targets(statute, 'clause', 3).size).toBe(0);
});

test.each([
  'It is kept under 18 U.S.C. Section 7 and 22 CFR § 9.',
  'Section 5 of the Harbour Act and Article 6 of the Treaty of Lorn apply.',
  'Nach § 7 BGB und § 9 Abs. 2 HGB.',
])('clauses of other texts are not cited: %s', (sentence) => {
  expect([...targets(parse(`AGREEMENT\n\n7. Term\n\n${sentence}`), 'clause', 1).keys()]).toEqual([]);
});

test('a letter alone is looked for in the clause around it; a schedule has numbers of its own', () => {
  const text = [
    ...[
      'AGREEMENT of the parties hereto',
      '1. First Part',
      '1.1 The party shall:',
      '(a) ask; or',
      '(b) wait, if paragraph (a) fails.',
    ],
    ...[
      '2.1 The party shall:',
      '(a) go; or',
      '(b) stay, if paragraph (a) fails.',
      'Schedule 1',
      '1. Colours. See paragraph 2.',
    ],
    ...['2. Shapes. See Section 2.1 and paragraph 1 of Schedule 1.'],
  ].join('\n\n');
  const clauses = targets(parse(text), 'clause', 12);
  expect(clauses.get('1.1(a)')?.uses).toEqual(['paragraph (a']);
  expect(clauses.get('2.1(a)')?.uses).toEqual(['paragraph (a']);
  expect(clauses.get('Schedule 1/2')?.text).toMatch(/^2\. Shapes/);
  expect(clauses.get('Schedule 1/1')?.uses).toEqual(['paragraph 1 ']);
  expect(clauses.get('2.1')?.text).toBe('2.1 The party shall:');
});

test('a contract in Markdown: bold terms, list items, headings as clauses, nothing from code', () => {
  const document = parseSource({ documentId: 'd', mediaType: 'text/markdown', text: MARKDOWN_LICENCE });
  const terms = targets(document, 'definition', 8);
  expect([...terms.keys()].sort()).toEqual(['Fee', 'Licensee', 'Licensor', 'Seat', 'Software']);
  expect(terms.get('Seat')?.text).toBe('**Seat** means one person who uses the Software.');
  expect(terms.get('Software')?.uses).toHaveLength(3);
  const clauses = targets(document, 'clause', 9);
  expect(clauses.get('2')?.text).toBe('## 2. Fee');
  expect(clauses.get('2')?.uses).toHaveLength(1);
  expect(clauses.get('3(b)')?.text).toBe('(b) lend a Seat, subject to the terms herein.');
  expect(clauses.get('Exhibit C')?.text).toBeNull();
});

test('uses rise by place', () => {
  const { references } = parse(BERTH_LEASE);
  const places = [...(references?.places ?? [])];
  expect(places.length).toBeGreaterThan(30);
  expect(places).toEqual([...places].sort((a, b) => a - b));
});
