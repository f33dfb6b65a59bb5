/** Reranker over a local ONNX cross-encoder: question and candidates to scores through the optional package `@huggingface/transformers`. */
import { KerfError } from '../model/error.ts';
import { inBatchesByLength, loadModel, ONNX_OPTION_NAMES, type OnnxOptions, type Tensor } from '../onnx/load-model.ts';
import { refuseUnknownOptions } from '../text/option-names.ts';
import { plural } from '../text/plural.ts';
import { candidateText } from './candidate-text.ts';
import type { Reranker } from './reranker.ts';

/**
 * Loads a cross-encoder (a sequence classifier with one output); a score is that output as it is. Throws `KerfError`:
 * `not-found`, `invalid-option`, `unknown-option`, and `reranker-failed` when `@huggingface/transformers` is not
 * installed or the model cannot be loaded or run.
 *
 * @example
 * const reranker = await loadOnnxReranker({ model: 'models/ms-marco-MiniLM-L6-v2' });
 * const scores = await reranker.rerank('a question', [{ heading: '', text: 'a text' }]);
 */
export async function loadOnnxReranker(options: OnnxOptions): Promise<Reranker> {
  refuseUnknownOptions('ONNX reranker', options, ONNX_OPTION_NAMES);
  const model = await loadModel(options, 'AutoModelForSequenceClassification', 'reranker-failed');
  return {
    id: model.id,
    rerank(query, candidates, { signal } = {}) {
      const scoreBatch = async (pairs: readonly string[]): Promise<readonly number[]> => {
        const { outputs } = await model.run({ texts: pairs.map(() => query), pairs });
        return readScores(options.model, outputs.logits, pairs.length);
      };
      const texts = candidates.map(candidateText);
      return inBatchesByLength(texts, (text) => text.length, model.batchSize, scoreBatch, signal);
    },
  };
}

function readScores(model: string, logits: Tensor | undefined, count: number): number[] {
  const scores = Array.from(logits?.data ?? [], Number);
  if (scores.length === count && scores.every(Number.isFinite)) return scores;
  throw new KerfError(
    'reranker-failed',
    `The model "${model}" gave ${plural(scores.length, 'number')} (logits) for ${plural(count, 'text')}, or some that are not finite; use a ` +
      'cross-encoder with one output.',
  );
}
