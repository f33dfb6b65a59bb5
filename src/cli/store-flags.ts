/** Flags of all commands that use a store, and the way from them to an open store. */
import { access, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { KerfError } from '../model/error.ts';
import { openSqliteStore } from '../stores/sqlite.ts';
import type { Store } from '../stores/store.ts';

/** Where the store is unless `--store` says otherwise, from the current directory. */
export const DEFAULT_STORE = '.kerf/index.db';

export const STORE_FLAG = {
  name: 'store',
  kind: 'text',
  placeholder: 'FILE',
  help: `the index, one SQLite file (default ${DEFAULT_STORE} in the current directory)`,
} as const;

export const JSON_FLAG = { name: 'json', kind: 'switch', help: 'print JSON on stdout' } as const;

/** Runs `use` with the store at `path` and closes it whatever happens. Throws `not-found` when there is none. */
export async function withStore<Result>(path: string, use: (store: Store) => Promise<Result>): Promise<Result> {
  if (!(await exists(path))) {
    throw new KerfError(
      'not-found',
      `There is no index at "${path}"; make one with kerf index DIR, or name it with --store FILE.`,
    );
  }
  return useAndClose(await openSqliteStore(path), use);
}

/** The same, but makes the store where there is none: on disk, or with `dryRun` in memory only. */
export async function withNewStore<Result>(
  path: string,
  { dryRun }: { readonly dryRun: boolean },
  use: (store: Store) => Promise<Result>,
): Promise<Result> {
  if (path === '') throw new KerfError('invalid-option', '--store is empty; give the path of a file.');
  const inMemory = dryRun && !(await exists(path));
  if (!inMemory) await makeFolder(dirname(path));
  return useAndClose(await openSqliteStore(inMemory ? ':memory:' : path), use);
}

async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true });
  } catch (cause) {
    throw new KerfError('store-open', `The folder "${path}" for the index cannot be made; name another with --store.`, {
      cause,
    });
  }
}

async function useAndClose<Result>(store: Store, use: (store: Store) => Promise<Result>): Promise<Result> {
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
