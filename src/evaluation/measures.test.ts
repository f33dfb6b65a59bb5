import { describe, expect, it } from 'vitest';
import type { Context, Passage } from '../model/retrieval.ts';
import { blackCounts } from './judge.ts';
import { type Found, measureQuery, measuresFor } from './measures.ts';
import type { EvaluationQuery, Gold } from './query-set.ts';

// Two words of ten letters each, a blank between them: offsets 0-10 and 11-21; a third from 22 to 32.
const TEXT = `${'a'.repeat(10)} ${'b'.repeat(10)} ${'c'.repeat(10)}`;
const place = (start: number, end: number, documentId = 'd') => ({ documentId, span: { start, end } });
const gold = (start: number, end: number, alternates: readonly { documentId: string }[] = []): Gold => ({
  ...place(start, end),
  alternates,
});
const query = (...places: Gold[]): EvaluationQuery => ({ id: 'q', text: 'q', kind: 'all', gold: places, weak: false });
const measure = (golds: readonly Gold[], found: Partial<Found>) =>
  measureQuery(query(...golds), { hits: [], goldChunks: [], contexts: [], ...found }, () => blackCounts(TEXT));

describe('ranking measures', () => {
  it('count a hit by the share of the gold that it holds', () => {
    const chunks = [place(0, 5), place(5, 21), place(22, 32)];
    const values = measure([gold(0, 10)], { hits: [chunks[2], chunks[1], chunks[0]], goldChunks: chunks });
    // Gains 0, 0.5, 0.5 against the ideal 0.5, 0.5, 0.
    const ideal = 0.5 + 0.5 / Math.log2(3);
    expect(values['nDCG@10']).toBeCloseTo((0.5 / Math.log2(3) + 0.5 / 2) / ideal);
    expect(values).toMatchObject({ RR: 0.5, 'Success@1': 0, 'Success@5': 1, 'P@5': 0.4, 'R@5': 1, goldCut: 1 });
  });

  it('are 1 for the best ranking there can be', () => {
    const chunks = [place(0, 21), place(22, 32)];
    const values = measure([gold(0, 10), gold(22, 32)], { hits: chunks, goldChunks: chunks });
    expect(values).toMatchObject({ 'nDCG@10': 1, RR: 1, 'R@5': 1, 'Success@1': 1, 'spanRecall@5': 1, goldCut: 0 });
  });

  it('want every gold place, and take an alternate for the place it belongs to', () => {
    const other = place(22, 32);
    expect(measure([gold(0, 10), gold(11, 21)], { hits: [place(0, 10)] })['R@5']).toBe(0.5);
    expect(measure([gold(0, 10, [other])], { hits: [other] })).toMatchObject({ 'R@5': 1, RR: 1 });
  });

  it('find a whole document with any hit in it, and say nothing of its spans', () => {
    const values = measure([{ documentId: 'd', alternates: [] }], { hits: [place(3, 4)] });
    expect(values).toMatchObject({ 'R@5': 1, RR: 1 });
    expect(Object.keys(values)).not.toContain('spanRecall@5');
  });

  it('do not count blanks at the ends', () => {
    expect(measure([gold(0, 22)], { hits: [place(0, 21)] })['R@5']).toBe(1);
  });
});

describe('span measures', () => {
  it('are those of a worked example', () => {
    // Retrieved 0-16 and 11-21 (26 characters), reference 5-15: found 5-15.
    const hits = [place(0, 16), place(11, 21)];
    const values = measure([gold(5, 15)], { hits, goldChunks: [...hits, place(22, 32)] });
    expect(values['spanRecall@5']).toBe(1);
    expect(values['spanPrecision@5']).toBeCloseTo(10 / 26);
    expect(values['spanIoU@5']).toBeCloseTo(10 / 26);
    expect(values.precisionOmega).toBeCloseTo(10 / 26);
  });

  it('count what was not found in the union', () => {
    const values = measure([gold(0, 10), gold(22, 32)], { hits: [place(0, 21)] });
    expect([values['spanRecall@5'], values['spanPrecision@5']]).toEqual([0.5, 10 / 21]);
    expect(values['spanIoU@5']).toBeCloseTo(10 / (21 + 10));
  });
});

describe('context measures', () => {
  const context = (tokenCount: number, ...spans: [number, number][]): Context => ({
    text: '',
    tokenCount,
    leftOut: [],
    passages: spans.map(([start, end]) => ({ ...place(start, end), rawSpan: { start, end } }) as unknown as Passage),
  });

  it('tell whether all gold stands in it, how much, and what else', () => {
    const found = { tokenBudget: 99, context: context(40, [0, 10], [11, 16]), inexact: 1 };
    const values = measure([gold(0, 10), gold(11, 21)], { contexts: [found] });
    expect(values).toMatchObject({ 'gold@99': 0, 'coverage@99': 0.75, 'contextPrecision@99': 1, 'tokens@99': 40 });
    expect(values).toMatchObject({ 'exactCitations@99': 0.5, 'repeated@99': 0 });
  });

  it('see text that stands there twice', () => {
    const found = { tokenBudget: 99, context: context(40, [0, 10], [5, 15]), inexact: 0 };
    expect(measure([gold(0, 10)], { contexts: [found] })['repeated@99']).toBeCloseTo(5 / 20);
  });
});

it('every value has a definition', () => {
  const contexts = [{ tokenBudget: 7, context: { text: '', tokenCount: 0, passages: [], leftOut: [] }, inexact: 0 }];
  const names = measuresFor([7]).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(Object.keys(measure([gold(0, 1)], { contexts }))));
  expect(new Set(names).size).toBe(names.length);
});
