/** SQLite store: a list of numbers → the largest of them. */

/** Positions of the numbers from `least` to below `end`, ascending; those of minus infinity never. */
export function positionsBetween(numbers: Float64Array, least: number, end: number): number[] {
  const positions: number[] = [];
  for (let i = 0; i < numbers.length; i++)
    if (numbers[i] >= least && numbers[i] < end && numbers[i] > Number.NEGATIVE_INFINITY) positions.push(i);
  return positions;
}

/**
 * The `count`th largest number, minus infinity when there are fewer. Kept with a heap whose root is the smallest of
 * those kept. `count` is at least 1.
 */
export function kthLargest(numbers: Float64Array, count: number): number {
  if (count > numbers.length) return Number.NEGATIVE_INFINITY;
  const heap = numbers.slice(0, count).sort();
  for (let n = count; n < numbers.length; n++) {
    if (numbers[n] <= heap[0]) continue;
    heap[0] = numbers[n];
    sink(heap);
  }
  return heap[0];
}

function sink(heap: Float64Array): void {
  let parent = 0;
  while (true) {
    let child = parent * 2 + 1;
    if (child >= heap.length) return;
    if (child + 1 < heap.length && heap[child + 1] < heap[child]) child++;
    if (heap[parent] <= heap[child]) return;
    const value = heap[parent];
    heap[parent] = heap[child];
    heap[child] = value;
    parent = child;
  }
}
