/** Topic shifts: from the texts of units to their vectors, each text asked for once, through a cache. */
import { type Embedder, embedderFailed, requireVectors } from '../../embedders/embedder.ts';
import { KerfError } from '../../model/error.ts';
import { shortHash } from '../../text/hash.ts';
import { plural } from '../../text/plural.ts';
import type { EmbeddingCache } from './cache.ts';

export interface EmbedSettings {
  readonly embedder: Embedder;
  readonly cache: EmbeddingCache;
  readonly signal: AbortSignal | undefined;
}

export interface EmbeddedTexts {
  /** One vector per text, in order. */
  readonly vectors: readonly Float32Array[];
  /** How many texts went to the embedder. */
  readonly embedded: number;
}

/**
 * The vectors of `texts`. Texts that are equal or cached are not embedded again. Throws `KerfError('embedder-failed')` naming
 * the embedder when it throws or gives the wrong number or dimension of vectors, and the reason of an aborted `signal`.
 */
export async function embedUnits(texts: readonly string[], settings: EmbedSettings): Promise<EmbeddedTexts> {
  const { embedder, cache, signal } = settings;
  const keys = texts.map((text) => `${embedder.id}:${shortHash(text)}`);
  const known = new Map<string, Float32Array>();
  const missing = new Map<string, string>();
  for (let i = 0; i < texts.length; i++) {
    const key = keys[i];
    if (known.has(key) || missing.has(key)) continue;
    const cached = await cache.get(key);
    // What another model left under the same name is of no use.
    if (cached !== undefined && cached.length === embedder.dimensions) known.set(key, cached);
    else missing.set(key, texts[i]);
  }
  signal?.throwIfAborted();
  const vectors = missing.size > 0 ? await askEmbedder([...missing.values()], embedder, signal) : [];
  let next = 0;
  for (const key of missing.keys()) {
    const vector = vectors[next++];
    known.set(key, vector);
    await cache.set(key, vector);
  }
  return { vectors: keys.map((key) => known.get(key) as Float32Array), embedded: missing.size };
}

async function askEmbedder(
  texts: readonly string[],
  embedder: Embedder,
  signal: AbortSignal | undefined,
): Promise<readonly Float32Array[]> {
  let vectors: readonly Float32Array[];
  try {
    vectors = await embedder.embed(
      texts,
      signal === undefined ? { purpose: 'document' } : { purpose: 'document', signal },
    );
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof KerfError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw embedderFailed(
      embedder,
      `threw "${reason}" for ${plural(texts.length, 'text')}; mend it or use another one`,
      cause,
    );
  }
  signal?.throwIfAborted();
  requireVectors(embedder, vectors, texts.length);
  return vectors;
}
