/** `kerf/retrieval`: query → ranked hits that explain themselves. */
export type {
  CandidateList,
  Expansion,
  Filter,
  Hit,
  HitExplanation,
  ListEvidence,
  OtherPlace,
  Pinpoint,
  RerankEvidence,
} from '../model/retrieval.ts';
export { type ExpandedHits, type ExpandOptions, expandHits, MAX_MERGED_CHUNKS, neighboursFor } from './expand.ts';
export {
  FUSION_METHODS,
  type FusedChunk,
  type FusionMethod,
  type FusionOptions,
  fuse,
  type RankedList,
} from './fusion.ts';
export { DEFAULT_WEIGHTS, type ListWeights, type RetrieveOptions } from './options.ts';
export { pinpoint } from './pinpoint.ts';
export { type Retrieval, retrieve } from './retrieve.ts';
export { type Shingles, shinglesOf, similarityOf } from './similarity.ts';
