/** Benchmark: the chunkers beside Kerf, each called in its own way with the same limit, no overlap, and else its defaults. */
import { createRequire } from 'node:module';
import type { Cut } from './contestants.ts';
import { MAX_CHARS, MAX_TOKENS, type Section } from './sections.ts';

/** Peers are not packages of this repository: named by a variable, nothing but a run of the benchmark looks for them. */
function peer<T>(name: string): Promise<T> {
  return import(name) as Promise<T>;
}

type LengthFunction = (text: string) => number;
interface LangchainOptions {
  readonly chunkSize: number;
  readonly chunkOverlap: 0;
  readonly lengthFunction?: LengthFunction;
}
type LangchainSplitter = new (options: LangchainOptions) => { splitText(text: string): Promise<string[]> };
type LangchainRecursive = LangchainSplitter & {
  fromLanguage(language: string, options: LangchainOptions): InstanceType<LangchainSplitter>;
};
const LANGCHAIN = '@langchain/textsplitters';

export async function langchain(splitter: string): Promise<Cut> {
  const module = await peer<Record<string, LangchainSplitter>>(LANGCHAIN);
  const made = new module[splitter]({ chunkSize: MAX_CHARS, chunkOverlap: 0 });
  return (text) => made.splitText(text);
}

/** Cuts at words that begin declarations, or at tags, without a tree. */
export async function langchainLanguage(section: Section): Promise<Cut> {
  const { RecursiveCharacterTextSplitter: Splitter } = await peer<{
    RecursiveCharacterTextSplitter: LangchainRecursive;
  }>(LANGCHAIN);
  const made = Splitter.fromLanguage(section === 'typescript' ? 'js' : section, {
    chunkSize: MAX_CHARS,
    chunkOverlap: 0,
  });
  return (text) => made.splitText(text);
}

export async function langchainTokens(): Promise<Cut> {
  const { RecursiveCharacterTextSplitter: Splitter } = await peer<{
    RecursiveCharacterTextSplitter: LangchainSplitter;
  }>(LANGCHAIN);
  const made = new Splitter({ chunkSize: MAX_TOKENS, chunkOverlap: 0, lengthFunction: await countTokens() });
  return (text) => made.splitText(text);
}

interface Encoding {
  countTokens(text: string, options: object): number;
  encode(text: string, options: object): number[];
  decode(tokens: readonly number[]): string;
}
/** Markers such as `<|endoftext|>` are text in a document, for everybody. */
const PLAIN = { disallowedSpecial: new Set<string>() };

const o200k = (): Promise<Encoding> => peer<Encoding>('gpt-tokenizer/encoding/o200k_base');

export async function countTokens(): Promise<LengthFunction> {
  const encoding = await o200k();
  return (text) => encoding.countTokens(text, PLAIN);
}

interface ChonkieChunker {
  create(options: { chunkSize: number; chunkOverlap?: 0 }): Promise<{ chunk(text: string): Promise<unknown[]> }>;
}

/** Without a tokenizer these count characters. */
export async function chonkie(chunker: string): Promise<Cut> {
  const module = await peer<Record<string, ChonkieChunker>>('@chonkiejs/core');
  const overlap = chunker === 'SentenceChunker' ? ({ chunkOverlap: 0 } as const) : {};
  const made = await module[chunker].create({ chunkSize: MAX_CHARS, ...overlap });
  return (text) => made.chunk(text);
}

interface LlmSplitter {
  split(text: string, options: object): unknown[];
}

export async function llmSplitter(): Promise<Cut> {
  const { split } = await peer<LlmSplitter>('llm-splitter');
  return (text) => split(text, { chunkSize: MAX_CHARS, chunkOverlap: 0, chunkStrategy: 'paragraph' });
}

/** It wants the text in the pieces that count, so each token as its text. */
export async function llmSplitterTokens(): Promise<Cut> {
  const { split } = await peer<LlmSplitter>('llm-splitter');
  const encoding = await o200k();
  const splitter = (text: string): string[] => encoding.encode(text, PLAIN).map((token) => encoding.decode([token]));
  return (text) => split(text, { chunkSize: MAX_TOKENS, chunkOverlap: 0, chunkStrategy: 'paragraph', splitter });
}

export async function chunkdown(): Promise<Cut> {
  const module = await peer<{ chunkdown(options: object): { split(text: string): { chunks: unknown[] } } }>(
    'chunkdown',
  );
  const made = module.chunkdown({ chunkSize: MAX_CHARS, maxOverflowRatio: 1, maxRawSize: MAX_CHARS });
  return (text) => made.split(text).chunks;
}

/** Its limit counts characters that are not blank, so its chunks may be larger. */
export async function codeChunk(section: Section): Promise<Cut> {
  const { chunk } = await peer<{ chunk(path: string, text: string, options: object): Promise<unknown[]> }>(
    'code-chunk',
  );
  const path = section === 'python' ? 'file.py' : 'file.ts';
  return (text) => chunk(path, text, { maxChunkSize: MAX_CHARS });
}

type LlamaParser = { getNodesFromDocuments(documents: readonly unknown[]): unknown[] };
type LlamaModule = Record<string, new (options?: object) => LlamaParser>;

async function llamaindex(module: string, parser: string, options?: object): Promise<Cut> {
  const { Document } = await peer<{ Document: new (options: { text: string }) => unknown }>('@llamaindex/core/schema');
  const made = new (await peer<LlamaModule>(module))[parser](options);
  return (text) => made.getNodesFromDocuments([new Document({ text })]);
}

/** Knows a limit in tokens alone, by a tokenizer of its own; gpt-tokenizer, the fastest that it takes. */
export const llamaindexSentence = (): Promise<Cut> =>
  llamaindex('@llamaindex/core/node-parser', 'SentenceSplitter', { chunkSize: MAX_TOKENS, chunkOverlap: 0 });

/** One node to a section, however long. */
export const llamaindexMarkdown = (): Promise<Cut> => llamaindex('@llamaindex/core/node-parser', 'MarkdownNodeParser');

/** The text of the elements that it knows, however long. */
export const llamaindexHtml = (): Promise<Cut> => llamaindex('@llamaindex/node-parser/html', 'HTMLNodeParser');

export async function llamaindexCode(section: Section): Promise<Cut> {
  const parser = await treeSitter(section);
  return llamaindex('@llamaindex/node-parser/code', 'CodeSplitter', { getParser: () => parser, maxChars: MAX_CHARS });
}

interface TreeSitterParser {
  setLanguage(language: unknown): void;
  parse(text: string): { readonly rootNode: { readonly endIndex: number }; delete(): void };
}
interface TreeSitter {
  readonly Parser: (new () => TreeSitterParser) & { init(): Promise<void> };
  readonly Language: { load(file: string): Promise<unknown> };
}

/** The runtime and the grammar that Kerf uses: packages of this repository, not of the benchmark. */
async function treeSitter(section: Section): Promise<TreeSitterParser> {
  const ofKerf = createRequire(new URL('../package.json', import.meta.url));
  const { Parser, Language } = ofKerf('web-tree-sitter') as TreeSitter;
  await Parser.init();
  const parser = new Parser();
  parser.setLanguage(await Language.load(ofKerf.resolve(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${section}.wasm`)));
  return parser;
}

/** What any chunker by syntax trees must do at least. */
export async function bareParse(section: Section): Promise<Cut> {
  const parser = await treeSitter(section);
  return (text) => {
    const tree = parser.parse(text);
    const { endIndex } = tree.rootNode;
    tree.delete();
    return endIndex;
  };
}
