/** Conformance, adapters: how each chunker is asked by the suite of kerf/testing; Kerf from its build, peers from npm. */
import type { ChunkerAdapter, ChunkerInput, JudgedChunk } from '../src/testing/index.ts';

/** The adapters below in the order of the report, and the package that each calls. */
export const ADAPTERS = {
  kerf: 'kerf',
  langchainRecursive: '@langchain/textsplitters',
  langchainMarkdown: '@langchain/textsplitters',
  langchainCode: '@langchain/textsplitters',
  chonkieRecursive: '@chonkiejs/core',
  chonkieSentence: '@chonkiejs/core',
  chonkieToken: '@chonkiejs/core',
  llamaindexSentence: '@llamaindex/core',
  llamaindexMarkdown: '@llamaindex/core',
  chunkdown: 'chunkdown',
  chunkdownRaw: 'chunkdown',
  llmSplitter: 'llm-splitter',
  codeChunk: 'code-chunk',
} as const;

const dist = (path: string): string => new URL(`../dist/${path}`, import.meta.url).href;

/** Peers are not packages of this repository: named by a variable, nothing but a run of the benchmark looks for them. */
function peer<T>(name: string): Promise<T> {
  return import(name) as Promise<T>;
}

const textsOf = (texts: readonly string[]): JudgedChunk[] => texts.map((text) => ({ text }));

/** The public API with the defaults; places lead to the text as it was given. */
export async function kerf(): Promise<ChunkerAdapter> {
  const { parseSource } = (await import(dist('parsing/index.js'))) as typeof import('../src/parsing/index.ts');
  const { chunkDocument } = (await import(dist('chunking/index.js'))) as typeof import('../src/chunking/index.ts');
  const openai = (await import(dist('token-counters/openai.js'))) as typeof import('../src/token-counters/openai.ts');
  const grammars = (await import(dist('grammars/tree-sitter.js'))) as typeof import('../src/grammars/tree-sitter.ts');
  const tokenCounter = openai.o200kTokenCounter();
  const syntax = await grammars.loadSyntaxParsers(['typescript', 'python']);
  return {
    name: 'Kerf',
    can: {
      plainText: true,
      markdown: true,
      code: true,
      json: true,
      csv: true,
      characters: true,
      tokens: true,
      offsets: true,
      overlap: true,
      words: true,
      sentences: true,
      paragraphs: true,
      lists: true,
      sectionPath: true,
      tableHeaders: true,
      balancedFences: true,
      frontMatter: true,
    },
    countTokens: tokenCounter.count,
    chunk: ({ text, mediaType, limit, unit, overlap }) => {
      const size =
        unit === 'tokens'
          ? { maxTokens: limit, tokenCounter, overlapTokens: overlap }
          : { maxChars: limit, overlapChars: overlap };
      const document = parseSource({ documentId: 'document', mediaType, text }, { syntax });
      return chunkDocument(document, size).map(({ text: own, rawSpan, embedText, sectionPath }) => {
        return { text: own, start: rawSpan.start, end: rawSpan.end, embedText, path: sectionPath };
      });
    },
  };
}

type LangchainSplitter = new (options: {
  chunkSize: number;
  chunkOverlap: number;
}) => { splitText(text: string): Promise<string[]> };

async function langchain(name: string, splitter: string, can: ChunkerAdapter['can']): Promise<ChunkerAdapter> {
  const Splitter = (await peer<Record<string, LangchainSplitter>>('@langchain/textsplitters'))[splitter];
  return {
    name,
    can: { plainText: true, characters: true, overlap: true, words: true, paragraphs: true, ...can },
    chunk: async ({ text, limit, overlap }) =>
      textsOf(await new Splitter({ chunkSize: limit, chunkOverlap: overlap }).splitText(text)),
  };
}

export const langchainRecursive = () => langchain('LangChain recursive', 'RecursiveCharacterTextSplitter', {});
export const langchainMarkdown = () => langchain('LangChain Markdown', 'MarkdownTextSplitter', { markdown: true });

interface LangchainLanguages {
  fromLanguage(language: string, options: object): InstanceType<LangchainSplitter>;
}

/** Cuts at words that begin declarations, without a syntax tree. */
export async function langchainCode(): Promise<ChunkerAdapter> {
  const { RecursiveCharacterTextSplitter: Splitter } = await peer<{
    RecursiveCharacterTextSplitter: LangchainLanguages;
  }>('@langchain/textsplitters');
  return {
    name: 'LangChain code',
    can: { code: true, characters: true, overlap: true },
    chunk: async ({ text, mediaType, limit, overlap }) => {
      const language = mediaType === 'text/x-python' ? 'python' : 'js';
      const made = Splitter.fromLanguage(language, { chunkSize: limit, chunkOverlap: overlap });
      return textsOf(await made.splitText(text));
    },
  };
}

interface Chonkie {
  create(options: { chunkSize: number; chunkOverlap?: number }): Promise<{
    chunk(text: string): Promise<readonly { text: string; startIndex: number; endIndex: number }[]>;
  }>;
}

/** Without a tokenizer these count characters, as code points. */
async function chonkie(name: string, chunker: string, can: ChunkerAdapter['can']): Promise<ChunkerAdapter> {
  const Chunker = (await peer<Record<string, Chonkie>>('@chonkiejs/core'))[chunker];
  return {
    name,
    can: { plainText: true, characters: true, offsets: true, ...can },
    countCharacters: (text) => [...text].length,
    chunk: async ({ text, limit, overlap }) => {
      const made = await Chunker.create({ chunkSize: limit, ...(can.overlap ? { chunkOverlap: overlap } : {}) });
      return (await made.chunk(text)).map((chunk) => {
        return { text: chunk.text, start: chunk.startIndex, end: chunk.endIndex };
      });
    },
  };
}

export const chonkieRecursive = () =>
  chonkie('chonkie recursive', 'RecursiveChunker', { words: true, paragraphs: true });
export const chonkieSentence = () =>
  chonkie('chonkie sentence', 'SentenceChunker', { overlap: true, words: true, sentences: true });
export const chonkieToken = () => chonkie('chonkie token', 'TokenChunker', { overlap: true });

interface LlamaNode {
  readonly text: string;
  readonly startCharIdx?: number;
  readonly endCharIdx?: number;
  readonly metadata: Readonly<Record<string, string>>;
}
interface LlamaParser {
  getNodesFromDocuments(documents: readonly unknown[]): readonly LlamaNode[];
}

async function llamaindex() {
  const parsers = await peer<{
    SentenceSplitter: new (options: { chunkSize: number; chunkOverlap: number }) => LlamaParser;
    MarkdownNodeParser: new () => LlamaParser;
  }>('@llamaindex/core/node-parser');
  const { Document } = await peer<{ Document: new (options: { text: string }) => unknown }>('@llamaindex/core/schema');
  const nodesOf = (parser: LlamaParser, { text }: ChunkerInput) =>
    parser.getNodesFromDocuments([new Document({ text })]);
  return { ...parsers, nodesOf };
}

export async function llamaindexSentence(): Promise<ChunkerAdapter> {
  const { SentenceSplitter, nodesOf } = await llamaindex();
  const { tokenizers } = await peer<{ tokenizers: { tokenizer(): { encode(text: string): { length: number } } } }>(
    '@llamaindex/env/tokenizers',
  );
  const tokenizer = tokenizers.tokenizer();
  return {
    name: 'LlamaIndex sentence',
    can: { plainText: true, tokens: true, offsets: true, overlap: true, words: true, sentences: true },
    countTokens: (text) => tokenizer.encode(text).length,
    chunk: (input) =>
      nodesOf(new SentenceSplitter({ chunkSize: input.limit, chunkOverlap: input.overlap }), input).map((node) => {
        return { text: node.text, start: node.startCharIdx ?? -1, end: node.endCharIdx ?? -1 };
      }),
  };
}

/** One node to a section, without a limit; takes the marks of headings away. */
export async function llamaindexMarkdown(): Promise<ChunkerAdapter> {
  const { MarkdownNodeParser, nodesOf } = await llamaindex();
  return {
    name: 'LlamaIndex Markdown',
    can: { markdown: true, sectionPath: true },
    rewrites: true,
    chunk: (input) =>
      nodesOf(new MarkdownNodeParser(), input).map(({ text, metadata }) => {
        const levels = Object.keys(metadata).filter((key) => key.startsWith('Header_'));
        return { text, path: levels.sort().map((level) => metadata[level]) };
      }),
  };
}

/**
 * Writes Markdown anew. Its own limit counts the words alone, not the marks, so it is not judged; the limit of the raw
 * text (`maxRawSize`) is, and cuts where the first one would not.
 */
async function chunkdownWith(name: string, hard: boolean): Promise<ChunkerAdapter> {
  const { chunkdown: make } = await peer<{
    chunkdown(options: object): {
      split(text: string): { chunks: readonly { text: string; breadcrumbs: readonly { text: string }[] }[] };
    };
  }>('chunkdown');
  return {
    name,
    can: { markdown: true, characters: hard, words: true, paragraphs: true, sectionPath: true, tableHeaders: true },
    rewrites: true,
    chunk: ({ text, limit }) =>
      make({ chunkSize: limit, maxOverflowRatio: 1, ...(hard ? { maxRawSize: limit } : {}) })
        .split(text)
        .chunks.map((chunk) => ({ text: chunk.text, path: chunk.breadcrumbs.map((crumb) => crumb.text) })),
  };
}

export const chunkdown = () => chunkdownWith('chunkdown', false);
export const chunkdownRaw = () => chunkdownWith('chunkdown, raw limit', true);

export async function llmSplitter(): Promise<ChunkerAdapter> {
  const { split } = await peer<{ split(text: string, options: object): readonly JudgedChunk[] }>('llm-splitter');
  return {
    name: 'llm-splitter paragraph',
    can: { plainText: true, characters: true, offsets: true, overlap: true, paragraphs: true },
    chunk: ({ text, limit, overlap }) =>
      split(text, { chunkSize: limit, chunkOverlap: overlap, chunkStrategy: 'paragraph' }),
  };
}

/** Source code alone. What it puts in front of a chunk is over its limit by design, so the text alone is judged. */
export async function codeChunk(): Promise<ChunkerAdapter> {
  const { chunk } = await peer<{
    chunk(path: string, text: string, options: object): Promise<readonly { readonly text: string }[]>;
  }>('code-chunk');
  return {
    name: 'code-chunk',
    can: { code: true, characters: true },
    chunk: async ({ text, mediaType, limit }) => {
      const path = mediaType === 'text/x-python' ? 'file.py' : 'file.ts';
      return textsOf((await chunk(path, text, { maxChunkSize: limit })).map((one) => one.text));
    },
  };
}
