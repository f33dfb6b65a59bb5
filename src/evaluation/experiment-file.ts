/** Evaluation, input: an experiment file (JSON) → the configurations to compare, each spelled out in full. */
import { KerfError } from '../model/error.ts';
import type { JsonObject, JsonValue } from '../model/json.ts';
import { refuseUnknownOptions } from '../text/option-names.ts';

/** One way of cutting, indexing, searching and composing. What stands inside is checked by the stage that reads it. */
export interface Configuration {
  readonly name: string;
  /** `ChunkOptions`, those that are JSON. `tokenizer` counts all tokens. */
  readonly chunking: JsonObject;
  /** `o200k` (default), `cl100k` or the path of a `tokenizer.json`. */
  readonly tokenizer: string;
  /** Path of a module that cuts instead of Kerf; undefined: Kerf cuts. */
  readonly chunker?: string;
  /** Seconds after which such a module, or its work on one document, is given up. Undefined: 300. */
  readonly chunkerSeconds?: number;
  /** A name (`static`, `lsa`, `hash`) or settings with a `kind`; null: lexical only. */
  readonly embedder: string | JsonObject | null;
  /** `RetrieveOptions`, those that are JSON. */
  readonly retrieval: JsonObject;
  /** A name (`proximity`) or settings with a `kind`; null: none. */
  readonly reranker: string | JsonObject | null;
  /** `ExpandOptions`. */
  readonly expansion: JsonObject;
  /** `AssembleOptions`, those that are JSON and not the budget. */
  readonly assembly: JsonObject;
  /** True: search all documents, whatever `scope` or `corpus` a query names. Default false. */
  readonly everywhere: boolean;
}

export interface Experiment {
  /** At least one; names differ. */
  readonly configurations: readonly Configuration[];
  /** Token budgets of the contexts, rising. */
  readonly budgets: readonly number[];
  /** Name of the configuration the others are compared with: the first, unless the file says otherwise. */
  readonly compareWith: string;
}

/** The budgets unless a file says otherwise: about two, four and eight chunks of the default size. */
export const DEFAULT_BUDGETS: readonly number[] = [500, 1000, 2000];
/** A product of lists grows fast, and each configuration is an index of its own. */
const MAX_CONFIGURATIONS = 200;

/** Deeper than any setting lies, and little enough for functions that call themselves. */
const MAX_DEPTH = 12;
/** Characters of a value that a message shows. */
const SHOWN_CHARS = 60;

const FILE_NAMES = ['base', 'configurations', 'vary', 'matrix', 'budgets', 'compareWith'];
const CONFIGURATION_NAMES = [
  'chunking',
  'tokenizer',
  'chunker',
  'chunkerSeconds',
  'embedder',
  'retrieval',
  'reranker',
  'expansion',
  'assembly',
  'everywhere',
];

/** The configuration that nobody described: Kerf's defaults, sizes in tokens. */
export function defaultExperiment(): Experiment {
  return readExperiment({ configurations: { default: {} } });
}

/**
 * Reads what an experiment file holds. `base` (default: Kerf's defaults) is what all share; `configurations` are changes
 * to it by name; `vary` gives single changes to the base, `{"chunking.overlapTokens": [0, 24]}` making one configuration
 * a value, one change at a time; `matrix` has the same form and makes every combination. A value is a setting or
 * `null`, which takes the setting out. Throws `invalid-option` and `unknown-option` with the name that is wrong.
 */
export function readExperiment(file: JsonValue): Experiment {
  if (isDeeper(file, MAX_DEPTH))
    throw invalid(`The experiment file is nested deeper than ${MAX_DEPTH} levels: flatten it.`);
  const object = objectAt('The experiment file', file);
  refuseUnknownOptions('experiment', object, FILE_NAMES);
  const base = objectAt('base', object.base ?? {});
  const named = Object.entries(objectAt('configurations', object.configurations ?? {}));
  const patches = new Map<string, JsonObject>();
  // A single change is compared with the base, unless the file names what there is to compare.
  if (named.length === 0 && object.vary !== undefined) addPatch(patches, 'base', {});
  for (const [name, patch] of named) addPatch(patches, name, objectAt(`configurations.${name}`, patch));
  for (const [name, patch] of single(objectAt('vary', object.vary ?? {}))) addPatch(patches, name, patch);
  for (const [name, patch] of combined(objectAt('matrix', object.matrix ?? {}))) addPatch(patches, name, patch);
  if (patches.size === 0)
    throw invalid('The experiment has no configuration: give "configurations", "vary" or "matrix".');
  return {
    configurations: [...patches].map(([name, patch]) => configurationOf(name, merge(base, patch))),
    budgets: budgetsOf(object.budgets),
    compareWith: compareWithOf(object.compareWith, [...patches.keys()]),
  };
}

function addPatch(patches: Map<string, JsonObject>, name: string, patch: JsonObject): void {
  if (patches.has(name)) throw invalid(`Two configurations are called "${name}": rename one.`);
  if (patches.size === MAX_CONFIGURATIONS)
    throw invalid(`The experiment has more than ${MAX_CONFIGURATIONS} configurations: split it.`);
  patches.set(name, patch);
}

/** One change at a time. */
function* single(vary: JsonObject): Generator<readonly [string, JsonObject]> {
  for (const [path, values] of Object.entries(vary))
    for (const value of listAt(`vary.${path}`, values)) yield [nameOf(path, value), atPath(path, value)];
}

/** Every combination, the last path changing fastest. */
function* combined(matrix: JsonObject): Generator<readonly [string, JsonObject]> {
  const axes = Object.entries(matrix).map(([path, values]) => ({ path, values: listAt(`matrix.${path}`, values) }));
  if (axes.length === 0) return;
  const count = axes.reduce((product, { values }) => product * values.length, 1);
  if (count > MAX_CONFIGURATIONS)
    throw invalid(`The matrix has ${count} combinations, at most ${MAX_CONFIGURATIONS} are run: shorten a list.`);
  for (let n = 0; n < count; n++) {
    let rest = n;
    const chosen = axes
      .toReversed()
      .map(({ path, values }) => {
        const value = values[rest % values.length];
        rest = Math.floor(rest / values.length);
        return { path, value };
      })
      .toReversed();
    const settings = chosen.map(({ path, value }) => [path, value] as const);
    yield [settings.map(([path, value]) => nameOf(path, value)).join(', '), patchOf(settings)];
  }
}

/** `base` under another name, each of `settings` put where its path says. Throws as `readExperiment` does. */
export function withSettings({ name: _, ...base }: Configuration, name: string, settings: JsonObject): Configuration {
  // What a configuration holds is what a file may hold, each in full.
  return configurationOf(name, merge(base as unknown as JsonObject, patchOf(Object.entries(settings))));
}

function patchOf(settings: readonly (readonly [string, JsonValue])[]): JsonObject {
  return settings.reduce<JsonObject>((all, [path, value]) => merge(all, atPath(path, value)), {});
}

function nameOf(path: string, value: JsonValue): string {
  return `${path.split('.').at(-1)}=${typeof value === 'string' ? value : JSON.stringify(value)}`;
}

function atPath(path: string, value: JsonValue): JsonObject {
  const names = path.split('.');
  if (names.length > MAX_DEPTH) throw invalid(`The path "${path.slice(0, SHOWN_CHARS)}..." is no setting: shorten it.`);
  return names.reduceRight<JsonValue>((inner, key) => ({ [key]: inner }), value) as JsonObject;
}

/** Objects are merged key by key; anything else replaces. */
function merge(base: JsonObject, patch: JsonObject): JsonObject {
  const merged: Record<string, JsonValue> = { ...base };
  for (const [key, value] of Object.entries(patch)) {
    if (key === '__proto__') throw invalid('"__proto__" is no setting: take it out.');
    const before = merged[key];
    merged[key] = isObject(before) && isObject(value) ? merge(before, value) : value;
  }
  return merged;
}

function configurationOf(name: string, given: JsonObject): Configuration {
  const at = `Configuration "${name}"`;
  refuseUnknownOptions(`configuration "${name}"`, given, CONFIGURATION_NAMES);
  const section = (key: string): JsonObject => withoutNulls(objectAt(`${at}: ${key}`, given[key] ?? {}));
  if (!['boolean', 'undefined'].includes(typeof given.everywhere))
    throw invalid(`${at}: everywhere must be true or false, not ${shownValue(given.everywhere)}.`);
  const tokenizer = textAt(`${at}: tokenizer`, given.tokenizer ?? 'o200k');
  return {
    name,
    chunking: section('chunking'),
    tokenizer,
    ...(given.chunker == null ? {} : { chunker: textAt(`${at}: chunker`, given.chunker) }),
    ...(given.chunkerSeconds == null ? {} : { chunkerSeconds: secondsAt(at, given.chunkerSeconds) }),
    embedder: adapterAt(`${at}: embedder`, given.embedder),
    retrieval: section('retrieval'),
    reranker: adapterAt(`${at}: reranker`, given.reranker),
    expansion: section('expansion'),
    assembly: section('assembly'),
    everywhere: given.everywhere === true,
  };
}

/** A timer of Node counts up to 2^31 milliseconds; whoever waits for a day can wait for ever. */
const MOST_SECONDS = 86_400;

function secondsAt(at: string, value: JsonValue): number {
  if (typeof value === 'number' && value > 0 && value <= MOST_SECONDS) return value;
  throw invalid(
    `${at}: chunkerSeconds must be a number of seconds above 0 and up to ${MOST_SECONDS}, not ${shownValue(value)}.`,
  );
}

function adapterAt(place: string, value: JsonValue | undefined): string | JsonObject | null {
  if (value == null || value === 'none') return null;
  if (typeof value === 'string') return value;
  if (!isObject(value))
    throw invalid(`${place} is ${shownValue(value)}: give a name in quotes or an object with a "kind".`);
  textAt(`${place}.kind`, value.kind);
  return withoutNulls(value);
}

/** Nesting is at most `MAX_DEPTH`. */
function withoutNulls(object: JsonObject): JsonObject {
  const kept = Object.entries(object).filter(([, value]) => value !== null);
  return Object.fromEntries(kept.map(([name, value]) => [name, isObject(value) ? withoutNulls(value) : value]));
}

/** `value` for a message. */
export function shownValue(value: JsonValue | undefined): string {
  if (Array.isArray(value)) return 'a list';
  if (isObject(value)) return 'an object';
  const shown = JSON.stringify(value) ?? 'missing';
  return shown.length <= SHOWN_CHARS ? shown : `${shown.slice(0, SHOWN_CHARS)}...`;
}

function isDeeper(file: JsonValue, depth: number): boolean {
  let level: readonly JsonValue[] = [file];
  for (let left = depth; left >= 0 && level.length > 0; left--)
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
  return level.length > 0;
}

function budgetsOf(value: JsonValue | undefined): readonly number[] {
  if (value === undefined) return DEFAULT_BUDGETS;
  const budgets = listAt('budgets', value);
  for (const budget of budgets)
    if (!(Number.isSafeInteger(budget) && (budget as number) > 0))
      throw invalid(`budgets holds ${shownValue(budget)}: give whole numbers of tokens.`);
  return [...new Set(budgets as readonly number[])].sort((a, b) => a - b);
}

function compareWithOf(value: JsonValue | undefined, names: readonly string[]): string {
  if (value === undefined) return names[0];
  const name = textAt('compareWith', value);
  if (names.includes(name)) return name;
  throw invalid(`compareWith is "${name}", and the configurations are ${names.join(', ')}.`);
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function objectAt(place: string, value: JsonValue | undefined): JsonObject {
  if (isObject(value)) return value;
  throw invalid(`${place} must be an object, not ${shownValue(value)}.`);
}

function listAt(place: string, value: JsonValue | undefined): readonly JsonValue[] {
  if (Array.isArray(value) && value.length > 0) return value as readonly JsonValue[];
  throw invalid(`${place} must be a list with at least one value, not ${shownValue(value)}.`);
}

function textAt(place: string, value: JsonValue | undefined): string {
  if (typeof value === 'string' && value !== '') return value;
  throw invalid(`${place} must be a name in quotes, not ${shownValue(value)}.`);
}

function invalid(message: string): KerfError {
  return new KerfError('invalid-option', message);
}
