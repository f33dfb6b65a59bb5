/** Adapters over HTTP, part: cuts texts into requests and keeps a few of them under way. */
import type { TokenCounter } from '../model/token-counter.ts';
import { requireAdapters } from '../text/adapters.ts';
import { requireCounts, requireRates } from './endpoint.ts';

/** How an adapter that sends many texts can be told to cut them into requests. */
export interface BatchOptions {
  /** Texts per request at most; the default stands with the adapter. */
  readonly maxBatchTexts?: number;
  /** UTF-16 units per request at most, a single longer text goes alone; default 100,000. */
  readonly maxBatchChars?: number;
  /** Tokens per request at most, a single longer text goes alone; default: no bound. */
  readonly maxBatchTokens?: number;
  /** Counts for `maxBatchTokens` and `maxTokensPerMinute`; default: an estimate, a third of the bytes in UTF-8. */
  readonly tokenCounter?: TokenCounter;
  /** Requests under way at once, at most; default 4. */
  readonly concurrency?: number;
}

export const BATCH_OPTION_NAMES = [
  'maxBatchTexts',
  'maxBatchChars',
  'maxBatchTokens',
  'tokenCounter',
  'concurrency',
] as const satisfies readonly (keyof BatchOptions)[];

export interface BatchLimits extends Required<Omit<BatchOptions, 'tokenCounter'>> {
  /** 0 for every text where nothing asks for tokens: counting costs time. */
  readonly countTokens: (text: string) => number;
}

/** Texts of one request, and their tokens together. */
export interface Batch {
  readonly texts: readonly string[];
  readonly tokens: number;
}

const DEFAULTS = { maxBatchChars: 100_000, maxBatchTokens: Number.POSITIVE_INFINITY, concurrency: 4 } as const;
/** English and code have 3 to 4 bytes a token, a Chinese character is 3 bytes and about one token: rather too many than too few. */
const BYTES_PER_TOKEN = 3;

/** Throws `KerfError('invalid-option')` for a number that makes no sense. */
export function batchLimitsOf(
  options: BatchOptions & { readonly maxTokensPerMinute?: number },
  defaultBatchTexts: number,
): BatchLimits {
  const settings = { ...DEFAULTS, maxBatchTexts: defaultBatchTexts, ...options };
  requireCounts(settings, ['maxBatchTexts', 'maxBatchChars', 'concurrency'], 1);
  requireRates(settings, ['maxBatchTokens']);
  requireAdapters(options, ['tokenCounter']);
  const { tokenCounter, maxTokensPerMinute = Number.POSITIVE_INFINITY } = options;
  const counts = Math.min(settings.maxBatchTokens, maxTokensPerMinute) < Number.POSITIVE_INFINITY;
  const count = tokenCounter === undefined ? estimateTokens : (text: string) => tokenCounter.count(text);
  return { ...settings, countTokens: counts ? count : () => 0 };
}

/** A third of the bytes in UTF-8, rounded up. */
export function estimateTokens(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0x80) bytes++;
    // Each half of a surrogate pair is two bytes of the four.
    if (unit >= 0x800 && (unit & 0xf800) !== 0xd800) bytes++;
  }
  return Math.ceil(bytes / BYTES_PER_TOKEN);
}

type Send<T> = (batch: Batch, signal: AbortSignal) => Promise<readonly T[]>;

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

/** Consecutive texts together as far as all limits allow. */
function cutIntoBatches(texts: readonly string[], limits: BatchLimits): Batch[] {
  const batches: { texts: string[]; chars: number; tokens: number }[] = [];
  for (const text of texts) {
    const tokens = limits.countTokens(text);
    const last = batches.at(-1);
    if (last === undefined || !fits(last, text.length, tokens, limits)) {
      batches.push({ texts: [text], chars: text.length, tokens });
      continue;
    }
    last.texts.push(text);
    last.chars += text.length;
    last.tokens += tokens;
  }
  return batches;
}

function fits(
  batch: { readonly texts: readonly string[]; readonly chars: number; readonly tokens: number },
  chars: number,
  tokens: number,
  limits: BatchLimits,
): boolean {
  return (
    batch.texts.length < limits.maxBatchTexts &&
    batch.chars + chars <= limits.maxBatchChars &&
    batch.tokens + tokens <= limits.maxBatchTokens
  );
}
