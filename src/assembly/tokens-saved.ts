/** Savings: a context and the sizes of its documents → the tokens that a model did not have to read. */
import { KerfError } from '../model/error.ts';
import type { Context } from '../model/retrieval.ts';

export interface TokensSaved {
  /** Tokens of every cited document, whole. */
  readonly wholeTokens: number;
  /** Tokens of the context. */
  readonly contextTokens: number;
  /** The difference; below 0 when the documents are so small that the citation lines weigh more. */
  readonly savedTokens: number;
}

/**
 * Compares `context` with pasting each document it cites. `documents` are rows such as `store.listDocuments()` gives;
 * their token counts must come from the counter of the context. Throws `not-found` when a cited document is missing.
 */
export function tokensSaved(
  context: Context,
  documents: readonly { readonly documentId: string; readonly tokenCount: number }[],
): TokensSaved {
  const tokensById = new Map(documents.map(({ documentId, tokenCount }) => [documentId, tokenCount]));
  let wholeTokens = 0;
  for (const documentId of new Set(context.passages.map((passage) => passage.documentId))) {
    const tokenCount = tokensById.get(documentId);
    if (tokenCount === undefined)
      throw new KerfError('not-found', `The size of ${documentId} is not known: give the row of every cited document.`);
    wholeTokens += tokenCount;
  }
  return { wholeTokens, contextTokens: context.tokenCount, savedTokens: wholeTokens - context.tokenCount };
}
