/** Evaluation, work folder: what is kept between runs, so that a run that was stopped goes on where it stood. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { KeptResults } from '../../evaluate.ts';
import type { ConfigurationResult } from '../../evaluation/report.ts';
import { KerfError } from '../../model/error.ts';
import { type Connection, connect } from '../../stores/sqlite/driver.ts';
import { openSqliteStore } from '../../stores/sqlite.ts';
import type { Store } from '../../stores/store.ts';
import { replaceFile } from './set-files.ts';

export interface WorkFolder {
  readonly results: KeptResults;
  /** False while another run works in the folder: then indexes are in memory, since the other one writes and deletes its own. */
  readonly alone: boolean;
  /** The index of that key, in a file, so that a run that was stopped need not cut and embed again. */
  openStore(key: string): Promise<Store>;
  /** Indexes are large and can be made again: once their results are kept they go. */
  dropStore(key: string): Promise<void>;
  /** Leaves the folder to the next run. */
  close(): void;
}

/** Makes the folder where there is none, with a `.gitignore` that keeps it out of a repository. Close it when done. */
export async function openWorkFolder(path: string): Promise<WorkFolder> {
  try {
    await mkdir(join(path, 'results'), { recursive: true });
    await mkdir(join(path, 'indexes'), { recursive: true });
    await writeFile(join(path, '.gitignore'), '*\n');
  } catch (cause) {
    throw new KerfError('invalid-option', `The folder "${path}" cannot be made or written; name another with --work.`, {
      cause,
    });
  }
  const resultFile = (key: string): string => join(path, 'results', `${key}.json`);
  const lock = await lockOf(join(path, 'in-use.db'));
  const storeFile = (key: string): string => join(path, 'indexes', `${key}.db`);
  return {
    alone: lock !== undefined,
    results: {
      async read(key) {
        const text = await readFile(resultFile(key), 'utf8').catch(() => undefined);
        return text === undefined ? undefined : resultOf(text);
      },
      async write(key, result) {
        await replaceFile(resultFile(key), JSON.stringify(result));
      },
    },
    openStore: (key) => openSqliteStore(lock ? storeFile(key) : ':memory:'),
    async dropStore(key) {
      if (lock === undefined) return;
      for (const ending of ['', '-wal', '-shm']) await rm(`${storeFile(key)}${ending}`, { force: true });
    },
    close: () => lock?.close(),
  };
}

/** A lock of SQLite: it ends with the process, however that ends. Undefined while another process holds it. */
async function lockOf(file: string): Promise<Connection | undefined> {
  let connection: Connection | undefined;
  try {
    connection = await connect(file);
    connection.exec('pragma busy_timeout = 0');
    connection.exec('begin exclusive');
    return connection;
  } catch (cause) {
    connection?.close();
    const reason = (cause as Error).message;
    if (/locked|busy/i.test(reason)) return undefined;
    const remedy = 'delete it, there is nothing in it, or name another folder with --work';
    throw new KerfError('invalid-option', `${file} cannot be locked (${reason}): ${remedy}.`, { cause });
  }
}

/** A result that was damaged is computed again. */
function resultOf(text: string): ConfigurationResult | undefined {
  try {
    const result = JSON.parse(text) as Partial<ConfigurationResult> | null;
    const isWhole = typeof result?.values === 'object' && typeof result.index === 'object';
    return isWhole ? (result as ConfigurationResult) : undefined;
  } catch {
    return undefined;
  }
}
