/** Embedder over HTTP, part: cuts texts into requests and keeps a few of them under way. */

export interface BatchLimits {
  readonly maxBatchTexts: number;
  readonly maxBatchChars: number;
  readonly concurrency: number;
}

type Send<T> = (batch: readonly string[], signal: AbortSignal) => Promise<readonly T[]>;

/**
 * Sends `texts` in batches and returns the results in the order of the texts. The first failure ends the others
 * and is thrown; so is the reason of `signal` when it is aborted.
 */
export async function inBatches<T>(
  texts: readonly string[],
  limits: BatchLimits,
  send: Send<T>,
  signal?: AbortSignal,
): Promise<T[]> {
  signal?.throwIfAborted();
  const failed = new AbortController();
  const either = signal === undefined ? failed.signal : AbortSignal.any([signal, failed.signal]);
  const batches = cutIntoBatches(texts, limits);
  const results: (readonly T[])[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < batches.length) {
      const batch = next++;
      try {
        results[batch] = await send(batches[batch], either);
      } catch (error) {
        failed.abort(error);
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(limits.concurrency, batches.length) }, worker));
  return results.flat();
}

/** Consecutive texts together as far as both limits allow. */
function cutIntoBatches(texts: readonly string[], limits: BatchLimits): string[][] {
  const batches: string[][] = [];
  let batch: string[] = [];
  let chars = 0;
  for (const text of texts) {
    const full = batch.length === limits.maxBatchTexts || chars + text.length > limits.maxBatchChars;
    if (batch.length > 0 && full) {
      batches.push(batch);
      batch = [];
      chars = 0;
    }
    batch.push(text);
    chars += text.length;
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}
