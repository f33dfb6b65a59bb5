/**
 * Evaluation, program: query sets and an embedder → what its vectors add to the lexical ranking, or take from it, under
 * many fusions of the same candidate lists.
 *
 * Usage: `npx tsx eval/dense-leg.ts SET_DIR... --embedder lsa|hash|./module.mjs [--max-queries 200] [--json FILE]`.
 * A module exports `makeEmbedder(texts): Promise<Embedder>`; the texts are those of the chunks that will be embedded.
 */
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { assembleContext } from '../src/assembly/assemble.ts';
import { readQuerySet } from '../src/cli/evaluation/read-set.ts';
import type { Embedder } from '../src/embedders/embedder.ts';
import { hashEmbedder } from '../src/embedders/hash.ts';
import { lsaEmbedder, trainLsa } from '../src/embedders/lsa.ts';
import { indexSources } from '../src/engine.ts';
import type { QuerySet } from '../src/evaluate.ts';
import { type BlackCounts, blackCounts, type FoundPlace } from '../src/evaluation/judge.ts';
import { measureQuery } from '../src/evaluation/measures.ts';
import type { EvaluationQuery } from '../src/evaluation/query-set.ts';
import type { Chunk } from '../src/model/chunk.ts';
import type { Hit } from '../src/model/retrieval.ts';
import { expandHits } from '../src/retrieval/expand.ts';
import { retrieve } from '../src/retrieval/retrieve.ts';
import { openSqliteStore } from '../src/stores/sqlite.ts';
import type { ScoredChunk, Store } from '../src/stores/store.ts';
import { o200kTokenCounter } from '../src/token-counters/openai.ts';
import { type Fusion, fusionsToTry, MEASURES, report, type SetOutcome } from './dense-leg-report.ts';

type MakeEmbedder = (texts: readonly string[]) => Promise<Embedder>;

const TOKEN_BUDGET = 1000;
const counter = o200kTokenCounter();

await main();

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      embedder: { type: 'string' },
      'max-queries': { type: 'string', default: '200' },
      json: { type: 'string' },
    },
  });
  if (positionals.length === 0 || values.embedder === undefined)
    throw new Error('Name at least one set and an embedder, for example eval/sample --embedder hash.');
  const makeEmbedder = await makerOf(values.embedder);
  const sets: SetOutcome[] = [];
  for (const directory of positionals) {
    const set = await readQuerySet(directory, { maxQueries: Number(values['max-queries']) });
    sets.push(await runSet(set, makeEmbedder));
  }
  console.log(report(values.embedder, sets));
  if (values.json) await writeFile(values.json, `${JSON.stringify(sets)}\n`);
}

async function makerOf(name: string): Promise<MakeEmbedder> {
  if (name === 'lsa') return async (texts) => lsaEmbedder(trainLsa(texts));
  if (name === 'hash') return async () => hashEmbedder();
  const module = (await import(pathToFileURL(resolve(name)).href)) as { makeEmbedder?: MakeEmbedder };
  if (typeof module.makeEmbedder === 'function') return module.makeEmbedder;
  throw new Error(`${name} exports no function makeEmbedder(texts).`);
}

/** What all queries of a set share. */
interface SetRun {
  readonly set: QuerySet;
  readonly store: Store;
  readonly embedder: Embedder;
  readonly version: number;
  readonly chunksOf: Map<string, Promise<readonly Chunk[]>>;
  readonly counts: Map<string, BlackCounts>;
}

async function runSet(set: QuerySet, makeEmbedder: MakeEmbedder): Promise<SetOutcome> {
  const store = await openSqliteStore(':memory:');
  try {
    await indexSources({ store, sources: set.sources });
    const texts = await chunkTexts(store);
    const started = performance.now();
    const embedder = await makeEmbedder(texts);
    const made = performance.now();
    await indexSources({ store, sources: set.sources, embedder });
    const embedded = performance.now();
    const { chunks, version } = await store.status();
    const run: SetRun = { set, store, embedder, version, chunksOf: new Map(), counts: new Map() };
    const fusions = fusionsToTry();
    const values = fusions.map(() => MEASURES.map((): number[] => []));
    for (const query of set.queries) {
      const outcomes = await runQuery(run, query, fusions);
      for (const [f, outcome] of outcomes.entries())
        for (const [m, value] of outcome.entries()) values[f][m].push(value);
    }
    const [makeMs, embedMs] = [made - started, embedded - made];
    const queryMs = (performance.now() - embedded) / set.queries.length;
    process.stderr.write(
      `${set.name}: ${chunks} chunks, ${Math.round(makeMs + embedMs)} ms, ${queryMs.toFixed(0)} ms/query\n`,
    );
    return {
      set: set.name,
      chunks,
      makeMs,
      embedMs,
      embedderId: embedder.id,
      fusions: fusions.map((f) => f.name),
      values,
    };
  } finally {
    await store.close();
  }
}

async function chunkTexts(store: Store): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const { documentId } of await store.listDocuments())
    for (const { embedText } of await store.readDocumentChunks(documentId)) texts.push(embedText);
  return texts;
}

/** For each fusion the values of `MEASURES`. */
async function runQuery(run: SetRun, query: EvaluationQuery, fusions: readonly Fusion[]): Promise<readonly number[][]> {
  const store = searchingOnce(run.store);
  const embedder = embeddingOnce(run.embedder);
  const filter = query.documents && { documents: query.documents };
  const known = new Map<string, readonly number[]>();
  const outcomes: number[][] = [];
  for (const { weights, method } of fusions) {
    const { hits } = await retrieve(store, query.text, { embedder, weights, fusion: { method }, filter });
    // Most fusions agree on the first hits, and what is behind them depends on nothing else.
    const key = hits.map(({ chunk }) => chunk.id).join(' ');
    const values = known.get(key) ?? (await measure(run, query, hits));
    known.set(key, values);
    outcomes.push([...values]);
  }
  return outcomes;
}

/** `store` for one query: each list of candidates is searched the first time it is asked for, and remembered. */
function searchingOnce(store: Store): Store {
  const lists = new Map<string, Promise<readonly ScoredChunk[]>>();
  const once = (list: string, search: () => Promise<readonly ScoredChunk[]>) => {
    const found = lists.get(list) ?? search();
    lists.set(list, found);
    return found;
  };
  const status = store.status();
  return {
    ...store,
    status: () => status,
    searchLexical: (query) => once('lexical', () => store.searchLexical(query)),
    searchVectors: (query) => once(query.field, () => store.searchVectors(query)),
  };
}

function embeddingOnce(embedder: Embedder): Embedder {
  let vectors: ReturnType<Embedder['embed']> | undefined;
  return {
    ...embedder,
    embed: (texts, options) => {
      vectors ??= embedder.embed(texts, options);
      return vectors;
    },
  };
}

async function measure(run: SetRun, query: EvaluationQuery, found: readonly Hit[]): Promise<readonly number[]> {
  const { store, version } = run;
  const { hits, expansions } = await expandHits(store, found);
  const context = assembleContext({ hits, expansions, version }, { tokenCounter: counter, tokenBudget: TOKEN_BUDGET });
  const goldIds = [...new Set(query.gold.map(({ documentId }) => documentId))];
  const goldChunks = (await Promise.all(goldIds.map((id) => chunksOf(run, id)))).flat();
  const values = measureQuery(
    { ...query, kind: 'all', weak: false, gold: query.gold.map((gold) => ({ ...gold, alternates: [] })) },
    {
      hits: found.map(({ chunk }) => placeOf(chunk)),
      goldChunks: goldChunks.map(placeOf),
      contexts: [{ tokenBudget: TOKEN_BUDGET, context, inexact: 0 }],
    },
    (documentId) => countsOf(run, documentId),
  );
  return MEASURES.map((name) => values[name]);
}

function placeOf({ documentId, rawSpan }: Chunk): FoundPlace {
  return { documentId, span: rawSpan };
}

function chunksOf({ store, chunksOf }: SetRun, documentId: string): Promise<readonly Chunk[]> {
  const found = chunksOf.get(documentId) ?? store.readDocumentChunks(documentId);
  chunksOf.set(documentId, found);
  return found;
}

function countsOf({ set, counts }: SetRun, documentId: string): BlackCounts {
  const text = set.sources.find((source) => source.documentId === documentId)?.text ?? '';
  const found = counts.get(documentId) ?? blackCounts(text);
  counts.set(documentId, found);
  return found;
}
