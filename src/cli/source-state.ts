/** How a stored document stands to its file on disk: the same, edited since, or gone. */
import { stat } from 'node:fs/promises';
import { sourceHashOf } from '../indexing/record.ts';
import type { Source } from '../model/document.ts';
import { readSource } from '../sources/files.ts';
import type { StoredDocument } from '../stores/store.ts';

export type SourceState =
  | { readonly state: 'same'; readonly source: Source }
  | { readonly state: 'edited' }
  | { readonly state: 'missing' };

/** Reads the file again and compares hashes. Document ids are paths from the current directory. */
export async function readSourceState(stored: StoredDocument): Promise<SourceState> {
  const source = await readSource(stored.documentId);
  if ('code' in source) return { state: 'missing' };
  return sourceHashOf(source) === stored.sourceHash ? { state: 'same', source } : { state: 'edited' };
}

/** The same without the source, and without reading files whose time of change is the stored one. */
export async function lookUpSourceState(stored: StoredDocument): Promise<SourceState['state']> {
  const info = await stat(stored.documentId).catch(() => undefined);
  if (info === undefined) return 'missing';
  if (info.mtime.toISOString() === stored.updatedAt) return 'same';
  return (await readSourceState(stored)).state;
}
