/**
 * A claim stands in the first half of a sentence, its conditions in the second. Whoever is given the claim is given the
 * conditions too: in every chunk, at every limit the sentence fits, and in every context, at every budget.
 */
import { describe, expect, it } from 'vitest';
import { chunkDocument } from '../../src/chunking/chunk.ts';
import { parseSource } from '../../src/parsing/parse.ts';
import { o200kTokenCounter } from '../../src/token-counters/openai.ts';
import { BLOCK_STRATEGIES } from '../regressions/every-way.ts';
import { markdown, searchIn } from '../regressions/searching.ts';
import { CARRY_OVER_CLAIM, CARRY_OVER_QUALIFIER, HANDBOOK, oneLine } from './handbook.ts';

const QUESTION = 'May I carry unused holiday over into the next year?';
const tokenCounter = o200kTokenCounter();
const SENTENCE_TOKENS = tokenCounter.count(`${CARRY_OVER_CLAIM}, ${CARRY_OVER_QUALIFIER}.`);
const leave = parseSource(markdown(HANDBOOK[0].id, HANDBOOK[0].text));

describe('a qualifier in the second half of a sentence', () => {
  it.each(BLOCK_STRATEGIES)('stays with its claim in chunks of any size: %s', (strategy) => {
    for (let maxTokens = SENTENCE_TOKENS + 12; maxTokens <= 200; maxTokens++) {
      const chunks = chunkDocument(leave, { strategy, maxTokens, tokenCounter });
      const claims = chunks.filter(({ text }) => oneLine(text).includes(CARRY_OVER_CLAIM));
      expect(claims, `${maxTokens} tokens`).toHaveLength(1);
      expect(oneLine(claims[0].text), `${maxTokens} tokens`).toContain(CARRY_OVER_QUALIFIER);
      expect(claims[0].notes, `${maxTokens} tokens`).not.toContain('sentence-cut');
    }
  });

  it('is not cut off in silence where the sentence is larger than the limit', () => {
    const chunks = chunkDocument(leave, { maxTokens: 16, tokenCounter, context: false });
    const claim = chunks.find(({ text }) => text.includes('Unused holiday'));
    expect(oneLine(claim?.text ?? '')).not.toContain(CARRY_OVER_QUALIFIER);
    expect(claim?.notes).toContain('sentence-cut');
    expect(claim?.nextId).not.toBeNull();
  });

  it('is in every context that holds the claim, whatever the budget', async () => {
    for (const tokenBudget of [60, 80, 100, 140, 200, 400, 1000]) {
      const { context } = await searchIn(HANDBOOK, QUESTION, { maxTokens: 90, tokenCounter }, { tokenBudget });
      const text = oneLine(context.text);
      expect(text.includes(CARRY_OVER_CLAIM), `${tokenBudget} tokens`).toBe(text.includes(CARRY_OVER_QUALIFIER));
      if (tokenBudget >= 140) expect(text, `${tokenBudget} tokens`).toContain(CARRY_OVER_QUALIFIER);
    }
  });
});
