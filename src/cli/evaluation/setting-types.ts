/** Evaluation, set-up: a configuration as a file has it → an error for a setting whose value is of the wrong type. */
import type { AssembleOptions } from '../../assembly/assemble.ts';
import type { ChunkOptions } from '../../chunking/options.ts';
import type { HashEmbedderOptions } from '../../embedders/hash.ts';
import type { HttpEmbedderOptions } from '../../embedders/http.ts';
import type { LsaTrainingOptions } from '../../embedders/lsa.ts';
import type { OnnxEmbedderOptions } from '../../embedders/onnx.ts';
import { type Configuration, shownValue } from '../../evaluation/experiment-file.ts';
import { KerfError } from '../../model/error.ts';
import type { JsonObject, JsonValue } from '../../model/json.ts';
import type { OnnxOptions } from '../../onnx/load-model.ts';
import type { HttpRerankerOptions } from '../../rerankers/http.ts';
import type { ExpandOptions } from '../../retrieval/expand.ts';
import type { FusionOptions } from '../../retrieval/fusion.ts';
import type { ListWeights, RetrieveOptions } from '../../retrieval/options.ts';

type SimpleType = 'number' | 'text' | 'true or false';
/** `texts`: an object whose values are all text. */
type SettingType = SimpleType | 'texts' | SettingTypes;
interface SettingTypes {
  readonly [name: string]: SettingType;
}
/** A type for each option, so that none is forgotten. */
type TypesOf<Options, Left extends keyof Options = never> = Readonly<Record<Exclude<keyof Options, Left>, SettingType>>;

const WEIGHTS: TypesOf<ListWeights> = { lexical: 'number', dense: 'number', header: 'number' };
const FUSION: TypesOf<FusionOptions> = { method: 'text', rankConstant: 'number' };

const CHUNKING: TypesOf<ChunkOptions, OwnedChunking> = {
  strategy: 'text',
  maxTokens: 'number',
  maxChars: 'number',
  targetTokens: 'number',
  targetChars: 'number',
  overlapTokens: 'number',
  overlapChars: 'number',
  overlapSentences: 'number',
  adaptiveOverlap: 'true or false',
  tableRows: 'text',
  context: 'true or false',
  frontMatter: 'text',
  granularity: 'text',
};
const RETRIEVAL: TypesOf<RetrieveOptions, OwnedRetrieval> = {
  topK: 'number',
  windowSize: 'number',
  weights: WEIGHTS,
  fusion: FUSION,
  bodyWeight: 'number',
  headingsWeight: 'number',
  contextWeight: 'number',
  maxPerDocument: 'number',
  nearDuplicateSimilarity: 'number',
  rerankDepth: 'number',
  diversity: 'number',
};
const EXPANSION: TypesOf<ExpandOptions> = { neighbours: 'number', mergeShare: 'number' };
const ASSEMBLY: TypesOf<AssembleOptions, OwnedAssembly> = {
  maxTokensPerDocument: 'number',
  maxPassagesPerDocument: 'number',
};

const HTTP = {
  baseUrl: 'text',
  model: 'text',
  id: 'text',
  headers: 'texts',
  maxRetries: 'number',
  retryDelayMs: 'number',
  maxRetryDelayMs: 'number',
  timeoutMs: 'number',
  maxRequestsPerMinute: 'number',
  maxTokensPerMinute: 'number',
  maxBatchTexts: 'number',
  maxBatchChars: 'number',
  maxBatchTokens: 'number',
  concurrency: 'number',
} as const;
const ONNX: TypesOf<OnnxOptions> = {
  model: 'text',
  localOnly: 'true or false',
  id: 'text',
  dtype: 'text',
  maxTokens: 'number',
  batchSize: 'number',
};
const HTTP_EMBEDDER: TypesOf<HttpEmbedderOptions, OwnedHttp> = {
  ...HTTP,
  dimensions: 'number',
  sendDimensions: 'true or false',
  documentPrefix: 'text',
  queryPrefix: 'text',
};
const HTTP_RERANKER: TypesOf<HttpRerankerOptions, OwnedHttp> = { ...HTTP, request: 'text' };
const ONNX_EMBEDDER: TypesOf<OnnxEmbedderOptions> = {
  ...ONNX,
  pooling: 'text',
  documentPrefix: 'text',
  queryPrefix: 'text',
};
const HASH: TypesOf<HashEmbedderOptions> = { dimensions: 'number' };
const LSA: TypesOf<LsaTrainingOptions> = { dimensions: 'number', maxTerms: 'number', maxTexts: 'number' };

/** What an evaluation sets by itself, what no JSON can hold, and keys, which come from the environment alone. */
const OWNED = {
  chunking: ['tokenCounter', 'topics', 'sentenceRules'],
  retrieval: ['embedder', 'filter', 'signal', 'reranker'],
  assembly: ['tokenBudget', 'tokenCounter', 'sliceOf'],
  embedder: ['apiKey', 'tokenCounter'],
  reranker: ['apiKey', 'tokenCounter'],
} as const;
type OwnedChunking = (typeof OWNED.chunking)[number];
type OwnedRetrieval = (typeof OWNED.retrieval)[number];
type OwnedAssembly = (typeof OWNED.assembly)[number];
type OwnedHttp = (typeof OWNED.embedder)[number];

interface AdapterTypes {
  readonly types: SettingTypes;
  readonly required: readonly string[];
}

const EMBEDDERS: Readonly<Record<string, AdapterTypes>> = {
  hash: { types: HASH, required: [] },
  http: { types: HTTP_EMBEDDER, required: ['baseUrl', 'model', 'dimensions'] },
  onnx: { types: ONNX_EMBEDDER, required: ['model'] },
  static: { types: { directory: 'text' }, required: [] },
  lsa: { types: LSA, required: [] },
};
const RERANKERS: Readonly<Record<string, AdapterTypes>> = {
  http: { types: HTTP_RERANKER, required: ['baseUrl', 'model'] },
  onnx: { types: ONNX, required: ['model'] },
};

/**
 * Throws `invalid-option` with the path of the setting, its value and what belongs there: for a value of another type, and
 * for a setting that cannot stand in a file. Ranges and names are for the stages.
 */
export function checkSettingTypes(configuration: Configuration): void {
  for (const [section, names] of Object.entries(OWNED)) refuseOwned(section, configuration[section as Owner], names);
  checkSection('chunking', configuration.chunking, CHUNKING);
  checkSection('retrieval', configuration.retrieval, RETRIEVAL);
  checkSection('expansion', configuration.expansion, EXPANSION);
  checkSection('assembly', configuration.assembly, ASSEMBLY);
  checkAdapter('embedder', configuration.embedder, EMBEDDERS);
  checkAdapter('reranker', configuration.reranker, RERANKERS);
}

type Owner = keyof typeof OWNED;

function refuseOwned(section: string, settings: Configuration[Owner], names: readonly string[]): void {
  const owned = names.find((name) => typeof settings === 'object' && settings !== null && name in settings);
  if (owned === undefined) return;
  const remedy =
    owned === 'apiKey' ? `leave it out and set KERF_${section.toUpperCase()}_KEY in the environment` : 'leave it out';
  throw new KerfError('invalid-option', `${section}.${owned} cannot stand in an experiment file: ${remedy}.`);
}

type Adapters = Readonly<Record<string, AdapterTypes>>;

function checkAdapter(place: string, named: string | JsonObject | null, known: Adapters): void {
  const { kind, settings } = partsOf(named);
  // Whoever makes it says which kinds there are.
  if (Object.hasOwn(known, kind)) checkSection(place, settings, known[kind].types);
}

/** Throws `invalid-option` for an embedder or reranker without what it cannot be made without; counting costs needs none of it. */
export function requireSettings({ embedder, reranker }: Configuration): void {
  requireOf('embedder', embedder, EMBEDDERS);
  requireOf('reranker', reranker, RERANKERS);
}

function requireOf(place: string, named: string | JsonObject | null, known: Adapters): void {
  const { kind, settings } = partsOf(named);
  const required = Object.hasOwn(known, kind) ? known[kind].required : [];
  const missing = required.find((name) => (settings[name] ?? '') === '');
  if (missing !== undefined)
    throw new KerfError('invalid-option', `${place}.${missing} is missing: the kind "${kind}" needs it.`);
}

function partsOf(named: string | JsonObject | null): { readonly kind: string; readonly settings: JsonObject } {
  const { kind, ...settings } = typeof named === 'string' ? { kind: named } : (named ?? {});
  return { kind: String(kind ?? ''), settings };
}

function checkSection(place: string, settings: JsonObject, types: SettingTypes): void {
  for (const [name, value] of Object.entries(settings)) {
    const type = Object.hasOwn(types, name) ? types[name] : undefined;
    // Names that nobody knows are refused by the stage that would read them.
    if (type !== undefined) checkValue(`${place}.${name}`, value, type);
  }
}

/** As deep as the table, whatever the value is. */
function checkValue(place: string, value: JsonValue, type: SettingType): void {
  if (isOfType(value, type)) {
    if (type === 'texts')
      for (const [name, text] of Object.entries(value as JsonObject)) checkValue(`${place}.${name}`, text, 'text');
    if (typeof type === 'object') checkSection(place, value as JsonObject, type);
    return;
  }
  const wanted = typeof type === 'object' || type === 'texts' ? 'an object' : type === 'number' ? 'a number' : type;
  const hint = isQuoted(value, type) ? `, ${value} without quotes` : '';
  throw new KerfError('invalid-option', `${place} is ${shownValue(value)}: give ${wanted}${hint}.`);
}

/** Whether `value` would be right without its quotes. */
function isQuoted(value: JsonValue, type: SettingType): boolean {
  if (type === 'true or false') return value === 'true' || value === 'false';
  return type === 'number' && typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value));
}

function isOfType(value: JsonValue, type: SettingType): boolean {
  switch (type) {
    case 'number':
      // JSON has no infinity, but 1e999 is read as one.
      return Number.isFinite(value);
    case 'text':
      return typeof value === 'string';
    case 'true or false':
      return typeof value === 'boolean';
    default:
      return typeof value === 'object' && value !== null && !Array.isArray(value);
  }
}
