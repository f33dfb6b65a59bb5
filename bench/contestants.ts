/** Benchmark: the name of a way of cutting → a function from text to chunks; Kerf from its build, peers from npm. */

export type Section = 'markdown' | 'tokens' | 'prose';
export type Cut = (text: string) => unknown;

export interface Contestant {
  readonly name: string;
  readonly sections: readonly Section[];
  /** Loads what it needs; the function it gives returns the chunks, or what else is measured, never nothing. */
  readonly load: (section: Section) => Promise<Cut>;
}

export const MAX_CHARS = 1000;
export const MAX_TOKENS = 256;
/** The one that ratios refer to. */
export const YARDSTICK: Readonly<Record<Section, string>> = {
  markdown: 'LangChain recursive',
  tokens: 'LangChain recursive, gpt-tokenizer',
  prose: 'LangChain recursive',
};

const ALL_CHARS = ['markdown', 'prose'] as const;

export const CONTESTANTS: readonly Contestant[] = [
  { name: YARDSTICK.markdown, sections: ALL_CHARS, load: () => langchain('RecursiveCharacterTextSplitter', MAX_CHARS) },
  { name: YARDSTICK.tokens, sections: ['tokens'], load: langchainTokens },
  { name: 'countTokens, once over the text', sections: ['tokens'], load: countTokens },
  { name: 'Kerf, parse only', sections: ['markdown', 'tokens', 'prose'], load: kerfParse },
  { name: 'Kerf, cuts', sections: ['markdown', 'tokens', 'prose'], load: kerfCuts },
  { name: 'Kerf, full records', sections: ['markdown', 'tokens', 'prose'], load: kerfRecords },
  { name: 'LangChain Markdown', sections: ['markdown'], load: () => langchain('MarkdownTextSplitter', MAX_CHARS) },
  { name: 'chonkie sentence', sections: ALL_CHARS, load: () => chonkie('SentenceChunker') },
  { name: 'chonkie recursive', sections: ALL_CHARS, load: () => chonkie('RecursiveChunker') },
  { name: 'llm-splitter paragraph', sections: ALL_CHARS, load: llmSplitter },
  { name: 'chunkdown', sections: ['markdown'], load: chunkdown },
];

/** The modules of Kerf as users install them. */
const built = {
  parse: () => import(dist('parsing/parse.js')) as Promise<typeof import('../src/parsing/parse.ts')>,
  cut: () => import(dist('chunking/cut.js')) as Promise<typeof import('../src/chunking/cut.ts')>,
  chunk: () => import(dist('chunking/chunk.js')) as Promise<typeof import('../src/chunking/chunk.ts')>,
  options: () => import(dist('chunking/options.js')) as Promise<typeof import('../src/chunking/options.ts')>,
  openai: () => import(dist('token-counters/openai.js')) as Promise<typeof import('../src/token-counters/openai.ts')>,
};

function dist(path: string): string {
  return new URL(`../dist/${path}`, import.meta.url).href;
}

async function kerfOptions(section: Section) {
  const { resolveChunkOptions } = await built.options();
  if (section !== 'tokens') return resolveChunkOptions({ maxChars: MAX_CHARS });
  const { o200kTokenCounter } = await built.openai();
  return resolveChunkOptions({ maxTokens: MAX_TOKENS, tokenCounter: o200kTokenCounter() });
}

function sourceOf(section: Section, text: string) {
  const mediaType = section === 'prose' ? 'text/plain' : 'text/markdown';
  return { documentId: 'document', mediaType, text };
}

async function kerfParse(section: Section): Promise<Cut> {
  const { parseSource } = await built.parse();
  return (text) => parseSource(sourceOf(section, text));
}

/** Structure, section path, exact offsets and the strings, without identity. */
async function kerfCuts(section: Section): Promise<Cut> {
  const [{ parseSource }, { cutDocument }] = await Promise.all([built.parse(), built.cut()]);
  const options = await kerfOptions(section);
  return (text) => {
    const document = parseSource(sourceOf(section, text));
    return cutDocument(document, options).map(({ start, end, section: { path } }) => ({
      start,
      end,
      path,
      text: document.text.slice(start, end),
    }));
  };
}

/** What `chunkDocument` gives: ids, hashes, context, neighbours and the rest. */
async function kerfRecords(section: Section): Promise<Cut> {
  const [{ parseSource }, { chunkWith }] = await Promise.all([built.parse(), built.chunk()]);
  const options = await kerfOptions(section);
  return (text) => chunkWith(parseSource(sourceOf(section, text)), options);
}

/** Chunks with the size that each must keep to: how hostile input is measured. */
export async function kerfSizes(section: Section) {
  const cut = (await kerfRecords(section)) as (text: string) => readonly { readonly embedText: string }[];
  const { max, tokenCounter } = await kerfOptions(section);
  const sizeOf = tokenCounter ? (text: string) => tokenCounter.count(text) : (text: string) => text.length;
  return { cut, overLimit: (embedText: string) => sizeOf(embedText) > max };
}

/** Peers are not packages of this repository: named by a variable, nothing but a run of the benchmark looks for them. */
function peer<T>(name: string): Promise<T> {
  return import(name) as Promise<T>;
}

type LengthFunction = (text: string) => number;
type LangchainSplitter = new (options: {
  chunkSize: number;
  chunkOverlap: 0;
  lengthFunction?: LengthFunction;
}) => { splitText(text: string): Promise<string[]> };

async function langchain(splitter: string, chunkSize: number, lengthFunction?: LengthFunction): Promise<Cut> {
  const module = await peer<Record<string, LangchainSplitter>>('@langchain/textsplitters');
  const made = new module[splitter]({ chunkSize, chunkOverlap: 0, ...(lengthFunction ? { lengthFunction } : {}) });
  return (text) => made.splitText(text);
}

/** Markers such as `<|endoftext|>` are text in a document, for everybody. */
async function countTokens(): Promise<LengthFunction> {
  const encoding = await peer<{ countTokens(text: string, options: object): number }>(
    'gpt-tokenizer/encoding/o200k_base',
  );
  const options = { disallowedSpecial: new Set<string>() };
  return (text) => encoding.countTokens(text, options);
}

async function langchainTokens(): Promise<Cut> {
  return langchain('RecursiveCharacterTextSplitter', MAX_TOKENS, await countTokens());
}

interface ChonkieChunker {
  create(options: { chunkSize: number; chunkOverlap?: 0 }): Promise<{ chunk(text: string): Promise<unknown[]> }>;
}

async function chonkie(chunker: string): Promise<Cut> {
  const module = await peer<Record<string, ChonkieChunker>>('@chonkiejs/core');
  const overlap = chunker === 'SentenceChunker' ? ({ chunkOverlap: 0 } as const) : {};
  const made = await module[chunker].create({ chunkSize: MAX_CHARS, ...overlap });
  return (text) => made.chunk(text);
}

async function llmSplitter(): Promise<Cut> {
  const { split } = await peer<{ split(text: string, options: object): unknown[] }>('llm-splitter');
  return (text) => split(text, { chunkSize: MAX_CHARS, chunkOverlap: 0, chunkStrategy: 'paragraph' });
}

async function chunkdown(): Promise<Cut> {
  const module = await peer<{ chunkdown(options: object): { split(text: string): { chunks: unknown[] } } }>(
    'chunkdown',
  );
  const made = module.chunkdown({ chunkSize: MAX_CHARS, maxOverflowRatio: 1, maxRawSize: MAX_CHARS });
  return (text) => made.split(text).chunks;
}
