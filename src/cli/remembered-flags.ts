/** The flags a store was built with, kept in it, so that later runs need not repeat them. */
import type { Store } from '../stores/store.ts';
import { CHUNK_FLAGS, type ChunkFlagValues } from './chunk-flags.ts';
import { EMBEDDER_FLAGS } from './embedder-flags.ts';
import { type Flag, type FlagValues, parseArguments } from './flags.ts';

/** Two groups that are remembered apart: new sizes do not forget the embedder. */
const GROUPS = {
  chunking: { setting: 'cli.chunk-flags', flags: CHUNK_FLAGS },
  embedder: { setting: 'cli.embedder-flags', flags: EMBEDDER_FLAGS },
} as const;

export interface RememberedFlags<Values> {
  readonly values: Values;
  /** As one would type them; '' for none. */
  readonly words: string;
  /** True when `values` come from the store and not from this run. */
  readonly remembered: boolean;
}

/** The chunking flags of this run, or when it gives none, those of the store. */
export function chunkFlagsOf(store: Store, values: ChunkFlagValues): Promise<RememberedFlags<ChunkFlagValues>> {
  return recall(store, GROUPS.chunking, values);
}

/** The embedder flags of this run, or when it gives none, those of the store. */
export function embedderFlagsOf(
  store: Store,
  values: FlagValues<typeof EMBEDDER_FLAGS>,
): Promise<RememberedFlags<FlagValues<typeof EMBEDDER_FLAGS>>> {
  return recall(store, GROUPS.embedder, values);
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

async function recall<const Flags extends readonly Flag[]>(
  store: Store,
  group: { readonly setting: string; readonly flags: Flags },
  values: FlagValues<Flags>,
): Promise<RememberedFlags<FlagValues<Flags>>> {
  const now = wordsOf(group.flags, values);
  const kept = now.length > 0 ? undefined : await store.readSetting(group.setting);
  if (kept === undefined) return { values, words: now.join('\n'), remembered: false };
  const words = JSON.parse(kept) as string[];
  // parseArguments fills every flag of the group with a value of its kind.
  const parsed = parseArguments(words, group.flags).values as FlagValues<Flags>;
  return { values: parsed, words: words.join('\n'), remembered: words.length > 0 };
}

/** `--name=value` for every flag that was given. */
function wordsOf<const Flags extends readonly Flag[]>(flags: Flags, values: FlagValues<Flags>): string[] {
  const given = values as Readonly<Record<string, unknown>>;
  return flags.flatMap((flag) => {
    const value = given[flag.name];
    if (value === undefined || value === false) return [];
    return value === true ? [`--${flag.name}`] : [`--${flag.name}=${String(value)}`];
  });
}
