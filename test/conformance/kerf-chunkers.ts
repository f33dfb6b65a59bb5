/** Kerf's own strategies as adapters of the chunker suite. */
import { chunkDocument } from '../../src/chunking/chunk.ts';
import type { Strategy } from '../../src/chunking/presets.ts';
import { loadSyntaxParsers } from '../../src/grammars/tree-sitter.ts';
import { parseSource } from '../../src/parsing/parse.ts';
import type { Ability, ChunkerAdapter } from '../../src/testing/chunker-adapter.ts';
import { o200kTokenCounter } from '../../src/token-counters/openai.ts';

const tokenCounter = o200kTokenCounter();
const syntax = await loadSyntaxParsers(['typescript', 'python']);

const EVERY: readonly Ability[] = ['plainText', 'characters', 'tokens', 'offsets', 'overlap', 'words'];
const SENTENCE: readonly Ability[] = [...EVERY, 'json', 'code', 'sentences', 'frontMatter'];
const SECTION: readonly Ability[] = [
  ...SENTENCE,
  'paragraphs',
  'markdown',
  'csv',
  'lists',
  'sectionPath',
  'tableHeaders',
  'balancedFences',
];

/** What each strategy says it can do; `fixed` cuts blindly, and headers and fences are repeated with context alone. */
export const STRATEGY_ABILITIES = {
  fixed: [...EVERY, 'json'],
  sentence: SENTENCE,
  paragraph: [...SENTENCE, 'paragraphs', 'markdown', 'lists'],
  heading: SECTION,
  structural: SECTION,
} as const satisfies { readonly [S in Strategy]?: readonly Ability[] };

/** Places lead to the raw text, byte-order mark and line ends included. */
export function kerfChunker(strategy: keyof typeof STRATEGY_ABILITIES): ChunkerAdapter {
  return {
    name: strategy,
    countTokens: tokenCounter.count,
    can: Object.fromEntries(STRATEGY_ABILITIES[strategy].map((ability) => [ability, true])),
    chunk: ({ text, mediaType, limit, unit, overlap }) => {
      const size =
        unit === 'tokens'
          ? { maxTokens: limit, tokenCounter, overlapTokens: overlap }
          : { maxChars: limit, overlapChars: overlap };
      const document = parseSource({ documentId: 'document', mediaType, text }, { syntax });
      return chunkDocument(document, { strategy, ...size }).map((chunk) => ({
        text: chunk.text,
        start: chunk.rawSpan.start,
        end: chunk.rawSpan.end,
        embedText: chunk.embedText,
        path: chunk.sectionPath,
      }));
    },
  };
}
