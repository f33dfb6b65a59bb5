/** Sources: from paths given by a person to the list of files to read, in a fixed order. */
import { readdir, realpath, stat } from 'node:fs/promises';
import { sep } from 'node:path';
import { KerfError } from '../model/error.ts';

/** One file to read. */
export interface FoundFile {
  /** The path as given; for a file found inside a folder, the folder as given, `/`, and the way down to the file. */
  readonly path: string;
  /** True when the file itself was named, false when a folder walk met it: only a walk may skip files. */
  readonly named: boolean;
}

/** Folders that hold no documents of one's own. Hidden files and folders (`.git` and the like) are skipped as well. */
const SKIPPED_FOLDERS: ReadonlySet<string> = new Set(['node_modules', '__pycache__']);

/**
 * Every file of `paths`, each once, folders walked in code unit order of the file names. Symbolic links are
 * followed unless they lead back into a folder that is being walked. Throws `not-found` when a path does not exist.
 */
export async function* walkFiles(paths: readonly string[]): AsyncGenerator<FoundFile> {
  const seen = new Set<string>();
  for (const given of paths) {
    const path = trimSlashes(sep === '/' ? given : given.replaceAll(sep, '/'));
    const info = await stat(path).catch((cause: unknown) => {
      const remedy =
        given === '-'
          ? 'standard input is not read: write the text to a file with the extension of its format.'
          : 'check the spelling of the path.';
      throw new KerfError('not-found', `"${given}" does not exist or cannot be read; ${remedy}`, { cause });
    });
    if (!info.isDirectory()) {
      if (!seen.has(path)) yield { path, named: true };
      seen.add(path);
      continue;
    }
    for await (const file of walkFolder(path)) {
      if (!seen.has(file.path)) yield file;
      seen.add(file.path);
    }
  }
}

interface PendingPath {
  readonly path: string;
  /** Real paths of the folders above: a link to one of them is a loop. */
  readonly above: readonly string[];
}

/** Depth first with a stack of our own, so that depth is bounded by memory and not by the call stack. */
async function* walkFolder(root: string): AsyncGenerator<FoundFile> {
  const pending: PendingPath[] = [{ path: root, above: [] }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { path, above } = next;
    const kind = await kindOf(path);
    if (kind === 'file') yield { path, named: false };
    // Whoever reads it will find out why it cannot be opened, and report it.
    if (kind === 'unreadable') yield { path, named: true };
    if (kind !== 'folder') continue;
    const real = await realpath(path).catch(() => path);
    if (above.includes(real)) continue;
    const names = await listFolder(path);
    if (names === undefined) yield { path, named: true };
    for (const name of names?.reverse() ?? []) pending.push({ path: below(path, name), above: [...above, real] });
  }
}

type PathKind = 'file' | 'folder' | 'unreadable' | 'other';

async function kindOf(path: string): Promise<PathKind> {
  try {
    const info = await stat(path);
    if (info.isFile()) return 'file';
    return info.isDirectory() ? 'folder' : 'other';
  } catch (error) {
    return isGone(error, path) ? 'other' : 'unreadable';
  }
}

/** What a name that is no valid UTF-8 is listed with: the file is there, and cannot be asked for by name. */
const UNREADABLE_NAME = '\ufffd';

/** A file that vanished between listing and looking, or a link to nowhere, is simply not there. */
function isGone(error: unknown, path: string): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return (code === 'ENOENT' || code === 'ELOOP' || code === 'ENOTDIR') && !path.includes(UNREADABLE_NAME);
}

/** The current folder adds nothing to the names in it: `docs/a.md` is the same document from `.` and from `docs`. */
function below(folder: string, name: string): string {
  return folder === '.' ? name : `${folder}/${name}`;
}

/** Names in code unit order; undefined for a folder that may not be opened. */
async function listFolder(path: string): Promise<string[] | undefined> {
  const names = await readdir(path).catch(() => undefined);
  return names?.filter((name) => !name.startsWith('.') && !SKIPPED_FOLDERS.has(name)).sort();
}

function trimSlashes(path: string): string {
  const trimmed = path.replace(/\/+$/, '');
  return trimmed === '' ? path.slice(0, 1) : trimmed;
}
