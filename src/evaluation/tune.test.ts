import { describe, expect, it } from 'vitest';
import { type Settings, tune } from './tune.ts';

const axes = [
  { path: 'a', values: [0, 1, 2, 3] },
  { path: 'b', values: [0, 1, 2] },
];

/** Best at a = 2, b = 1; a setting that is not there counts as 0. */
const hill = async (all: readonly Settings[]) =>
  all.map(({ a = 0, b = 0 }) => 1 - Math.abs((a as number) - 2) / 10 - Math.abs((b as number) - 1) / 10);

describe('tune', () => {
  it('climbs to the best combination', async () => {
    const { settings, scoreBefore, score, steps } = await tune({ axes, judge: hill });
    expect(settings).toEqual({ a: 2, b: 1 });
    expect(score).toBe(1);
    expect(scoreBefore).toBeCloseTo(0.7);
    expect(steps.map(({ path, taken }) => [path, taken])).toEqual([
      ['a', 2],
      ['b', 1],
      ['a', undefined],
      ['b', undefined],
    ]);
  });

  it('leaves everything as it stood when nothing is better by more than the least gain', async () => {
    const flat = async (all: readonly Settings[]) => all.map(({ a }) => (a === 3 ? 0.5005 : 0.5));
    expect((await tune({ axes, judge: flat })).settings).toEqual({});
    expect((await tune({ axes, judge: flat, leastGain: 0 })).settings).toEqual({ a: 3 });
  });

  it('ends although values keep changing', async () => {
    let call = 0;
    const { steps } = await tune({ axes, judge: async (all) => all.map(() => call++) });
    expect(steps).toHaveLength(6);
  });
});
