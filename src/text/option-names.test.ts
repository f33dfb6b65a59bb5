import { describe, expect, it } from 'vitest';
import { nearestName, refuseUnknownOptions } from './option-names.ts';

describe('refuseUnknownOptions', () => {
  it('names the option that was probably meant', () => {
    expect(() => refuseUnknownOptions('retrieval', { topk: 3 }, ['topK', 'filter'])).toThrow(
      'Unknown retrieval option "topk": did you mean "topK"?',
    );
  });

  it('lists all options when none is near', () => {
    expect(() => refuseUnknownOptions('retrieval', { colour: 3 }, ['topK', 'filter'])).toThrow(
      'Unknown retrieval option "colour": the options are topK, filter.',
    );
  });

  it('lets known names through', () => {
    expect(() => refuseUnknownOptions('retrieval', { topK: 3 }, ['topK'])).not.toThrow();
  });
});

describe('nearestName', () => {
  it.each([
    ['tokenBuget', 'tokenBudget'],
    ['neighbors', 'neighbours'],
    ['xyz', undefined],
    ['', undefined],
  ])('%j → %j', (name, expected) => {
    expect(nearestName(name, ['tokenBudget', 'neighbours', 'filter'])).toBe(expected);
  });
});
