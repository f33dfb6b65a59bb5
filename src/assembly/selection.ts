/** Selection: the chunks taken into the context so far, and whether one more keeps every limit. */
import type { Chunk } from '../model/chunk.ts';
import { plural } from '../text/plural.ts';
import type { Measure } from './measure.ts';
import { type Draft, draftsOf, piecesOf } from './render.ts';
import { type SliceOf, stitch } from './stitch.ts';

export interface Limits {
  readonly tokenBudget: number;
  readonly maxTokensPerDocument: number;
  readonly maxPassagesPerDocument: number;
}

/** One document's share, rebuilt whenever it gets a chunk. */
interface Share {
  readonly chunks: readonly Chunk[];
  readonly drafts: readonly Draft[];
}

export interface Selection {
  /** In the order in which the documents got their first chunk. */
  readonly shares: Map<string, Share>;
  /** Ids taken, by text hash. */
  readonly idByHash: Map<string, string>;
  readonly ids: Set<string>;
}

export function emptySelection(): Selection {
  return { shares: new Map(), idByHash: new Map(), ids: new Set() };
}

/** Every draft, documents in the order of their first chunk, drafts in document order. */
export function allDrafts({ shares }: Selection): readonly Draft[] {
  return [...shares.values()].flatMap(({ drafts }) => drafts);
}

/** Takes `chunk`, which is not in yet, and returns undefined, or returns the reason why not and changes nothing. */
export function take(
  selection: Selection,
  chunk: Chunk,
  limits: Limits,
  measure: Measure,
  sliceOf: SliceOf | undefined,
): string | undefined {
  const { shares, idByHash, ids } = selection;
  const twin = idByHash.get(chunk.contentHash);
  if (twin !== undefined) return `same text as ${twin}`;
  const share = shareWith(shares.get(chunk.documentId), chunk, sliceOf);
  if (!share) return `contradicts another chunk of ${chunk.documentId}: index the document again`;
  const reason = overLimit(selection, chunk.documentId, share, limits, measure);
  if (reason !== undefined) return reason;
  shares.set(chunk.documentId, share);
  idByHash.set(chunk.contentHash, chunk.id);
  ids.add(chunk.id);
  return undefined;
}

function shareWith(share: Share | undefined, chunk: Chunk, sliceOf: SliceOf | undefined): Share | undefined {
  const chunks = [...(share?.chunks ?? []), chunk].sort(
    (a, b) => a.span.start - b.span.start || a.span.end - b.span.end,
  );
  const stretches = stitch(chunks, sliceOf);
  return stretches && { chunks, drafts: draftsOf(chunk.documentId, stretches) };
}

function overLimit(
  selection: Selection,
  documentId: string,
  share: Share,
  limits: Limits,
  measure: Measure,
): string | undefined {
  const { tokenBudget, maxTokensPerDocument, maxPassagesPerDocument } = limits;
  if (share.drafts.length > maxPassagesPerDocument)
    return `${documentId} is at its cap of ${plural(maxPassagesPerDocument, 'passage')}`;
  if (maxTokensPerDocument < tokenBudget && measure(piecesOf(share.drafts)) > maxTokensPerDocument)
    return `${documentId} is at its cap of ${plural(maxTokensPerDocument, 'token')}`;
  const tokenCount = measure(
    piecesOf(allDrafts({ ...selection, shares: new Map(selection.shares).set(documentId, share) })),
  );
  return tokenCount > tokenBudget
    ? `does not fit: the context would have ${tokenCount} of ${plural(tokenBudget, 'token')}`
    : undefined;
}
