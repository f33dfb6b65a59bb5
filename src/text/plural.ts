/** Messages, counts: a number and a noun → the two as people write them. */

/** `12,345`. The same in every locale. */
export function formatCount(value: number): string {
  return value.toLocaleString('en-US');
}

/** `1 chunk`, `2 chunks`, `3 queries`. */
export function plural(count: number, noun: string): string {
  return `${formatCount(count)} ${count === 1 ? noun : `${noun}s`.replace(/([^aeiou])ys$/, '$1ies')}`;
}
