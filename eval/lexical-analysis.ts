/**
 * Evaluation, program: query sets → what each choice of term analysis is worth, one change at a time.
 *
 * Chunks are cut once, with the defaults; each variant analyses them and the questions in its own way and ranks by BM25.
 * Usage: `npx tsx eval/lexical-analysis.ts SET_DIR... [--max-queries n] [--variants a,b]`.
 */
import { parseArgs } from 'node:util';
import { assembleContext } from '../src/assembly/assemble.ts';
import { readQuerySet } from '../src/cli/evaluation/read-set.ts';
import { indexSources } from '../src/engine.ts';
import { type BlackCounts, blackCounts } from '../src/evaluation/judge.ts';
import { type Found, measureQuery } from '../src/evaluation/measures.ts';
import type { EvaluationQuery } from '../src/evaluation/query-set.ts';
import { compare, meanOf } from '../src/evaluation/statistics.ts';
import type { Chunk } from '../src/model/chunk.ts';
import type { Source } from '../src/model/document.ts';
import { expandHits } from '../src/retrieval/expand.ts';
import { retrieve } from '../src/retrieval/retrieve.ts';
import { PathTokens } from '../src/stores/sqlite/path-tokens.ts';
import { openSqliteStore } from '../src/stores/sqlite.ts';
import type { Store } from '../src/stores/store.ts';
import { o200kTokenCounter } from '../src/token-counters/openai.ts';
import { FTS5_PARAMETERS, type LexicalIndex, lexicalIndex } from './lexical-index.ts';
import { fieldsOf, type LexicalVariant, VARIANTS } from './lexical-variants.ts';

const BUDGET = 1_000;
const TOP_K = 10;
const MEASURES = ['Success@5', 'nDCG@10', `gold@${BUDGET}`] as const;
const counter = o200kTokenCounter();

/** Values of each measure, by query. */
type Values = Readonly<Record<(typeof MEASURES)[number], number[]>>;

interface Corpus {
  readonly name: string;
  readonly store: Store;
  readonly chunks: readonly Chunk[];
  readonly queries: readonly EvaluationQuery[];
  readonly textOf: ReadonlyMap<string, string>;
  readonly counts: Map<string, BlackCounts>;
}

await main();

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'max-queries': { type: 'string', default: 'Infinity' }, variants: { type: 'string' } },
  });
  if (positionals.length === 0) throw new Error('Name at least one set, for example eval/sample.');
  const names = values.variants?.split(',');
  const variants = VARIANTS.filter(
    ({ name }, i) => i === 0 || names === undefined || names.some((wanted) => name.startsWith(wanted)),
  );
  const totals = new Map<string, Record<string, number>[]>();
  for (const directory of positionals) {
    const corpus = await openCorpus(directory, Number(values['max-queries']));
    const rows: string[][] = [];
    let base: Values | undefined;
    for (const variant of variants) {
      const measured = await measure(corpus, variant);
      base ??= measured;
      rows.push([variant.name, ...cells(measured, base, variant === variants[0])]);
      const before = base;
      const differences = Object.fromEntries(MEASURES.map((m) => [m, meanOf(measured[m]) - meanOf(before[m])]));
      totals.set(variant.name, [...(totals.get(variant.name) ?? []), differences]);
    }
    console.log(`\n## ${corpus.name}: ${corpus.chunks.length} chunks, ${corpus.queries.length} queries\n`);
    console.log(table(['variant', ...MEASURES], rows));
    await corpus.store.close();
  }
  if (positionals.length === 1) return;
  const means = [...totals].map(([name, sets]) => [
    name,
    ...MEASURES.map((m) => points(meanOf(sets.map((set) => set[m])))),
  ]);
  console.log(`\n## Mean difference to ${variants[0].name} over ${positionals.length} sets, points\n`);
  console.log(table(['variant', ...MEASURES], means));
}

async function openCorpus(directory: string, maxQueries: number): Promise<Corpus> {
  const { name, sources, queries } = await readQuerySet(directory, { maxQueries });
  const store = await openSqliteStore(':memory:');
  await indexSources({ store, sources, chunking: { tokenCounter: counter } });
  const chunks: Chunk[] = [];
  for (const { documentId } of await store.listDocuments())
    chunks.push(...(await store.readDocumentChunks(documentId)));
  const textOf = new Map(sources.map(({ documentId, text }: Source) => [documentId, text]));
  return { name, store, chunks, queries, textOf, counts: new Map() };
}

async function measure(corpus: Corpus, variant: LexicalVariant): Promise<Values> {
  const tokens = new PathTokens();
  const pathLength = (chunk: Chunk): number => tokens.of(chunk).split(' ').length;
  const index = lexicalIndex(corpus.chunks, fieldsOf(variant), variant.bm25 ?? FTS5_PARAMETERS, pathLength);
  const values: Values = { 'Success@5': [], 'nDCG@10': [], [`gold@${BUDGET}`]: [] };
  const started = performance.now();
  for (const query of corpus.queries) {
    const measured = measureQuery(query, await find(corpus, index, variant, query), (id) => countsOf(corpus, id));
    for (const name of MEASURES) values[name].push(measured[name]);
  }
  process.stderr.write(`${corpus.name}, ${variant.name}: ${Math.round(performance.now() - started)} ms\n`);
  return values;
}

function countsOf({ counts, textOf }: Corpus, documentId: string): BlackCounts {
  let found = counts.get(documentId);
  if (!found) counts.set(documentId, (found = blackCounts(textOf.get(documentId) ?? '')));
  return found;
}

async function find(
  corpus: Corpus,
  index: LexicalIndex,
  variant: LexicalVariant,
  query: EvaluationQuery,
): Promise<Found> {
  const { documents } = query;
  const searchLexical: Store['searchLexical'] = async ({ limit }) =>
    index.search(variant.analyzeQuery(query.text), limit, documents);
  const store = { ...corpus.store, searchLexical };
  const found = await retrieve(store, query.text, { topK: TOP_K, ...(documents && { filter: { documents } }) });
  const { hits, expansions } = await expandHits(store, found.hits, {});
  const context = assembleContext(
    { hits, expansions, version: found.version },
    { tokenCounter: counter, tokenBudget: BUDGET },
  );
  const named = new Set(query.gold.flatMap((gold) => [gold, ...gold.alternates]).map((gold) => gold.documentId));
  const placeOf = ({ documentId, rawSpan: span }: Chunk) => ({ documentId, span });
  return {
    hits: found.hits.map(({ chunk }) => placeOf(chunk)),
    goldChunks: corpus.chunks.filter(({ documentId }) => named.has(documentId)).map(placeOf),
    contexts: [{ tokenBudget: BUDGET, context, inexact: 0 }],
  };
}

function cells(values: Values, base: Values, isBase: boolean): string[] {
  return MEASURES.map((name) => {
    const mean = (100 * meanOf(values[name])).toFixed(1);
    if (isBase) return mean;
    const { mean: difference, low, high, wins, losses } = compare(values[name], base[name]);
    return `${mean} (${points(difference)} [${points(low)}, ${points(high)}], ${wins}/${losses})`;
  });
}

function points(share: number): string {
  return `${share < 0 ? '' : '+'}${(100 * share).toFixed(2)}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
