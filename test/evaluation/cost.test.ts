import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { costConfigurations } from '../../src/cli/evaluation/cost-configurations.ts';
import { costOf } from '../../src/cli/evaluation/cost-corpus.ts';
import { createOutput } from '../../src/cli/output.ts';
import { indexSources } from '../../src/engine.ts';
import { readSources } from '../../src/sources/files.ts';
import { openSqliteStore } from '../../src/stores/sqlite.ts';
import { o200kTokenCounter } from '../../src/token-counters/o200k.ts';
import { freshDirectory } from '../cli/run-kerf.ts';

const WORDS = 'river stone winter harbour letter engine copper garden window signal meadow lantern'.split(' ');
const SILENT = createOutput({ write: () => true }, { write: () => true }, { TERM: 'dumb' });
const NO_FLAGS = { 'adaptive-overlap': false, 'no-context': false, 'keep-front-matter': false } as never;

/** Texts of different lengths, the same in every run. */
function writeCorpus(documents: number): string {
  const directory = freshDirectory();
  let seed = 7;
  const next = (below: number): number => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  const sentence = (): string => `${Array.from({ length: 6 + next(12) }, () => WORDS[next(12)] + next(60)).join(' ')}.`;
  for (let d = 0; d < documents; d++) {
    const sections = Array.from({ length: 1 + next(7) }, (_, s) => {
      const paragraphs = Array.from({ length: 1 + next(5) }, () =>
        Array.from({ length: 2 + next(4) }, sentence).join(' '),
      );
      return `## Part ${s} of ${WORDS[next(12)]}\n\n${paragraphs.join('\n\n')}`;
    });
    writeFileSync(join(directory, `${String(d).padStart(3, '0')}.md`), `# Text ${d}\n\n${sections.join('\n\n')}\n`);
  }
  return directory;
}

const DIMENSIONS = 64;

async function realStore(directory: string, withVectors: boolean) {
  const store = await openSqliteStore(':memory:');
  const embedder = {
    id: 'numbers',
    dimensions: DIMENSIONS,
    embed: async (texts: readonly string[]) => texts.map((_, i) => new Float32Array(DIMENSIONS).fill(i / texts.length)),
  };
  const report = await indexSources({
    store,
    sources: readSources([directory]),
    chunking: { tokenCounter: o200kTokenCounter() },
    embedder: withVectors ? embedder : undefined,
  });
  const status = await store.status();
  await store.close();
  return { report, status };
}

/** Stated in docs/guide/cost.md. */
const TOLERANCE = 0.15;

describe('the cost of a corpus', () => {
  it('says the size of a real index from a part of the documents, within 15 %', async () => {
    const directory = writeCorpus(120);
    const configurations = await costConfigurations({
      config: undefined,
      flags: NO_FLAGS,
      dimensions: DIMENSIONS,
      prices: [],
    });
    const run = { paths: [directory], configurations, editShare: 0.05, sampleChars: 150_000, output: SILENT };
    const { configurations: costs, sampled } = await costOf(run);
    expect(sampled.share).toBeGreaterThan(0.15);
    expect(sampled.share).toBeLessThan(0.5);
    const [{ corpus, index, update }] = costs;
    const lexical = await realStore(directory, false);
    const full = await realStore(directory, true);
    expect(corpus.chunks).toBe(lexical.status.chunks);
    expect(corpus.texts + corpus.headers).toBe(full.status.vectors);
    expect(Math.abs(index.lexicalBytes / lexical.status.sizeBytes - 1)).toBeLessThan(TOLERANCE);
    expect(Math.abs(index.totalBytes / full.status.sizeBytes - 1)).toBeLessThan(TOLERANCE);
    // Headers are counted by the engine from what is in front of a text, and here by themselves.
    expect(Math.abs(corpus.embeddedTokens / full.report.embeddedTokens - 1)).toBeLessThan(0.1);
    expect(update.embeddedTokens).toBeGreaterThan(0);
    expect(update.embeddedTokens).toBeLessThan(0.15 * corpus.embeddedTokens);
    expect(update.wholeDocumentTokens).toBeGreaterThan(update.embeddedTokens);
  });

  it('is exact where all documents are in the sample', async () => {
    const directory = writeCorpus(12);
    const configurations = await costConfigurations({
      config: undefined,
      flags: NO_FLAGS,
      dimensions: DIMENSIONS,
      prices: [],
    });
    const run = { paths: [directory], configurations, editShare: 0.05, sampleChars: 1e9, output: SILENT };
    const { configurations: costs, sampled } = await costOf(run);
    expect(sampled).toEqual({ documents: 12, share: 1 });
    expect(costs[0].index.lexicalBytes).toBe((await realStore(directory, false)).status.sizeBytes);
    expect(costs[0].index.totalBytes).toBe((await realStore(directory, true)).status.sizeBytes);
  });
});
