/** Numbers that look random and are the same for the same seed: for resampling and for starting vectors. */

/**
 * Signed 32-bit numbers, one a call: a counter stepped by the golden ratio and mixed (after Steele, Lea and Flood, 2014). `seed` is a
 * whole number.
 */
export function seededNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return mixed ^ (mixed >>> 16);
  };
}
