import { expect, it } from 'vitest';
import { parseSource } from '../parsing/parse.ts';
import { chunkDocument } from './chunk.ts';
import { overlapTax } from './overlap-tax.ts';

const text = Array.from({ length: 40 }, (_, i) => `Boat number ${i} leaves the harbour at dawn.`).join(' ');
const document = parseSource({ documentId: 'boats.txt', mediaType: 'text/plain', text });

it('counts the characters that are embedded a second time', () => {
  const chunks = chunkDocument(document, { strategy: 'sentence', maxChars: 200, overlapSentences: 1 });
  const tax = overlapTax(chunks);
  const repeated = chunks.reduce((sum, { embedText, text }) => sum + embedText.length - text.length, 0);
  expect(repeated).toBeGreaterThan(0);
  expect(tax.overlapChars).toBe(repeated);
  expect(tax.embeddedChars).toBe(chunks.reduce((sum, { embedText }) => sum + embedText.length, 0));
  expect(tax.share).toBe(tax.overlapChars / tax.embeddedChars);
});

it('is nothing without overlap, and without chunks', () => {
  expect(overlapTax(chunkDocument(document, { maxChars: 200 })).share).toBe(0);
  expect(overlapTax([])).toEqual({ embeddedChars: 0, overlapChars: 0, share: 0 });
});
