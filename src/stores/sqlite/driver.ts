/**
 * The one place that knows which SQLite is used: the `node:sqlite` API, built in since Node 22.13 and taken from
 * `@photostructure/sqlite` before. Gives a connection with remembered statements and transactions.
 */
import process from 'node:process';
import { KerfError } from '../../model/error.ts';

export type SqlValue = null | number | bigint | string | Uint8Array;

/** The part of the `node:sqlite` API that Kerf uses. */
interface Statement {
  run(...values: SqlValue[]): { changes: number | bigint; lastInsertRowid: number | bigint };
  get(...values: SqlValue[]): unknown;
  all(...values: SqlValue[]): unknown[];
  iterate(...values: SqlValue[]): Iterable<unknown>;
}

interface Database {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}

interface SqliteModule {
  readonly DatabaseSync: new (path: string) => Database;
}

/** First Node with `node:sqlite` and no flag needed for it. */
const BUILT_IN_SINCE = [22, 13] as const;

let loading: Promise<SqliteModule> | undefined;

/** Loads it once: of two that load side by side, the second would take the warning filter of the first for Node's own function. */
function loadModuleOnce(): Promise<SqliteModule> {
  loading ??= loadModule();
  return loading;
}

async function loadModule(): Promise<SqliteModule> {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const builtIn = major > BUILT_IN_SINCE[0] || (major === BUILT_IN_SINCE[0] && minor >= BUILT_IN_SINCE[1]);
  if (!builtIn) return (await import('@photostructure/sqlite')) as unknown as SqliteModule;
  // A variable, since bundlers and the types of Node 20 do not know the name.
  const name = 'node:sqlite';
  return withoutExperimentalWarning(() => import(name) as Promise<SqliteModule>);
}

/** Node warns once when the module loads that it may change; people who run Kerf cannot act on that. */
async function withoutExperimentalWarning<T>(load: () => Promise<T>): Promise<T> {
  const original = process.emitWarning;
  const quiet = (warning: string | Error, ...rest: unknown[]): void => {
    if (String(warning).includes('SQLite')) return;
    Reflect.apply(original, process, [warning, ...rest]);
  };
  process.emitWarning = quiet as typeof process.emitWarning;
  try {
    return await load();
  } finally {
    process.emitWarning = original;
  }
}

/** An open database. Every statement is prepared once. Not shared between threads. */
export class Connection {
  readonly path: string;
  /** Transactions of this connection that were committed. */
  private writes = 0;
  private readonly database: Database;
  private readonly statements = new Map<string, Statement>();
  private open = true;
  private hasLog = false;

  constructor(path: string, database: Database) {
    this.path = path;
    this.database = database;
  }

  /** Runs statements that give no rows and are not worth remembering. */
  exec(sql: string): void {
    this.database.exec(sql);
  }

  /** Runs one statement; returns the row id of the last insert and the number of rows changed. */
  run(sql: string, ...values: SqlValue[]): { rowId: number; changes: number } {
    const result = this.statement(sql).run(...values);
    return { rowId: Number(result.lastInsertRowid), changes: Number(result.changes) };
  }

  /** First row, or undefined. The caller names the shape of the row. */
  get<Row>(sql: string, ...values: SqlValue[]): Row | undefined {
    return this.statement(sql).get(...values) as Row | undefined;
  }

  /** Every row. The caller names the shape of a row. */
  all<Row>(sql: string, ...values: SqlValue[]): Row[] {
    return this.statement(sql).all(...values) as Row[];
  }

  /** Rows one at a time; must be read to the end. */
  iterate<Row>(sql: string, ...values: SqlValue[]): Iterable<Row> {
    return this.statement(sql).iterate(...values) as Iterable<Row>;
  }

  /** Runs `work` in one write transaction: all of it is kept, or none of it when it throws. */
  transaction<T>(work: () => T): T {
    this.requireOpen();
    this.database.exec('begin immediate');
    try {
      const result = work();
      this.database.exec('commit');
      this.writes++;
      return result;
    } catch (error) {
      this.rollBack();
      throw error;
    }
  }

  /**
   * Runs `work`, whose statements all see the store as it was at the first of them, and undoes what they write.
   * `immediate` keeps other writers out meanwhile.
   */
  snapshot<T>(work: () => T, mode: 'deferred' | 'immediate' = 'deferred'): T {
    this.requireOpen();
    this.database.exec(`begin ${mode}`);
    try {
      return work();
    } finally {
      this.rollBack();
    }
  }

  /** A text that is another one after every change of the data, by this connection or any other. */
  dataState(): string {
    const others = this.get<{ data_version: number }>('pragma data_version')?.data_version;
    return `${this.writes} ${others}`;
  }

  /** Gives the file a write-ahead log, which `close` takes away again. To be called for files of our own alone. */
  useWriteAheadLog(): void {
    this.exec('pragma journal_mode = wal');
    this.hasLog = true;
  }

  /** Throws `KerfError('store-open')` after `close`. */
  requireOpen(): void {
    if (!this.open) throw new KerfError('store-open', `the store ${this.path} was closed; open it again to use it`);
  }

  close(): void {
    if (!this.open) return;
    this.open = false;
    this.statements.clear();
    if (this.hasLog) this.leaveOneFile();
    this.database.close();
  }

  /**
   * Moves the write-ahead log into the file and deletes it. SQLite does so when it closes, but on Node 20 the
   * remembered statements keep the connection half open until they are collected.
   */
  private leaveOneFile(): void {
    try {
      this.database.exec('pragma busy_timeout = 0');
      this.database.exec('pragma journal_mode = delete');
    } catch {
      // Another connection uses the log, and will clear it away; or the file is damaged, which `check` reports.
    }
  }

  private rollBack(): void {
    try {
      this.database.exec('rollback');
    } catch {
      // SQLite has rolled back by itself (disk full, for one); the first error is the one to report.
    }
  }

  private statement(sql: string): Statement {
    this.requireOpen();
    let statement = this.statements.get(sql);
    if (statement === undefined) {
      statement = this.database.prepare(sql);
      this.statements.set(sql, statement);
    }
    return statement;
  }
}

/** Primary result codes of SQLite (sqlite.org/rescode.html): another connection is writing, ... */
const BUSY = 5;
/** ... a file may not be written, or one beside it not be opened. */
const READ_ONLY = 8;
const CANNOT_OPEN = 14;

/** Whether another process keeps the file to itself at the moment. */
export function isBusy(error: unknown): boolean {
  return primaryCodeOf(error) === BUSY;
}

/** Whether SQLite failed for want of the right to write, not for what stands in the file. */
export function isForbidden(error: unknown): boolean {
  const code = primaryCodeOf(error);
  return code === READ_ONLY || code === CANNOT_OPEN;
}

/** The result code without what SQLite adds to it in higher bits; undefined when the error is not one of SQLite. */
function primaryCodeOf(error: unknown): number | undefined {
  const { errcode } = error as { readonly errcode?: number };
  return errcode === undefined ? undefined : errcode & 0xff;
}

/** Opens or creates the database file at `path`; `:memory:` for one that lives as long as the connection. */
export async function connect(path: string): Promise<Connection> {
  const { DatabaseSync } = await loadModuleOnce();
  return new Connection(path, new DatabaseSync(path));
}
