/** Kerf's own strategies as adapters of the chunker suite. */
import { chunkDocument } from '../../src/chunking/chunk.ts';
import type { TopicMarks } from '../../src/chunking/options.ts';
import type { Strategy } from '../../src/chunking/presets.ts';
import { topicShifts } from '../../src/chunking/topics/topic-shifts.ts';
import { uniformRanges } from '../../src/chunking/topics/uniform-ranges.ts';
import { hashEmbedder } from '../../src/embedders/hash.ts';
import { loadSyntaxParsers } from '../../src/grammars/tree-sitter.ts';
import type { Document } from '../../src/model/document.ts';
import { parseSource } from '../../src/parsing/parse.ts';
import type { Ability, ChunkerAdapter, ChunkerInput, JudgedChunk } from '../../src/testing/chunker-adapter.ts';
import { o200kTokenCounter } from '../../src/token-counters/openai.ts';

const tokenCounter = o200kTokenCounter();
const syntax = await loadSyntaxParsers(['typescript', 'python']);
const embedder = hashEmbedder();

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
  semantic: SENTENCE,
  hybrid: SECTION,
} as const satisfies Record<Strategy, readonly Ability[]>;

/** Places lead to the raw text, byte-order mark and line ends included. Topics come from an embedder that hashes words. */
export function kerfChunker(strategy: Strategy): ChunkerAdapter {
  return {
    name: strategy,
    countTokens: tokenCounter.count,
    can: Object.fromEntries(STRATEGY_ABILITIES[strategy].map((ability) => [ability, true])),
    chunk: (input) => {
      const { text, mediaType } = input;
      const document = parseSource({ documentId: 'document', mediaType, text }, { syntax });
      if (strategy !== 'semantic' && strategy !== 'hybrid') return cut(document, strategy, input);
      const ranges = strategy === 'hybrid' ? { ranges: uniformRanges(document) } : {};
      return topicShifts(document, embedder, ranges).then((topics) => cut(document, strategy, input, topics));
    },
  };
}

function cut(
  document: Document,
  strategy: Strategy,
  { limit, unit, overlap }: ChunkerInput,
  topics?: TopicMarks,
): JudgedChunk[] {
  const size =
    unit === 'tokens'
      ? { maxTokens: limit, tokenCounter, overlapTokens: overlap }
      : { maxChars: limit, overlapChars: overlap };
  return chunkDocument(document, { strategy, ...size, ...(topics ? { topics } : {}) }).map((chunk) => ({
    text: chunk.text,
    start: chunk.rawSpan.start,
    end: chunk.rawSpan.end,
    embedText: chunk.embedText,
    path: chunk.sectionPath,
  }));
}
