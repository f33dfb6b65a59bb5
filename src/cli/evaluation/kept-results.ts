/** Evaluation, work folder: what is kept between runs, so that a run that was stopped goes on where it stood. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { KeptResults } from '../../evaluate.ts';
import type { ConfigurationResult } from '../../evaluation/report.ts';
import { KerfError } from '../../model/error.ts';
import { openSqliteStore } from '../../stores/sqlite.ts';
import type { Store } from '../../stores/store.ts';
import { replaceFile } from './set-files.ts';

export interface WorkFolder {
  readonly path: string;
  readonly results: KeptResults;
  /** The index of that key, in a file, so that a run that was stopped need not cut and embed again. */
  openStore(key: string): Promise<Store>;
  /** Indexes are large and can be made again: once their results are kept they go. */
  dropStore(key: string): Promise<void>;
}

/** Makes the folder where there is none, with a `.gitignore` that keeps it out of a repository. */
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
  const storeFile = (key: string): string => join(path, 'indexes', `${key}.db`);
  return {
    path,
    results: {
      async read(key) {
        const text = await readFile(resultFile(key), 'utf8').catch(() => undefined);
        return text === undefined ? undefined : resultOf(text);
      },
      async write(key, result) {
        await replaceFile(resultFile(key), JSON.stringify(result));
      },
    },
    openStore: (key) => openSqliteStore(storeFile(key)),
    async dropStore(key) {
      for (const ending of ['', '-wal', '-shm']) await rm(`${storeFile(key)}${ending}`, { force: true });
    },
  };
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
