/** Benchmark: the name of a way of cutting → where it takes part, and a function from text to chunks. */
import { kerfCuts, kerfHashedCuts, kerfOffsets, kerfParse, kerfRecords } from './kerf.ts';
import {
  bareParse,
  chonkie,
  chunkdown,
  codeChunk,
  countTokens,
  langchain,
  langchainLanguage,
  langchainTokens,
  llamaindexCode,
  llamaindexHtml,
  llamaindexMarkdown,
  llamaindexSentence,
  llmSplitter,
  llmSplitterTokens,
} from './peers.ts';
import { BARE_PARSE, COUNT_TOKENS, RECURSIVE, RECURSIVE_TOKENS, type Section } from './sections.ts';

export type Cut = (text: string) => unknown;

export interface Contestant {
  readonly name: string;
  readonly sections: readonly Section[];
  /** Loads what it needs; the function it gives returns the chunks, or what else is measured, never nothing. */
  readonly load: (section: Section) => Promise<Cut>;
  /** Whether it sees fewer and shorter documents: a pass over all of them would take minutes. */
  readonly slow?: true;
  /** A package that bench/package.json does not list: without it the contestant is left out. */
  readonly needs?: string;
}

const MARKDOWN: readonly Section[] = ['markdown', 'cjk'];
const TEXT: readonly Section[] = [...MARKDOWN, 'prose', 'html'];
const CODE: readonly Section[] = ['typescript', 'python'];
const CHARACTERS: readonly Section[] = [...TEXT, ...CODE];
const LIGHT: readonly Section[] = ['markdown', 'cjk', 'prose', 'tokens'];

export const CONTESTANTS: readonly Contestant[] = [
  { name: RECURSIVE, sections: CHARACTERS, load: () => langchain('RecursiveCharacterTextSplitter') },
  { name: RECURSIVE_TOKENS, sections: ['tokens'], load: langchainTokens },
  { name: COUNT_TOKENS, sections: ['tokens'], load: countTokens },
  { name: BARE_PARSE, sections: CODE, load: bareParse },
  { name: 'Kerf, parse only', sections: [...TEXT, 'tokens'], load: (section) => kerfParse(section) },
  { name: 'Kerf, offsets only', sections: LIGHT, load: (section) => kerfOffsets(section) },
  { name: 'Kerf, cuts', sections: [...TEXT, 'tokens'], load: (section) => kerfCuts(section) },
  { name: 'Kerf, cuts with a content hash', sections: LIGHT, load: (section) => kerfHashedCuts(section) },
  { name: 'Kerf, full records', sections: [...TEXT, 'tokens'], load: (section) => kerfRecords(section) },
  { name: 'Kerf by tree, parse only', sections: CODE, load: (section) => kerfParse(section, 'tree') },
  { name: 'Kerf by tree, cuts', sections: CODE, load: (section) => kerfCuts(section, 'tree') },
  { name: 'Kerf by tree, full records', sections: CODE, load: (section) => kerfRecords(section, 'tree') },
  { name: 'Kerf by lines, cuts', sections: CODE, load: (section) => kerfCuts(section) },
  { name: 'Kerf by lines, full records', sections: CODE, load: (section) => kerfRecords(section) },
  { name: 'LangChain Markdown', sections: MARKDOWN, load: () => langchain('MarkdownTextSplitter') },
  { name: 'LangChain language', sections: [...CODE, 'html'], load: langchainLanguage },
  { name: 'chonkie sentence', sections: CHARACTERS, load: () => chonkie('SentenceChunker') },
  { name: 'chonkie recursive', sections: CHARACTERS, load: () => chonkie('RecursiveChunker') },
  { name: 'llm-splitter paragraph', sections: CHARACTERS, load: llmSplitter },
  { name: 'llm-splitter, gpt-tokenizer', sections: ['tokens'], load: llmSplitterTokens },
  { name: 'LlamaIndex Markdown (no limit)', sections: MARKDOWN, load: llamaindexMarkdown },
  { name: 'LlamaIndex HTML (no limit)', sections: ['html'], load: llamaindexHtml },
  { name: 'LlamaIndex sentence (tokens)', sections: [...TEXT, 'tokens'], load: llamaindexSentence, slow: true },
  { name: 'LlamaIndex code', sections: CODE, load: llamaindexCode, slow: true },
  { name: 'chunkdown', sections: MARKDOWN, load: chunkdown, slow: true },
  { name: 'code-chunk', sections: CODE, load: codeChunk, slow: true, needs: 'code-chunk' },
];
