/** The embedded store: one SQLite file that holds chunks, their history, the lexical index and vectors. */
import { existsSync } from 'node:fs';
import { KerfError } from '../model/error.ts';
import { refuseUnknownOptions } from '../text/option-names.ts';
import { applyUpdate, currentVersion, removeDocument } from './sqlite/apply.ts';
import { checkStore } from './sqlite/check.ts';
import { LayoutCache, readChunks, readDocumentChunks } from './sqlite/chunk-rows.ts';
import { listDocuments, readDocument, readStatus } from './sqlite/documents.ts';
import { type Connection, connect } from './sqlite/driver.ts';
import { searchLexical } from './sqlite/lexical.ts';
import { openError, openSchema } from './sqlite/schema.ts';
import { VectorTables } from './sqlite/vector-search.ts';
import { knownVectors } from './sqlite/vectors.ts';
import type { Store, StoreStatus } from './store.ts';

export interface SqliteStoreOptions {
  /** Create the file when it is not there; default true. With false a missing file is an error. */
  readonly create?: boolean;
}

/**
 * Opens the store in the file `path`, or creates it; `:memory:` lives until it is closed. Several processes may
 * read while one writes; a second writer waits up to 10 seconds.
 * Throws `KerfError`: `store-open` (no such folder, not a Kerf store), `store-version` (another format), `unknown-option`.
 *
 * @example
 * const store = await openSqliteStore('kerf.db');
 * console.log((await store.status()).chunks);
 * await store.close();
 */
export async function openSqliteStore(path: string, options: SqliteStoreOptions = {}): Promise<Store> {
  refuseUnknownOptions('store', options, ['create']);
  if (options.create === false && path !== ':memory:' && !existsSync(path)) {
    throw new KerfError('store-open', `there is no store at ${path}; index documents first, or name another file`);
  }
  const connection = await connectTo(path);
  try {
    openSchema(connection);
  } catch (error) {
    connection.close();
    throw openError(path, error);
  }
  return storeOver(connection);
}

async function connectTo(path: string): Promise<Connection> {
  try {
    return await connect(path);
  } catch (cause) {
    const isFolder = existsSync(`${path}/.`);
    const what = isFolder ? `${path} is a folder` : `${path} cannot be opened (${(cause as Error).message})`;
    const remedy = isFolder
      ? 'name a file, and Kerf will create it'
      : 'check that its folder exists and may be written';
    throw new KerfError('store-open', `${what}; ${remedy}`, { cause });
  }
}

function storeOver(connection: Connection): Store {
  const vectorTables = new VectorTables();
  const layouts = new LayoutCache();
  const read = async <T>(work: () => T, mode: 'deferred' | 'immediate' = 'deferred'): Promise<T> => {
    try {
      return connection.snapshot(work, mode);
    } catch (error) {
      throw asKerfError(error, 'store-open', `${connection.path} cannot be read`);
    }
  };
  const write = async (what: string, work: () => void): Promise<void> => {
    try {
      connection.transaction(work);
    } catch (error) {
      throw asKerfError(
        error,
        'store-write',
        `${what} was not written to ${connection.path}, which is as it was before`,
      );
    }
  };
  // Every search asks for it, and it reads every document.
  let known: { readonly state: string; readonly status: StoreStatus } | undefined;
  const status = (): StoreStatus => {
    const state = connection.dataState();
    if (known?.state !== state) known = { state, status: readStatus(connection) };
    // A copy: what callers do to it must not show in the next one.
    return structuredClone(known.status);
  };
  return {
    status: () => read(status),
    listDocuments: () => read(() => listDocuments(connection)),
    readDocument: (documentId) => read(() => readDocument(connection, documentId)),
    readDocumentChunks: (documentId) => read(() => readDocumentChunks(connection, documentId)),
    readChunks: (chunkIds) => read(() => readChunks(connection, layouts, chunkIds)),
    beginVersion: () => read(() => currentVersion(connection) + 1),
    applyDocument: (version, update) => write(update.record.documentId, () => applyUpdate(connection, version, update)),
    removeDocument: (version, documentId) =>
      write(`the removal of ${documentId}`, () => removeDocument(connection, version, documentId)),
    searchLexical: (query) => read(() => searchLexical(connection, query)),
    searchVectors: (query) => read(() => vectorTables.search(connection, query)),
    knownVectors: (embedderId, hashes) => read(() => knownVectors(connection, embedderId, hashes)),
    readSetting: (key) =>
      read(() => connection.get<{ value: string }>('select value from settings where key = ?', key)?.value),
    writeSetting: (key, value) =>
      write(`the setting ${key}`, () => {
        connection.run(
          'insert into settings values (?, ?) on conflict (key) do update set value = excluded.value',
          key,
          value,
        );
      }),
    check: () => read(() => checkStore(connection), 'immediate'),
    close: async () => connection.close(),
  };
}

/** What SQLite or the reading of a row says, and what to do about it. */
const REMEDIES: readonly (readonly [RegExp, string])[] = [
  [/locked|busy/i, '; another process is writing, try again when it is done'],
  [/disk is full|disk I\/O/i, '; make room, or name a file on another disk'],
  [/readonly/i, '; allow writing to the file and its folder'],
  [
    /malformed|not a database|no such table|JSON/i,
    '; the file is damaged: delete it and index again, which loses nothing but history',
  ],
];

/** Errors of Kerf about misuse pass when reading; every failed write says that nothing was written. */
function asKerfError(error: unknown, code: 'store-open' | 'store-write', what: string): KerfError {
  if (error instanceof KerfError && (code === 'store-open' || error.code === 'store-open')) return error;
  const reason = error instanceof Error ? error.message : String(error);
  const remedy = REMEDIES.find(([sign]) => sign.test(reason))?.[1] ?? '';
  return new KerfError(code, `${what}: ${reason}${remedy}`, { cause: error });
}
