/**
 * The pipeline on one page: sources → documents → chunks → store, and query → hits → context.
 *
 * Nothing is decided here. Each line calls the stage that decides; read the stages in the order of the calls.
 */
import { assembleContext, DEFAULT_TOKEN_BUDGET } from './assembly/assemble.ts';
import { tokensSaved } from './assembly/tokens-saved.ts';
import { chunkDocument } from './chunking/chunk.ts';
import { type ChunkOptions, configKey, resolveChunkOptions } from './chunking/options.ts';
import { type TopicFinder, topicFinder } from './chunking/topics/topic-finder.ts';
import type { Embedder } from './embedders/embedder.ts';
import { embedTexts, findMissing } from './indexing/missing.ts';
import { planDocument } from './indexing/plan.ts';
import { configHashOf, documentRecord, sourceHashOf } from './indexing/record.ts';
import {
  createTally,
  type IndexReport,
  type IndexTally,
  tallyPlan,
  tallyRemoved,
  tallyUnchanged,
} from './indexing/report.ts';
import type { Chunk } from './model/chunk.ts';
import type { Diagnostic } from './model/diagnostic.ts';
import type { Document, Source } from './model/document.ts';
import { KerfError } from './model/error.ts';
import type { Context, Hit } from './model/retrieval.ts';
import type { TokenCounter } from './model/token-counter.ts';
import { parseWithGrammars } from './parsing/code/parse-with-grammars.ts';
import type { SyntaxLoader } from './parsing/code/syntax.ts';
import { expandHits, neighboursFor } from './retrieval/expand.ts';
import type { RetrieveOptions } from './retrieval/options.ts';
import { pinpoint } from './retrieval/pinpoint.ts';
import { retrieve } from './retrieval/retrieve.ts';
import type { Store, StoredDocument } from './stores/store.ts';
import { requireAdapter, requireAdapters } from './text/adapters.ts';
import { refuseUnknownOptions } from './text/option-names.ts';

export interface IndexOptions {
  readonly store: Store;
  /**
   * All sources there are. A diagnostic stands for a file, or a folder, that could not be read: what the store holds
   * of it stays as it is.
   */
  readonly sources: Iterable<Source | Diagnostic> | AsyncIterable<Source | Diagnostic>;
  /** How to cut. Default: strategy `structural`, sizes in characters. Topics belong to one document: they are found, not given. */
  readonly chunking?: Omit<ChunkOptions, 'topics'>;
  /** Cuts in place of `chunkDocument`; of `chunking` only `tokenCounter` is used then. Default: Kerf cuts. */
  readonly chunker?: Chunker | undefined;
  /** Default: none; the index is then lexical only. */
  readonly embedder?: Embedder | undefined;
  /**
   * Finds the topic shifts that `semantic` and `hybrid` cut by, sentence by sentence, in every document that is read anew and
   * in a dry run too. Default: `embedder`. Without either, `semantic` throws and `hybrid` cuts as `structural`.
   */
  readonly topicEmbedder?: Embedder | undefined;
  /**
   * Reads source code by its grammar, in files and in code fences: `loadSyntaxParsers` of `kerf/grammars/tree-sitter`.
   * Default: none; code is read by its lines.
   */
  readonly syntax?: SyntaxLoader | undefined;
  /**
   * Documents of the store in this scope, a beginning of their ids or a question about them, that `sources` no longer
   * holds are removed. Default: '' (all).
   */
  readonly scope?: string | ((documentId: string) => boolean);
  /** Plans everything and writes nothing. Default: false. */
  readonly dryRun?: boolean;
  /** Stops between two documents; the store stays whole and the next run goes on from there. */
  readonly signal?: AbortSignal;
  /** Called after each document with the totals so far. */
  readonly onProgress?: (totals: IndexReport) => void;
}

/** A chunker that is not Kerf's. */
export interface Chunker {
  /** Stable name of the chunker and its settings: a change of it marks every document as stale. */
  readonly id: string;
  /** The chunks of one document, made with `chunksFrom`. */
  chunk(document: Document): readonly Chunk[] | Promise<readonly Chunk[]>;
}

const INDEX_OPTION_NAMES = [
  'store',
  'sources',
  'chunking',
  'chunker',
  'embedder',
  'topicEmbedder',
  'syntax',
  'scope',
  'dryRun',
  'signal',
  'onProgress',
] as const satisfies readonly (keyof IndexOptions)[];

/**
 * Brings the store in step with the sources: documents that did not change are skipped, changed ones are planned
 * against what is stored, only unknown texts are embedded, each document is written in one transaction, and documents
 * that vanished are removed. Throws `KerfError` for wrong options, a failing store or a failing embedder.
 */
export async function indexSources(options: IndexOptions): Promise<IndexReport> {
  const run = startRun(options);
  const present = new Set<string>();
  for await (const source of options.sources) {
    if (options.signal?.aborted) break;
    present.add(source.documentId);
    await indexSource(run, source);
    options.onProgress?.(run.tally);
  }
  run.tally.interrupted = options.signal?.aborted ?? false;
  if (!run.tally.interrupted) await removeVanished(run, present);
  return run.tally;
}

interface Run {
  readonly options: IndexOptions;
  readonly configHash: string;
  readonly topics: TopicFinder | undefined;
  readonly tally: IndexTally;
  /** Hashes a dry run would have embedded by now. */
  readonly expected: Set<string>;
  /** By source hash the documents that the store did not know. */
  readonly arrived: Map<string, string[]>;
}

function startRun(options: IndexOptions): Run {
  refuseUnknownOptions('index', options, INDEX_OPTION_NAMES);
  requireAdapter('store', options.store);
  requireAdapters(options, ['chunker', 'embedder', 'topicEmbedder']);
  return {
    options,
    topics: findTopics(options),
    configHash: configHashOf(chunkingKey(options), options.embedder?.id ?? null, options.syntax !== undefined),
    tally: createTally(),
    expected: new Set(),
    arrived: new Map(),
  };
}

/** Names all that shapes the chunks of an index, and checks it. Throws `KerfError` for options that cannot be met. */
export function chunkingKey(
  options: Pick<IndexOptions, 'chunking' | 'chunker' | 'embedder' | 'topicEmbedder'>,
): string {
  const topics = findTopics(options);
  const own = configKey(resolveChunkOptions({ ...options.chunking, ...(topics ? { topics: topics.none } : {}) }));
  return options.chunker === undefined ? own : `chunker ${options.chunker.id}`;
}

function findTopics({
  chunking = {},
  embedder,
  topicEmbedder = embedder,
}: Pick<IndexOptions, 'chunking' | 'embedder' | 'topicEmbedder'>): TopicFinder | undefined {
  if ((chunking as ChunkOptions).topics !== undefined)
    throw new KerfError(
      'invalid-option',
      'chunking.topics belong to one document: leave them out and give an embedder, which finds those of each.',
    );
  if (chunking.strategy === 'semantic' && topicEmbedder === undefined)
    throw new KerfError(
      'invalid-option',
      'The semantic strategy needs an embedder to find topics: give embedder or topicEmbedder, or use structural.',
    );
  return topicFinder(chunking.strategy ?? 'structural', topicEmbedder);
}

async function indexSource(run: Run, source: Source | Diagnostic): Promise<void> {
  const { tally, configHash, options, expected } = run;
  const { store, embedder, chunking } = options;
  if ('code' in source) return void tally.diagnostics.push(source);

  const sourceHash = sourceHashOf(source);
  const stored = await store.readDocument(source.documentId);
  if (stored === undefined) noteArrival(run, sourceHash, source.documentId);
  if (stored?.sourceHash === sourceHash && stored.configHash === configHash) return tallyUnchanged(tally, stored);

  const document = await parseWithGrammars(source, options.syntax);
  tally.diagnostics.push(...document.diagnostics);
  const topics = run.topics && { topics: await run.topics.find(document) };
  const chunks = options.chunker
    ? await options.chunker.chunk(document)
    : chunkDocument(document, { ...chunking, ...topics });
  const plan = planDocument(document.id, await store.readDocumentChunks(document.id), chunks);
  const missing = embedder ? await findMissing(plan, store, embedder.id, expected) : [];
  const record = documentRecord(source, document, { sourceHash, configHash }, chunking?.tokenCounter);

  if (options.dryRun) for (const { hash } of missing) expected.add(hash);
  else {
    const vectors = embedder ? await embedTexts(missing, embedder) : [];
    tally.version ??= await store.beginVersion();
    await store.applyDocument(tally.version, { record, plan, embedderId: embedder?.id ?? null, vectors });
  }
  tallyPlan(tally, plan, record.sizeBytes, missing);
  tally.topicTexts = run.topics?.embedded ?? 0;
}

function noteArrival({ arrived }: Run, sourceHash: string, documentId: string): void {
  const known = arrived.get(sourceHash);
  if (known === undefined) arrived.set(sourceHash, [documentId]);
  else known.push(documentId);
}

async function removeVanished(run: Run, present: ReadonlySet<string>): Promise<void> {
  const { tally, options } = run;
  const unread = tally.diagnostics.filter(({ code }) => code === 'unreadable-file');
  for (const stored of await options.store.listDocuments()) {
    if (present.has(stored.documentId) || !isInScope(stored.documentId, options.scope)) continue;
    if (unread.some(({ documentId }) => isInFolder(stored.documentId, documentId))) continue;
    if (!options.dryRun) {
      tally.version ??= await options.store.beginVersion();
      await options.store.removeDocument(tally.version, stored.documentId);
    }
    tallyRemoved(tally, stored, run.arrived.get(stored.sourceHash)?.shift());
  }
}

export interface SearchOptions {
  readonly store: Store;
  /** The question, in words. */
  readonly query: string;
  /** Counts as the model does that will read the context. */
  readonly tokenCounter: TokenCounter;
  /** Most tokens of the context. Default 2000. */
  readonly tokenBudget?: number;
  /** Chunks added on each side of a hit, inside its section. Default 2, for budgets below 1500 tokens 1. */
  readonly neighbours?: number;
  /** Takes a section whole when at least this share of its chunks was found (`ExpandOptions`). Default: never. */
  readonly mergeShare?: number | undefined;
  /** Filter, number of hits, embedder, weights. Default: 10 hits, lexical. */
  readonly retrieval?: RetrieveOptions;
}

const SEARCH_OPTION_NAMES = [
  'store',
  'query',
  'tokenCounter',
  'tokenBudget',
  'neighbours',
  'mergeShare',
  'retrieval',
] as const satisfies readonly (keyof SearchOptions)[];

export interface SearchResult {
  readonly query: string;
  /** The index version that was read. */
  readonly version: number;
  /** Best first. */
  readonly hits: readonly Hit[];
  /** What ranked high enough and was passed over; the last note of each says why. */
  readonly dropped: readonly Hit[];
  readonly context: Context;
  /** Tokens of the cited documents, whole. */
  readonly documentTokens: number;
  /** What reading the context instead of those documents saves; below 0 when they are smaller than the context. */
  readonly tokensSaved: number;
}

/**
 * Answers a query with ranked hits and the context a model should see. Throws `KerfError` for wrong options, a store
 * without the vectors of the embedder, or a failing embedder.
 */
export async function search(options: SearchOptions): Promise<SearchResult> {
  // A filter beside `retrieval` instead of in it would be ignored, and the answer come from documents it shuts out.
  refuseUnknownOptions('search', options, SEARCH_OPTION_NAMES);
  const { store, query, tokenCounter, tokenBudget = DEFAULT_TOKEN_BUDGET, mergeShare } = options;
  requireAdapter('tokenCounter', tokenCounter);
  const { hits: found, dropped, version } = await retrieve(store, query, options.retrieval);
  const { neighbours = neighboursFor(tokenBudget) } = options;
  const { hits: expanded, expansions } = await expandHits(store, found, { neighbours, mergeShare });
  const hits = pinpoint(query, expanded);
  const context = assembleContext({ hits, expansions, version }, { tokenCounter, tokenBudget });
  const { savedTokens, wholeTokens } = tokensSaved(context, await citedDocuments(store, context));
  return { query, version, hits, dropped, context, documentTokens: wholeTokens, tokensSaved: savedTokens };
}

async function citedDocuments(store: Store, context: Context): Promise<readonly StoredDocument[]> {
  const ids = new Set(context.passages.map(({ documentId }) => documentId));
  const documents = await Promise.all([...ids].map((id) => store.readDocument(id)));
  return documents.filter((document) => document !== undefined);
}

/** Paths inside the folder `.` are written without it. */
function isInFolder(documentId: string, folder: string): boolean {
  return folder === '.' || documentId.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

function isInScope(documentId: string, scope: IndexOptions['scope'] = ''): boolean {
  return typeof scope === 'string' ? documentId.startsWith(scope) : scope(documentId);
}
