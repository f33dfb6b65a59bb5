/** Evaluation: what one query found, and its gold → the values of all measures, and what each measure means. */
import type { Context } from '../model/retrieval.ts';
import { sharedLength } from '../model/span.ts';
import { type BlackCountsOf, clip, type FoundPlace, goldShares, lengthOf, spansByDocument, unionOf } from './judge.ts';
import type { EvaluationQuery, Gold, GoldPlace } from './query-set.ts';

/** What a measure is; names carry the cut-off or the budget behind an `@`. */
export interface MeasureDefinition {
  readonly name: string;
  readonly better: 'higher' | 'lower';
  /** `share` lies in 0 to 1. */
  readonly unit: 'share' | 'tokens' | 'ms';
  readonly meaning: string;
}

/** What one configuration found for one query. */
export interface Found {
  /** Best first. */
  readonly hits: readonly FoundPlace[];
  /** All chunks of the documents that gold names: what could have been found. */
  readonly goldChunks: readonly FoundPlace[];
  readonly contexts: readonly FoundContext[];
}

export interface FoundContext {
  readonly tokenBudget: number;
  readonly context: Context;
  /** Passages whose text is not the slice of the document that their span names. */
  readonly inexact: number;
}

/** Values by the name of the measure; a measure that says nothing of a query (spans, where gold is a whole document) is left out. */
export type MeasureValues = Readonly<Record<string, number>>;

/** First ranks looked at. 5 is what Chroma's chunking evaluation uses, 10 what nDCG is usually given at. */
const SPAN_CUTOFF = 5;
const NDCG_CUTOFF = 10;
const SUCCESS_CUTOFFS = [1, 5, 10];
const RECALL_CUTOFFS = [5, 10];

/** The measures in the order of reports. */
export function measuresFor(budgets: readonly number[]): readonly MeasureDefinition[] {
  const share = (name: string, meaning: string, better: 'higher' | 'lower' = 'higher'): MeasureDefinition => ({
    name,
    better,
    unit: 'share',
    meaning,
  });
  return [
    ...budgets.map((budget) => share(`gold@${budget}`, `all gold stands whole in the context of ${budget} tokens`)),
    ...budgets.map((budget) =>
      share(`coverage@${budget}`, `share of the gold characters in the context of ${budget} tokens`),
    ),
    ...budgets.map((budget) =>
      share(`contextPrecision@${budget}`, `share of the cited characters that are gold, ${budget} tokens`),
    ),
    ...RECALL_CUTOFFS.map((k) => share(`R@${k}`, `share of the gold places that the first ${k} hits hold whole`)),
    share(`P@${SPAN_CUTOFF}`, `share of the first ${SPAN_CUTOFF} hits that hold some gold`),
    share(`nDCG@${NDCG_CUTOFF}`, 'discounted gain; the gain of a hit is the share of the gold it holds'),
    share('RR', '1 / rank of the first hit that holds some gold'),
    ...SUCCESS_CUTOFFS.map((k) =>
      share(`Success@${k}`, k === 1 ? 'some gold in the first hit' : `some gold in the first ${k} hits`),
    ),
    share(`spanRecall@${SPAN_CUTOFF}`, `share of the gold characters in the first ${SPAN_CUTOFF} hits`),
    share(`spanPrecision@${SPAN_CUTOFF}`, `share of the characters of the first ${SPAN_CUTOFF} hits that are gold`),
    share(`spanIoU@${SPAN_CUTOFF}`, 'gold found / (characters of the hits and gold not found)'),
    share('precisionOmega', 'span precision if exactly the chunks that hold gold were found'),
    share('goldCut', 'share of the gold places that no chunk holds whole', 'lower'),
    ...budgets.map((budget) => share(`exactCitations@${budget}`, 'share of the passages that are the slice they name')),
    ...budgets.map((budget) =>
      share(`repeated@${budget}`, 'share of the cited characters that stand there twice', 'lower'),
    ),
    ...budgets.map(
      (budget): MeasureDefinition => ({
        name: `tokens@${budget}`,
        better: 'lower',
        unit: 'tokens',
        meaning: `tokens of the context, at most ${budget}`,
      }),
    ),
    { name: 'latency', better: 'lower', unit: 'ms', meaning: 'search, expansion and the largest context' },
  ];
}

/** All values of one query but `latency`, which only a clock knows. */
export function measureQuery({ gold }: EvaluationQuery, all: Found, countsOf: BlackCountsOf): MeasureValues {
  // Most chunks of a long document hold no gold, and are looked at no further.
  const goldChunks = all.goldChunks.filter((chunk) => holdsGold(chunk, gold));
  const found = { ...all, goldChunks };
  return {
    ...rankingValues(gold, found, countsOf),
    ...spanValues(gold, found),
    ...cutValue(gold, goldChunks, countsOf),
    ...Object.assign({}, ...found.contexts.map((context) => contextValues(gold, context, countsOf))),
  };
}

function holdsGold(place: FoundPlace, gold: readonly Gold[]): boolean {
  const holds = ({ documentId, span }: GoldPlace): boolean =>
    place.documentId === documentId && (span === undefined || sharedLength(place.span, span) > 0);
  return gold.some((entry) => holds(entry) || entry.alternates.some(holds));
}

function rankingValues(gold: readonly Gold[], { hits, goldChunks }: Found, countsOf: BlackCountsOf): MeasureValues {
  const gains = hits.map((hit) => gainOf(gold, hit, countsOf));
  const first = gains.findIndex((gain) => gain > 0);
  const values: Record<string, number> = {
    [`P@${SPAN_CUTOFF}`]: gains.slice(0, SPAN_CUTOFF).filter((gain) => gain > 0).length / SPAN_CUTOFF,
    [`nDCG@${NDCG_CUTOFF}`]: ndcg(
      gains,
      goldChunks.map((chunk) => gainOf(gold, chunk, countsOf)),
    ),
    RR: first < 0 ? 0 : 1 / (first + 1),
  };
  for (const k of SUCCESS_CUTOFFS) values[`Success@${k}`] = Number(first >= 0 && first < k);
  for (const k of RECALL_CUTOFFS) {
    const whole = goldShares(gold, hits.slice(0, k), countsOf).filter((share) => share === 1).length;
    values[`R@${k}`] = whole / gold.length;
  }
  return values;
}

/** The share of the gold, of all its places together, that a chunk holds by itself. */
function gainOf(gold: readonly Gold[], place: FoundPlace, countsOf: BlackCountsOf): number {
  const shares = goldShares(gold, [place], countsOf);
  return shares.reduce((sum, share) => sum + share, 0) / gold.length;
}

/** Järvelin and Kekäläinen 2002, with the logarithm of base 2 as trec_eval has it. */
function ndcg(gains: readonly number[], possible: readonly number[]): number {
  const ideal = discounted([...possible].sort((a, b) => b - a));
  return ideal === 0 ? 0 : Math.min(1, discounted(gains) / ideal);
}

function discounted(gains: readonly number[]): number {
  return gains.slice(0, NDCG_CUTOFF).reduce((sum, gain, i) => sum + gain / Math.log2(i + 2), 0);
}

/**
 * Smith and Troynikov, Evaluating Chunking Strategies for Retrieval, Chroma 2024: ranges of characters, blanks included;
 * what chunks repeat counts each time. Alternates play no part. Nothing where no gold has a span.
 */
function spanValues(gold: readonly Gold[], { hits, goldChunks }: Found): MeasureValues {
  const references = spansByDocument(
    gold.flatMap(({ documentId, span }) => (span === undefined ? [] : [{ documentId, span }])),
  );
  const referenceLength = [...references.values()].reduce((sum, spans) => sum + lengthOf(spans), 0);
  if (referenceLength === 0) return {};
  const shared = (places: readonly FoundPlace[]): number => {
    let length = 0;
    for (const [documentId, spans] of spansByDocument(places))
      for (const span of spans) length += lengthOf(clip(references.get(documentId) ?? [], span));
    return length;
  };
  const first = hits.slice(0, SPAN_CUTOFF);
  const retrieved = lengthOf(first.map(({ span }) => span));
  const found = shared(first);
  const touching = goldChunks.filter((chunk) => shared([chunk]) > 0);
  const ratio = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);
  return {
    [`spanRecall@${SPAN_CUTOFF}`]: found / referenceLength,
    [`spanPrecision@${SPAN_CUTOFF}`]: ratio(found, retrieved),
    [`spanIoU@${SPAN_CUTOFF}`]: ratio(found, retrieved + referenceLength - found),
    precisionOmega: ratio(shared(touching), lengthOf(touching.map(({ span }) => span))),
  };
}

function cutValue(gold: readonly Gold[], chunks: readonly FoundPlace[], countsOf: BlackCountsOf): MeasureValues {
  const spanned = gold.filter(({ span }) => span !== undefined);
  if (spanned.length === 0) return {};
  const isWhole = (entry: Gold): boolean => chunks.some((chunk) => goldShares([entry], [chunk], countsOf)[0] === 1);
  return { goldCut: spanned.filter((entry) => !isWhole(entry)).length / spanned.length };
}

function contextValues(gold: readonly Gold[], found: FoundContext, countsOf: BlackCountsOf): MeasureValues {
  const { tokenBudget, context, inexact } = found;
  const { passages } = context;
  const places = passages.map(({ documentId, rawSpan }) => ({ documentId, span: rawSpan }));
  const shares = goldShares(gold, places, countsOf);
  const cited = lengthOf(places.map(({ span }) => span));
  const distinct = [...spansByDocument(places).values()].reduce((sum, spans) => sum + lengthOf(spans), 0);
  return {
    [`gold@${tokenBudget}`]: Number(shares.every((share) => share === 1)),
    [`coverage@${tokenBudget}`]: shares.reduce((sum, share) => sum + share, 0) / shares.length,
    ...(gold.some(({ span }) => span) && {
      [`contextPrecision@${tokenBudget}`]: cited === 0 ? 0 : goldLength(gold, places) / cited,
    }),
    [`exactCitations@${tokenBudget}`]: passages.length === 0 ? 1 : 1 - inexact / passages.length,
    [`repeated@${tokenBudget}`]: cited === 0 ? 0 : 1 - distinct / cited,
    [`tokens@${tokenBudget}`]: context.tokenCount,
  };
}

/** Characters of `places` that are gold, alternates included, each once. */
function goldLength(gold: readonly Gold[], places: readonly FoundPlace[]): number {
  const all = gold.flatMap((entry) => [entry, ...entry.alternates]);
  let length = 0;
  for (const [documentId, spans] of spansByDocument(places)) {
    const wanted = unionOf(all.flatMap(({ documentId: id, span }) => (id === documentId && span ? [span] : [])));
    for (const span of wanted) length += lengthOf(clip(spans, span));
  }
  return length;
}
