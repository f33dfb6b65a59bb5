/** Experiment files with a wrong value at any of their settings: an error that names the setting, or a run, and nothing else. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prepareConfigurations } from '../../src/cli/evaluation/prepare.ts';
import { evaluateSet } from '../../src/evaluate.ts';
import { readExperiment } from '../../src/evaluation/experiment-file.ts';
import { parseQueries } from '../../src/evaluation/query-set.ts';
import { KerfError } from '../../src/model/error.ts';
import type { JsonValue } from '../../src/model/json.ts';
import { openSqliteStore } from '../../src/stores/sqlite.ts';

const NUMBERS = {
  chunking: [
    'maxTokens',
    'maxChars',
    'targetTokens',
    'targetChars',
    'overlapTokens',
    'overlapChars',
    'overlapSentences',
  ],
  retrieval: [
    ...['topK', 'windowSize', 'bodyWeight', 'headingsWeight', 'contextWeight', 'maxPerDocument', 'rerankDepth'],
    ...['nearDuplicateSimilarity', 'diversity', 'fusion.rankConstant'],
    ...['weights.lexical', 'weights.dense', 'weights.header'],
  ],
  expansion: ['neighbours', 'mergeShare'],
  assembly: ['maxTokensPerDocument', 'maxPassagesPerDocument'],
};
const TEXTS = {
  chunking: ['strategy', 'tableRows', 'frontMatter', 'granularity'],
  retrieval: ['fusion.method'],
};
const BOOLEANS = { chunking: ['adaptiveOverlap', 'context'] };
const OBJECTS = { retrieval: ['weights', 'fusion'] };

const pathsOf = (table: Readonly<Record<string, readonly string[]>>): readonly string[] =>
  Object.entries(table).flatMap(([section, names]) => names.map((name) => `${section}.${name}`));

const PATHS = [NUMBERS, TEXTS, BOOLEANS, OBJECTS].flatMap(pathsOf);
const WHOLE = ['chunking', 'tokenizer', 'chunker', 'chunkerSeconds', 'embedder', 'retrieval', 'reranker', 'expansion'];
const ADAPTERS = [
  ...['hash', 'lsa', 'static'].map((kind) => ({ place: 'embedder', settings: { kind } })),
  { place: 'embedder', settings: { kind: 'http', baseUrl: 'http://127.0.0.1:9/v1', model: 'm', dimensions: 4 } },
  { place: 'embedder', settings: { kind: 'onnx', model: './no-such-model' } },
  { place: 'reranker', settings: { kind: 'http', baseUrl: 'http://127.0.0.1:9/v1', model: 'm' } },
  { place: 'reranker', settings: { kind: 'onnx', model: './no-such-model' } },
];
const ADAPTER_SETTINGS = [
  ...['kind', 'dimensions', 'maxTerms', 'maxTexts', 'directory', 'baseUrl', 'model', 'id', 'headers', 'maxRetries'],
  ...['retryDelayMs', 'timeoutMs', 'maxRequestsPerMinute', 'maxBatchTexts', 'concurrency', 'sendDimensions', 'apiKey'],
  ...['documentPrefix', 'localOnly', 'dtype', 'maxTokens', 'batchSize', 'pooling', 'request', 'tokenCounter', 'other'],
];

/** One setting of one configuration, at the end of `path`. */
function experimentWith(path: string, value: JsonValue): JsonValue {
  const setting = path.split('.').reduceRight<JsonValue>((inner, name) => ({ [name]: inner }), value);
  return { configurations: { a: setting }, budgets: [60] };
}

const DOCUMENTS = new Map([
  [
    'a.md',
    '# Leave\n\nAsk two weeks before.\n\n| Plan | Price |\n| --- | --- |\n| Basic | 5 |\n\n## Sick\n\nCall before nine.',
  ],
  ['b.txt', 'Vans are washed on Friday. The keys hang at the door. Nobody drives without them.'],
]);
const { queries } = parseQueries(
  '{"id": "1", "query": "When are vans washed?", "gold": [{"doc": "b.txt", "quote": "washed on Friday"}]}',
  DOCUMENTS,
);
const set = {
  name: 'set',
  queries,
  sources: [...DOCUMENTS].map(([documentId, text]) => ({ documentId, text, mediaType: 'text/markdown' })),
};

async function prepare(file: JsonValue) {
  return prepareConfigurations(readExperiment(file).configurations, {});
}

async function run(file: JsonValue) {
  const { budgets } = readExperiment(file);
  const openStore = () => openSqliteStore(':memory:');
  return evaluateSet({ set, configurations: await prepare(file), budgets, openStore, clock: () => 0 });
}

/** What went wrong; undefined when nothing did. Fails for what is no `KerfError`. */
async function errorOf(work: Promise<unknown>): Promise<KerfError | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof KerfError) return error;
    throw error;
  }
}

const WRONG: Readonly<Record<string, readonly JsonValue[]>> = {
  'a number': ['5', 'five', '', true, [], [5], {}, { toString: 5 }],
  text: [5, false, [], ['fixed'], {}, { toString: 5 }],
  'true or false': ['true', 0, 1, '', [], {}],
  'an object': [5, 'x', false, [], [1]],
};

describe('a setting of the wrong type', () => {
  it.each([
    ...pathsOf(NUMBERS).map((path) => [path, 'a number'] as const),
    ...pathsOf(TEXTS).map((path) => [path, 'text'] as const),
    ...pathsOf(BOOLEANS).map((path) => [path, 'true or false'] as const),
    ...pathsOf(OBJECTS).map((path) => [path, 'an object'] as const),
  ])('%s must be %s', async (path, wanted) => {
    for (const value of WRONG[wanted]) {
      const error = await errorOf(prepare(experimentWith(path, value)));
      expect(error?.code, JSON.stringify(value)).toBe('invalid-option');
      const shown = typeof value === 'object' ? (Array.isArray(value) ? 'a list' : 'an object') : JSON.stringify(value);
      expect(error?.message).toContain(`Configuration "a": ${path} is ${shown}: give ${wanted}`);
    }
  });

  it.each([
    [{ chunking: { maxTokens: '240' } }, 'chunking.maxTokens is "240": give a number, 240 without quotes.'],
    [{ chunking: { context: 'false' } }, 'chunking.context is "false": give true or false, false without quotes.'],
    [{ chunking: { maxTokens: 0 } }, 'maxTokens is 0: give a whole number of at least 1.'],
    [{ chunking: 5 }, 'chunking must be an object, not 5.'],
    [{ tokenizer: ['o200k'] }, 'tokenizer must be a name in quotes, not a list.'],
    [{ chunkerSeconds: 0 }, 'chunkerSeconds must be a number of seconds above 0'],
    [{ embedder: 5 }, 'embedder is 5: give a name in quotes or an object with a "kind".'],
    [{ embedder: { kind: 'static', directory: 5 } }, 'embedder.directory is 5: give text.'],
    [{ embedder: { kind: 'onnx' } }, 'embedder.model is missing: the kind "onnx" needs it.'],
    [{ embedder: { kind: 'onnx', model: null } }, 'embedder.model is missing'],
    [{ embedder: { kind: 'http', model: 'm', dimensions: 3 } }, 'embedder.baseUrl is missing'],
    [{ embedder: { kind: 'http', headers: { a: 5 } } }, 'embedder.headers.a is 5: give text.'],
    [
      { embedder: { kind: 'http', apiKey: 'x' } },
      'embedder.apiKey cannot stand in an experiment file: leave it out and',
    ],
    [{ embedder: { kind: 'lsa', dimensions: 1 } }, 'dimensions is 1: give a whole number from 2 to 1024.'],
    [{ reranker: 'onnx' }, 'reranker.model is missing: the kind "onnx" needs it.'],
    [
      { reranker: { kind: 'http', baseUrl: 'x', model: 'm', timeoutMs: '9' } },
      'reranker.timeoutMs is "9": give a number',
    ],
    [{ retrieval: { filter: {} } }, 'retrieval.filter cannot stand in an experiment file'],
  ])('%j', async (settings, message) => {
    const error = await errorOf(prepare({ configurations: { a: settings } }));
    expect(error?.message).toContain(`Configuration "a": ${message}`);
  });

  it('is null where it is to be taken out, at any depth', async () => {
    const settings = {
      chunking: { maxTokens: null },
      retrieval: { weights: { lexical: null }, fusion: { method: null } },
    };
    expect(await errorOf(prepare({ base: settings, configurations: { a: {} } }))).toBeUndefined();
  });

  it('costs no stack when it is nested without end', async () => {
    const deep = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`) as JsonValue;
    for (const path of ['chunking.maxTokens', 'embedder', 'retrieval.weights.dense'])
      expect((await errorOf(prepare(experimentWith(path, deep))))?.message).toContain('nested deeper than');
    const vary = { [Array(20_000).fill('a').join('.')]: [1] };
    expect((await errorOf(prepare({ vary })))?.message).toContain('is no setting: shorten it');
  });
});

const ODD_NUMBERS = fc.constantFrom(
  0,
  -0,
  -1,
  0.5,
  1,
  2,
  7,
  240,
  1e21,
  1e308,
  5e-324,
  2 ** 31,
  2 ** 53,
  JSON.parse('1e999'),
);
const ODD_TEXTS = fc.constantFrom(
  '',
  '5',
  'fixed',
  'both',
  'min-max',
  'hash',
  'static',
  '\0',
  'a\nb',
  '../..',
  '__proto__',
);
const value = fc.oneof(ODD_NUMBERS, ODD_TEXTS, fc.boolean(), fc.jsonValue({ maxDepth: 3 })) as fc.Arbitrary<JsonValue>;

describe('any value at any setting', () => {
  it('gives an error of Kerf or a run', async () => {
    const numbers = new Set(pathsOf(NUMBERS));
    // Half of the values are of the right type, so that many a run begins.
    const setting = fc
      .tuple(fc.constantFrom(...PATHS, ...WHOLE), fc.boolean())
      .chain(([path, fits]) => fc.tuple(fc.constant(path), fits && numbers.has(path) ? ODD_NUMBERS : value));
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(setting, { minLength: 1, maxLength: 3 }), async (chosen) => {
        const matrix = Object.fromEntries(chosen.map(([path, odd]) => [path, [odd]]));
        if ((await errorOf(run({ matrix, budgets: [60] }))) === undefined) runs++;
      }),
      { numRuns: 400 },
    );
    expect(runs).toBeGreaterThan(10);
  });

  it('of an adapter gives an error of Kerf or an adapter', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...ADAPTERS),
        fc.constantFrom(...ADAPTER_SETTINGS),
        value,
        async (adapter, name, odd) => {
          await errorOf(prepare(experimentWith(adapter.place, { ...adapter.settings, [name]: odd })));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('of the file itself gives an error of Kerf or configurations', async () => {
    const names = ['base', 'configurations', 'vary', 'matrix', 'budgets', 'compareWith'];
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.constantFrom(...names), value), fc.boolean(), async (file, whole) => {
        await errorOf(prepare(whole ? file : { configurations: { a: {} }, ...file }));
      }),
      { numRuns: 300 },
    );
  });
});
