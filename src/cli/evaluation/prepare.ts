/** Evaluation, set-up: configurations as a file has them → the same with options checked and adapters loaded. */
import type { ChunkOptions } from '../../chunking/options.ts';
import { type Embedder, isLearned, type LearnedEmbedder } from '../../embedders/embedder.ts';
import { hashEmbedder } from '../../embedders/hash.ts';
import { type HttpEmbedderOptions, httpEmbedder } from '../../embedders/http.ts';
import { lsaEmbedder, trainLsa } from '../../embedders/lsa.ts';
import { loadOnnxEmbedder, type OnnxEmbedderOptions } from '../../embedders/onnx.ts';
import { loadStaticEmbedder } from '../../embedders/static.ts';
import { chunkingKey } from '../../engine.ts';
import type { PreparedConfiguration } from '../../evaluate.ts';
import type { Configuration } from '../../evaluation/experiment-file.ts';
import { KerfError } from '../../model/error.ts';
import type { JsonObject } from '../../model/json.ts';
import { type HttpRerankerOptions, httpReranker } from '../../rerankers/http.ts';
import { loadOnnxReranker } from '../../rerankers/onnx.ts';
import type { Reranker } from '../../rerankers/reranker.ts';
import { resolveExpandOptions } from '../../retrieval/expand.ts';
import { type RetrieveOptions, resolveRetrieveOptions } from '../../retrieval/options.ts';
import { nameHint, refuseUnknownOptions } from '../../text/option-names.ts';
import { loadTokenCounter } from '../../token-counters/load.ts';
import { foreignChunker } from './foreign-chunker.ts';
import { prepareEach } from './prepare-each.ts';
import { requireSettings } from './setting-types.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Checks all options and loads what each configuration names, before any work is done. Paths in it are relative to the
 * current folder. Throws `invalid-option` or `unknown-option` with the name of the configuration.
 */
export async function prepareConfigurations(
  configurations: readonly Configuration[],
  env: Environment,
): Promise<readonly PreparedConfiguration[]> {
  return prepareEach(configurations, (configuration) => prepare(configuration, env));
}

async function prepare(configuration: Configuration, env: Environment): Promise<PreparedConfiguration> {
  requireSettings(configuration);
  const tokenCounter = await loadTokenCounter(configuration.tokenizer);
  const chunking = { ...(configuration.chunking as ChunkOptions), tokenCounter };
  const embedder = await adapterFor('embedder', EMBEDDERS, configuration.embedder, env);
  const reranker = await adapterFor('reranker', RERANKERS, configuration.reranker, env);
  const retrieval = { ...(configuration.retrieval as RetrieveOptions), ...(reranker && { reranker }) };
  resolveExpandOptions(configuration.expansion);
  refuseUnknownOptions('assembly', configuration.assembly, ['maxTokensPerDocument', 'maxPassagesPerDocument']);
  chunkingKey({ chunking, embedder: isLearned(embedder) ? undefined : embedder });
  resolveRetrieveOptions({ ...retrieval, embedder: embedder && hashEmbedder() });
  const { chunker: name } = configuration;
  const chunker = name && (await foreignChunker({ ...configuration, chunker: name, tokenCounter }));
  return {
    configuration,
    tokenCounter,
    chunking: chunker ? { tokenCounter } : chunking,
    ...(chunker && { chunker }),
    ...(embedder && { embedder }),
    retrieval,
    expansion: configuration.expansion,
    assembly: configuration.assembly,
  };
}

/** What makes an adapter from the settings of its kind. */
type Makers<Adapter> = Readonly<Record<string, (settings: JsonObject, env: Environment) => Adapter | Promise<Adapter>>>;

const EMBEDDERS: Makers<Embedder | LearnedEmbedder> = {
  hash: (settings) => hashEmbedder(settings),
  http: (settings, { KERF_EMBEDDER_KEY: apiKey }) =>
    httpEmbedder({ ...(settings as unknown as HttpEmbedderOptions), ...(apiKey ? { apiKey } : {}) }),
  onnx: (settings) => loadOnnxEmbedder(settings as unknown as OnnxEmbedderOptions),
  static: ({ directory, ...others }) => {
    refuseUnknownOptions('static embedder', others, []);
    return loadStaticEmbedder(directory as string | undefined);
  },
  lsa: (settings) => {
    // Checks the settings now: the texts are there after indexing.
    trainLsa([], settings);
    return {
      id: `lsa ${JSON.stringify(settings)}`,
      learn: (texts) => lsaEmbedder(trainLsa(texts, settings)),
    };
  },
};

const RERANKERS: Makers<Reranker> = {
  http: (settings, { KERF_RERANKER_KEY: apiKey }) =>
    httpReranker({ ...(settings as unknown as HttpRerankerOptions), ...(apiKey ? { apiKey } : {}) }),
  onnx: (settings) => loadOnnxReranker(settings as unknown as Parameters<typeof loadOnnxReranker>[0]),
};

async function adapterFor<Adapter>(
  what: string,
  makers: Makers<Adapter>,
  named: string | JsonObject | null,
  env: Environment,
): Promise<Adapter | undefined> {
  if (named === null) return undefined;
  const { kind, ...settings } = typeof named === 'string' ? { kind: named } : named;
  const make = Object.entries(makers).find(([name]) => name === kind)?.[1];
  if (make) return make(settings, env);
  const kinds = Object.keys(makers);
  const hint = nameHint(String(kind), kinds, `the kinds are ${kinds.join(', ')}`);
  throw new KerfError('invalid-option', `There is no ${what} of the kind "${String(kind)}": ${hint}`);
}
