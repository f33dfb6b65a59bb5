import { expect, it } from 'vitest';
import { chunkWith } from '../../src/chunking/chunk.ts';
import { resolveChunkOptions } from '../../src/chunking/options.ts';
import { verifyChunks } from '../../src/chunking/verify.ts';
import { parseSource } from '../../src/parsing/parse.ts';

const OPENING = '2.2 If the Seller does not deliver the Goods within ten Business Days of that date, the Buyer may:';

const contract = (opening: string): string => `SUPPLY AGREEMENT

This Supply Agreement (the "Agreement") is made between Alder Ltd (the "Seller") and Birch GmbH (the "Buyer").

1. DEFINITIONS

1.1 "Business Day" means a day on which banks in London are open for business.

1.2 "Goods" means the goods set out in Schedule 1.

2. DELIVERY

2.1 The Seller shall deliver the Goods on the date named in the order, which shall be a Business Day.

${opening}

(a) cancel the order in whole or in part, and shall then owe nothing for the Goods that were not delivered;

(b) claim damages of one per cent of the price for each week of delay, up to ten per cent; and in addition:

(i) the costs of storage from the first day of the delay until the day on which the Goods are taken over; and

(ii) the costs of every expert whom the Buyer asked about the delay, as far as those are reasonable; and

(c) buy goods of the same kind elsewhere, in which case the Seller shall bear the difference in price.

3. TERMINATION

3.1 Either party may terminate this Agreement by notice of three months, given in writing to the other party.
`;

function introductionsOf(text: string, maxChars: number): ReadonlyMap<string, readonly string[]> {
  const document = parseSource({ documentId: 'contract.txt', mediaType: 'text/plain', text });
  const options = resolveChunkOptions({ maxChars, overlapChars: 0 });
  const chunks = chunkWith(document, options);
  expect(verifyChunks(document, chunks, options).checks.filter(({ failures }) => failures.length > 0)).toEqual([]);
  return new Map(
    chunks.map((chunk) => [
      chunk.text.slice(0, chunk.text.indexOf(' ')),
      chunk.context.flatMap((part) => (part.type === 'listIntroduction' ? [part.text] : [])),
    ]),
  );
}

it('gives an item that is cut off from the clause that opens its list that clause, and those of the lists around it', () => {
  const found = introductionsOf(contract(OPENING), 400);
  expect(found.get('(c)')).toEqual([OPENING]);
  // Both do not fit their share of the limit: the inner one matters more.
  const inner = expect.stringMatching(/^\(b\) .* in addition:$/);
  expect(found.get('(ii)')).toEqual([inner]);
  expect(introductionsOf(contract(OPENING), 450).get('(ii)')).toEqual([OPENING, inner]);
});

it('gives it nothing where the clause above opens no list', () => {
  const found = introductionsOf(contract(OPENING.replace('may:', 'may do what follows.')), 400);
  expect(found.get('(c)')).toEqual([]);
});

it('gives what comes behind the list nothing', () => {
  for (const maxChars of [220, 300, 400, 600]) {
    const found = introductionsOf(contract(OPENING), maxChars);
    for (const [start, introductions] of found) if (/^\d/.test(start)) expect(introductions).toEqual([]);
  }
});
