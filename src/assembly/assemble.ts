/**
 * Assembly: ranked hits and their neighbours → the context a language model sees, within a token budget.
 *
 * Hits are taken in rank order as long as the whole text still fits. A hit right beside another comes with it; any other
 * neighbour waits until the next hit is in, since a second place of the ranking answers more often than the surroundings of
 * the first. What does not fit is passed over and smaller things behind it get their chance. The text is laid out afterwards:
 * documents by their best hit, passages in document order, joined where the source is known to be continuous
 * (stitch.ts), each under a citation line (render.ts). What a passage says is always an exact slice of its document;
 * in the text HTML stands without its markup.
 */

import type { Chunk } from '../model/chunk.ts';
import type { Context, Expansion, Hit, Passage } from '../model/retrieval.ts';
import type { TokenCounter } from '../model/token-counter.ts';
import { requireAdapter } from '../text/adapters.ts';
import { writtenText } from '../text/html-lines.ts';
import { refuseUnknownOptions } from '../text/option-names.ts';
import { requireWholeNumber } from '../text/whole-number.ts';
import { cutToFit } from './cut-chunk.ts';
import { type Measure, measureWith } from './measure.ts';
import { type Draft, piecesOf } from './render.ts';
import { allDrafts, emptySelection, type Limits, type Selection, take } from './selection.ts';
import type { SliceOf } from './stitch.ts';

export interface AssembleInput {
  /** Best first. */
  readonly hits: readonly Hit[];
  /** Neighbours by hit; hits without one stand alone. Default: none. */
  readonly expansions?: readonly Expansion[];
  /** Index version the hits were read at. */
  readonly version: number;
}

export interface AssembleOptions {
  /** Counts as the model does that will read the context. There is no default: an estimate cannot keep a budget. */
  readonly tokenCounter: TokenCounter;
  /** Most tokens of the whole text, citation lines included. Default 2000. */
  readonly tokenBudget?: number;
  /** Most tokens of one document's passages, citation lines included. Default: the budget. */
  readonly maxTokensPerDocument?: number;
  /** Most passages of one document. Default: no cap. */
  readonly maxPassagesPerDocument?: number;
  /** Text of the documents where the caller has it; joins passages whose gap is otherwise unknown. Default: none. */
  readonly sliceOf?: SliceOf | undefined;
}

/** Room for about ten chunks of the default size. */
export const DEFAULT_TOKEN_BUDGET = 2000;

const OPTION_NAMES = [
  'tokenCounter',
  'tokenBudget',
  'maxTokensPerDocument',
  'maxPassagesPerDocument',
  'sliceOf',
] as const satisfies readonly (keyof AssembleOptions)[];

/**
 * Assembles the context. `tokenCount` is what the counter says of `text`, and never above the budget; a first hit
 * larger than the budget is cut at a sentence or word end. Throws `unknown-option`, `invalid-option`.
 */
export function assembleContext(input: AssembleInput, options: AssembleOptions): Context {
  refuseUnknownOptions('assembly', options, OPTION_NAMES);
  const { tokenCounter: counter } = options;
  requireAdapter('tokenCounter', counter);
  const limits = resolveLimits(options);
  const context = assemble(input, limits, counter, options.sliceOf);
  if (context.tokenCount <= limits.tokenBudget) return context;
  // The counter is not as additive as it says: count everything whole.
  const exact: TokenCounter = { id: counter.id, additive: false, count: (text) => counter.count(text) };
  return assemble(input, limits, exact, options.sliceOf);
}

function resolveLimits(options: AssembleOptions): Limits {
  const tokenBudget = options.tokenBudget ?? DEFAULT_TOKEN_BUDGET;
  const limits = {
    tokenBudget,
    maxTokensPerDocument: options.maxTokensPerDocument ?? tokenBudget,
    maxPassagesPerDocument: options.maxPassagesPerDocument ?? Number.POSITIVE_INFINITY,
  };
  for (const [name, value] of Object.entries(limits))
    if (value !== Number.POSITIVE_INFINITY) requireWholeNumber(name, value, 1);
  return limits;
}

/** One run: what was taken, and the reason for everything that was not. */
interface Run {
  readonly selection: Selection;
  readonly leftOut: Map<string, string>;
  readonly limits: Limits;
  readonly measure: Measure;
  readonly sliceOf: SliceOf | undefined;
}

function assemble(input: AssembleInput, limits: Limits, counter: TokenCounter, sliceOf: SliceOf | undefined): Context {
  const run: Run = { selection: emptySelection(), leftOut: new Map(), limits, measure: measureWith(counter), sliceOf };
  const expansions = new Map(input.expansions?.map((expansion) => [expansion.chunkId, expansion]));
  const shown = input.hits.filter(({ chunk }) => showsSomething(run, chunk));
  const hitIds = new Set(shown.map(({ chunk }) => chunk.id));
  let waiting: readonly Side[] = [];
  for (const [index, { chunk }] of shown.entries()) {
    const whole = tryTake(run, chunk);
    if (!whole && index === 0) takeBeginning(run, chunk);
    const sides = sidesOf(expansions.get(chunk.id), whole);
    takeNeighbours(run, sides, ({ id }, distance) => distance === 0 && hitIds.has(id));
    takeNeighbours(run, waiting);
    waiting = sides;
  }
  takeNeighbours(run, waiting);
  const drafts = allDrafts(run.selection);
  const text = piecesOf(drafts).join('');
  return {
    text,
    tokenCount: counter.count(text),
    passages: drafts.map((draft, index) => toPassage(draft, index + 1, input)),
    leftOut: [...run.leftOut].map(([chunkId, reason]) => ({ chunkId, reason })),
  };
}

/** Whether a reader sees anything of `chunk`: of a page of pictures its name alone may be found. If not, the reason is kept. */
function showsSomething(run: Run, chunk: Chunk): boolean {
  const shows = writtenText(chunk.text, chunk) !== '';
  if (!shows) run.leftOut.set(chunk.id, 'shows nothing to a reader');
  return shows;
}

/** Whether `chunk` is in the context now; if not, the reason is kept. */
function tryTake(run: Run, chunk: Chunk): boolean {
  if (run.selection.ids.has(chunk.id)) return true;
  const reason = take(run.selection, chunk, run.limits, run.measure, run.sliceOf);
  if (reason === undefined) run.leftOut.delete(chunk.id);
  else if (!run.leftOut.has(chunk.id)) run.leftOut.set(chunk.id, reason);
  return reason === undefined;
}

/** The best hit is never lost to its size: as much of its beginning is taken as fits. */
function takeBeginning(run: Run, chunk: Chunk): void {
  const { limits, measure, sliceOf } = run;
  const fits = (beginning: Chunk) => take(emptySelection(), beginning, limits, measure, sliceOf) === undefined;
  const beginning = cutToFit(chunk, fits);
  if (!beginning) return;
  take(run.selection, beginning, limits, measure, sliceOf);
  run.leftOut.set(chunk.id, `cut after line ${beginning.lines.end}: larger than the token budget`);
}

/** The neighbours on one side of a hit, nearest first, and how far they were taken. */
interface Side {
  readonly chunks: readonly Chunk[];
  next: number;
  /** A side ends with the first chunk that does not fit, since a hole would follow. */
  open: boolean;
}

function sidesOf(expansion: Expansion | undefined, hitIsWhole: boolean): readonly Side[] {
  if (!expansion) return [];
  return [[...expansion.before].reverse(), expansion.after].map((chunks) => ({ chunks, next: 0, open: hitIsWhole }));
}

/** Both sides outward, nearest first. A side rests at the first chunk that is not `wanted`, and goes on from there later. */
function takeNeighbours(
  run: Run,
  sides: readonly Side[],
  wanted: (chunk: Chunk, distance: number) => boolean = () => true,
): void {
  const isDue = ({ chunks, next }: Side) => chunks[next] !== undefined && wanted(chunks[next], next);
  const nearest = () => sides.filter(isDue).sort((a, b) => a.next - b.next)[0];
  for (let side = nearest(); side; side = nearest()) takeNext(run, side);
}

function takeNext(run: Run, side: Side): void {
  const chunk = side.chunks[side.next++];
  if (run.selection.ids.has(chunk.id)) return;
  if (side.open) side.open = tryTake(run, chunk);
  else if (!run.leftOut.has(chunk.id)) run.leftOut.set(chunk.id, 'a chunk between it and its hit was left out');
}

function toPassage({ documentId, stretch }: Draft, citation: number, { hits, version }: AssembleInput): Passage {
  const { span, rawSpan, lines, text, chunks } = stretch;
  const { sectionPath } = chunks[0];
  const chunkIds = chunks.map(({ id }) => id);
  const pinpoints = hits
    .filter(({ chunk }) => chunkIds.includes(chunk.id))
    .flatMap((hit) => hit.pinpoints ?? [])
    .filter((place) => place.span.end <= span.end)
    .sort((a, b) => a.span.start - b.span.start);
  return { citation, documentId, sectionPath, span, rawSpan, lines, text, chunkIds, pinpoints, version };
}
