/** `kerf/testing`: the suites that adapters must pass and that any chunker can be put through. */
export {
  ABILITIES,
  type Ability,
  type ChunkerAdapter,
  type ChunkerInput,
  type ChunkerOutput,
  type JudgedChunk,
  type SizeUnit,
} from './chunker-adapter.ts';
export { type CheckModuleOptions, checkChunkerModule } from './chunker-module.ts';
export {
  type ConformanceReport,
  type ConformanceResult,
  FAULT_KINDS,
  type FaultKind,
  type KindTally,
} from './chunker-report.ts';
export { type CheckOptions, CONFORMANCE_CASES, checkChunker, describeChunker } from './chunker-suite.ts';
export { describeEmbedder } from './embedder-suite.ts';
export { describeReranker } from './reranker-suite.ts';
export { describeStore, type OpenStore } from './store-suite.ts';
export type { Expectation, TestKit } from './test-kit.ts';
