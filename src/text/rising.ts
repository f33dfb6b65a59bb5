/** Rising whole numbers, such as the offsets of lines or blocks: how to order them, and to look up a place among them. */

/** The numbers in order, each once. */
export function inOrder(numbers: readonly number[]): number[] {
  return [...new Set(numbers)].sort((a, b) => a - b);
}

/** How many of the first `count` numbers are below `value`: also the index of the first one that is not. */
export function countBelow(rising: ArrayLike<number>, count: number, value: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rising[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
