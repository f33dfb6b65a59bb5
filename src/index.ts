/** `kerf`: the whole pipeline, and the values that go through it. Stages and adapters have subpaths of their own. */

export type { ChunkOptions } from './chunking/options.ts';
export type { Strategy } from './chunking/presets.ts';
export type { Embedder, LearnedEmbedder } from './embedders/embedder.ts';
export {
  type Chunker,
  type IndexOptions,
  indexSources,
  type SearchOptions,
  type SearchResult,
  search,
} from './engine.ts';
export {
  type EvaluateOptions,
  type EvaluationProgress,
  evaluateSet,
  type KeptResults,
  type PreparedConfiguration,
  type QuerySet,
} from './evaluate.ts';
export type { Generation, Generator, Message } from './generators/generator.ts';
export type { ChunkChange, DocumentPlan, PlannedChunk } from './indexing/plan-types.ts';
export type { IndexReport } from './indexing/report.ts';
export type { BoundaryEnd, Chunk, ChunkKind, ChunkNote, ContextPart, Signal } from './model/chunk.ts';
export type { Diagnostic, DiagnosticCode } from './model/diagnostic.ts';
export type { Document, Source } from './model/document.ts';
export { KerfError, type KerfErrorCode } from './model/error.ts';
export type { Context, Filter, Hit, HitExplanation, ListEvidence, Passage } from './model/retrieval.ts';
export type { Span } from './model/span.ts';
export type { TokenCounter } from './model/token-counter.ts';
export type { RerankCandidate, Reranker } from './rerankers/reranker.ts';
export type { RetrieveOptions } from './retrieval/options.ts';
export type { Store } from './stores/store.ts';
