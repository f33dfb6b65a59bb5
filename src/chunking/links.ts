/** Links: the chunks of a corpus to pairs of a chunk that uses a name and a chunk that defines it. */
import type { Chunk } from '../model/chunk.ts';

export interface ChunkLink {
  /** The chunk that uses the name. */
  readonly fromId: string;
  /** A chunk that defines it. */
  readonly toId: string;
  readonly name: string;
}

/** A name with more definitions than this says too little: no link. */
const MOST_DEFINITIONS = 3;

/**
 * Links from the names that chunks use (`uses`) to the passages that define them (`defines`), in the order of the chunks
 * and of their names. Definitions in the document itself come first: all of them, up to three. Code is linked to the
 * code of another document where that has the only definition in the corpus; a clause number or a defined term means its own document.
 * Sentence chunks are passed over: their passages say the same. Linear in chunks, names and links. Throws nothing.
 *
 * @example
 * const links = linkChunks([...chunkDocument(main), ...chunkDocument(library)]);
 * links[0]; // { fromId: '1f0c…', toId: '93ab…', name: 'readTides' }
 */
export function linkChunks(chunks: Iterable<Chunk>): readonly ChunkLink[] {
  const passages = [...chunks].filter(({ granularity }) => granularity === 'passage');
  const definitions = new Definitions(passages);
  const links: ChunkLink[] = [];
  for (const { id, uses, documentId, kind } of passages) {
    for (const name of uses) {
      for (const toId of definitions.of(name, documentId, kind === 'code')) {
        if (toId !== id) links.push({ fromId: id, toId, name });
      }
    }
  }
  return links;
}

const NOWHERE: readonly string[] = [];

/** Ids of the chunks that define each name, by document and, of code, in the corpus. */
class Definitions {
  private readonly byDocument = new Map<string, Map<string, string[]>>();
  /** The only chunk of code that defines a name; null where several do. */
  private readonly inCode = new Map<string, string | null>();

  constructor(passages: readonly Chunk[]) {
    for (const { id, documentId, defines, kind } of passages) {
      if (defines.length === 0) continue;
      const own = entryOf(this.byDocument, documentId, () => new Map<string, string[]>());
      for (const name of defines) {
        entryOf(own, name, () => []).push(id);
        if (kind === 'code') this.inCode.set(name, this.inCode.has(name) ? null : id);
      }
    }
  }

  of(name: string, documentId: string, isCode: boolean): readonly string[] {
    const own = this.byDocument.get(documentId)?.get(name);
    if (own !== undefined) return own.length > MOST_DEFINITIONS ? NOWHERE : own;
    const only = isCode ? this.inCode.get(name) : undefined;
    return only == null ? NOWHERE : [only];
  }
}

function entryOf<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
