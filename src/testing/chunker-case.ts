/** Test kit: the shape of a case of the chunker suite: an input, its limits, and what is asked beyond the laws. */
import type { Ability, JudgedChunk, SizeUnit } from './chunker-adapter.ts';
import type { Places } from './chunker-places.ts';
import type { FaultKind } from './chunker-report.ts';

/** One run of a chunker over the input of a case. */
export interface Run {
  readonly input: string;
  readonly chunks: readonly JudgedChunk[];
  /** Where each chunk stands in the input, and what was lost, altered or repeated. */
  readonly placed: Places;
  readonly unit: SizeUnit;
  readonly limit: number;
  readonly overlap: number;
  readonly sizeOf: (text: string) => number;
  /** Whether the adapter declares an ability. */
  readonly can: (ability: Ability) => boolean;
}

/** Looks at one run; gives what is wrong in words, or ''. */
export type Demand = (run: Run) => string;

/** Limit, and overlap where a case has one, in one unit. */
export interface CaseSize {
  readonly limit: number;
  readonly overlap?: number;
}

export interface ConformanceCase {
  /** Stable name; F and a number where docs/known-faults.md has such a row. */
  readonly id: string;
  readonly kind: FaultKind;
  /** What must hold, in a few words. */
  readonly title: string;
  readonly text: string;
  /** Default `text/plain`. */
  readonly mediaType?: string;
  /** True for plain text that would be something else as Markdown. */
  readonly plainOnly?: boolean;
  /** Abilities without which the demands say nothing; the laws are judged all the same. */
  readonly needs?: readonly Ability[];
  /** A unit without a size is not run. */
  readonly sizes: { readonly [U in SizeUnit]?: CaseSize };
  /** What is asked beyond the laws; counts for the kind of the case. */
  readonly demands?: readonly Demand[];
  /** Texts cut before, by the same adapter, to see whether it remembers them; the text itself must give the same again. */
  readonly before?: readonly string[];
  /** True where throwing is right, or as right as an answer. */
  readonly mayThrow?: boolean;
  readonly mayDrop?: readonly string[];
  readonly mayRepeat?: readonly string[];
}
