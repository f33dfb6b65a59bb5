/** Benchmark: the ways of cutting that Kerf has, from its build, as users install it. */
import type { ChunkOptions, ChunkSpan } from '../src/chunking/index.ts';
import type { Cut } from './contestants.ts';
import { MAX_CHARS, MAX_TOKENS, SECTIONS, type Section } from './sections.ts';

/** How code is read: by the grammar of its language, or by its lines. */
type Reading = 'tree' | 'lines';

const built = {
  parsing: () => import(dist('parsing/index.js')) as Promise<typeof import('../src/parsing/index.ts')>,
  chunking: () => import(dist('chunking/index.js')) as Promise<typeof import('../src/chunking/index.ts')>,
  hash: () => import(dist('text/hash.js')) as Promise<typeof import('../src/text/hash.ts')>,
  o200k: () => import(dist('token-counters/o200k.js')) as Promise<typeof import('../src/token-counters/o200k.ts')>,
  grammars: () => import(dist('grammars/tree-sitter.js')) as Promise<typeof import('../src/grammars/tree-sitter.ts')>,
};

function dist(path: string): string {
  return new URL(`../dist/${path}`, import.meta.url).href;
}

/** No overlap, as nobody has here; by default Kerf repeats a sentence where a paragraph had to be cut. */
async function optionsOf(section: Section): Promise<ChunkOptions> {
  if (section !== 'tokens') return { maxChars: MAX_CHARS, overlapChars: 0 };
  const { o200kTokenCounter } = await built.o200k();
  return { maxTokens: MAX_TOKENS, overlapTokens: 0, tokenCounter: o200kTokenCounter() };
}

async function parserOf(section: Section, reading: Reading) {
  const { parseSource } = await built.parsing();
  const { mediaType } = SECTIONS[section];
  const options =
    reading === 'tree' ? { syntax: await (await built.grammars()).loadSyntaxParsers([mediaType]) } : undefined;
  return (text: string) => parseSource({ documentId: 'document', mediaType, text }, options);
}

export async function kerfParse(section: Section, reading: Reading = 'lines'): Promise<Cut> {
  return parserOf(section, reading);
}

/** Structure, section path and exact offsets; no strings. */
export async function kerfOffsets(section: Section): Promise<Cut> {
  return spansWith(section, 'lines', (spans) => spans);
}

/** The same and the text of each chunk. */
export async function kerfCuts(section: Section, reading: Reading = 'lines'): Promise<Cut> {
  return spansWith(section, reading, (spans, text) =>
    spans.map((chunk) => ({ chunk, text: text.slice(chunk.span.start, chunk.span.end) })),
  );
}

/** The same and a hash of the text. */
export async function kerfHashedCuts(section: Section): Promise<Cut> {
  const { shortHash } = await built.hash();
  return spansWith(section, 'lines', (spans, whole) =>
    spans.map((chunk) => {
      const text = whole.slice(chunk.span.start, chunk.span.end);
      return { chunk, text, hash: shortHash(text) };
    }),
  );
}

async function spansWith(
  section: Section,
  reading: Reading,
  made: (spans: readonly ChunkSpan[], text: string) => readonly object[],
): Promise<Cut> {
  const [parse, { cutSpans }, options] = await Promise.all([
    parserOf(section, reading),
    built.chunking(),
    optionsOf(section),
  ]);
  return (text) => {
    const document = parse(text);
    return made(cutSpans(document, options), document.text);
  };
}

/** What `chunkDocument` gives: ids, hashes, context, neighbours and the rest. */
export async function kerfRecords(section: Section, reading: Reading = 'lines') {
  return recordsWith(section, reading, await optionsOf(section));
}

async function recordsWith(section: Section, reading: Reading, options: ChunkOptions) {
  const [parse, { chunkDocument }] = await Promise.all([parserOf(section, reading), built.chunking()]);
  return (text: string) => chunkDocument(parse(text), options);
}

/** Chunks with the size that each must keep to, overlap as by default: how hostile input is measured. */
export async function kerfSizes(section: Section) {
  if (section !== 'tokens') {
    const cut = await recordsWith(section, 'lines', { maxChars: MAX_CHARS });
    return { cut, overLimit: (text: string) => text.length > MAX_CHARS };
  }
  const { o200kTokenCounter } = await built.o200k();
  const tokenCounter = o200kTokenCounter();
  const cut = await recordsWith(section, 'lines', { maxTokens: MAX_TOKENS, tokenCounter });
  return { cut, overLimit: (text: string) => tokenCounter.count(text) > MAX_TOKENS };
}
