/** Benchmark: directories and files, or what every copy of the repository has and makes → the documents that are measured. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generatedMarkdown, generatedProse } from './generate.ts';
import { generatedCjk } from './generate-cjk.ts';
import { generatedHtml } from './generate-html.ts';
import { generatedPython } from './generate-python.ts';

export interface BenchDocument {
  readonly id: string;
  readonly text: string;
}

export const CORPUS_KINDS = ['markdown', 'prose', 'cjk', 'typescript', 'python', 'html'] as const;
export type CorpusKind = (typeof CORPUS_KINDS)[number];

const ENDINGS: Record<CorpusKind, RegExp> = {
  markdown: /\.(md|markdown)$/i,
  prose: /\.txt$/i,
  cjk: /\.(md|markdown)$/i,
  typescript: /(?<!\.d)\.[mc]?[tj]s$/,
  python: /\.py$/,
  html: /\.html?$/i,
};
const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Share of the default corpus of Markdown that the repeated examples make up, and of TypeScript that Kerf's own source does. */
const OWN_SHARE = 0.5;
const MOST_FILE_CHARS = 200_000;
/** Bundles and tables of numbers have longer lines than what somebody wrote. */
const MOST_LINE_CHARS = 80;

/** Reads files as named, and from directories those whose ending fits the kind, sorted by path. */
export function readCorpus(paths: readonly string[], kind: CorpusKind): BenchDocument[] {
  const files = paths.flatMap((path) =>
    statSync(path).isDirectory() ? filesBelow(path, ENDINGS[kind]) : kindFits(path, kind) ? [path] : [],
  );
  return files.map(read).filter(({ text }) => text !== '');
}

/** A file may have any ending, but the two languages must be told apart. */
function kindFits(path: string, kind: CorpusKind): boolean {
  return (kind !== 'typescript' && kind !== 'python') || ENDINGS[kind].test(path);
}

function read(id: string): BenchDocument {
  return { id, text: readFileSync(id, 'utf8') };
}

function filesBelow(directory: string, ending: RegExp): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .sort()
    .map((name) => join(directory, name))
    .filter((path) => statSync(path).isFile());
}

/** About `chars` characters that everybody has. */
export function defaultCorpus(kind: CorpusKind, chars: number): BenchDocument[] {
  switch (kind) {
    case 'prose':
      return generated(chars, (n) => ({ id: `generated/${n}.txt`, text: generatedProse(n) }));
    case 'cjk':
      return generated(chars, (n) => ({ id: `generated/${n}.md`, text: generatedCjk(n) }));
    case 'html':
      return generated(chars, (n) => ({ id: `generated/${n}.html`, text: generatedHtml(n) }));
    case 'python':
      return generated(chars, (n) => ({ id: `generated/${n}.py`, text: generatedPython(n) }));
    case 'typescript':
      return typescriptCorpus(chars);
    case 'markdown':
      return markdownCorpus(chars);
  }
}

function markdownCorpus(chars: number): BenchDocument[] {
  const examples = readCorpus([join(ROOT, 'examples/docs')], 'markdown');
  return [
    ...generated(chars * OWN_SHARE, (n) => examples[n % examples.length]),
    ...generated(chars * (1 - OWN_SHARE), (n) => ({ id: `generated/${n}.md`, text: generatedMarkdown(n) })),
  ];
}

/** Kerf's own source and the packages that it is developed with, each in an order that mixes them and is always the same. */
function typescriptCorpus(chars: number): BenchDocument[] {
  const own = ['src', 'test', 'bench'].flatMap((name) =>
    filesBelow(join(ROOT, name), ENDINGS.typescript).filter((path) => !path.includes('node_modules')),
  );
  return [
    ...taken(own, chars * OWN_SHARE),
    ...taken(filesBelow(join(ROOT, 'node_modules'), ENDINGS.typescript), chars * (1 - OWN_SHARE)),
  ];
}

function taken(paths: readonly string[], chars: number): BenchDocument[] {
  const mixed = paths.map((path) => ({ path, key: hashOf(path.slice(ROOT.length)) }));
  mixed.sort((a, b) => (a.key < b.key ? -1 : 1));
  const documents: BenchDocument[] = [];
  let length = 0;
  for (const { path } of mixed) {
    if (length >= chars) break;
    const document = read(path);
    if (!isWritten(document.text)) continue;
    documents.push(document);
    length += document.text.length;
  }
  return documents;
}

function hashOf(text: string): string {
  return createHash('sha1').update(text).digest('hex');
}

function isWritten(text: string): boolean {
  return text.length > 200 && text.length < MOST_FILE_CHARS && text.length / text.split('\n').length < MOST_LINE_CHARS;
}

function generated(chars: number, make: (n: number) => BenchDocument): BenchDocument[] {
  const documents: BenchDocument[] = [];
  for (let n = 0, length = 0; length < chars; n++) {
    documents.push(make(n));
    length += documents[n].text.length;
  }
  return documents;
}

const SHORT_DOCUMENT_CHARS = 20_000;

/** For slow contestants: about `chars` characters in documents from all over the corpus, long ones ended at a blank line. */
export function shortCorpus(documents: readonly BenchDocument[], chars: number): BenchDocument[] {
  const short = documents.map(({ id, text }) => ({ id, text: shortened(text, SHORT_DOCUMENT_CHARS) }));
  const all = charsOf(short);
  if (all <= chars) return short;
  const taken: BenchDocument[] = [];
  let seen = 0;
  let length = 0;
  for (const document of short) {
    seen += document.text.length;
    // Whenever the taken ones fall behind their share of what went by.
    if (length >= (seen * chars) / all) continue;
    taken.push(document);
    length += document.text.length;
  }
  return taken;
}

function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const blank = text.lastIndexOf('\n\n', most);
  return wellFormed(text.slice(0, blank > 0 ? blank + 1 : most));
}

export function charsOf(documents: readonly BenchDocument[]): number {
  return documents.reduce((sum, { text }) => sum + text.length, 0);
}

/** One document of at most `chars` characters: the corpus joined, and repeated as often as it takes. */
export function oneDocument(documents: readonly BenchDocument[], chars: number): BenchDocument {
  const parts: string[] = [];
  for (let n = 0, length = 0; length < chars; n++) {
    parts.push(documents[n % documents.length].text);
    length += parts[n].length + 2;
  }
  return { id: 'one document', text: wellFormed(parts.join('\n\n').slice(0, chars)) };
}

/** Half a character at the end would be no text. */
function wellFormed(text: string): string {
  return text.replace(/[\uD800-\uDBFF]$/, '');
}
