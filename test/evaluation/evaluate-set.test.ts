/** A whole evaluation over small sets whose values can be worked out by hand. */
import { describe, expect, it } from 'vitest';
import { hashEmbedder } from '../../src/embedders/hash.ts';
import { type EvaluateOptions, evaluateSet, type PreparedConfiguration } from '../../src/evaluate.ts';
import { readExperiment } from '../../src/evaluation/experiment-file.ts';
import { parseQueries } from '../../src/evaluation/query-set.ts';
import type { ConfigurationResult } from '../../src/evaluation/report.ts';
import type { JsonObject } from '../../src/model/json.ts';
import type { RetrieveOptions } from '../../src/retrieval/options.ts';
import { openSqliteStore } from '../../src/stores/sqlite.ts';
import { o200kTokenCounter } from '../../src/token-counters/openai.ts';

const tokenCounter = o200kTokenCounter();

function setOf(documents: Readonly<Record<string, string>>, lines: readonly object[]) {
  const texts = new Map(Object.entries(documents));
  const { queries, problems } = parseQueries(lines.map((line) => JSON.stringify(line)).join('\n'), texts);
  expect(problems).toEqual([]);
  const sources = [...texts].map(([documentId, text]) => ({ documentId, mediaType: 'text/plain', text }));
  return { name: 'set', sources, queries };
}

function prepared(settings: JsonObject = {}): PreparedConfiguration {
  const [configuration] = readExperiment({ configurations: { it: settings } }).configurations;
  const { chunking, retrieval, expansion, assembly } = configuration;
  return { configuration, tokenCounter, chunking: { ...chunking, tokenCounter }, retrieval, expansion, assembly };
}

const evaluate = (options: Pick<EvaluateOptions, 'set' | 'configurations'> & Partial<EvaluateOptions>) => {
  let now = 0;
  return evaluateSet({ budgets: [60], openStore: () => openSqliteStore(':memory:'), clock: () => now++, ...options });
};

describe('evaluateSet', () => {
  it('counts gold only inside the cited range of its own document, blank characters aside', async () => {
    const set = setOf(
      { 'a.txt': 'Apples are red.\r\n\r\nPears are green.\r\n', 'b.txt': 'Apples are red in autumn.\n' },
      [
        { id: 'range', query: 'red apples', gold: [{ doc: 'a.txt', start: 0, end: 19 }], scope: 'a.txt' },
        {
          id: 'half',
          query: 'red apples',
          gold: [
            { doc: 'a.txt', quote: 'red' },
            { doc: 'b.txt', quote: 'red' },
          ],
          corpus: 'a',
        },
        { id: 'other', query: 'autumn', gold: [{ doc: 'a.txt', quote: 'Pears' }] },
        { id: 'whole', query: 'autumn', gold: [{ doc: 'b.txt' }] },
      ],
    );
    const configurations = [prepared({ chunking: { maxTokens: 12 }, expansion: { neighbours: 0 } })];
    const { results, queryIds } = await evaluate({ set, configurations });
    const { values } = results[0];
    expect(queryIds).toEqual(['range', 'half', 'other', 'whole']);
    expect(values).toMatchObject({
      'coverage@60': [1, 0.5, 0, 1],
      'gold@60': [1, 0, 0, 1],
      RR: [1, 1, 0, 1],
      'spanRecall@5': [expect.any(Number), 0.5, 0, null],
      'exactCitations@60': [1, 1, 1, 1],
      latency: [1, 1, 1, 1],
    });
  });

  it('searches everywhere when a configuration says so', async () => {
    const set = setOf({ 'a.txt': 'Apples are red.', 'b.txt': 'Red apples, red apples.' }, [
      { id: 'q', query: 'red apples', gold: [{ doc: 'a.txt', quote: 'Apples' }], scope: 'a.txt' },
    ]);
    const { results } = await evaluate({ set, configurations: [prepared(), prepared({ everywhere: true })] });
    expect(results.map(({ values }) => values.RR[0])).toEqual([1, 0.5]);
  });

  it('cuts and embeds once for configurations that differ in the search alone, and asks nobody for what was kept', async () => {
    const set = setOf({ 'a.txt': 'Apples are red.' }, [{ id: 'q', query: 'red', gold: [{ doc: 'a.txt' }] }]);
    const keys: string[] = [];
    const kept = new Map<string, ConfigurationResult>();
    const options = {
      set,
      configurations: [prepared(), prepared({ retrieval: { topK: 3 } }), prepared({ chunking: { maxTokens: 9 } })],
      openStore: (key: string) => {
        keys.push(key);
        return openSqliteStore(':memory:');
      },
      kept: {
        read: async (key: string) => kept.get(key),
        write: async (key: string, result: ConfigurationResult) => void kept.set(key, result),
      },
    };
    const first = await evaluate(options);
    expect([keys.length, kept.size]).toEqual([2, 3]);
    expect(await evaluate(options)).toEqual(first);
    expect(keys).toHaveLength(2);
  });

  it('leaves out what was not finished when it is stopped', async () => {
    const set = setOf({ 'a.txt': 'Apples are red.' }, [{ id: 'q', query: 'red', gold: [{ doc: 'a.txt' }] }]);
    const controller = new AbortController();
    const onProgress = ({ step }: { readonly step: string }) => {
      if (step === 'searching') controller.abort();
    };
    const configurations = [prepared(), prepared({ chunking: { maxTokens: 9 } })];
    const { results } = await evaluate({ set, configurations, signal: controller.signal, onProgress });
    expect(results.length).toBeLessThan(2);
  });

  it('lets an embedder learn from the texts of the set', async () => {
    const set = setOf({ 'a.txt': 'Apples are red.', 'b.txt': 'Pears are green.' }, [
      { id: 'q', query: 'zebra', gold: [{ doc: 'b.txt', quote: 'green' }] },
    ]);
    const learned: string[][] = [];
    const embedder = {
      id: 'by-length',
      learn: (texts: readonly string[]) => {
        learned.push([...texts]);
        // Everything is alike, so that both documents are found although no word is shared.
        return {
          id: 'learned',
          dimensions: 2,
          embed: async (all: readonly string[]) => all.map(() => new Float32Array([1, 0])),
        };
      },
    };
    const configurations = [{ ...prepared({ retrieval: { weights: { dense: 1 } } }), embedder }];
    const { results } = await evaluate({ set, configurations });
    expect(learned.map((texts) => texts.length)).toEqual([2]);
    expect(results[0].values['Success@5']).toEqual([1]);
    expect(results[0].index.vectors).toBeGreaterThan(0);
  });

  it('refuses an embedder where it would reach the search alone', async () => {
    const set = setOf({ 'a.txt': 'Apples are red.' }, [{ id: 'q', query: 'red', gold: [{ doc: 'a.txt' }] }]);
    const retrieval: RetrieveOptions = { embedder: hashEmbedder() };
    const refused = evaluate({ set, configurations: [{ ...prepared(), retrieval }] });
    await expect(refused).rejects.toThrow(/embedder beside retrieval/);
  });

  it('finds topics with the embedder of the configuration', async () => {
    const text = Array.from({ length: 30 }, (_, i) => `${i < 15 ? 'Apples are red' : 'Trains are late'} number ${i}.`);
    const set = setOf({ 'a.txt': text.join(' ') }, [{ id: 'q', query: 'trains late', gold: [{ doc: 'a.txt' }] }]);
    const semantic = prepared({ chunking: { strategy: 'semantic', maxTokens: 60 } });
    const { results } = await evaluate({ set, configurations: [{ ...semantic, embedder: hashEmbedder() }] });
    expect(results[0].values.RR).toEqual([1]);
    await expect(evaluate({ set, configurations: [semantic] })).rejects.toThrow('needs an embedder to find topics');
  });

  it('refuses a set without queries', async () => {
    const set = { name: 'empty', sources: [], queries: [] };
    await expect(evaluate({ set, configurations: [prepared()] })).rejects.toThrow('The set empty has no queries');
  });
});
