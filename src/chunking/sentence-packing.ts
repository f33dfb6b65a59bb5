/** Packing sentences: the units of one passage to runs that become its sentence chunks. */
import type { SentenceUnit } from './sentence-units.ts';
import { SIGNAL } from './signals.ts';

/** A unit, or a run of them, below this share of the size aimed at is short: it does not stand alone. */
const SHORT_SHARE = 0.25;
/** So far above the size a short sentence may take its neighbour. */
const STRETCH = 1.25;

export interface SentencePacking {
  /** Size aimed at, in the unit of the sizes. */
  readonly size: number;
  /** Most sentences of a run. */
  readonly most: number;
}

/**
 * The runs as half-open ranges of units, from the first one on: sentences together up to the size, a heading with what
 * follows it. A run ends at the end of its block, unless it is short. `sizes[i]` is the size of unit i.
 */
export function packUnits(
  units: readonly SentenceUnit[],
  sizes: readonly number[],
  { size, most }: SentencePacking,
): readonly (readonly [number, number])[] {
  const runs: [number, number][] = [];
  let filled = 0;
  let sentences = 0;
  for (const [k, unit] of units.entries()) {
    const glued = k > 0 && units[k - 1].leads;
    const joins = k > 0 && !unit.leads && sentences < most && fits(unit, filled, sizes[k], size);
    if (glued || joins) runs[runs.length - 1][1] = k + 1;
    else {
      runs.push([k, k + 1]);
      filled = 0;
      sentences = 0;
    }
    filled += sizes[k];
    if (!unit.leads) sentences++;
  }
  return runs;
}

function fits(unit: SentenceUnit, filled: number, own: number, size: number): boolean {
  const short = size * SHORT_SHARE;
  switch (unit.signal) {
    case SIGNAL.section:
    case SIGNAL.pause:
    case SIGNAL.thematicBreak:
      return false;
    case SIGNAL.block:
      return filled < short && filled + own <= size;
    default:
      return filled + own <= (Math.min(filled, own) < short ? size * STRETCH : size);
  }
}
