/** Indexing: from a plan to the texts whose vectors the store does not have yet, and from those to vectors. */
import { type Embedder, requireVectors } from '../embedders/embedder.ts';
import type { Store, VectorEntry } from '../stores/store.ts';
import { type TextToEmbed, textsToEmbed } from './plan-summary.ts';
import type { DocumentPlan } from './plan-types.ts';

/**
 * The chunk texts and headers of `plan` that have no vector under `embedderId`, each once. Hashes in `expected`
 * count as known: a dry run puts there what it would have embedded by then.
 */
export async function findMissing(
  plan: DocumentPlan,
  store: Store,
  embedderId: string,
  expected: ReadonlySet<string>,
): Promise<readonly TextToEmbed[]> {
  const wanted = textsToEmbed(plan, expected, { headers: true });
  const known = await store.knownVectors(
    embedderId,
    wanted.map((text) => text.hash),
  );
  return wanted.filter((text) => !known.has(text.hash));
}

/** The vectors of `missing`, ready for the store. Throws what the embedder throws, and what `requireVectors` does. */
export async function embedTexts(missing: readonly TextToEmbed[], embedder: Embedder): Promise<readonly VectorEntry[]> {
  if (missing.length === 0) return [];
  const vectors = await embedder.embed(
    missing.map((text) => text.text),
    { purpose: 'document' },
  );
  requireVectors(embedder, vectors, missing.length);
  return missing.map((text, i) => ({ hash: text.hash, vector: vectors[i] }));
}
