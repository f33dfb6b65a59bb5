/** Sources: from files on disk to `Source` values; a file that cannot be read becomes a diagnostic. */
import { readFile, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { Source } from '../model/document.ts';
import { KerfError } from '../model/error.ts';
import { decodeBytes } from '../parsing/decode.ts';
import { mediaTypeOf } from '../parsing/media-type.ts';
import { plural } from '../text/plural.ts';
import { type FoundFile, walkFiles } from './walk.ts';

/**
 * Reads files and folders. Document ids are the paths as given, with forward slashes. Inside folders, hidden files,
 * `node_modules` and binary files are left out without a word, but for documents such as PDF, which one diagnostic counts;
 * a binary file that was named itself is reported.
 * Throws `not-found` when a path of `paths` does not exist, `invalid-option` when `paths` is no list.
 */
export async function* readSources(paths: readonly string[]): AsyncGenerator<Source | Diagnostic> {
  // The characters of a single path would be taken for paths.
  if (!Array.isArray(paths))
    throw new KerfError('invalid-option', `readSources got ${JSON.stringify(paths)}; give a list of paths, ["docs"].`);
  yield* readFiles(walkFiles(paths));
}

/** The same for files that were already found. */
export async function* readFiles(
  files: Iterable<FoundFile> | AsyncIterable<FoundFile>,
): AsyncGenerator<Source | Diagnostic> {
  const unsupported: string[] = [];
  for await (const file of files) {
    const result = await readSource(file.path);
    if ('code' in result && result.code === 'binary-content' && !file.named) {
      if (DOCUMENT_FORMATS.has(extname(file.path).toLowerCase())) unsupported.push(file.path);
      continue;
    }
    yield result;
  }
  if (unsupported.length > 0) yield unsupportedFormats(unsupported);
}

/** What people keep text in and Kerf does not read. */
const DOCUMENT_FORMATS = new Set(
  '.pdf .doc .docx .odt .ppt .pptx .odp .xls .xlsx .ods .epub .pages .numbers .key'.split(' '),
);

function unsupportedFormats(paths: readonly string[]): Diagnostic {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const format = extname(path).toLowerCase();
    counts.set(format, (counts.get(format) ?? 0) + 1);
  }
  const each = [...counts].map(([format, count]) => `${count} ${format}`).join(', ');
  const left = `${plural(paths.length, 'document')} of formats that Kerf does not read ${paths.length === 1 ? 'is' : 'are'} left out`;
  return {
    code: 'unsupported-format',
    message: `${left} (${each}): convert to Markdown, HTML or text what is to be found.`,
    documentId: paths[0],
  };
}

/** One file as a `Source`, or the reason why it is none. Throws nothing. */
export async function readSource(path: string): Promise<Source | Diagnostic> {
  try {
    const info = await stat(path);
    // A pipe or a device may never end, and cannot be interrupted while it is read.
    if (info.isDirectory()) return unreadable(path, 'the folder cannot be opened');
    if (!info.isFile()) return unreadable(path, 'it is a pipe or a device; give a regular file');
    const bytes = await readFile(path);
    const { text, diagnostics } = decodeBytes(bytes, path);
    if (diagnostics.some(({ code }) => code === 'binary-content')) {
      return {
        code: 'binary-content',
        message: 'The file is not text, so it was left out. If it is, save it as UTF-8.',
        documentId: path,
      };
    }
    return { documentId: path, mediaType: mediaTypeOf(path), text, updatedAt: info.mtime.toISOString(), diagnostics };
  } catch (error) {
    return unreadable(path, error instanceof Error ? error.message : String(error));
  }
}

function unreadable(path: string, reason: string): Diagnostic {
  return { code: 'unreadable-file', message: `The file could not be read: ${reason}`, documentId: path };
}
