/** Topic shifts, many documents: from a strategy and an embedder to what finds the topics of each document before it is cut. */
import type { Embedder } from '../../embedders/embedder.ts';
import type { Document } from '../../model/document.ts';
import type { TopicMarks } from '../options.ts';
import { PRESETS, type Strategy } from '../presets.ts';
import { memoryEmbeddingCache } from './cache.ts';
import type { TopicOptions } from './options.ts';
import { topicShifts, topicsKey } from './topic-shifts.ts';
import { uniformRanges } from './uniform-ranges.ts';

export interface TopicFinder {
  /** The topics of an empty text with the `key` of all others: for `configKey`, and to check options before anything is read. */
  readonly none: TopicMarks;
  /** Sentences that went to the embedder so far; equal and remembered ones went once. */
  readonly embedded: number;
  /** The topics of `document` for the option `topics`. Throws as `topicShifts` does. */
  find(document: Document): Promise<TopicMarks>;
}

/** As for one document, without the places in it: those follow from the strategy. */
export type TopicFinderOptions = Omit<TopicOptions, 'ranges'>;

/**
 * What finds the topics that `strategy` cuts by: all shifts for `semantic`, those inside long uniform stretches for `hybrid`.
 * Undefined where there is nothing to find: for the other strategies, and without an embedder. Sentences that documents share are
 * embedded once, as far as the cache of `options` reaches (default 4,096 vectors). Throws `KerfError` for wrong options.
 *
 * @example
 * const finder = topicFinder('semantic', embedder);
 * for (const document of documents)
 *   chunkDocument(document, { strategy: 'semantic', topics: await finder.find(document) });
 */
export function topicFinder(
  strategy: Strategy,
  embedder: Embedder | undefined,
  options: TopicFinderOptions = {},
): TopicFinder | undefined {
  // A name that does not exist is refused by `resolveChunkOptions`.
  const topics = Object.hasOwn(PRESETS, strategy) ? PRESETS[strategy].topics : 'none';
  if (embedder === undefined || topics === 'none') return undefined;
  const cache = options.cache ?? memoryEmbeddingCache();
  let embedded = 0;
  return {
    none: { offsets: new Uint32Array(0), strengths: new Float32Array(0), key: topicsKey(embedder, options) },
    get embedded() {
      return embedded;
    },
    find(document) {
      const before = embedded;
      return topicShifts(document, embedder, {
        ...options,
        cache,
        ...(topics === 'tie-break' ? { ranges: uniformRanges(document) } : {}),
        onProgress(progress) {
          embedded = before + progress.embedded;
          options.onProgress?.(progress);
        },
      });
    },
  };
}
