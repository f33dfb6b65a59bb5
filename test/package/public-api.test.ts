/** The public list, as somebody chose it: a name that comes or goes is a decision, and is made here. */
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';

const PUBLIC: Readonly<Record<string, readonly string[]>> = {
  kerf: ['KerfError', 'evaluateSet', 'indexSources', 'search'],
  'kerf/parsing': [
    'BLOCK_KINDS',
    'KIND',
    'blockAt',
    'decodeBytes',
    'mediaTypeOf',
    'neededLanguages',
    'parseSource',
    'toRawOffset',
    'toRawSpan',
  ],
  'kerf/parsing/markdown': ['parseMarkdown'],
  'kerf/chunking': [
    'CHUNK_KINDS',
    'CHUNK_NOTES',
    'CONTENT_TYPES',
    'GRANULARITIES',
    'KerfError',
    'PROFILES',
    'SIGNALS',
    'STRATEGIES',
    'TABLE_ROWS',
    'TOPIC_METHODS',
    'chunkDocument',
    'chunksFrom',
    'compareStrategies',
    'configKey',
    'contentTypeOf',
    'cutSpans',
    'linkChunks',
    'memoryEmbeddingCache',
    'overlapTax',
    'resolveChunkOptions',
    'sentenceChunks',
    'sentenceRules',
    'topicFinder',
    'topicShifts',
    'uniformRanges',
    'verifyChunks',
  ],
  'kerf/retrieval': [
    'DEFAULT_WEIGHTS',
    'FUSION_METHODS',
    'MAX_MERGED_CHUNKS',
    'expandHits',
    'fuse',
    'neighboursFor',
    'pinpoint',
    'retrieve',
    'shinglesOf',
    'similarityOf',
  ],
  'kerf/assembly': ['DEFAULT_TOKEN_BUDGET', 'assembleContext', 'tokensSaved'],
  'kerf/evaluation': [
    'ANSWER_MEASURES',
    'CostTally',
    'DEFAULT_BUDGETS',
    'EMBEDDING_PRICES',
    'NOT_ANSWERED',
    'REPORT_FORMAT_VERSION',
    'WEAK_SOURCES',
    'answerPrompt',
    'blackCounts',
    'checkGate',
    'checkQueries',
    'compare',
    'compareOverAll',
    'compareResults',
    'defaultExperiment',
    'estimate',
    'estimateIndex',
    'estimateOf',
    'estimateOverAll',
    'estimateUpdate',
    'estimatesByKind',
    'linkLabels',
    'measureAnswer',
    'measureQuery',
    'measuresFor',
    'parseQueries',
    'queriesFromResults',
    'readExperiment',
    'reportHtml',
    'reportMarkdown',
    'tune',
    'weakLabelsOf',
    'weakQueries',
  ],
  'kerf/sources/files': ['readFiles', 'readSource', 'readSources'],
  'kerf/stores/sqlite': ['openSqliteStore'],
  'kerf/embedders/hash': ['hashEmbedder'],
  'kerf/embedders/http': ['httpEmbedder'],
  'kerf/embedders/onnx': ['POOLINGS', 'loadOnnxEmbedder'],
  'kerf/embedders/lsa': ['lsaEmbedder', 'readLsaModel', 'trainLsa', 'writeLsaModel'],
  'kerf/embedders/static': ['loadStaticEmbedder', 'staticEmbedder'],
  'kerf/rerankers/http': ['RERANK_REQUESTS', 'httpReranker'],
  'kerf/rerankers/onnx': ['loadOnnxReranker'],
  'kerf/generators/http': ['httpGenerator'],
  'kerf/token-counters/o200k': ['o200kTokenCounter'],
  'kerf/token-counters/cl100k': ['cl100kTokenCounter'],
  'kerf/token-counters/hugging-face': ['huggingFaceTokenCounter'],
  'kerf/token-counters/load': ['loadTokenCounter'],
  'kerf/grammars/tree-sitter': ['loadSyntaxParsers'],
  'kerf/token-counters/openai': ['cl100kTokenCounter', 'o200kTokenCounter'],
  'kerf/testing': [
    'ABILITIES',
    'CONFORMANCE_CASES',
    'FAULT_KINDS',
    'checkChunker',
    'checkChunkerModule',
    'describeChunker',
    'describeEmbedder',
    'describeReranker',
    'describeStore',
  ],
};

const { exports } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  exports: Record<string, unknown>;
};

describe('public API', () => {
  it('has the entry points of package.json and no others', () => {
    const entries = Object.keys(exports).filter((entry) => entry !== './package.json');
    expect(entries.map((entry) => entry.replace(/^\./, 'kerf')).sort()).toEqual(Object.keys(PUBLIC).sort());
  });

  it('has types that stand alone: those of tree-sitter do not compile without a browser', () => {
    const files = new Set(Object.values(exports).flatMap((entry) => (entry as { types?: string }).types ?? []));
    const foreign = new Set<string>();
    // A set goes on to what is added while it is read.
    for (const file of files) {
      const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
      for (const [, target] of text.matchAll(/(?:from|import\() ?'([^']+)'/g)) {
        if (target.startsWith('.')) files.add(posix.join(posix.dirname(file), target.replace(/\.ts$/, '.d.ts')));
        else foreign.add(target);
      }
    }
    expect(files.size).toBeGreaterThan(Object.keys(exports).length);
    expect([...foreign]).toEqual([]);
  });

  it.each(Object.entries(PUBLIC))('%s exports what was chosen', async (entry, names) => {
    const built = (await import(/* @vite-ignore */ entry)) as object;
    expect(Object.keys(built).sort()).toEqual([...names].sort());
  });
});
