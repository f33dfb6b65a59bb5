/** The JSON that commands print: from model values to objects whose fields and order docs/formats/json.md states. */
import type { Chunk } from '../model/chunk.ts';
import type { Hit } from '../model/retrieval.ts';

/** A chunk, the fields people look for first in front. */
export function chunkJson(chunk: Chunk): Record<string, unknown> {
  const { id, documentId, index, kind, text, context, embedText, span, rawSpan, tokenCount, ...rest } = chunk;
  const { sectionPath, contentHash, boundary, previousId, nextId, parentId, ...others } = rest;
  const first = { id, documentId, index, kind, text, context, embedText, span, rawSpan, tokenCount };
  return { ...first, sectionPath, contentHash, boundary, previousId, nextId, parentId, ...others };
}

/** A hit: the fields of its chunk, then score, rank and explanation. */
export function hitJson(hit: Hit): Record<string, unknown> {
  const { chunk, score, rank, explanation, pinpoints = [] } = hit;
  return { ...chunkJson(chunk), score, rank, pinpoints, explanation };
}

/** A hit that was passed over: which, where it ranked, and why. */
export function droppedJson({ chunk, score, rank, explanation }: Hit): Record<string, unknown> {
  return { id: chunk.id, documentId: chunk.documentId, score, rank, explanation };
}
