/**
 * The answer lies where a blind cut falls. Blind chunks tear it; chunks along the structure keep it whole, find it, and
 * hand it to the model inside a small context.
 */
import { describe, expect, it } from 'vitest';
import { chunkDocument } from '../../src/chunking/chunk.ts';
import { compareStrategies } from '../../src/chunking/compare.ts';
import type { ChunkOptions } from '../../src/chunking/options.ts';
import { parseSource } from '../../src/parsing/parse.ts';
import { o200kTokenCounter } from '../../src/token-counters/openai.ts';
import { markdown, searchIn } from '../regressions/searching.ts';
import { HANDBOOK, oneLine, PARENTAL_ANSWER } from './handbook.ts';

const QUESTION = 'How many weeks of parental leave does a parent of a newborn get?';
const LIMIT = { maxTokens: 56, tokenCounter: o200kTokenCounter() };
const FIXED: ChunkOptions = { ...LIMIT, strategy: 'fixed', overlapTokens: 0 };
const STRUCTURAL: ChunkOptions = { ...LIMIT, strategy: 'structural' };

const leave = parseSource(markdown(HANDBOOK[0].id, HANDBOOK[0].text));

function holdsAnswer(text: string): boolean {
  return oneLine(text).includes(PARENTAL_ANSWER);
}

describe('an answer that lands on a boundary', () => {
  it('is torn by fixed chunks', () => {
    const chunks = chunkDocument(leave, FIXED);
    expect(chunks.filter(({ text }) => holdsAnswer(text))).toEqual([]);
    expect(chunks.filter(({ text }) => /parent of a newborn/.test(oneLine(text)))).toHaveLength(1);
  });

  it('is whole in one structural chunk, which knows its section', () => {
    const holders = chunkDocument(leave, STRUCTURAL).filter(({ text }) => holdsAnswer(text));
    expect(holders.map(({ sectionPath }) => sectionPath)).toEqual([['Leave', 'Parental leave']]);
  });

  it('shows up when the strategies are compared', () => {
    const [fixed, structural] = compareStrategies(leave, { ...LIMIT, strategies: ['fixed', 'structural'] });
    expect(fixed.avoidable.sentences.count).toBeGreaterThan(0);
    expect(structural.avoidable.sentences.count).toBe(0);
  });

  it('is found first, and stands in the context with its place', async () => {
    const { hits, context, tokensSaved } = await searchIn(HANDBOOK, QUESTION, STRUCTURAL, { tokenBudget: 200 });
    expect(holdsAnswer(hits[0].chunk.text)).toBe(true);
    expect(holdsAnswer(context.text)).toBe(true);
    expect(context.tokenCount).toBeLessThanOrEqual(200);
    expect(tokensSaved).toBeGreaterThan(0);
    const cited = context.passages.find(({ text }) => holdsAnswer(text));
    expect(cited?.documentId).toBe('leave.md');
    expect(cited?.text).toBe(leave.text.slice(cited?.span.start, cited?.span.end));
  });
});
