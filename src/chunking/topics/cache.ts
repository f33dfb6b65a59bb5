/** Topic shifts: the memory of sentence vectors, by the caller's own means or for one call. */

/**
 * Keeps vectors across calls, so that after an edit only new sentences are embedded. A key names the embedder and the text
 * of the sentence (by hash); the same key always means the same vector. Both calls may answer later.
 */
export interface EmbeddingCache {
  get(key: string): Float32Array | undefined | Promise<Float32Array | undefined>;
  set(key: string, vector: Float32Array): void | Promise<void>;
}

/** At 384 numbers a vector about 6 MB: enough for the repeated sentences of a document, and for no more. */
const DEFAULT_MAX_VECTORS = 4096;

/**
 * A cache in memory that forgets what was used longest ago once it holds `maxVectors` (default 4,096).
 *
 * @example
 * const cache = memoryEmbeddingCache(100_000);
 * const topics = await topicShifts(document, embedder, { cache });
 */
export function memoryEmbeddingCache(maxVectors: number = DEFAULT_MAX_VECTORS): EmbeddingCache {
  // A Map walks its keys in the order they were put in: the first is the one used longest ago.
  const vectors = new Map<string, Float32Array>();
  return {
    get(key) {
      const vector = vectors.get(key);
      if (vector === undefined) return undefined;
      vectors.delete(key);
      vectors.set(key, vector);
      return vector;
    },
    set(key, vector) {
      vectors.delete(key);
      vectors.set(key, vector);
      if (vectors.size <= maxVectors) return;
      for (const oldest of vectors.keys()) {
        vectors.delete(oldest);
        break;
      }
    },
  };
}
