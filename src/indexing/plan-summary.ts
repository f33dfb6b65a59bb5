/** Indexing: what a plan does and costs, counted before anything is written or embedded. */
import { headerText } from '../model/header-text.ts';
import { shortHash } from '../text/hash.ts';
import type { ChunkChange, DocumentPlan } from './plan-types.ts';

/** Counts of chunks, and the cost in texts and tokens of the vectors that are not there yet. */
export interface PlanSummary {
  readonly added: number;
  readonly changed: number;
  readonly moved: number;
  readonly unchanged: number;
  readonly removed: number;
  readonly textsToEmbed: number;
  readonly tokensToEmbed: number;
}

/** A text that has no vector yet. */
export interface TextToEmbed {
  readonly hash: string;
  readonly text: string;
  /** Tokens of `text`; for a header, which no chunk counts apart, those of its chunk's context and about those of the file's name. */
  readonly tokenCount: number;
}

/** Names of files have shorter tokens than prose. */
const CHARS_PER_TOKEN = 3;

/**
 * The texts of `plan` that must be embedded: each chunk's `embedText`, and with `headers` also each distinct
 * header, in document order, every hash once, those in `known` left out. A chunk that shows nothing gets no vector: what a
 * model makes of the empty text is near to anything.
 */
export function textsToEmbed(
  plan: DocumentPlan,
  known: ReadonlySet<string>,
  options: { readonly headers?: boolean } = {},
): TextToEmbed[] {
  const found = new Map<string, TextToEmbed>();
  let lastHeader = '';
  for (const { chunk } of plan.chunks) {
    if (chunk.embedText !== '' && !known.has(chunk.embedHash) && !found.has(chunk.embedHash)) {
      found.set(chunk.embedHash, { hash: chunk.embedHash, text: chunk.embedText, tokenCount: chunk.tokenCount });
    }
    const text = options.headers === true ? headerText(chunk) : '';
    if (text === '' || text === lastHeader) continue;
    lastHeader = text;
    const hash = shortHash(text);
    if (known.has(hash) || found.has(hash)) continue;
    const named = Math.ceil((text.length - chunk.header.length) / CHARS_PER_TOKEN);
    found.set(hash, { hash, text, tokenCount: Math.max(0, chunk.tokenCount - chunk.textTokenCount) + named });
  }
  return [...found.values()];
}

/** Counts `plan`. Without an embedder pass no `toEmbed`: nothing is embedded then. */
export function summarizePlan(plan: DocumentPlan, toEmbed: readonly TextToEmbed[] = []): PlanSummary {
  const counts: Record<ChunkChange, number> = { added: 0, changed: 0, moved: 0, unchanged: 0 };
  for (const { change } of plan.chunks) counts[change]++;
  const tokensToEmbed = toEmbed.reduce((sum, text) => sum + text.tokenCount, 0);
  return { ...counts, removed: plan.removed.length, textsToEmbed: toEmbed.length, tokensToEmbed };
}
