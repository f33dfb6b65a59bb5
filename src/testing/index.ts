/** `kerf/testing`: the suites that every adapter must pass, for a test runner of your choice. */
export { describeEmbedder } from './embedder-suite.ts';
export { describeStore, type OpenStore } from './store-suite.ts';
export type { Expectation, TestKit } from './test-kit.ts';
