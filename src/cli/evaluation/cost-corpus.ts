/** Costs, counting: paths and configurations → for each what its chunks cost, every document read and parsed once. */
import {
  type CorpusCost,
  CostTally,
  estimateIndex,
  estimateUpdate,
  type IndexEstimate,
  sampleBySize,
  type UpdateEstimate,
} from '../../evaluation/cost.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Source } from '../../model/document.ts';
import { readSources } from '../../sources/files.ts';
import { plural } from '../../text/plural.ts';
import type { Output } from '../output.ts';
import { readDocuments } from '../read-documents.ts';
import { type CostConfiguration, cutterOf } from './cost-configurations.ts';
import { editSample, measureSample } from './cost-sample.ts';

export interface ConfigurationCost {
  readonly name: string;
  readonly tokenCounter: string;
  readonly dimensions: number;
  readonly corpus: CorpusCost;
  /** Tokens of the sentences that are embedded to find topic shifts; 0 for strategies that ask for none. */
  readonly topicTokens: number;
  readonly index: IndexEstimate;
  readonly update: UpdateEstimate;
}

export interface CorpusCosts {
  readonly configurations: readonly ConfigurationCost[];
  /** Documents that were indexed to measure sizes and updates, and their share of all characters. */
  readonly sampled: { readonly documents: number; readonly share: number };
  readonly diagnostics: readonly Diagnostic[];
}

export interface CostRun {
  readonly paths: readonly string[];
  readonly configurations: readonly CostConfiguration[];
  /** Share of the passages of the first configuration, from 0 to 1. */
  readonly editShare: number;
  /** Characters of the documents that are indexed to measure. */
  readonly sampleChars: number;
  readonly output: Output;
}

/** Throws `not-found` for a wrong path. Files that cannot be read become diagnostics. */
export async function costOf(run: CostRun): Promise<CorpusCosts> {
  const counted = await countCorpus(run);
  const sizes = counted.sizes.map(([, size]) => size);
  const chosen = sampleBySize(sizes, run.sampleChars);
  const sources = await readAgain(chosen.map((i) => counted.sizes[i][0]));
  // The same edits for all, or configurations with large passages would have fewer of them.
  const edited = await editSample(sources, cutterOf(run.configurations[0]), run.editShare);
  const edits = Math.round(counted.corpora[0].corpus.passages * run.editShare);
  const configurations: ConfigurationCost[] = [];
  for (const [i, configuration] of run.configurations.entries()) {
    const { name, chunking, dimensions } = configuration;
    const { corpus, topicTokens } = counted.corpora[i];
    run.output.progress(() => `${name}: measuring an index of ${plural(sources.length, 'document')}`);
    const sample = await measureSample(sources, edited, configuration);
    configurations.push({
      name,
      tokenCounter: chunking.tokenCounter.id,
      dimensions,
      corpus,
      topicTokens,
      index: estimateIndex(sample.index, corpus),
      update: estimateUpdate(sample.update, corpus, edits),
    });
  }
  run.output.endProgress();
  const total = sum(sizes);
  const share = total === 0 ? 0 : sum(chosen.map((i) => sizes[i])) / total;
  return { configurations, sampled: { documents: sources.length, share }, diagnostics: counted.diagnostics };
}

interface CountedCorpus {
  /** One for each configuration. */
  readonly corpora: readonly Pick<ConfigurationCost, 'corpus' | 'topicTokens'>[];
  /** Id and characters of each document, by id. */
  readonly sizes: readonly (readonly [string, number])[];
  readonly diagnostics: readonly Diagnostic[];
}

async function countCorpus({ paths, configurations, output }: CostRun): Promise<CountedCorpus> {
  const tallies = configurations.map(({ chunking }) => new CostTally(chunking.tokenCounter));
  const cutters = configurations.map(cutterOf);
  const sizes: [string, number][] = [];
  const diagnostics: Diagnostic[] = [];
  for await (const document of readDocuments(paths, diagnostics)) {
    sizes.push([document.id, document.text.length]);
    for (const [i, cut] of cutters.entries()) tallies[i].add(document, await cut(document));
    output.progress(() => `${plural(sizes.length, 'document')} counted`);
  }
  sizes.sort(([a], [b]) => (a < b ? -1 : 1));
  const corpora = tallies.map((tally, i) => ({
    corpus: tally.result(),
    topicTokens: configurations[i].topics?.tokens() ?? 0,
  }));
  return { corpora, sizes, diagnostics };
}

/** One file may have gone meanwhile; the rest is sample enough. */
async function readAgain(paths: readonly string[]): Promise<readonly Source[]> {
  const sources: Source[] = [];
  for await (const source of readSources(paths)) if (!('code' in source)) sources.push(source);
  return sources;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
