/** SQLite store: chunk records to rows of the table `chunks`, and rows with their layout back to chunk records. */
import {
  type Chunk,
  type ChunkKind,
  type ChunkNote,
  type ContextPart,
  type Granularity,
  STRUCTURE_PART_TYPES,
} from '../../model/chunk.ts';
import type { TimeSpan } from '../../model/document.ts';
import { headerText } from '../../model/header-text.ts';
import type { JsonObject } from '../../model/json.ts';
import type { Span } from '../../model/span.ts';
import { shortHash } from '../../text/hash.ts';
import type { Connection, SqlValue } from './driver.ts';
import { decodeLayout, type PlacedRow } from './layout.ts';
import { readText, type StoredText, storeText } from './stored-text.ts';

/** How `embed_text` is kept: in full, or only what stands in front of the chunk's text. */
const EMBED_FULL = 0;
const EMBED_IS_FRONT_THEN_TEXT = 1;

/** A context part without its span, which stands in the layout. */
type StoredPart =
  | Exclude<ContextPart, { readonly span: Span }>
  | { readonly type: ContextPart['type']; readonly text: string };

interface Details {
  readonly sectionPath: readonly string[];
  readonly context: readonly StoredPart[];
  readonly notes: readonly ChunkNote[];
  readonly metadata: JsonObject;
  /** Left out of passages. */
  readonly granularity?: Granularity;
  /** Left out where there are none. */
  readonly time?: TimeSpan;
  readonly defines?: readonly string[];
  readonly uses?: readonly string[];
}

interface ChunkRow {
  readonly row: number;
  readonly doc: number;
  readonly chunk_id: string;
  readonly kind: ChunkKind;
  readonly text: StoredText;
  readonly embed_text: StoredText;
  readonly embed_rule: number;
  readonly header: StoredText;
  readonly content_hash: string;
  readonly embed_hash: string;
  readonly token_count: number;
  readonly text_token_count: number;
  readonly details: string;
}

/** A row as it is read, its details parsed. */
interface ReadRow extends Omit<ChunkRow, 'details'> {
  readonly details: Details;
}

function parsed(row: ChunkRow): ReadRow {
  return { ...row, details: JSON.parse(row.details) as Details };
}

const INSERT = `insert into chunks (doc, chunk_id, from_version, kind, text, embed_text, embed_rule, header, content_hash,
  embed_hash, header_hash, token_count, text_token_count, details, terms_hash)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

const COLUMNS = `row, doc, chunk_id, kind, text, embed_text, embed_rule, header, content_hash, embed_hash,
  token_count, text_token_count, details`;

/** Inserts `chunk` as alive from `version`; returns its row number. `termsHash` is of lexical-rows.ts. */
export function insertChunkRow(
  connection: Connection,
  doc: number,
  version: number,
  chunk: Chunk,
  termsHash: number,
): number {
  const short = chunk.embedText.endsWith(chunk.text);
  const embed = short ? chunk.embedText.slice(0, chunk.embedText.length - chunk.text.length) : chunk.embedText;
  const details: Details = {
    sectionPath: chunk.sectionPath,
    context: chunk.context.map(withoutSpan),
    notes: chunk.notes,
    metadata: chunk.metadata,
    ...(chunk.granularity === 'passage' ? {} : { granularity: chunk.granularity }),
    ...(chunk.time === null ? {} : { time: chunk.time }),
    ...(chunk.defines.length === 0 ? {} : { defines: chunk.defines }),
    ...(chunk.uses.length === 0 ? {} : { uses: chunk.uses }),
  };
  const values: SqlValue[] = [
    doc,
    chunk.id,
    version,
    chunk.kind,
    storeText(chunk.text),
    storeText(embed),
    short ? EMBED_IS_FRONT_THEN_TEXT : EMBED_FULL,
    storeText(chunk.header),
    chunk.contentHash,
    chunk.embedHash,
    shortHash(headerText(chunk)),
    chunk.tokenCount,
    chunk.textTokenCount,
    JSON.stringify(details),
    termsHash,
  ];
  return connection.run(INSERT, ...values).rowId;
}

function withoutSpan(part: ContextPart): StoredPart {
  return 'span' in part ? { type: part.type, text: part.text } : part;
}

/** The context parts that carry a span; the others must not get one when they are read back. */
const PARTS_WITH_SPAN: ReadonlySet<string> = new Set(STRUCTURE_PART_TYPES);

function withSpans(parts: readonly StoredPart[], spans: readonly Span[]): ContextPart[] {
  let next = 0;
  return parts.map((part) => (PARTS_WITH_SPAN.has(part.type) ? { ...part, span: spans[next++] } : part) as ContextPart);
}

/** What the chunks of one document version share, and where each stands. */
export interface Layout {
  readonly documentId: string;
  readonly mediaType: string;
  readonly updatedAt: string | null;
  readonly places: readonly PlacedRow[];
}

interface LayoutRow {
  readonly document_id: string;
  readonly media_type: string;
  readonly updated_at: string | null;
  readonly bytes: Uint8Array;
}

/** The layout of document number `doc` as of `version`, by default the current one; undefined when there is none. */
export function readLayout(connection: Connection, doc: number, version = Number.MAX_SAFE_INTEGER): Layout | undefined {
  const row = connection.get<LayoutRow>(
    `select d.document_id, l.media_type, l.updated_at, l.bytes from layouts l join documents d on d.doc = l.doc
     where l.doc = ? and l.version <= ? order by l.version desc limit 1`,
    doc,
    version,
  );
  if (row === undefined) return undefined;
  return {
    documentId: row.document_id,
    mediaType: row.media_type,
    updatedAt: row.updated_at,
    places: decodeLayout(row.bytes),
  };
}

/** Chunks of one document in order, as of `version` (history included), by default the current one. */
export function readDocumentChunks(connection: Connection, documentId: string, version?: number): Chunk[] {
  const doc = connection.get<{ doc: number }>('select doc from documents where document_id = ?', documentId)?.doc;
  const layout = doc === undefined ? undefined : readLayout(connection, doc, version);
  if (layout === undefined) return [];
  const rows = new Map<number, ReadRow>();
  const wanted = JSON.stringify(layout.places.map((place) => place.row));
  const sql = `select ${COLUMNS} from chunks where row in (select value from json_each(?))`;
  for (const row of connection.all<ChunkRow>(sql, wanted)) rows.set(row.row, parsed(row));
  const ids = new Map([...rows.values()].map((row) => [row.row, neighbourOf(row)]));
  const chunks: Chunk[] = [];
  layout.places.forEach((place, index) => {
    const row = rows.get(place.row);
    if (row !== undefined) chunks.push(toChunk(row, layout, index, ids));
  });
  return chunks;
}

/**
 * Living chunks by id in the order asked, from all documents: two statements, and one for each document whose
 * layout is not in `layouts`.
 */
export function readChunks(connection: Connection, layouts: LayoutCache, chunkIds: readonly string[]): Chunk[] {
  const rows = connection.all<ChunkRow>(
    `select ${COLUMNS} from json_each(?) wanted cross join chunks on chunk_id = wanted.value and to_version is null
     order by wanted.key`,
    JSON.stringify(chunkIds),
  );
  const located = locate(connection, layouts, rows);
  const ids = readIds(connection, located);
  return located.map(({ row, layout, index }) => toChunk(parsed(row), layout, index, ids));
}

interface Located {
  readonly row: ChunkRow;
  readonly layout: Layout;
  readonly index: number;
}

function locate(connection: Connection, layouts: LayoutCache, rows: readonly ChunkRow[]): Located[] {
  layouts.refresh(connection);
  return rows.flatMap((row) => {
    const found = layouts.get(connection, row.doc);
    const index = found?.indexOf.get(row.row);
    return found === undefined || index === undefined ? [] : [{ row, layout: found.layout, index }];
  });
}

/** Chunks whose places are remembered at most: some 60 MB, and the layouts of a corpus of many searches. */
const MAX_REMEMBERED_PLACES = 200_000;

interface IndexedLayout {
  readonly layout: Layout;
  /** Index of a chunk row in the layout. */
  readonly indexOf: ReadonlyMap<number, number>;
}

/** Current layouts of documents read lately; forgotten when the data changed. */
export class LayoutCache {
  private readonly layouts = new Map<number, IndexedLayout>();
  private places = 0;
  private builtFor = '';

  /** To be called once before a series of `get`. */
  refresh(connection: Connection): void {
    const state = connection.dataState();
    if (state !== this.builtFor || this.places > MAX_REMEMBERED_PLACES) {
      this.layouts.clear();
      this.places = 0;
    }
    this.builtFor = state;
  }

  get(connection: Connection, doc: number): IndexedLayout | undefined {
    const known = this.layouts.get(doc);
    if (known !== undefined) return known;
    const layout = readLayout(connection, doc);
    if (layout === undefined) return undefined;
    const indexed = { layout, indexOf: new Map(layout.places.map((place, index) => [place.row, index])) };
    this.layouts.set(doc, indexed);
    this.places += layout.places.length;
    return indexed;
  }
}

/** What a chunk needs to know of those beside it. */
interface Neighbour {
  readonly id: string;
  readonly granularity: Granularity;
}

/** Rows that were written before there were sentence chunks say nothing, and are passages. */
function neighbourOf({ chunk_id, details }: ReadRow): Neighbour {
  return { id: chunk_id, granularity: details.granularity ?? 'passage' };
}

/** The rows before and after each located one. */
function readIds(connection: Connection, located: readonly Located[]): Map<number, Neighbour> {
  const wanted = new Set<number>();
  for (const { layout, index } of located) {
    for (const neighbour of [layout.places[index - 1], layout.places[index + 1]]) {
      if (neighbour !== undefined) wanted.add(neighbour.row);
    }
  }
  const rows = connection.all<{ row: number; chunk_id: string; granularity: Granularity | null }>(
    `select row, chunk_id, json_extract(details, '$.granularity') granularity from chunks
     where row in (select value from json_each(?))`,
    JSON.stringify([...wanted]),
  );
  return new Map(
    rows.map(({ row, chunk_id, granularity }) => [row, { id: chunk_id, granularity: granularity ?? 'passage' }]),
  );
}

function toChunk(row: ReadRow, layout: Layout, index: number, beside: ReadonlyMap<number, Neighbour>): Chunk {
  const place = layout.places[index];
  const { details } = row;
  const text = readText(row.text);
  const embed = readText(row.embed_text);
  const { granularity = 'passage' } = details;
  const neighbour = (at: number): string | null => {
    const other = beside.get(layout.places[at]?.row);
    return other?.granularity === granularity ? other.id : null;
  };
  return {
    id: row.chunk_id,
    documentId: layout.documentId,
    index,
    granularity,
    kind: row.kind,
    text,
    span: place.span,
    rawSpan: place.rawSpan,
    lines: place.lines,
    context: withSpans(details.context, place.contextSpans),
    overlap: place.overlap,
    embedText: row.embed_rule === EMBED_FULL ? embed : embed + text,
    header: readText(row.header),
    tokenCount: row.token_count,
    textTokenCount: row.text_token_count,
    sectionPath: details.sectionPath,
    contentHash: row.content_hash,
    embedHash: row.embed_hash,
    boundary: place.boundary,
    previousId: neighbour(index - 1),
    nextId: neighbour(index + 1),
    parentId: place.parentId,
    mediaType: layout.mediaType,
    updatedAt: layout.updatedAt,
    notes: details.notes,
    time: details.time ?? null,
    defines: details.defines ?? [],
    uses: details.uses ?? [],
    metadata: details.metadata,
  };
}
