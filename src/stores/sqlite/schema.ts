/** SQLite store: tables, and the checks that tell a Kerf store from another file before anything is written. */
import { KerfError } from '../../model/error.ts';
import { TERM_COUNTS } from './common-terms.ts';
import { type Connection, isBusy, isForbidden } from './driver.ts';
import { adoptAnalysis } from './lexical-rows.ts';

/** Version of what is on disk. Raise it with every change of the tables or of the layout bytes. */
export const FORMAT_VERSION = 2;

/** "KERF" in ASCII, kept in the header of the file. */
const APPLICATION_ID = 0x4b455246;
const BUSY_TIMEOUT_MS = 10_000;
const CACHE_KIB = 32_000;

/**
 * `chunks` rows are never changed but for `to_version`, the version that ended them (null: alive), and `terms_hash`.
 * `layouts` holds per document version what moves when text is edited: order, spans, lines, sections.
 * `chunk_terms` holds one row per living chunk (lexical-rows.ts). `paths` are the filter tokens (path-tokens.ts).
 * The tokenizer takes every character but separators for part of a term, so terms stay as analysed. With `secure-delete`,
 * and the pragma `secure_delete` for the other tables, what is deleted is not in the file any more.
 */
const TABLES = `
create table meta (key text primary key, value integer not null) without rowid;
create table settings (key text primary key, value text not null) without rowid;
create table documents (
  doc integer primary key,
  document_id text not null unique,
  media_type text not null,
  title text not null,
  source_hash text not null,
  config_hash text not null,
  size_bytes integer not null,
  token_count integer not null,
  updated_at text,
  updated_ms real,
  metadata text not null,
  dropped text not null,
  chunk_count integer not null,
  version integer not null
);
create table layouts (
  doc integer not null references documents (doc),
  version integer not null,
  media_type text not null,
  updated_at text,
  bytes blob not null,
  unique (doc, version)
);
create table chunks (
  row integer primary key,
  doc integer not null references documents (doc),
  chunk_id text not null,
  from_version integer not null,
  to_version integer,
  kind text not null,
  text text not null,
  embed_text text not null,
  embed_rule integer not null,
  header text not null,
  content_hash text not null,
  embed_hash text not null,
  header_hash text not null,
  token_count integer not null,
  text_token_count integer not null,
  details text not null,
  terms_hash integer not null
);
create index chunks_by_doc on chunks (doc);
create unique index living_chunks on chunks (chunk_id) where to_version is null;
create table embedders (
  embedder integer primary key,
  embedder_id text not null unique,
  dimensions integer not null
);
create table vectors (
  vector integer primary key,
  embedder integer not null references embedders (embedder),
  hash text not null,
  scale real not null,
  codes blob not null,
  unique (embedder, hash)
);
create table vector_floats (vector integer primary key references vectors (vector), floats blob not null);
create virtual table chunk_terms using fts5 (
  body, headings, context, paths,
  content = '',
  tokenize = "unicode61 remove_diacritics 0 categories 'L* M* N* P* S* C*'"
);
insert into chunk_terms (chunk_terms, rank) values ('secure-delete', 1);
insert into meta values ('version', 0);
`;

/** Makes `connection` ready for use; throws `store-open` or `store-version`, the file then untouched. */
export function openSchema(connection: Connection): void {
  if (!isKerfStore(connection)) createTables(connection);
  connection.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);
  useWriteAheadLog(connection);
  connection.exec('pragma synchronous = normal');
  connection.exec('pragma foreign_keys = on');
  connection.exec('pragma secure_delete = on');
  connection.exec(`pragma cache_size = -${CACHE_KIB}`);
  connection.exec('pragma temp_store = memory');
  connection.exec(TERM_COUNTS);
  adoptAnalysis(connection);
}

/** A store that may only be read stays as it is; writing to it fails where it is tried. */
function useWriteAheadLog(connection: Connection): void {
  try {
    connection.useWriteAheadLog();
  } catch (error) {
    if (!(error instanceof Error) || !error.message.includes('readonly')) throw error;
  }
}

/** True for a store of this format, false for an empty database. */
function isKerfStore(connection: Connection): boolean {
  const applicationId = pragma(connection, 'application_id');
  const formatVersion = pragma(connection, 'user_version');
  if (applicationId === APPLICATION_ID) {
    requireFormat(connection.path, formatVersion);
    return true;
  }
  const tables = connection.get<{ n: number }>('select count(*) as n from sqlite_master')?.n ?? 0;
  if (applicationId === 0 && formatVersion === 0 && tables === 0) return false;
  throw notAStore(connection.path);
}

function requireFormat(path: string, formatVersion: number): void {
  if (formatVersion === FORMAT_VERSION) return;
  const remedy =
    formatVersion > FORMAT_VERSION
      ? 'use a newer Kerf, or index the documents again into another file'
      : 'delete the file and index the documents again';
  throw new KerfError(
    'store-version',
    `${path} has store format ${formatVersion}, this Kerf reads and writes format ${FORMAT_VERSION}: ${remedy}`,
  );
}

/** The error for what may not be written: a file whose log was not closed needs that, or a place for the log, even to be read. */
function notWritable(path: string, cause: unknown): KerfError {
  return new KerfError(
    'store-open',
    `${path} cannot be opened where it or its folder may not be written (${(cause as Error).message}): open it once where ` +
      'both may be, which leaves one file that can be read anywhere, or copy it to such a folder with the -wal file beside it',
    { cause },
  );
}

/** The error for a file that another process is writing. */
function inUse(path: string, cause: unknown): KerfError {
  const reason = (cause as Error).message;
  return new KerfError(
    'store-open',
    `${path} is being written by another process (${reason}): wait until that has ended, and try again`,
    { cause },
  );
}

/** The error for what went wrong while the file `path` was opened. */
export function openError(path: string, error: unknown): KerfError {
  if (error instanceof KerfError) return error;
  if (isBusy(error)) return inUse(path, error);
  return isForbidden(error) ? notWritable(path, error) : notAStore(path, error);
}

/** The error for a file that holds something else. */
function notAStore(path: string, cause?: unknown): KerfError {
  const what =
    cause === undefined ? 'is not a Kerf store' : `is not a Kerf store, or damaged (${(cause as Error).message})`;
  const message = `${path} ${what}; name another file, and Kerf will create it`;
  return new KerfError('store-open', message, cause === undefined ? {} : { cause });
}

function createTables(connection: Connection): void {
  connection.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);
  connection.transaction(() => {
    // Another process may have created them while this one waited for the lock.
    if (isKerfStore(connection)) return;
    connection.exec(TABLES);
    connection.exec(`pragma application_id = ${APPLICATION_ID}`);
    connection.exec(`pragma user_version = ${FORMAT_VERSION}`);
  });
}

export function pragma(connection: Connection, name: string): number {
  const row = connection.get<Record<string, number>>(`pragma ${name}`);
  return row === undefined ? 0 : Number(Object.values(row)[0]);
}
