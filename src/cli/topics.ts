/** From a strategy and the embedder of a run to what finds the topics of its documents, and to options that hold them. */
import type { ChunkOptions } from '../chunking/options.ts';
import type { EmbeddingCache } from '../chunking/topics/cache.ts';
import { type TopicFinder, topicFinder } from '../chunking/topics/topic-finder.ts';
import type { Embedder } from '../embedders/embedder.ts';
import type { Document } from '../model/document.ts';
import { KerfError } from '../model/error.ts';
import { type EmbedderFlagValues, embedderOf } from './embedder-flags.ts';
import type { Output } from './output.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * What finds topics for `strategy`; undefined where it asks for none. Throws `invalid-option` for `semantic` without an
 * embedder; says on stderr that `hybrid` without one cuts as `structural`.
 */
export function findTopics(
  strategy: ChunkOptions['strategy'] = 'structural',
  embedder: Embedder | undefined,
  output: Output,
  cache?: EmbeddingCache,
): TopicFinder | undefined {
  if (strategy === 'semantic' && embedder === undefined) {
    throw new KerfError(
      'invalid-option',
      'The semantic strategy cuts where the topic shifts and needs an embedder to find out: give --embedder static (English), a folder or a server (--embedder-url), or use --strategy structural.',
    );
  }
  if (strategy === 'hybrid' && embedder === undefined) {
    output.note(
      'Without an embedder hybrid cuts as structural does; for topic shifts give --embedder or --embedder-url.',
    );
  }
  return topicFinder(strategy, embedder, cache === undefined ? {} : { cache });
}

/** The same from the flags of a command that needs an embedder for nothing else. Throws `invalid-option` for one in vain. */
export async function findTopicsByFlags(
  strategy: ChunkOptions['strategy'],
  values: EmbedderFlagValues,
  env: Environment,
  output: Output,
): Promise<TopicFinder | undefined> {
  if (strategy === 'semantic' || strategy === 'hybrid')
    return findTopics(strategy, await embedderOf(values, env), output);
  if (values.embedder !== undefined)
    throw new KerfError(
      'invalid-option',
      `--strategy ${strategy ?? 'structural'} asks no embedder: leave --embedder out, or use semantic or hybrid.`,
    );
  if (values['embedder-url'] === undefined && values['embedder-model'] === undefined) return undefined;
  throw new KerfError(
    'invalid-option',
    `--strategy ${strategy ?? 'structural'} asks no embedder: leave --embedder-url and --embedder-model out, or use semantic or hybrid.`,
  );
}

/** `options` for any document: what must be checked, and what `configKey` is made of, before one is read. */
export function withoutDocument(options: ChunkOptions, finder: TopicFinder | undefined): ChunkOptions {
  return finder === undefined ? options : { ...options, topics: finder.none };
}

/** `options` for `document`, whose topics are found now. */
export async function withTopics(
  options: ChunkOptions,
  finder: TopicFinder | undefined,
  document: Document,
): Promise<ChunkOptions> {
  return finder === undefined ? options : { ...options, topics: await finder.find(document) };
}
