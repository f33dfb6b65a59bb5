/**
 * Evaluation, program: query sets and ways of cutting → how often the answer stands whole in the context.
 *
 * Every way of cutting gets the same token budget, so small and large chunks are compared fairly. Lexical search only.
 * Usage: `npx tsx eval/gold-in-context.ts SET_DIR... [options]`; docs/guide/evaluation.md lists the options.
 */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { assembleContext } from '../src/assembly/assemble.ts';
import type { ChunkOptions } from '../src/chunking/options.ts';
import { indexSources } from '../src/engine.ts';
import type { Context, Hit } from '../src/model/retrieval.ts';
import { type Span, sharedLength } from '../src/model/span.ts';
import { expandHits } from '../src/retrieval/expand.ts';
import { retrieve } from '../src/retrieval/retrieve.ts';
import { openSqliteStore } from '../src/stores/sqlite.ts';
import type { Store } from '../src/stores/store.ts';
import { o200kTokenCounter } from '../src/token-counters/openai.ts';
import { type EvalQuery, type Gold, type QuerySet, readQuerySet } from './query-set.ts';
import { compare, type Estimate, estimate, meanOf } from './statistics.ts';

/** One way of cutting and searching. */
interface Variant {
  readonly name: string;
  readonly chunking: Record<string, unknown>;
  readonly retrieval: { topK?: number; bodyWeight?: number; headingsWeight?: number };
  readonly neighbours: number | undefined;
}

/** What one query got in one budget. */
interface Outcome {
  readonly full: boolean;
  /** Share of the gold characters (blank ones aside) inside the cited ranges; a whole document counts 0 or 1. */
  readonly coverage: number;
  readonly tokens: number;
}

interface QueryResult {
  readonly id: string;
  /** Rank of the first hit that touches gold; null when none of the hits does. */
  readonly rank: number | null;
  readonly searchMs: number;
  readonly assembleMs: number;
  /** In the order of the budgets. */
  readonly outcomes: readonly Outcome[];
}

interface VariantResult {
  readonly variant: string;
  readonly chunks: number;
  readonly indexMs: number;
  readonly queries: readonly QueryResult[];
}

const SUCCESS_AT = [1, 5, 10];
const RETRIEVAL_OPTIONS = ['topK', 'bodyWeight', 'headingsWeight'];
const counter = o200kTokenCounter();

await main();

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      strategies: { type: 'string' },
      variant: { type: 'string', multiple: true, default: [] },
      option: { type: 'string', multiple: true, default: [] },
      budgets: { type: 'string', default: '500,1000,2000' },
      'max-queries': { type: 'string', default: 'Infinity' },
      json: { type: 'string' },
    },
  });
  if (positionals.length === 0) throw new Error('Name at least one set, for example eval/sample.');
  const names = values.strategies ?? (values.variant.length > 0 ? '' : 'structural,fixed');
  const given = [
    ...names
      .split(',')
      .filter(Boolean)
      .map((name) => `${name}:${name}:`),
    ...values.variant,
  ];
  const variants = given.map((text) => parseVariant(text, values.option));
  const budgets = values.budgets.split(',').map(Number);
  const results = [];
  for (const directory of positionals) {
    const set = await readQuerySet(directory, Number(values['max-queries']));
    const measured: VariantResult[] = [];
    for (const variant of variants) measured.push(await runVariant(set, variant, budgets));
    console.log(report(set, budgets, measured));
    results.push({ set: set.name, budgets, variants: measured });
  }
  if (values.json) await writeFile(values.json, `${JSON.stringify(results, null, 1)}\n`);
}

/** `name:strategy:key=value,key=value`; options of the command line come first, so that a variant may differ. */
function parseVariant(text: string, common: readonly string[]): Variant {
  const [name, strategy, options = ''] = text.split(':');
  const pairs = [...common, ...options.split(',').filter(Boolean)].map((pair) => pair.split('='));
  const settings = Object.fromEntries(pairs.map(([key, value]) => [key, parseValue(value)]));
  const { neighbours, ...others } = settings;
  const entries = Object.entries(others);
  const isRetrieval = ([key]: [string, unknown]) => RETRIEVAL_OPTIONS.includes(key);
  const chunking = Object.fromEntries(entries.filter((entry) => !isRetrieval(entry)));
  return {
    name,
    chunking: { strategy, tokenCounter: counter, ...chunking },
    retrieval: Object.fromEntries(entries.filter(isRetrieval)),
    neighbours: neighbours as number | undefined,
  };
}

function parseValue(value: string | undefined): unknown {
  if (value === 'true' || value === 'false') return value === 'true';
  return value === undefined || value === '' || Number.isNaN(Number(value)) ? value : Number(value);
}

async function runVariant(set: QuerySet, variant: Variant, budgets: readonly number[]): Promise<VariantResult> {
  const store = await openSqliteStore(':memory:');
  try {
    const started = performance.now();
    // The names come from the command line; the chunker refuses those it does not know.
    await indexSources({ store, sources: set.sources, chunking: variant.chunking as ChunkOptions });
    const indexMs = performance.now() - started;
    const textOf = new Map(set.sources.map(({ documentId, text }) => [documentId, text]));
    const queries: QueryResult[] = [];
    for (const query of set.queries) {
      queries.push(await runQuery(store, query, variant, budgets, textOf));
      if (queries.length % 100 === 0 || queries.length === set.queries.length)
        process.stderr.write(`${set.name}, ${variant.name}: ${queries.length} of ${set.queries.length} queries\n`);
    }
    return { variant: variant.name, chunks: (await store.status()).chunks, indexMs, queries };
  } finally {
    await store.close();
  }
}

async function runQuery(
  store: Store,
  query: EvalQuery,
  variant: Variant,
  budgets: readonly number[],
  textOf: ReadonlyMap<string, string>,
): Promise<QueryResult> {
  const { documents } = query;
  const started = performance.now();
  const found = await retrieve(store, query.text, {
    ...variant.retrieval,
    ...(documents && { filter: { documents } }),
  });
  const expand = variant.neighbours === undefined ? {} : { neighbours: variant.neighbours };
  const { hits, expansions } = await expandHits(store, found.hits, expand);
  const searched = performance.now();
  const input = { hits, expansions, version: found.version };
  const contexts = budgets.map((tokenBudget) => assembleContext(input, { tokenCounter: counter, tokenBudget }));
  const assembled = performance.now();
  return {
    id: query.id,
    rank: hits.find((hit) => query.gold.some((gold) => touches(hit, gold)))?.rank ?? null,
    searchMs: searched - started,
    assembleMs: (assembled - searched) / budgets.length,
    outcomes: contexts.map((context) => judge(context, query.gold, textOf)),
  };
}

function touches({ chunk }: Hit, { documentId, span }: Gold): boolean {
  return chunk.documentId === documentId && (span === undefined || sharedLength(chunk.rawSpan, span) > 0);
}

function judge(context: Context, gold: readonly Gold[], textOf: ReadonlyMap<string, string>): Outcome {
  let wanted = 0;
  let covered = 0;
  for (const { documentId, span } of gold) {
    const spans = context.passages.filter((passage) => passage.documentId === documentId).map(({ rawSpan }) => rawSpan);
    const found = span
      ? countBlack(textOf.get(documentId) ?? '', span, spans)
      : { black: 1, inside: spans.length && 1 };
    wanted += found.black;
    covered += found.inside;
  }
  return { full: covered === wanted, coverage: covered / wanted, tokens: context.tokenCount };
}

/** Blank characters do not count: whether a passage ends before or behind a line feed answers nothing. */
function countBlack(text: string, gold: Span, spans: readonly Span[]): { black: number; inside: number } {
  let black = 0;
  let inside = 0;
  for (let at = gold.start; at < gold.end; at++) {
    if (text[at].trim() === '') continue;
    black++;
    if (spans.some(({ start, end }) => start <= at && at < end)) inside++;
  }
  return { black, inside };
}

function report(set: QuerySet, budgets: readonly number[], results: readonly VariantResult[]): string {
  return [
    `## ${set.name}: ${set.sources.length} documents, ${set.queries.length} queries\n`,
    table(
      ['variant', 'budget', 'all gold inside, %', 'gold coverage, %', 'tokens used'],
      outcomeRows(budgets, results),
    ),
    table(
      ['variant', 'chunks', ...SUCCESS_AT.map((k) => `Success@${k}, %`), 'index, s', 'search, ms', 'assemble, ms'],
      results.map(searchRow),
    ),
    results.length < 2
      ? ''
      : table(
          ['pair', 'budget', 'all gold inside, points', 'wins/losses', 'gold coverage, points'],
          pairRows(budgets, results),
        ),
  ].join('\n');
}

function outcomeRows(budgets: readonly number[], results: readonly VariantResult[]): string[][] {
  return budgets.flatMap((budget, at) =>
    results.map((result) => [
      result.variant,
      String(budget),
      percent(estimate(fulls(result, at))),
      percent(estimate(coverages(result, at))),
      String(Math.round(meanOf(result.queries.map(({ outcomes }) => outcomes[at].tokens)))),
    ]),
  );
}

function searchRow({ variant, chunks, queries, indexMs }: VariantResult): string[] {
  const successAt = (k: number) => estimate(queries.map(({ rank }) => Number(rank !== null && rank <= k)));
  const times = [queries.map(({ searchMs }) => searchMs), queries.map(({ assembleMs }) => assembleMs)];
  return [
    variant,
    String(chunks),
    ...SUCCESS_AT.map((k) => percent(successAt(k))),
    (indexMs / 1000).toFixed(1),
    ...times.map((values) => meanOf(values).toFixed(1)),
  ];
}

function pairRows(budgets: readonly number[], results: readonly VariantResult[]): string[][] {
  const pairs = results.flatMap((a, i) => results.slice(i + 1).map((b) => ({ a, b })));
  return pairs.flatMap(({ a, b }) =>
    budgets.map((budget, at) => {
      const full = compare(fulls(a, at), fulls(b, at));
      const coverage = compare(coverages(a, at), coverages(b, at));
      const pair = `${a.variant} − ${b.variant}`;
      return [pair, String(budget), percent(full), `${full.wins}/${full.losses}`, percent(coverage)];
    }),
  );
}

function fulls({ queries }: VariantResult, at: number): number[] {
  return queries.map(({ outcomes }) => Number(outcomes[at].full));
}

function coverages({ queries }: VariantResult, at: number): number[] {
  return queries.map(({ outcomes }) => outcomes[at].coverage);
}

function percent({ mean, low, high }: Estimate): string {
  const [a, b, c] = [mean, low, high].map((value) => (value * 100).toFixed(1));
  return `${a} [${b}, ${c}]`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return `${lines.join('\n')}\n`;
}
