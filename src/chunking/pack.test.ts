import fc from 'fast-check';
import { expect, test } from 'vitest';
import { borrowMarks, type Marks } from './marks.ts';
import { measureMarks } from './measure.ts';
import { packMarks } from './pack.ts';
import { cutCost, GLUED_STRENGTH, SIGNAL } from './signals.ts';
import { CHARACTER_SIZER } from './sizer.ts';

const MAX = 100;
const OVERHEAD = 10;

interface Unit {
  readonly length: number;
  readonly strength: number;
  readonly closing: number;
}

function marksOf(units: readonly Unit[]): Marks {
  const text = 'x'.repeat(units.reduce((sum, { length }) => sum + length, 0));
  const marks = borrowMarks(text);
  let at = 0;
  for (const { length, strength } of units) {
    marks.add(at, SIGNAL.line, strength, 0, true);
    at += length;
  }
  marks.add(at, SIGNAL.section, 1, 0, false);
  measureMarks(text, marks, CHARACTER_SIZER);
  marks.overheads.fill(OVERHEAD);
  marks.closings.fill(0);
  for (const [k, { closing }] of units.entries()) marks.closings[k] = closing;
  return marks;
}

/** What a chunk from one mark to another costs, cut at its end included; infinite where it is over the limit. */
function chunkCost(marks: Marks, target: number, from: number, to: number): number {
  const size = OVERHEAD + marks.offsets[to] - marks.offsets[from];
  if (to > from + 1 && size + marks.closings[to] > MAX) return Number.POSITIVE_INFINITY;
  const slack = Math.min(MAX - target, Math.ceil(target / 5));
  const beyond = target === MAX ? 1 : (Math.min(size, MAX) - target) / slack;
  const fill = size <= target ? (1 - size / target) ** 2 : 0.12 * beyond ** 2;
  return 0.05 + fill + (to === marks.count - 1 ? 0 : tollAt(marks, to));
}

/** What lies on both sides of the weakest marks stays together where it fits. */
function tollAt({ strengths, offsets }: Marks, k: number): number {
  const isHeld = strengths[k] === GLUED_STRENGTH && OVERHEAD + offsets[k + 1] - offsets[k - 1] <= MAX;
  return isHeld ? 1e6 : cutCost(strengths[k]);
}

/** The least cost of all ways to cut, every chunk tried. */
function leastCost(marks: Marks, target: number): number {
  const costs = [0];
  for (let to = 1; to < marks.count; to++)
    costs.push(Math.min(...costs.map((cost, from) => cost + chunkCost(marks, target, from, to))));
  return costs[marks.count - 1];
}

const unit = fc.record({
  length: fc.integer({ min: 1, max: 40 }),
  strength: fc.constantFrom(GLUED_STRENGTH, 0.3, 0.4, 0.55, 0.8),
  closing: fc.constantFrom(0, 0, 4),
});

test('packing finds cuts of the least cost, as trying every chunk does', () => {
  fc.assert(
    fc.property(fc.array(unit, { minLength: 1, maxLength: 9 }), fc.constantFrom(20, 60, 83, 100), (units, target) => {
      const marks = marksOf(units);
      const cuts = packMarks('', marks, { max: MAX, target, closings: marks.closings });
      const total = cuts.slice(1).reduce((sum, to, i) => sum + chunkCost(marks, target, cuts[i], to), 0);
      expect(total).toBeCloseTo(leastCost(marks, target), 9);
    }),
  );
});
