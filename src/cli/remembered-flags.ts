/** The flags a store was built with, kept in it → the flags in force: those of this run, and the kept ones it says nothing against. */
import { KerfError } from '../model/error.ts';
import type { Store } from '../stores/store.ts';
import { CHUNK_FLAGS, type ChunkFlagValues } from './chunk-flags.ts';
import { EMBEDDER_FLAGS } from './embedder-flags.ts';
import { type Flag, type FlagValues, type ParsedArguments, parseArguments } from './flags.ts';

type Values = ParsedArguments['values'];

interface Group {
  readonly setting: string;
  readonly flags: readonly Flag[];
  /** The kept flags that no longer hold once `given` does. */
  displaced(given: ReadonlySet<string>, values: Values, kept: Values): readonly string[];
}

/** Two groups that are remembered apart: new sizes do not forget the embedder. */
const GROUPS = {
  chunking: { setting: 'cli.chunk-flags', flags: CHUNK_FLAGS, displaced: displacedSizes },
  embedder: { setting: 'cli.embedder-flags', flags: EMBEDDER_FLAGS, displaced: displacedEmbedder },
} as const satisfies Record<string, Group>;

export const DEFAULTS_FLAG = {
  name: 'defaults',
  kind: 'switch',
  help: 'cut by the defaults and the flags given here, not by those the index was built with',
} as const;

export interface RememberedFlags<Values> {
  readonly values: Values;
  /** All in force, as one would type them, one a line; '' for none. */
  readonly words: string;
  /** Those of them that come from the store and not from this run, in the same form. */
  readonly kept: string;
}

/** The chunking flags of this run, and those of the store that go with them; without the latter when `defaults` is true. */
export function chunkFlagsOf(
  store: Store,
  values: ChunkFlagValues & { readonly defaults?: boolean },
): Promise<RememberedFlags<ChunkFlagValues>> {
  return recall(store, GROUPS.chunking, values, values.defaults === true);
}

/** The embedder flags of this run, and those of the store that go with them; `complete` fills in what both leave open. */
export async function embedderFlagsOf(
  store: Store,
  values: FlagValues<typeof EMBEDDER_FLAGS>,
  complete = async (merged: FlagValues<typeof EMBEDDER_FLAGS>) => merged,
): Promise<RememberedFlags<FlagValues<typeof EMBEDDER_FLAGS>>> {
  const merged = await recall(store, GROUPS.embedder, values, false);
  const completed = await complete(merged.values);
  return { ...merged, values: completed, words: wordsOf(EMBEDDER_FLAGS, completed).join('\n') };
}

/** What to say of the flags in force; undefined when none comes from the store. */
export function describeFlags({ words, kept }: RememberedFlags<unknown>): string | undefined {
  if (kept === '') return undefined;
  const old = kept.split('\n');
  const given = words.split('\n').filter((word) => !old.includes(word));
  const own = given.length === 0 ? '' : `${given.join(' ')} and `;
  return `Using ${own}the flags this index was built with: ${old.join(' ')}`;
}

/** Keeps what this run used. Writes only what differs from what is kept. */
export async function rememberFlags(
  store: Store,
  used: { readonly chunking: RememberedFlags<unknown>; readonly embedder: RememberedFlags<unknown> },
): Promise<void> {
  for (const group of ['chunking', 'embedder'] as const) {
    const json = JSON.stringify(used[group].words.split('\n').filter(Boolean));
    const { setting } = GROUPS[group];
    if ((await store.readSetting(setting)) !== json) await store.writeSetting(setting, json);
  }
}

/** A setting that is a list of texts; [] where it was never written. Throws `store-config` for one that is damaged. */
export async function readListSetting(store: Store, setting: string): Promise<readonly string[]> {
  const json = await store.readSetting(setting);
  if (json === undefined) return [];
  let list: unknown;
  try {
    list = JSON.parse(json);
  } catch {
    list = undefined;
  }
  if (Array.isArray(list) && list.every((entry) => typeof entry === 'string')) return list;
  throw damaged(setting, 'is no list of texts');
}

async function recall<const Flags extends readonly Flag[]>(
  store: Store,
  group: Group & { readonly flags: Flags },
  values: FlagValues<Flags>,
  withoutKept: boolean,
): Promise<RememberedFlags<FlagValues<Flags>>> {
  const { flags, setting } = group;
  const given = new Set(flags.filter(({ name }) => isGiven((values as Values)[name])).map(({ name }) => name));
  const stored = withoutKept ? noneOf(flags) : parseKept(setting, flags, await readListSetting(store, setting));
  const gone = new Set([...given, ...group.displaced(given, values as Values, stored)]);
  const kept = Object.fromEntries(Object.entries(stored).filter(([name]) => !gone.has(name)));
  // Every flag of the group with a value of its kind, as the parser would fill them.
  const own = flags.filter(({ name }) => given.has(name)).map(({ name }) => [name, (values as Values)[name]]);
  const merged = { ...noneOf(flags), ...kept, ...Object.fromEntries(own) } as FlagValues<Flags>;
  return {
    values: merged,
    words: wordsOf(flags, merged as Values).join('\n'),
    kept: wordsOf(flags, kept).join('\n'),
  };
}

function noneOf(flags: readonly Flag[]): Values {
  return parseArguments([], flags).values;
}

function parseKept(setting: string, flags: readonly Flag[], words: readonly string[]): Values {
  try {
    return parseArguments(words, flags).values;
  } catch (cause) {
    throw damaged(setting, `holds "${words.join(' ')}"`, cause);
  }
}

function damaged(setting: string, what: string, cause?: unknown): KerfError {
  return new KerfError(
    'store-config',
    `The setting ${setting} of the store ${what}, which this version cannot read: delete the store and index again, which loses nothing but history.`,
    { cause },
  );
}

/** One limit, in one unit; one kind of overlap. Sizes kept in the other unit would mean something else. */
function displacedSizes(given: ReadonlySet<string>, _values: Values, kept: Values): readonly string[] {
  const inChars = kept['max-chars'] !== undefined;
  const turns = inChars ? given.has('max-tokens') : given.has('max-chars');
  return [
    ...(turns ? ['max-chars', 'max-tokens', 'target', 'overlap'] : []),
    ...(OVERLAPS.some((name) => given.has(name)) ? OVERLAPS : []),
  ];
}

const OVERLAPS = ['overlap', 'overlap-sentences', 'adaptive-overlap'];

/** An embedder or none; the length of the vectors is that of one model at one server. */
function displacedEmbedder(given: ReadonlySet<string>, values: Values, kept: Values): readonly string[] {
  if (given.has('no-embedder')) return EMBEDDER_FLAGS.map(({ name }) => name);
  const isOther = ['embedder-url', 'embedder-model'].some((name) => given.has(name) && values[name] !== kept[name]);
  return [
    ...(given.size > 0 ? ['no-embedder'] : []),
    ...(isOther ? ['embedder', 'embedder-dimensions'] : []),
    ...(given.has('embedder') ? ['embedder-url', 'embedder-model', 'embedder-dimensions'] : []),
  ];
}

function isGiven(value: Values[string]): boolean {
  return value !== undefined && value !== false;
}

/** `--name=value` for every flag that was given. */
function wordsOf(flags: readonly Flag[], values: Values): string[] {
  return flags.flatMap(({ name }) => {
    const value = values[name];
    if (!isGiven(value)) return [];
    return value === true ? [`--${name}`] : [`--${name}=${String(value)}`];
  });
}
