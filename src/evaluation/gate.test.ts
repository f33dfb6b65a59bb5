import { describe, expect, it } from 'vitest';
import { readExperiment } from './experiment-file.ts';
import { checkGate } from './gate.ts';
import { measuresFor } from './measures.ts';
import type { EvaluationReport } from './report.ts';
import { reportHtml } from './report-html.ts';
import { reportMarkdown } from './report-markdown.ts';

const [configuration] = readExperiment({ configurations: { ours: {} } }).configurations;
const index = { documents: 1, chunks: 2, embeddedTokens: 3, vectors: 0, indexBytes: 4, overlapTax: 0, indexMs: 5 };
const range = (count: number) => Array.from({ length: count }, (_, i) => i);

/** One set, one configuration, one measure: 40 queries of which the first `found` have 1. */
function reportOf(found: number, more: Partial<EvaluationReport['sets'][number]> = {}): EvaluationReport {
  const ids = range(40).map((i) => `q${String(i).padStart(2, '0')}`);
  const values = {
    'gold@500': ids.map((_, i) => Number(i < found)),
    latency: ids.map(() => 1),
    'tokens@500': ids.map(() => 9),
  };
  const set = {
    name: 'set',
    hash: 'h',
    documents: 1,
    weak: false,
    queryIds: ids,
    queryTexts: ids.map((id) => `What is <b>${id}</b> | [x](y)?`),
    kinds: ids.map((_, i) => (i % 2 ? 'odd' : 'even')),
    results: [{ configuration, index, values }],
    ...more,
  };
  return { formatVersion: 1, budgets: [500], measures: measuresFor([500]), compareWith: 'ours', sets: [set] };
}

describe('checkGate', () => {
  it('passes the same run', () => {
    expect(checkGate(reportOf(30), reportOf(30))).toEqual({
      passed: true,
      drops: [],
      compared: 1,
      missing: [],
      notes: [],
    });
  });

  it('names what dropped, with its interval and the queries that got worse', () => {
    const { passed, drops } = checkGate(reportOf(20), reportOf(30));
    expect(passed).toBe(false);
    expect(drops).toMatchObject([{ set: 'set', configuration: 'ours', measure: 'gold@500', before: 0.75, now: 0.5 }]);
    expect(drops[0].worse).toEqual(['q20', 'q21', 'q22', 'q23', 'q24', 'q25', 'q26', 'q27', 'q28', 'q29']);
    expect(drops[0].high).toBeLessThan(0);
  });

  it('lets chance and the tolerance pass, and what got better', () => {
    expect(checkGate(reportOf(29), reportOf(30)).passed).toBe(true);
    expect(checkGate(reportOf(20), reportOf(30), { tolerance: 0.25 }).passed).toBe(true);
    expect(checkGate(reportOf(40), reportOf(30)).passed).toBe(true);
  });

  it('compares queries by their ids when the set has changed', () => {
    const fewer = reportOf(20);
    const kept = { queryIds: fewer.sets[0].queryIds.slice(15), hash: 'other' };
    const values = { 'gold@500': range(25).map((i) => Number(i < 5)) };
    const now = reportOf(0, { ...kept, results: [{ configuration, index, values }] });
    const { drops, notes } = checkGate(now, reportOf(30));
    expect(drops[0]).toMatchObject({ before: 15 / 25, now: 5 / 25 });
    expect(notes).toEqual(['set set has changed: queries with the same id are compared']);
  });

  it('judges only the measures asked for', () => {
    expect(checkGate(reportOf(20), reportOf(30), { measures: ['latency'] }).passed).toBe(true);
    expect(() => checkGate(reportOf(1), reportOf(1), { measures: ['gold'] })).toThrow('There is no measure "gold"');
  });

  it('stays closed when something of the baseline was not run', () => {
    const twoSets = { ...reportOf(1), sets: [reportOf(1).sets[0], { ...reportOf(1).sets[0], name: 'other' }] };
    expect(checkGate(reportOf(1), twoSets)).toMatchObject({ passed: false, missing: ['set other was not run'] });
    const otherBudget = { ...reportOf(1), measures: measuresFor([500]).filter(({ name }) => name !== 'coverage@500') };
    expect(checkGate(otherBudget, reportOf(1)).missing).toEqual(['measure coverage@500 was not taken']);
  });

  it('does not open when there is nothing to compare', () => {
    expect(() => checkGate(reportOf(1), reportOf(1, { name: 'other' }))).toThrow('set other was not run');
  });
});

describe('reports', () => {
  it('escape what comes from queries', () => {
    const two = reportOf(20);
    const [set] = two.sets;
    const worse = {
      ...set.results[0],
      configuration: { ...configuration, name: 'a|<b>' },
      values: reportOf(9).sets[0].results[0].values,
    };
    const report = { ...two, sets: [{ ...set, results: [set.results[0], worse] }] };
    const html = reportHtml(report);
    expect(html).toContain('a|&lt;b&gt;');
    expect(html).not.toContain('<b>');
    expect(html).not.toMatch(/https?:/);
    expect(html.match(/<svg/g)?.length).toBe(html.match(/<\/svg>/g)?.length);
    const markdown = reportMarkdown(report);
    expect(markdown).toContain('a\\|\\<b\\>');
    expect(markdown).toContain('50.0 [35.0, 65.0]');
    for (const line of markdown.split('\n').filter((text) => text.startsWith('| a\\|'))) expect(line).toMatch(/\|$/);
  });
});
