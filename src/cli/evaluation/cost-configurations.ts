/** Costs, set-up: flags or an experiment file → configurations whose documents can be cut, with no model loaded. */
import { chunkDocument } from '../../chunking/chunk.ts';
import { type ChunkOptions, resolveChunkOptions } from '../../chunking/options.ts';
import { topicFinder } from '../../chunking/topics/topic-finder.ts';
import { type Embedder, MAX_DIMENSIONS } from '../../embedders/embedder.ts';
import { hashEmbedder } from '../../embedders/hash.ts';
import type { Chunker } from '../../engine.ts';
import { type Configuration, readExperiment } from '../../evaluation/experiment-file.ts';
import type { EmbeddingPrice } from '../../evaluation/prices.ts';
import type { Chunk } from '../../model/chunk.ts';
import type { Document } from '../../model/document.ts';
import { KerfError } from '../../model/error.ts';
import type { TokenCounter } from '../../model/token-counter.ts';
import { loadTokenCounter } from '../../token-counters/load.ts';
import { type ChunkFlagValues, chunkOptions } from '../chunk-flags.ts';
import { withoutDocument, withTopics } from '../topics.ts';
import { foreignChunker } from './foreign-chunker.ts';
import { prepareEach } from './prepare-each.ts';
import { readJsonFile } from './read-file.ts';

/** A configuration that can be costed. */
export interface CostConfiguration {
  readonly name: string;
  readonly chunking: Omit<ChunkOptions, 'topics'> & { readonly tokenCounter: TokenCounter };
  readonly chunker?: Chunker;
  /** Numbers per vector. */
  readonly dimensions: number;
  /** Stands in for the model that finds topic shifts, and counts what that would read; undefined: none is asked for. */
  readonly topics?: TopicStandIn;
}

/** Words in place of meaning: the sentences that are read are the same, the shifts that are found are similar in number. */
export interface TopicStandIn {
  readonly embedder: Embedder;
  /** Tokens of the sentences that were read so far. */
  readonly tokens: () => number;
}

export interface CostChoices {
  /** Path of an experiment file. */
  readonly config: string | undefined;
  readonly flags: ChunkFlagValues;
  readonly dimensions: number | undefined;
  /** Models whose length of vectors is known. */
  readonly prices: readonly EmbeddingPrice[];
}

/** Numbers per vector where nothing says how many: what most small models have that run locally. */
export const DEFAULT_DIMENSIONS = 384;

/** Throws `invalid-option` or `unknown-option` with the name that is wrong, before any document is read. */
export async function costConfigurations(choices: CostChoices): Promise<readonly CostConfiguration[]> {
  const { config, flags } = choices;
  if (config === undefined) {
    const chunking = {
      ...(await chunkOptions(flags)),
      tokenCounter: await loadTokenCounter(flags.tokenizer ?? 'o200k'),
    };
    return [checked({ name: flags.strategy ?? 'structural', chunking, dimensions: dimensionsOf(null, choices) })];
  }
  refuseChunkFlags(flags);
  const { configurations } = readExperiment(await readJsonFile(config));
  return prepareEach(configurations, (configuration) => prepare(configuration, choices));
}

async function prepare(configuration: Configuration, choices: CostChoices): Promise<CostConfiguration> {
  const { name, chunking, chunker, embedder } = configuration;
  const tokenCounter = await loadTokenCounter(configuration.tokenizer);
  const dimensions = dimensionsOf(embedder, choices);
  if (chunker !== undefined) {
    return {
      name,
      chunking: { tokenCounter },
      chunker: await foreignChunker({ ...configuration, chunker, tokenCounter }),
      dimensions,
    };
  }
  return checked({ name, chunking: { ...(chunking as ChunkOptions), tokenCounter }, dimensions });
}

/** The same with what finds topics, where the strategy cuts by them. */
function checked(configuration: CostConfiguration): CostConfiguration {
  const { chunking } = configuration;
  const standIn = topicStandIn(chunking.tokenCounter);
  const topics = topicFinder(chunking.strategy ?? 'structural', standIn.embedder);
  resolveChunkOptions(withoutDocument(chunking, topics));
  return topics ? { ...configuration, topics: standIn } : configuration;
}

function topicStandIn(tokenCounter: TokenCounter): TopicStandIn {
  const words = hashEmbedder();
  let tokens = 0;
  return {
    embedder: {
      ...words,
      embed(texts, options) {
        for (const text of texts) tokens += tokenCounter.count(text);
        return words.embed(texts, options);
      },
    },
    tokens: () => tokens,
  };
}

/** Cuts documents as `configuration` says. */
export function cutterOf({
  chunking,
  chunker,
  topics,
}: CostConfiguration): (document: Document) => Promise<readonly Chunk[]> {
  if (chunker !== undefined) return async (document) => chunker.chunk(document);
  const finder = topicFinder(chunking.strategy ?? 'structural', topics?.embedder);
  return async (document) => chunkDocument(document, await withTopics(chunking, finder, document));
}

function dimensionsOf(embedder: Configuration['embedder'], { dimensions, prices }: CostChoices): number {
  const settings = typeof embedder === 'object' && embedder !== null ? embedder : {};
  const known = prices.find(({ model }) => model === settings.model);
  const given = dimensions ?? settings.dimensions ?? known?.dimensions ?? prices[0]?.dimensions ?? DEFAULT_DIMENSIONS;
  const isRight = Number.isSafeInteger(given) && (given as number) > 0 && (given as number) <= MAX_DIMENSIONS;
  if (isRight) return given as number;
  throw new KerfError(
    'invalid-option',
    `embedder.dimensions is ${JSON.stringify(given)}: give a whole number from 1 to ${MAX_DIMENSIONS}.`,
  );
}

/** A flag beside a file would change some of its configurations and not say which. */
function refuseChunkFlags(flags: ChunkFlagValues): void {
  const given = Object.entries(flags).find(([, value]) => value !== undefined && value !== false);
  if (given === undefined) return;
  throw new KerfError(
    'invalid-option',
    `--${given[0]} and --config were both given; put it into the file, under "base", or leave --config out.`,
  );
}
