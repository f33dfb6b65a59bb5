/**
 * Benchmark, program: generated documents in a store → how long searching them takes, list by list, as Markdown.
 *
 * Usage: `npx tsx bench/search.ts [--chunks 20000,200000] [--dimensions 256] [--queries 200] [--store FILE]`. With
 * `--store` the stores stay, one per size, beside FILE, and the next run uses them again.
 */
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Embedder } from '../src/embedders/embedder.ts';
import { indexSources } from '../src/engine.ts';
import type { Filter } from '../src/model/retrieval.ts';
import { retrieve } from '../src/retrieval/retrieve.ts';
import { openSqliteStore } from '../src/stores/sqlite.ts';
import type { Store, VectorField } from '../src/stores/store.ts';
import { analyzeQuery } from '../src/text/query-terms.ts';
import { folderOf, searchDocument, searchQuestion, wordEmbedder } from './search-corpus.ts';

/** What retrieval asks of each list by default. */
const LIMIT = 200;
/** Documents whose edits are searched after: more would measure the same. */
const EDITS = 10;

await main();

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      chunks: { type: 'string', default: '20000,200000' },
      dimensions: { type: 'string', default: '256' },
      queries: { type: 'string', default: '200' },
      store: { type: 'string' },
    },
  });
  const directory = mkdtempSync(join(tmpdir(), 'kerf-search-'));
  try {
    for (const chunks of values.chunks.split(',').map(Number)) {
      const path = values.store === undefined ? join(directory, `${chunks}.db`) : `${values.store}.${chunks}`;
      await measure(path, chunks, wordEmbedder(Number(values.dimensions)), Number(values.queries));
    }
  } finally {
    rmSync(directory, { recursive: true });
  }
}

async function measure(path: string, chunks: number, embedder: Embedder, queries: number): Promise<void> {
  if (!existsSync(path)) await build(path, chunks, embedder);
  const store = await openSqliteStore(path, { create: false });
  try {
    const status = await store.status();
    const megabytes = Math.round(statSync(path).size / 1e6);
    print(
      `## ${status.chunks} chunks in ${status.documents} documents, ${status.vectors} vectors of ${embedder.dimensions} numbers, ${megabytes} MB\n`,
    );
    await measureFirstSearch(store, embedder);
    await measureQueries(store, embedder, queries);
    await measureEdits(store, embedder);
  } finally {
    await store.close();
  }
}

/** Documents are made and embedded as they are indexed, so seconds include both. */
async function build(path: string, chunks: number, embedder: Embedder): Promise<void> {
  const store = await openSqliteStore(path);
  const began = performance.now();
  const stop = new AbortController();
  function* sources() {
    for (let seed = 0; ; seed++) yield searchDocument(seed);
  }
  const onProgress = ({ added }: { readonly added: number }): void => {
    if (added >= chunks) stop.abort();
  };
  await indexSources({ store, sources: sources(), embedder, onProgress, signal: stop.signal });
  print(`Indexing ${chunks} chunks: ${((performance.now() - began) / 1000).toFixed(0)} s\n`);
  await store.close();
}

async function measureFirstSearch(store: Store, embedder: Embedder): Promise<void> {
  globalThis.gc?.();
  const before = process.memoryUsage();
  for (const field of ['text', 'header'] as const) {
    const ms = await timed(() => searchField(store, embedder, field, searchQuestion(0)));
    print(`First search of field ${field}: ${ms.toFixed(0)} ms`);
  }
  globalThis.gc?.();
  const after = process.memoryUsage();
  const grown = (name: 'rss' | 'heapUsed' | 'arrayBuffers'): string => ((after[name] - before[name]) / 1e6).toFixed(0);
  print(
    `Memory of both: resident ${grown('rss')} MB, heap ${grown('heapUsed')} MB, buffers ${grown('arrayBuffers')} MB\n`,
  );
}

async function searchField(store: Store, embedder: Embedder, field: VectorField, question: string, filter?: Filter) {
  const [vector] = await embedder.embed([question]);
  return store.searchVectors({ field, embedderId: embedder.id, vector, limit: LIMIT, ...(filter && { filter }) });
}

async function measureQueries(store: Store, embedder: Embedder, queries: number): Promise<void> {
  print('| | p50 ms | p95 ms | p50 CPU ms | p95 CPU ms |\n| --- | --- | --- | --- | --- |');
  const weights = { bodyWeight: 1, headingsWeight: 2, limit: LIMIT };
  for (const filter of [undefined, { documents: [folderOf(7)] }]) {
    const narrow = filter === undefined ? {} : { filter };
    const ways: Record<string, (question: string) => Promise<unknown>> = {
      lexical: (question) => store.searchLexical({ ...analyzeQuery(question), ...weights, ...narrow }),
      dense: (question) => searchField(store, embedder, 'text', question, filter),
      header: (question) => searchField(store, embedder, 'header', question, filter),
      hybrid: (question) => retrieve(store, question, { embedder, ...narrow }),
    };
    for (const [name, run] of Object.entries(ways))
      await row(filter === undefined ? name : `${name}, 5 % of the documents`, queries, (i) => run(searchQuestion(i)));
  }
  await row('status', 20, () => store.status());
  print('');
}

/** Times on the clock, and of the processor, which a busy machine moves less. */
async function row(name: string, times: number, run: (i: number) => Promise<unknown>): Promise<void> {
  for (let i = 0; i < Math.min(10, times); i++) await run(1_000_000 + i);
  const clock: number[] = [];
  const processor: number[] = [];
  for (let i = 0; i < times; i++) {
    const before = process.cpuUsage();
    clock.push(await timed(() => run(i)));
    const { user, system } = process.cpuUsage(before);
    processor.push((user + system) / 1000);
  }
  print(`| ${[name, at(clock, 0.5), at(clock, 0.95), at(processor, 0.5), at(processor, 0.95)].join(' | ')} |`);
}

function at(times: number[], share: number): string {
  times.sort((a, b) => a - b);
  return times[Math.floor(times.length * share)].toFixed(1);
}

/** A document is edited, then searched: what the search costs that must first take the edit in. */
async function measureEdits(store: Store, embedder: Embedder): Promise<void> {
  const all: number[] = [];
  for (let i = 0; i < EDITS; i++) {
    const source = searchDocument(i * 13);
    const edited = { ...source, text: `${source.text}\n\nEdit ${performance.now()} of the document.\n` };
    await indexSources({ store, sources: [edited], embedder, scope: edited.documentId });
    all.push(await timed(() => searchField(store, embedder, 'text', searchQuestion(i))));
  }
  print(
    `Search after an edit: first ${all[0].toFixed(0)} ms, then ${Math.max(...all.slice(1)).toFixed(0)} ms at most\n`,
  );
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await run();
  return performance.now() - began;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
