import { expect, test } from 'vitest';
import { isLegal } from '../../src/parsing/legal/is-legal.ts';
import { BERTH_LEASE, HAFENORDNUNG, MARKDOWN_LICENCE, SUPPLY_TERMS } from './contracts.ts';

test.each([
  ['lease', BERTH_LEASE],
  ['supply terms', SUPPLY_TERMS],
  ['ordinance', HAFENORDNUNG],
  ['licence in Markdown', MARKDOWN_LICENCE],
  ['French statute', 'Article 1er\nObjet\n\nArticle 2\nChamp\n\nArticle 3\nTexte\n\nLe texte suit ici.'],
  ['Spanish statute', 'Artículo 1. Objeto\n\nArtículo 2. Ámbito\n\nArtículo 3. Texto\n\nEl texto sigue.'],
])('a %s is legal text', (_, text) => {
  expect(isLegal(text)).toBe(true);
});

const LIST = Array.from({ length: 20 }, (_, i) => `${i + 1}. Take the rope and tie it to the ring.`).join('\n');

test.each([
  ['list of steps', LIST],
  [
    'paper with numbered sections',
    `1. Introduction\n\n${'We show in Section 2 that locks fill. '.repeat(20)}\n\n1.1 Locks\n\n${'A lock shall fill in time. '.repeat(3)}`,
  ],
  [
    'standard with SHALL',
    `1.1 Terms\n\n${'A client SHALL send the header. The server reads it and answers with a status line. '.repeat(20)}`,
  ],
  [
    'report about an agreement',
    `The parties reached an agreement on Monday. ${'Ministers met in Lorn and spoke of trade, ports and fish. '.repeat(20)}`,
  ],
  [
    'essay citing articles',
    `Article 5 was much discussed. ${'The court wrote that article 6 and Section 3 did not apply to ships at sea. '.repeat(20)}`,
  ],
  ['short note', 'The parties shall agree hereby.'],
  ['empty text', ''],
])('a %s is none', (_, text) => {
  expect(isLegal(text)).toBe(false);
});
