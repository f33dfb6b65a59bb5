/** Benchmark: what is measured apart from each other: a kind of documents under one kind of limit. */
import type { CorpusKind } from './corpora.ts';

export type Section = 'markdown' | 'tokens' | 'prose' | 'cjk' | 'typescript' | 'python' | 'html';

export interface SectionPlan {
  readonly corpus: CorpusKind;
  readonly mediaType: string;
  readonly title: string;
  /** Names of the contestants that ratios refer to. */
  readonly yardsticks: readonly string[];
}

export const MAX_CHARS = 1000;
export const MAX_TOKENS = 256;

export const RECURSIVE = 'LangChain recursive';
export const RECURSIVE_TOKENS = 'LangChain recursive, gpt-tokenizer';
export const COUNT_TOKENS = 'countTokens, once over the text';
export const BARE_PARSE = 'bare tree-sitter parse';

const CHARS = `limit ${MAX_CHARS} characters`;

export const SECTIONS: Readonly<Record<Section, SectionPlan>> = {
  markdown: { corpus: 'markdown', mediaType: 'text/markdown', title: `Markdown, ${CHARS}`, yardsticks: [RECURSIVE] },
  tokens: {
    corpus: 'markdown',
    mediaType: 'text/markdown',
    title: `Markdown, limit ${MAX_TOKENS} tokens (o200k)`,
    yardsticks: [RECURSIVE_TOKENS, COUNT_TOKENS],
  },
  prose: { corpus: 'prose', mediaType: 'text/plain', title: `Prose, ${CHARS}`, yardsticks: [RECURSIVE] },
  cjk: {
    corpus: 'cjk',
    mediaType: 'text/markdown',
    title: `Chinese and Japanese Markdown, ${CHARS}`,
    yardsticks: [RECURSIVE],
  },
  typescript: {
    corpus: 'typescript',
    mediaType: 'text/x-typescript',
    title: `TypeScript and JavaScript, ${CHARS}`,
    yardsticks: [RECURSIVE, BARE_PARSE],
  },
  python: {
    corpus: 'python',
    mediaType: 'text/x-python',
    title: `Python, ${CHARS}`,
    yardsticks: [RECURSIVE, BARE_PARSE],
  },
  html: { corpus: 'html', mediaType: 'text/html', title: `HTML, ${CHARS}`, yardsticks: [RECURSIVE] },
};
