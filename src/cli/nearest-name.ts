/** For mistyped names: the known name that is fewest edits away. */

/** Names further away than this share of their length are no help. */
const MAX_EDITS_SHARE = 0.4;

/** The name of `names` nearest to `name` by edit distance, or undefined when none is near. Ties: the first. */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  let best: string | undefined;
  let bestEdits = Number.POSITIVE_INFINITY;
  for (const candidate of names) {
    const edits = candidate.startsWith(name) && name.length > 2 ? 1 : editDistance(name, candidate);
    if (edits < bestEdits && edits <= Math.max(2, Math.floor(candidate.length * MAX_EDITS_SHARE))) {
      best = candidate;
      bestEdits = edits;
    }
  }
  return best;
}

/** Levenshtein distance, one row at a time; the names are short. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replace = row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      next[j] = Math.min(replace, row[j] + 1, next[j - 1] + 1);
    }
    row = next;
  }
  return row[b.length];
}
