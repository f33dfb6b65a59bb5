import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CandidateList } from '../model/retrieval.ts';
import { FUSION_METHODS, type FusionOptions, fuse, type RankedList } from './fusion.ts';

/** 'lexical×1: a=3 b=2' → a list. */
function list(line: string): RankedList {
  const [, name, weight, rest] = /^(\w+)×([-\w.]+): ?(.*)$/.exec(line) as RegExpExecArray;
  const candidates = rest
    .split(' ')
    .filter(Boolean)
    .map((pair) => {
      const [chunkId, score] = pair.split('=');
      return { chunkId, score: Number(score) };
    });
  return { list: name as CandidateList, weight: Number(weight), candidates };
}

function ranking(lines: readonly string[], options?: FusionOptions): string {
  return fuse(lines.map(list), options)
    .map(({ chunkId, score }) => `${chunkId}=${Number(score.toFixed(4))}`)
    .join(' ');
}

describe('fuse', () => {
  it('adds weight / (60 + rank) by default', () => {
    expect(ranking(['lexical×1: a=9 b=8', 'dense×0.5: b=1 c=0.5'])).toBe('b=0.0243 a=0.0164 c=0.0081');
  });

  it('takes another rank constant', () => {
    expect(ranking(['lexical×1: a=9 b=8'], { rankConstant: 1 })).toBe('a=0.5 b=0.3333');
  });

  it('min-max measures between the lowest and the highest score of each list', () => {
    expect(ranking(['lexical×1: a=10 b=6 c=2', 'dense×2: c=0.9 b=0.4'], { method: 'min-max' })).toBe('c=2 a=1 b=0.5');
  });

  it('z-score measures in standard deviations above the lowest', () => {
    expect(ranking(['lexical×1: a=3 b=1'], { method: 'z-score' })).toBe('a=2 b=0');
  });

  it('counts 1 for each when all scores of a list are equal', () => {
    expect(ranking(['lexical×1: a=3 b=3'], { method: 'min-max' })).toBe('a=1 b=1');
    expect(ranking(['lexical×1: a=3'], { method: 'z-score' })).toBe('a=1');
  });

  it('weight 0 takes a list out: neither its chunks nor evidence of it remain', () => {
    const fused = fuse([list('lexical×1: a=2'), list('dense×0: b=9 a=8')]);
    expect(fused.map(({ chunkId }) => chunkId)).toEqual(['a']);
    expect(fused[0].evidence.map((evidence) => evidence.list)).toEqual(['lexical']);
  });

  it('keeps what each list said', () => {
    expect(fuse([list('dense×0.25: b=0.9 a=0.8')])[1]).toEqual({
      chunkId: 'a',
      score: 0.25 / 62,
      evidence: [{ list: 'dense', rank: 2, score: 0.8, weight: 0.25, contribution: 0.25 / 62 }],
    });
  });

  it('breaks ties by chunk id', () => {
    expect(ranking(['lexical×1: b=2 a=1', 'dense×1: a=2 b=1'])).toBe('a=0.0325 b=0.0325');
  });

  it('counts the first place of a chunk that a list has twice', () => {
    expect(ranking(['lexical×1: a=3 a=2 b=1'], { rankConstant: 1 })).toBe('a=0.5 b=0.3333');
  });

  it('fuses nothing to nothing', () => expect(fuse([])).toEqual([]));

  it.each<[string[], object, string]>([
    [['lexical×-1: a=1'], {}, 'The weight of the lexical list is -1: give a number of at least 0.'],
    [['lexical×NaN: a=1'], {}, 'The weight of the lexical list is NaN: give a number of at least 0.'],
    [[], { rankConstant: -1 }, 'rankConstant is -1: give a number of at least 0.'],
    [[], { rankconstant: 1 }, 'did you mean "rankConstant"?'],
    [[], { method: 'max' }, 'Unknown fusion method "max": use reciprocal-rank, min-max, z-score.'],
    [['dense×1: a=NaN'], { method: 'min-max' }, 'The dense list gives chunk a the score NaN'],
  ])('refuses %j with %j', (lines, options, message) => {
    expect(() => fuse(lines.map(list), options as FusionOptions)).toThrow(message);
  });
});

describe('laws of fuse', () => {
  const candidates = fc
    .uniqueArray(fc.tuple(fc.constantFrom(...'abcdefgh'), fc.integer({ min: -20, max: 20 })), {
      selector: ([chunkId]) => chunkId,
    })
    .map((pairs) => pairs.map(([chunkId, score]) => ({ chunkId, score })).sort((a, b) => b.score - a.score));
  const rankedList = fc.record({
    list: fc.constantFrom<CandidateList>('lexical', 'dense', 'header'),
    weight: fc.integer({ min: 0, max: 12 }).map((quarters) => quarters / 4),
    candidates,
  });
  const lists = fc.array(rankedList, { maxLength: 5 });
  const options = fc.record({ method: fc.constantFrom(...FUSION_METHODS) });

  it('the order of the lists does not matter', () => {
    fc.assert(
      fc.property(lists, options, fc.nat(), (given, chosen, turn) => {
        const at = given.length === 0 ? 0 : turn % given.length;
        const turned = [...given.slice(at), ...given.slice(0, at)].reverse();
        expect(fuse(turned, chosen)).toEqual(fuse(given, chosen));
      }),
    );
  });

  it('a chunk that leads every list leads the ranking', () => {
    fc.assert(
      fc.property(fc.array(rankedList, { minLength: 1, maxLength: 5 }), options, (given, chosen) => {
        const led = given.map((one) => ({
          ...one,
          weight: one.weight + 0.1,
          candidates: [{ chunkId: 'leader', score: 21 }, ...one.candidates],
        }));
        expect(fuse(led, chosen)[0].chunkId).toBe('leader');
      }),
    );
  });

  it('every score is the sum of its evidence, and scores fall', () => {
    fc.assert(
      fc.property(lists, options, (given, chosen) => {
        const fused = fuse(given, chosen);
        for (const { score, evidence } of fused) {
          let sum = 0;
          for (const { contribution } of evidence) sum += contribution;
          expect(score).toBe(sum);
        }
        for (let i = 1; i < fused.length; i++) expect(fused[i].score).toBeLessThanOrEqual(fused[i - 1].score);
      }),
    );
  });

  it('reciprocal rank contributions follow from rank and weight alone', () => {
    fc.assert(
      fc.property(lists, (given) => {
        for (const { evidence } of fuse(given))
          for (const { rank, weight, contribution } of evidence)
            expect(contribution).toBeCloseTo(weight / (60 + rank), 12);
      }),
    );
  });
});
