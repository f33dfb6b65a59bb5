/** Option objects: names nobody knows are refused with the name that was probably meant. */
import { KerfError } from '../model/error.ts';

/** Names further away than this share of their length are no help. */
const FARTHEST_SHARE = 0.5;

/**
 * Throws `unknown-option` when `options` has a key that is not in `known`; `what` says whose options these are, for
 * example `retrieval`. Keys whose value is undefined count too: they are typing errors all the same.
 */
export function refuseUnknownOptions(what: string, options: object, known: readonly string[]): void {
  for (const name of Object.keys(options)) {
    if (known.includes(name)) continue;
    const hint = nameHint(name, known, `the options are ${known.join(', ')}`);
    throw new KerfError('unknown-option', `Unknown ${what} option "${name}": ${hint}`);
  }
}

/** End of a message about `name`, with its full stop or question mark: the nearest of `names` as `show` writes it, or else `otherwise`. */
export function nameHint(
  name: string,
  names: readonly string[],
  otherwise: string,
  show = (near: string): string => `"${near}"`,
): string {
  const near = nearestName(name, names);
  return near === undefined ? `${otherwise}.` : `did you mean ${show(near)}?`;
}

/** The name of `names` that takes fewest one-letter edits (Levenshtein 1966, case aside), when it is near at all. */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  let nearest: string | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (const candidate of names) {
    const edits = editDistance(name.slice(0, 100).toLowerCase(), candidate.toLowerCase());
    if (edits < fewest && edits <= candidate.length * FARTHEST_SHARE) {
      nearest = candidate;
      fewest = edits;
    }
  }
  return nearest;
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, row[j] + 1, next[j - 1] + 1));
    }
    row = next;
  }
  return row[b.length];
}
