/**
 * SQLite store: the vectors that living chunks use in one field → codes in memory, and which chunks have which. Read once,
 * then kept in step document by document.
 */
import type { VectorField } from '../store.ts';
import { currentVersion } from './apply.ts';
import { CodeTable } from './code-table.ts';
import type { Connection } from './driver.ts';
import { listOwners, type Owners } from './vector-owners.ts';
import type { EmbedderRow } from './vectors.ts';

/** The living chunks of one document; lists go side by side. */
interface LivingDocument {
  readonly version: number;
  readonly rows: number[];
  readonly ids: string[];
  /** Key of each chunk's vector in the table `vectors`; null when it has none. */
  readonly vectors: (number | null)[];
  /** Hashes that have no vector: one may come with another document. */
  readonly missing: string[];
}

const HASH_COLUMN = { text: 'embed_hash', header: 'header_hash' } as const satisfies Record<VectorField, string>;

/**
 * A vector number, a row number or a document number may be given anew once what had it is deleted. All that had one is
 * in a document that changed, and changed documents are taken out before anything is read.
 */
export class LivingVectors {
  readonly codes: CodeTable;
  private readonly embedder: number;
  private readonly column: string;
  private readonly documents = new Map<number, LivingDocument>();
  private readonly slotOfVector = new Map<number, number>();
  private readonly vectorOfSlot: number[] = [];
  /** Chunks by slot. */
  private readonly uses: number[] = [];
  private version = 0;
  private listed: Owners | undefined;

  constructor({ embedder, dimensions }: EmbedderRow, field: VectorField) {
    this.embedder = embedder;
    this.column = HASH_COLUMN[field];
    this.codes = new CodeTable(dimensions);
  }

  /** Takes in what changed in the store; an error leaves this unusable. */
  refresh(connection: Connection): void {
    const changed = this.forgetChanged(connection);
    const read = this.readDocuments(connection, changed);
    this.readCodes(connection, read);
    for (const { vectors } of read) for (const vector of vectors) this.use(vector, 1);
    this.version = currentVersion(connection);
    this.listed = undefined;
  }

  get owners(): Owners {
    this.listed ??= listOwners(this.documents.values(), this.slotOfVector, this.codes.length);
    return this.listed;
  }

  /** Key of the vector in `slot` in the tables `vectors` and `vector_floats`. */
  vectorOf(slot: number): number {
    return this.vectorOfSlot[slot];
  }

  /** Takes out every document that changed or went; returns those to be read. */
  private forgetChanged(connection: Connection): number[] {
    const versions = new Map(
      connection
        .all<{ doc: number; version: number }>('select doc, version from documents')
        .map(({ doc, version }) => [doc, version]),
    );
    const completed = this.documentsToComplete(connection);
    for (const [doc, known] of this.documents)
      if (versions.get(doc) !== known.version || this.mayHaveChanged(known) || completed.has(doc))
        this.forget(doc, known);
    return [...versions.keys()].filter((doc) => !this.documents.has(doc));
  }

  /** A version may be written to after it was read, and to a document that it wrote before. */
  private mayHaveChanged({ version }: LivingDocument): boolean {
    return version >= this.version;
  }

  /** Documents with a chunk whose missing vector has come. */
  private documentsToComplete(connection: Connection): Set<number> {
    const waiting = new Map<string, number[]>();
    for (const [doc, { missing }] of this.documents) {
      for (const hash of missing) {
        const docs = waiting.get(hash);
        if (docs === undefined) waiting.set(hash, [doc]);
        else docs.push(doc);
      }
    }
    if (waiting.size === 0) return new Set();
    const come = connection.all<{ hash: string }>(
      'select hash from vectors where embedder = ? and hash in (select value from json_each(?))',
      this.embedder,
      JSON.stringify([...waiting.keys()]),
    );
    return new Set(come.flatMap(({ hash }) => waiting.get(hash) ?? []));
  }

  private forget(doc: number, { vectors }: LivingDocument): void {
    this.documents.delete(doc);
    for (const vector of vectors) this.use(vector, -1);
  }

  /** Counts a chunk more or less; the last one frees the slot. */
  private use(vector: number | null, change: 1 | -1): void {
    const slot = vector === null ? undefined : this.slotOfVector.get(vector);
    if (vector === null || slot === undefined) return;
    this.uses[slot] += change;
    if (this.uses[slot] > 0) return;
    this.codes.remove(slot);
    this.slotOfVector.delete(vector);
  }

  private readDocuments(connection: Connection, docs: readonly number[]): readonly LivingDocument[] {
    if (docs.length === 0) return [];
    const read = new Map<number, LivingDocument>();
    for (const row of connection.iterate<ChunkVector>(
      `select d.doc, d.version, c.row, c.chunk_id, c.${this.column} as hash, v.vector
       from json_each(?) wanted cross join documents d on d.doc = wanted.value left join chunks c
         on c.doc = d.doc and c.to_version is null
       left join vectors v on v.embedder = ? and v.hash = c.${this.column}`,
      JSON.stringify(docs),
      this.embedder,
    )) {
      let document = read.get(row.doc);
      if (document === undefined) {
        document = { version: row.version, rows: [], ids: [], vectors: [], missing: [] };
        read.set(row.doc, document);
        this.documents.set(row.doc, document);
      }
      addChunk(document, row);
    }
    return [...read.values()];
  }

  private readCodes(connection: Connection, documents: readonly LivingDocument[]): void {
    const wanted = new Set<number>();
    for (const { vectors } of documents)
      for (const vector of vectors) if (vector !== null && !this.slotOfVector.has(vector)) wanted.add(vector);
    if (wanted.size === 0) return;
    for (const { vector, scale, codes } of connection.iterate<{ vector: number; scale: number; codes: Uint8Array }>(
      'select vector, scale, codes from vectors where vector in (select value from json_each(?))',
      JSON.stringify([...wanted]),
    )) {
      const signed = new Int8Array(codes.buffer, codes.byteOffset, this.codes.dimensions);
      const slot = this.codes.add({ codes: signed, scale });
      this.slotOfVector.set(vector, slot);
      this.vectorOfSlot[slot] = vector;
      this.uses[slot] = 0;
    }
  }
}

/** A living chunk; without one (null) its document has none. */
interface ChunkVector {
  readonly doc: number;
  readonly version: number;
  readonly row: number | null;
  readonly chunk_id: string;
  readonly hash: string;
  readonly vector: number | null;
}

function addChunk(document: LivingDocument, { row, chunk_id, hash, vector }: ChunkVector): void {
  if (row === null) return;
  document.rows.push(row);
  document.ids.push(chunk_id);
  document.vectors.push(vector);
  if (vector === null) document.missing.push(hash);
}
