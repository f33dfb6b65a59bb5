/**
 * Evaluation on one page: a query set and configurations → for each configuration an index, for each query a search, its
 * contexts and their measures.
 *
 * What is judged is what users get: the same indexing, retrieval, expansion and assembly as `indexSources` and `search`.
 */
import { assembleContext } from './assembly/assemble.ts';
import type { ChunkOptions } from './chunking/options.ts';
import { overlapTax } from './chunking/overlap-tax.ts';
import { type Embedder, isLearned, type LearnedEmbedder } from './embedders/embedder.ts';
import { type Chunker, chunkingKey, indexSources } from './engine.ts';
import { ANSWER_MEASURES, measureAnswer } from './evaluation/answer-measures.ts';
import { answerPrompt } from './evaluation/answer-prompt.ts';
import type { Configuration } from './evaluation/experiment-file.ts';
import { type BlackCounts, type BlackCountsOf, blackCounts, type FoundPlace } from './evaluation/judge.ts';
import { type FoundContext, type MeasureValues, measureQuery, measuresFor } from './evaluation/measures.ts';
import type { EvaluationQuery } from './evaluation/query-set.ts';
import type { ConfigurationResult, IndexFigures, SetResult } from './evaluation/report.ts';
import type { Generator } from './generators/generator.ts';
import type { Chunk } from './model/chunk.ts';
import type { Document, Source } from './model/document.ts';
import { KerfError } from './model/error.ts';
import type { Context } from './model/retrieval.ts';
import type { TokenCounter } from './model/token-counter.ts';
import { parseWithGrammars } from './parsing/code/parse-with-grammars.ts';
import type { SyntaxLoader } from './parsing/code/syntax.ts';
import { type ExpandedHits, type ExpandOptions, expandHits, neighboursFor } from './retrieval/expand.ts';
import type { RetrieveOptions } from './retrieval/options.ts';
import { retrieve } from './retrieval/retrieve.ts';
import type { Store } from './stores/store.ts';
import { requireAdapter, requireAdapters } from './text/adapters.ts';
import { shortHash } from './text/hash.ts';

/** Documents, and questions about them. */
export interface QuerySet {
  readonly name: string;
  readonly sources: readonly Source[];
  readonly queries: readonly EvaluationQuery[];
}

/** A configuration with its adapters at hand. */
export interface PreparedConfiguration {
  readonly configuration: Configuration;
  readonly tokenCounter: TokenCounter;
  readonly chunking: Omit<ChunkOptions, 'topics'>;
  readonly chunker?: Chunker;
  /** One that is there, or one that learns from the texts of the set. */
  readonly embedder?: Embedder | LearnedEmbedder;
  /** Without the embedder, which the index needs too and stands above. */
  readonly retrieval: Omit<RetrieveOptions, 'embedder'>;
  readonly expansion: ExpandOptions;
  readonly assembly: { readonly maxTokensPerDocument?: number; readonly maxPassagesPerDocument?: number };
}

export interface EvaluateOptions {
  readonly set: QuerySet;
  /** At least one. */
  readonly configurations: readonly PreparedConfiguration[];
  /** Token budgets of the contexts. */
  readonly budgets: readonly number[];
  /** A store for an index; `key` is the same for the same documents cut and embedded in the same way, so that a store may be kept. */
  readonly openStore: (key: string) => Promise<Store>;
  /** Called when an index is no longer needed: all its results are there. */
  readonly dropStore?: ((key: string) => Promise<void>) | undefined;
  /** Milliseconds, for `latency` and `indexMs`. */
  readonly clock: () => number;
  readonly syntax?: SyntaxLoader | undefined;
  /** Results that were kept from an earlier run, under a key that names all that they depend on. Default: none. */
  readonly kept?: KeptResults | undefined;
  /** Stops between two queries; what was not finished is left out of the result. */
  readonly signal?: AbortSignal;
  /** Answers each query from its largest context; the measures of answers then stand beside the others. Default: none. */
  readonly generator?: Generator | undefined;
  readonly onProgress?: (progress: EvaluationProgress) => void;
}

export interface KeptResults {
  read(key: string): Promise<ConfigurationResult | undefined>;
  write(key: string, result: ConfigurationResult): Promise<void>;
}

export interface EvaluationProgress {
  readonly set: string;
  readonly configuration: string;
  readonly step: 'indexing' | 'searching';
  readonly done: number;
  readonly total: number;
}

/** Raised whenever the same configuration would get other values than before. */
const EVALUATION_VERSION = 3;

/**
 * Runs every configuration on `set`. Configurations that cut and embed alike share an index. Deterministic but for `latency` and
 * `indexMs`. Throws `KerfError` for options that a stage refuses, a failing store or a failing embedder.
 */
export async function evaluateSet(options: EvaluateOptions): Promise<SetResult> {
  const { set, configurations, signal } = options;
  if (set.queries.length === 0) throw new KerfError('invalid-option', `The set ${set.name} has no queries.`);
  requireAdapters(options, ['generator']);
  for (const { configuration, retrieval } of configurations)
    if (Object.hasOwn(retrieval ?? {}, 'embedder'))
      throw new KerfError('invalid-option', `${configuration.name}: give embedder beside retrieval, not in it.`);
  const run: SetRun = { options, hash: hashOf(set), sources: byId(set), counts: new Map(), documents: new Map() };
  const results = new Map<PreparedConfiguration, ConfigurationResult>();
  for (const [key, group] of byIndex(run, configurations)) {
    if (signal?.aborted) break;
    await runGroup(run, key, group, results);
  }
  return {
    name: set.name,
    hash: run.hash,
    documents: set.sources.length,
    weak: set.queries.some(({ weak }) => weak),
    queryIds: set.queries.map(({ id }) => id),
    queryTexts: set.queries.map(({ text }) => text),
    kinds: set.queries.map(({ kind }) => kind),
    results: configurations.flatMap((prepared) => results.get(prepared) ?? []),
  };
}

/** What one run remembers of its set. */
interface SetRun {
  readonly options: EvaluateOptions;
  readonly hash: string;
  readonly sources: ReadonlyMap<string, Source>;
  /** Of documents that gold names. */
  readonly counts: Map<string, BlackCounts>;
  /** Parsed documents, to hold citations against. */
  readonly documents: Map<string, Document>;
}

function hashOf({ sources, queries }: QuerySet): string {
  return shortHash(JSON.stringify([sources.map(({ documentId, text }) => [documentId, shortHash(text)]), queries]));
}

function byId({ sources }: QuerySet): ReadonlyMap<string, Source> {
  return new Map(sources.map((source) => [source.documentId, source]));
}

/** The configurations by what shapes their index, in the order they come up. */
function byIndex(
  { hash }: SetRun,
  configurations: readonly PreparedConfiguration[],
): ReadonlyMap<string, readonly PreparedConfiguration[]> {
  const groups = new Map<string, PreparedConfiguration[]>();
  for (const prepared of configurations) {
    const { chunking, chunker, embedder, tokenCounter } = prepared;
    requireAdapter('tokenCounter', tokenCounter);
    const cut = chunkingKey({ chunking, chunker, embedder: isLearned(embedder) ? undefined : embedder });
    const key = shortHash(JSON.stringify([hash, cut, embedder?.id ?? null, tokenCounter.id]));
    const group = groups.get(key);
    if (group) group.push(prepared);
    else groups.set(key, [prepared]);
  }
  return groups;
}

async function runGroup(
  run: SetRun,
  key: string,
  group: readonly PreparedConfiguration[],
  results: Map<PreparedConfiguration, ConfigurationResult>,
): Promise<void> {
  const { kept, openStore, signal } = run.options;
  const keyOf = ({ configuration: { name, ...settings } }: PreparedConfiguration): string =>
    shortHash(
      JSON.stringify([EVALUATION_VERSION, key, settings, run.options.budgets, run.options.generator?.id ?? null]),
    );
  const open: PreparedConfiguration[] = [];
  for (const prepared of group) {
    const known = await kept?.read(keyOf(prepared));
    if (known) results.set(prepared, { ...known, configuration: prepared.configuration });
    else open.push(prepared);
  }
  if (open.length === 0) return;
  const store = await openStore(key);
  try {
    const index = await indexSet(run, store, open[0]);
    for (const prepared of open) {
      const ready = index.embedder ? { ...prepared, embedder: index.embedder } : withoutEmbedder(prepared);
      const values = await runQueries(run, store, ready, index.goldChunks);
      if (signal?.aborted || values === undefined) return;
      const result = { configuration: prepared.configuration, index: index.figures, values };
      await kept?.write(keyOf(prepared), result);
      results.set(prepared, result);
    }
  } finally {
    await store.close();
  }
  await run.options.dropStore?.(key);
}

/** A configuration whose embedder, if it has one, has learned. */
type ReadyConfiguration = PreparedConfiguration & { readonly embedder?: Embedder };

function withoutEmbedder({ embedder: _, ...others }: PreparedConfiguration): ReadyConfiguration {
  return others;
}

interface SetIndex {
  readonly embedder: Embedder | undefined;
  readonly figures: IndexFigures;
  /** Passages of each document that gold names. */
  readonly goldChunks: ReadonlyMap<string, readonly FoundPlace[]>;
}

async function indexSet(run: SetRun, store: Store, prepared: PreparedConfiguration): Promise<SetIndex> {
  const { set, clock } = run.options;
  const { embedder: wanted } = prepared;
  const started = clock();
  let embedder: Embedder | undefined;
  if (isLearned(wanted)) {
    await indexWith(run, store, prepared, undefined);
    embedder = await wanted.learn(await textsOfChunks(store));
  } else embedder = wanted;
  await indexWith(run, store, prepared, embedder);
  return { embedder, ...(await figuresOf(set, store, clock() - started)) };
}

async function indexWith(
  run: SetRun,
  store: Store,
  { chunking, chunker, configuration }: PreparedConfiguration,
  embedder: Embedder | undefined,
): Promise<void> {
  const { set, syntax, signal, onProgress } = run.options;
  await indexSources({
    store,
    sources: set.sources,
    chunking,
    chunker,
    embedder,
    syntax,
    ...(signal && { signal }),
    onProgress: ({ documents: done }) =>
      onProgress?.({
        set: set.name,
        configuration: configuration.name,
        step: 'indexing',
        done,
        total: set.sources.length,
      }),
  });
}

async function textsOfChunks(store: Store): Promise<readonly string[]> {
  const texts = new Map<string, string>();
  for (const { documentId } of await store.listDocuments())
    for (const { embedHash, embedText } of await store.readDocumentChunks(documentId)) texts.set(embedHash, embedText);
  return [...texts.values()];
}

async function figuresOf(set: QuerySet, store: Store, indexMs: number): Promise<Omit<SetIndex, 'embedder'>> {
  const places = set.queries.flatMap(({ gold }) => gold.flatMap((entry) => [entry, ...entry.alternates]));
  const wanted = new Set(places.map(({ documentId }) => documentId));
  const goldChunks = new Map<string, readonly FoundPlace[]>();
  const tokensByHash = new Map<string, number>();
  const tax = { embeddedChars: 0, overlapChars: 0 };
  for (const { documentId } of await store.listDocuments()) {
    const chunks = await store.readDocumentChunks(documentId);
    for (const { embedHash, tokenCount } of chunks) tokensByHash.set(embedHash, tokenCount);
    const { embeddedChars, overlapChars } = overlapTax(chunks);
    tax.embeddedChars += embeddedChars;
    tax.overlapChars += overlapChars;
    const passages = chunks.filter(({ granularity }) => granularity === 'passage');
    if (wanted.has(documentId)) goldChunks.set(documentId, passages.map(placeOf));
  }
  const status = await store.status();
  const figures: IndexFigures = {
    documents: status.documents,
    chunks: status.chunks,
    embeddedTokens: [...tokensByHash.values()].reduce((sum, tokens) => sum + tokens, 0),
    vectors: status.vectors,
    indexBytes: status.sizeBytes,
    overlapTax: tax.embeddedChars === 0 ? 0 : tax.overlapChars / tax.embeddedChars,
    indexMs,
  };
  return { figures, goldChunks };
}

function placeOf({ documentId, rawSpan }: Pick<Chunk, 'documentId' | 'rawSpan'>): FoundPlace {
  return { documentId, span: rawSpan };
}

/** Undefined when it was stopped. */
async function runQueries(
  run: SetRun,
  store: Store,
  prepared: ReadyConfiguration,
  goldChunks: SetIndex['goldChunks'],
): Promise<ConfigurationResult['values'] | undefined> {
  const { set, budgets, signal, onProgress } = run.options;
  const measures = [...measuresFor(budgets), ...(run.options.generator ? ANSWER_MEASURES : [])];
  const columns = new Map(measures.map(({ name }) => [name, [] as (number | null)[]]));
  for (const [done, query] of set.queries.entries()) {
    if (signal?.aborted) return undefined;
    onProgress?.({
      set: set.name,
      configuration: prepared.configuration.name,
      step: 'searching',
      done,
      total: set.queries.length,
    });
    const values = await runQuery(run, store, prepared, query, goldChunks);
    for (const [name, column] of columns) column.push(values[name] === undefined ? null : rounded(values[name]));
  }
  return Object.fromEntries(columns);
}

/** Reports are kept and compared: no digits beyond what a measure can mean. */
function rounded(value: number): number {
  return Math.round(value * 1e5) / 1e5;
}

async function runQuery(
  run: SetRun,
  store: Store,
  prepared: ReadyConfiguration,
  query: EvaluationQuery,
  goldChunks: SetIndex['goldChunks'],
): Promise<MeasureValues> {
  const { budgets, clock } = run.options;
  const { tokenCounter, assembly } = prepared;
  const started = clock();
  const found = await findHits(store, prepared, query);
  // Budgets that read as many neighbours share what was read.
  const expansions = new Map<number, ExpandedHits>();
  const compose = async (tokenBudget: number): Promise<Context> => {
    const { neighbours = neighboursFor(tokenBudget) } = prepared.expansion;
    const expanded =
      expansions.get(neighbours) ?? (await expandHits(store, found.hits, { ...prepared.expansion, neighbours }));
    expansions.set(neighbours, expanded);
    return assembleContext({ ...expanded, version: found.version }, { tokenCounter, tokenBudget, ...assembly });
  };
  const most = Math.max(...budgets);
  const largest = await compose(most);
  const latency = clock() - started;
  const contexts: FoundContext[] = [];
  for (const tokenBudget of budgets) {
    const context = tokenBudget === most ? largest : await compose(tokenBudget);
    contexts.push({ tokenBudget, context, inexact: await countInexact(run, context) });
  }
  const places = query.gold.flatMap((entry) => [entry, ...entry.alternates]);
  const documents = [...new Set(places.map(({ documentId }) => documentId))];
  const values = measureQuery(
    query,
    {
      hits: found.hits.map(({ chunk }) => placeOf(chunk)),
      goldChunks: documents.flatMap((id) => goldChunks.get(id) ?? []),
      contexts,
    },
    countsOf(run),
  );
  return { ...values, ...(await answerValues(run, query, largest)), latency };
}

async function answerValues(
  { options: { generator, signal } }: SetRun,
  { text, answer: reference, gold }: EvaluationQuery,
  context: Context,
): Promise<MeasureValues> {
  if (generator === undefined) return {};
  const { text: answer } = await generator.generate(answerPrompt(text, context), signal && { signal });
  return measureAnswer({ answer, context, gold, ...(reference !== undefined && { reference }) });
}

function findHits(store: Store, prepared: ReadyConfiguration, { text, documents }: EvaluationQuery) {
  const { retrieval, embedder, configuration } = prepared;
  const filter = documents && !configuration.everywhere && { filter: { ...retrieval.filter, documents } };
  return retrieve(store, text, { ...retrieval, embedder, ...filter });
}

async function countInexact(run: SetRun, { passages }: Context): Promise<number> {
  let inexact = 0;
  for (const { documentId, span, text } of passages) {
    const document = run.documents.get(documentId) ?? (await parsed(run, documentId));
    if (document?.text.slice(span.start, span.end) !== text) inexact++;
  }
  return inexact;
}

async function parsed(run: SetRun, documentId: string): Promise<Document | undefined> {
  const source = run.sources.get(documentId);
  if (source === undefined) return undefined;
  const document = await parseWithGrammars(source, run.options.syntax);
  run.documents.set(documentId, document);
  return document;
}

function countsOf({ counts, sources }: SetRun): BlackCountsOf {
  return (documentId) => {
    let known = counts.get(documentId);
    if (known === undefined) {
      known = blackCounts(sources.get(documentId)?.text ?? '');
      counts.set(documentId, known);
    }
    return known;
  };
}
