/** Options, adapters: whether what is given can be one, and the message for what cannot, most often a promise that nobody awaited. */
import { KerfError } from '../model/error.ts';

/** By option, a part that every such adapter has, and how people come by one. */
const ADAPTERS = {
  tokenCounter: ['count', 'for example o200kTokenCounter() of kerf/token-counters/openai'],
  embedder: ['embed', 'for example httpEmbedder({ ... }) of kerf/embedders/http'],
  topicEmbedder: ['embed', 'for example httpEmbedder({ ... }) of kerf/embedders/http'],
  reranker: ['rerank', 'for example httpReranker({ ... }) of kerf/rerankers/http'],
  generator: ['generate', 'for example httpGenerator({ ... }) of kerf/generators/http'],
  store: ['searchLexical', 'for example await openSqliteStore(path) of kerf/stores/sqlite'],
  chunker: ['chunk', 'for example { id, chunk: (document) => chunksFrom(document, ...) }'],
  sentenceRules: ['abbreviations', 'what sentenceRules({ ... }) of kerf/chunking gives'],
  topics: ['offsets', 'what await topicShifts(document, embedder) of kerf/chunking gives'],
} as const;

/** What is no adapter but data: its part is a list or a set, those of the others are methods. */
const DATA: ReadonlySet<string> = new Set<keyof typeof ADAPTERS>(['sentenceRules', 'topics']);

/** Throws `invalid-option` unless `value`, that of the option `name`, can be what `name` says. */
export function requireAdapter(name: keyof typeof ADAPTERS, value: unknown): void {
  const [part, example] = ADAPTERS[name];
  const given = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof given[part] === (DATA.has(name) ? 'object' : 'function') && given[part] !== null) return;
  const message =
    typeof given.then === 'function'
      ? `${name} is a promise: write await in front of the call that gives it.`
      : `${name} is ${shown(value)}: give one with ${part}, ${example}.`;
  throw new KerfError('invalid-option', message);
}

/** `requireAdapter` for each of `names` that `options` has; null and false, as `wanted && made` gives, are none. */
export function requireAdapters<Name extends keyof typeof ADAPTERS>(
  options: { readonly [name in Name]?: unknown },
  names: readonly Name[],
): void {
  for (const name of names) if (options[name] != null && options[name] !== false) requireAdapter(name, options[name]);
}

function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 60));
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' || value === null) return String(value);
  return `an object with ${Object.keys(value).slice(0, 8).join(', ') || 'nothing in it'}`;
}
