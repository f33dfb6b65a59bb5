/** Benchmark: directories and files, or the examples and a generator → the documents that are measured. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generatedMarkdown, generatedProse } from './generate.ts';

export interface BenchDocument {
  readonly id: string;
  readonly text: string;
}

export type CorpusKind = 'markdown' | 'prose';

const ENDINGS: Record<CorpusKind, RegExp> = { markdown: /\.(md|markdown)$/i, prose: /\.txt$/i };
const EXAMPLES = fileURLToPath(new URL('../examples/docs', import.meta.url));
/** Share of the default Markdown corpus that the repeated examples make up. */
const EXAMPLES_SHARE = 0.5;

/** Reads files as named, and from directories those whose ending fits the kind, sorted by path. */
export function readCorpus(paths: readonly string[], kind: CorpusKind): BenchDocument[] {
  const files = paths.flatMap((path) => (statSync(path).isDirectory() ? filesBelow(path, ENDINGS[kind]) : [path]));
  const documents = files.map((id) => ({ id, text: readFileSync(id, 'utf8') })).filter(({ text }) => text !== '');
  if (documents.length === 0)
    throw new Error(
      `No ${kind} in ${paths.join(', ')}: name files, or a directory with files ending ${ENDINGS[kind]}.`,
    );
  return documents;
}

function filesBelow(directory: string, ending: RegExp): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .sort()
    .map((name) => join(directory, name));
}

/** About `chars` characters that everybody has: the examples repeated and generated documentation, or generated prose. */
export function defaultCorpus(kind: CorpusKind, chars: number): BenchDocument[] {
  if (kind === 'prose') return upTo(chars, (n) => ({ id: `generated/${n}.txt`, text: generatedProse(n) }));
  const examples = readCorpus([EXAMPLES], 'markdown');
  return [
    ...upTo(chars * EXAMPLES_SHARE, (n) => examples[n % examples.length]),
    ...upTo(chars * (1 - EXAMPLES_SHARE), (n) => ({ id: `generated/${n}.md`, text: generatedMarkdown(n) })),
  ];
}

function upTo(chars: number, make: (n: number) => BenchDocument): BenchDocument[] {
  const documents: BenchDocument[] = [];
  for (let n = 0, length = 0; length < chars; n++) {
    documents.push(make(n));
    length += documents[n].text.length;
  }
  return documents;
}

/** One document of at most `chars` characters: the corpus joined, and repeated as often as it takes. */
export function oneDocument(documents: readonly BenchDocument[], chars: number): BenchDocument {
  const parts: string[] = [];
  for (let n = 0, length = 0; length < chars; n++) {
    parts.push(documents[n % documents.length].text);
    length += parts[n].length + 2;
  }
  const text = parts.join('\n\n').slice(0, chars);
  // Half a character at the end would be no text.
  return { id: 'one document', text: text.replace(/[\uD800-\uDBFF]$/, '') };
}
