/**
 * Retrieval: a query → ranked hits that explain themselves.
 *
 * Candidates come from up to three lists (lexical, dense over text, dense over headers) and are fused into one ranking.
 * Of that, texts that say again what a better one says are dropped, the first are reranked and made diverse, documents
 * get no more than their share, and sentences give way to their passages. Each step leaves its note.
 */
import { KerfError } from '../model/error.ts';
import type { CandidateList, Hit } from '../model/retrieval.ts';
import type { Store, VectorField } from '../stores/store.ts';
import { requireAdapter } from '../text/adapters.ts';
import { analyzeQuery, type QueryTerms } from '../text/query-terms.ts';
import { fuse, type RankedList } from './fusion.ts';
import { type ResolvedRetrieveOptions as Resolved, type RetrieveOptions, resolveRetrieveOptions } from './options.ts';
import { hitPassages } from './passages.ts';
import { selectHits } from './select.ts';

export interface Retrieval {
  /** Best first, at most `topK`; passages, also where sentence chunks were found. */
  readonly hits: readonly Hit[];
  /** What ranked high enough and was passed over; its last note says why. `rank` is the place in the fused ranking. */
  readonly dropped: readonly Hit[];
  /** Index version the search started on. */
  readonly version: number;
}

/**
 * Searches `store` for `query`. A blank query finds nothing; one of signs alone ("=>", an emoji) has no term to look up, and
 * finds what the embedder makes of it. Throws `unknown-option`, `invalid-option`; `store-config` when the index has no vectors of the embedder;
 * `embedder-failed` from the embedder.
 */
export async function retrieve(store: Store, query: string, options: RetrieveOptions = {}): Promise<Retrieval> {
  requireAdapter('store', store);
  const resolved = resolveRetrieveOptions(options);
  const { version } = await checkedStatus(store, resolved);
  const wanted = analyzeQuery(query);
  const vector = await embedQuery(query, resolved);
  if (wanted.terms.length === 0 && vector === undefined) return { hits: [], dropped: [], version };
  const lists = await Promise.all([
    lexicalList(store, wanted, resolved),
    vectorList(store, 'dense', 'text', vector, resolved),
    vectorList(store, 'header', 'header', vector, resolved),
  ]);
  const { hits, dropped } = await selectHits(store, query, fuse(lists, resolved.fusion), resolved);
  return { hits: await hitPassages(store, hits), dropped, version };
}

function usesVectors({ weights }: Resolved): boolean {
  return weights.dense > 0 || weights.header > 0;
}

/** Vectors of another embedder would be passed over in silence, and the search would be lexical without a word. */
async function checkedStatus(store: Store, resolved: Resolved): Promise<{ readonly version: number }> {
  const status = await store.status();
  const id = resolved.embedder?.id;
  if (id === undefined || !usesVectors(resolved) || status.chunks === 0 || status.embedderIds.includes(id))
    return status;
  const known = status.embedderIds.length === 0 ? 'none at all' : `those of ${status.embedderIds.join(', ')}`;
  throw new KerfError(
    'store-config',
    `The index has no vectors of embedder "${id}" (it has ${known}): index with it, or search without it.`,
  );
}

/** A vector of zeros means that the embedder knows no word of the query: it is equally far from everything. */
async function embedQuery(query: string, resolved: Resolved): Promise<Float32Array | undefined> {
  const { embedder, signal } = resolved;
  if (!embedder || !usesVectors(resolved) || query.trim() === '') return undefined;
  const [vector] = await embedder.embed([query], { purpose: 'query', ...(signal && { signal }) });
  if (vector === undefined)
    throw new KerfError('embedder-failed', `Embedder "${embedder.id}" gave no vector: it must give one for each text.`);
  return vector.some((value) => value !== 0) ? vector : undefined;
}

async function lexicalList(store: Store, wanted: QueryTerms, resolved: Resolved): Promise<RankedList> {
  const { bodyWeight, headingsWeight, contextWeight, windowSize: limit, filter, weights } = resolved;
  if (weights.lexical === 0 || wanted.terms.length === 0) return { list: 'lexical', weight: 0, candidates: [] };
  const query = { ...wanted, limit, bodyWeight, headingsWeight, contextWeight, ...(filter && { filter }) };
  const candidates = await store.searchLexical(query);
  return { list: 'lexical', weight: weights.lexical, candidates };
}

async function vectorList(
  store: Store,
  list: CandidateList,
  field: VectorField,
  vector: Float32Array | undefined,
  { embedder, weights, windowSize: limit, filter }: Resolved,
): Promise<RankedList> {
  const weight = weights[list];
  if (!embedder || !vector || weight === 0) return { list, weight: 0, candidates: [] };
  const query = { field, embedderId: embedder.id, vector, limit, ...(filter && { filter }) };
  return { list, weight, candidates: await store.searchVectors(query) };
}
