/** `kerf/chunking`: document → chunks, and the proof that they are right. Runs in a browser. */
export type { BoundaryEnd, Chunk, ChunkKind, ChunkNote, ContextPart, Granularity, Signal } from '../model/chunk.ts';
export { CHUNK_KINDS, CHUNK_NOTES, GRANULARITIES, SIGNALS } from '../model/chunk.ts';
export type { Document, Dropped } from '../model/document.ts';
export { KerfError, type KerfErrorCode } from '../model/error.ts';
export type { Span } from '../model/span.ts';
export type { TokenCounter } from '../model/token-counter.ts';
export type { SentenceLanguageCode } from '../text/sentence-languages.ts';
export { type SentenceRules, type SentenceRulesOptions, sentenceRules } from '../text/sentence-rules.ts';
export type { AvoidableCut, CutExample, CutFinding, CutFindings } from './avoidable-cuts.ts';
export { chunkDocument } from './chunk.ts';
export { type CompareOptions, compareStrategies, type SizeSummary, type StrategyComparison } from './compare.ts';
export { chunksFrom, type ForeignChunk } from './foreign-chunks.ts';
export { type ChunkLink, linkChunks } from './links.ts';
export {
  type ChunkOptions,
  configKey,
  type ResolvedChunkOptions,
  resolveChunkOptions,
  TABLE_ROWS,
  type TableRows,
  type TopicMarks,
} from './options.ts';
export { type OverlapTax, overlapTax } from './overlap-tax.ts';
export {
  CONTENT_TYPES,
  type ContentProfile,
  type ContentType,
  contentTypeOf,
  PROFILES,
  type Preset,
  STRATEGIES,
  type Strategy,
} from './presets.ts';
export { type SentenceChunkOptions, sentenceChunks } from './sentence-chunks.ts';
export { type ChunkSpan, cutSpans } from './spans.ts';
export { type EmbeddingCache, memoryEmbeddingCache } from './topics/cache.ts';
export { TOPIC_METHODS, type TopicMethod, type TopicOptions, type TopicProgress } from './topics/options.ts';
export { type TopicFinder, type TopicFinderOptions, topicFinder } from './topics/topic-finder.ts';
export { type TopicGaps, type TopicShifts, topicShifts } from './topics/topic-shifts.ts';
export { type UniformRangeOptions, uniformRanges } from './topics/uniform-ranges.ts';
export { type VerifyCheck, type VerifyFailure, type VerifyReport, verifyChunks } from './verify.ts';
