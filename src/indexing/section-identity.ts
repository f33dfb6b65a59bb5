/** Indexing, part of the plan: keeps the identity of sections across edits, as their chunks vote. */
import { shortHash } from '../text/hash.ts';

/** One chunk's say: the section id it would get by its place, and the one it had, if it is an old chunk. */
export interface SectionVote {
  readonly natural: string;
  readonly before: string | undefined;
}

interface Tally {
  readonly natural: string;
  readonly before: string;
  count: number;
}

/**
 * Final section id for each natural one: the id most of its chunks had before, unless a section with more
 * such chunks took it. A section without old chunks keeps its natural id, or gets a fresh one if that is taken.
 */
export function keepSectionIds(votes: readonly SectionVote[]): Map<string, string> {
  const final = new Map<string, string>();
  const taken = new Set<string>();
  for (const { natural, before } of ranked(tally(votes))) {
    if (final.has(natural) || taken.has(before)) continue;
    final.set(natural, before);
    taken.add(before);
  }
  for (const { natural } of votes) {
    if (final.has(natural)) continue;
    let id = natural;
    for (let counter = 1; taken.has(id); counter++) id = shortHash(`${natural}\n${counter}`);
    final.set(natural, id);
    taken.add(id);
  }
  return final;
}

function tally(votes: readonly SectionVote[]): Tally[] {
  const tallies = new Map<string, Tally>();
  for (const { natural, before } of votes) {
    if (before === undefined) continue;
    const key = JSON.stringify([natural, before]);
    const entry = tallies.get(key);
    if (entry === undefined) tallies.set(key, { natural, before, count: 1 });
    else entry.count++;
  }
  return [...tallies.values()];
}

/** Most chunks first; on a tie the section whose natural id is unchanged; then document order (sort is stable). */
function ranked(tallies: readonly Tally[]): Tally[] {
  const unchanged = (entry: Tally): number => (entry.natural === entry.before ? 1 : 0);
  return [...tallies].sort((a, b) => b.count - a.count || unchanged(b) - unchanged(a));
}
