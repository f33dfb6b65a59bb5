/** Evaluation, numbers: the statistics of `kerf/evaluation`, for the programs of this folder. */
export { type Comparison, compare, type Estimate, estimate, meanOf } from '../src/evaluation/statistics.ts';
