/** Benchmark: a seed → the same rolls of the dice everywhere. */

export interface Dice {
  /** A whole number from 0 to `below` - 1. */
  roll(below: number): number;
  pick<T>(from: readonly T[]): T;
}

/** The mulberry32 generator: 32 bits of state, good enough to vary text. */
export function diceOf(seed: number): Dice {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  const roll = (below: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) % below;
  };
  return { roll, pick: (from) => from[roll(from.length)] };
}
