/** Costs, measuring: some of the documents → how large an index of them is, and what edits of them would have embedded. */
import type { Embedder } from '../../embedders/embedder.ts';
import { type IndexOptions, indexSources } from '../../engine.ts';
import type { IndexSample, UpdateSample } from '../../evaluation/cost.ts';
import { editText, spreadEdits } from '../../evaluation/cost-edits.ts';
import { loadSyntaxParsers } from '../../grammars/tree-sitter.ts';
import type { Chunk } from '../../model/chunk.ts';
import type { Document, Source } from '../../model/document.ts';
import type { Span } from '../../model/span.ts';
import { parseWithGrammars } from '../../parsing/code/parse-with-grammars.ts';
import { openSqliteStore } from '../../stores/sqlite.ts';
import type { Store } from '../../stores/store.ts';
import type { CostConfiguration } from './cost-configurations.ts';

/** Edits of the documents of a sample, the same for every configuration. */
export interface SampleEdits {
  /** Documents that hold an edit, as they are behind it. */
  readonly sources: readonly Source[];
  readonly edits: number;
}

export interface CostSample {
  readonly index: IndexSample;
  readonly update: UpdateSample;
}

/** Changes a word in `share` (0 to 1) of the passages that `cut` makes of `sources`, spread evenly. */
export async function editSample(
  sources: readonly Source[],
  cut: (document: Document) => Promise<readonly Chunk[]>,
  share: number,
): Promise<SampleEdits> {
  const passages: { readonly documentId: string; readonly span: Span }[] = [];
  for (const source of sources) {
    const chunks = await cut(await parseWithGrammars(source, loadSyntaxParsers));
    const spans = chunks.filter(({ granularity }) => granularity === 'passage').map(({ rawSpan }) => rawSpan);
    for (const span of apart(spans)) passages.push({ documentId: source.documentId, span });
  }
  const edits = spreadEdits(passages.length, share).map((i) => passages[i]);
  const byDocument = new Map<string, Span[]>(edits.map(({ documentId }) => [documentId, []]));
  for (const { documentId, span } of edits) byDocument.get(documentId)?.push(span);
  const edited = sources.flatMap((source) => {
    const spans = byDocument.get(source.documentId);
    return spans ? [{ ...source, text: editText(source.text, spans) }] : [];
  });
  return { sources: edited, edits: edits.length };
}

/**
 * Indexes `sources` in memory, without vectors and with vectors that mean nothing but have the right length. Then plans the
 * update that `edits` ask for, without writing it.
 */
export async function measureSample(
  sources: readonly Source[],
  edits: SampleEdits,
  configuration: CostConfiguration,
): Promise<CostSample> {
  const emptyBytes = await withIndex([], configuration, undefined, sizeOf);
  const lexicalBytes = await withIndex(sources, configuration, undefined, sizeOf);
  const embedder = fillerEmbedder(configuration.dimensions);
  return withIndex(sources, configuration, embedder, async (store) => {
    const { vectors, sizeBytes: vectorBytes } = await store.status();
    const update = await measureUpdate(store, edits, configuration, embedder);
    return { index: { emptyBytes, lexicalBytes, vectorBytes, vectors, indexedTokens: update.indexedTokens }, update };
  });
}

/** A text costs an index the same whatever its vector says. */
function fillerEmbedder(dimensions: number): Embedder {
  const vector = new Float32Array(dimensions).fill(1 / Math.sqrt(dimensions));
  return { id: `filler-${dimensions}`, dimensions, embed: async (texts) => texts.map(() => vector) };
}

async function withIndex<Result>(
  sources: readonly Source[],
  configuration: CostConfiguration,
  embedder: Embedder | undefined,
  use: (store: Store) => Promise<Result>,
): Promise<Result> {
  const store = await openSqliteStore(':memory:');
  try {
    await indexSources({ store, sources, ...indexing(configuration, embedder) });
    return await use(store);
  } finally {
    await store.close();
  }
}

function indexing(
  { chunking, chunker, topics }: CostConfiguration,
  embedder: Embedder | undefined,
): Omit<IndexOptions, 'store' | 'sources'> {
  return { chunking, chunker, embedder, topicEmbedder: topics?.embedder, syntax: loadSyntaxParsers };
}

async function sizeOf(store: Store): Promise<number> {
  return (await store.status()).sizeBytes;
}

async function measureUpdate(
  store: Store,
  { sources, edits }: SampleEdits,
  configuration: CostConfiguration,
  embedder: Embedder,
): Promise<UpdateSample> {
  const tokens = new Map<string, number>();
  for (const { documentId } of await store.listDocuments()) {
    const chunks = await store.readDocumentChunks(documentId);
    tokens.set(documentId, sum(chunks.map(({ tokenCount }) => tokenCount)));
  }
  // Of the documents that are not named here none is gone.
  const plan = { store, sources, scope: () => false, dryRun: true };
  const { embeddedTokens } = await indexSources({ ...plan, ...indexing(configuration, embedder) });
  return {
    edits,
    embeddedTokens,
    editedDocumentTokens: sum(sources.map(({ documentId }) => tokens.get(documentId) ?? 0)),
    indexedTokens: sum([...tokens.values()]),
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Rising, and without those that begin inside another: replies of a chat export stand where their thread does. */
function apart(spans: readonly Span[]): readonly Span[] {
  let end = 0;
  return [...spans]
    .sort((a, b) => a.start - b.start || a.end - b.end)
    .filter((span) => {
      const isApart = span.start >= end;
      if (isApart) end = span.end;
      return isApart;
    });
}
