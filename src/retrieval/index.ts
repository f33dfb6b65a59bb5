/** `kerf/retrieval`: query → ranked hits that explain themselves. */
export type {
  CandidateList,
  Expansion,
  Filter,
  Hit,
  HitExplanation,
  ListEvidence,
} from '../model/retrieval.ts';
export { type ExpandedHits, type ExpandOptions, expandHits } from './expand.ts';
export {
  FUSION_METHODS,
  type FusedChunk,
  type FusionMethod,
  type FusionOptions,
  fuse,
  type RankedList,
} from './fusion.ts';
export { DEFAULT_WEIGHTS, type ListWeights, type RetrieveOptions } from './options.ts';
export { type Retrieval, retrieve } from './retrieve.ts';
