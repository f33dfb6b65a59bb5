/** The flags that say how to cut, shared by all commands that cut; and the way from them to `ChunkOptions`. */
import { type ChunkOptions, TABLE_ROWS } from '../chunking/options.ts';
import { STRATEGIES } from '../chunking/presets.ts';
import { KerfError } from '../model/error.ts';
import type { TokenCounter } from '../model/token-counter.ts';
import { loadTokenCounter } from '../token-counters/load.ts';
import type { FlagValues } from './flags.ts';

export const TOKENIZER_FLAG = {
  name: 'tokenizer',
  kind: 'text',
  placeholder: 'NAME',
  help: 'what counts tokens: o200k (default), cl100k, or the path of a Hugging Face tokenizer.json or its folder',
} as const;

export const SIZE_FLAGS = [
  {
    name: 'max-tokens',
    kind: 'count',
    placeholder: 'N',
    min: 1,
    help: 'hard limit of a chunk in tokens, context and overlap included (default 240 for structural)',
  },
  {
    name: 'max-chars',
    kind: 'count',
    placeholder: 'N',
    min: 1,
    help: 'the same in characters; then --target and --overlap are characters, too (default 500 to 800 for the other strategies)',
  },
  {
    name: 'target',
    kind: 'count',
    placeholder: 'N',
    min: 1,
    help: 'size aimed at (default: five sixths of the limit for structural, else the limit)',
  },
  {
    name: 'overlap',
    kind: 'count',
    placeholder: 'N',
    min: 0,
    help: 'text of the chunk before to repeat, 0 for none at all (default: one fifth of the limit for fixed and paragraph; for the others none, or --adaptive-overlap where that is the default)',
  },
  {
    name: 'overlap-sentences',
    kind: 'count',
    placeholder: 'N',
    min: 1,
    max: 2,
    help: 'overlap in whole sentences instead: 1 or 2',
  },
  {
    name: 'adaptive-overlap',
    kind: 'switch',
    help: 'overlap by the boundary instead: none behind a block, whole sentences up to 8 % of the limit at a sentence end, up to 20 % inside a sentence (default for prose, documentation and contracts under structural and hybrid)',
  },
  {
    name: 'table-rows',
    kind: 'choice',
    choices: TABLE_ROWS,
    help: 'how table rows are embedded: markdown (default), or each row a chunk of its own, written as pairs or json',
  },
  {
    name: 'granularity',
    kind: 'choice',
    choices: ['passage', 'both'],
    help: 'both: chunks of 1 to 3 sentences beside the passages they come from (default passage)',
  },
  { name: 'no-context', kind: 'switch', help: 'do not put section path, table header and list introduction in front' },
  { name: 'keep-front-matter', kind: 'switch', help: 'chunk front matter as text instead of leaving it out' },
  TOKENIZER_FLAG,
] as const;

export const CHUNK_FLAGS = [
  {
    name: 'strategy',
    kind: 'choice',
    choices: STRATEGIES,
    help: `${STRATEGIES.join(', ')} (default structural); semantic and hybrid ask an embedder`,
  },
  ...SIZE_FLAGS,
] as const;

export type SizeFlagValues = FlagValues<typeof SIZE_FLAGS>;
export type ChunkFlagValues = FlagValues<typeof CHUNK_FLAGS>;

/** The counter that `--tokenizer` names. Throws `invalid-option` or `not-found` when there is none such. */
export function tokenCounterOf(values: Pick<SizeFlagValues, 'tokenizer'>): Promise<TokenCounter> {
  return loadTokenCounter(values.tokenizer ?? 'o200k');
}

/** Throws `invalid-option` when sizes contradict each other; the rest is checked by `resolveChunkOptions`. */
export async function sizeOptions(values: SizeFlagValues): Promise<ChunkOptions> {
  const inChars = values['max-chars'] !== undefined;
  if (inChars && values['max-tokens'] !== undefined) {
    throw new KerfError('invalid-option', '--max-tokens and --max-chars were both given; give one of them.');
  }
  if (values.overlap !== undefined && values['overlap-sentences'] !== undefined) {
    throw new KerfError('invalid-option', '--overlap and --overlap-sentences were both given; give one of them.');
  }
  if (values['adaptive-overlap'] && (values.overlap ?? values['overlap-sentences']) !== undefined) {
    throw new KerfError(
      'invalid-option',
      '--adaptive-overlap chooses the size itself; leave --overlap and --overlap-sentences out, or give one of those alone.',
    );
  }
  const unit = inChars ? 'Chars' : 'Tokens';
  return {
    tokenCounter: await tokenCounterOf(values),
    ...given('maxTokens', values['max-tokens']),
    ...given('maxChars', values['max-chars']),
    ...given(`target${unit}`, values.target),
    ...given(`overlap${unit}`, values.overlap),
    ...given('overlapSentences', values['overlap-sentences'] as 1 | 2 | undefined),
    ...(values['adaptive-overlap'] ? { adaptiveOverlap: true } : {}),
    ...given('tableRows', values['table-rows']),
    ...given('granularity', values.granularity),
    ...(values['no-context'] ? { context: false } : {}),
    ...(values['keep-front-matter'] ? { frontMatter: 'keep' as const } : {}),
  };
}

export async function chunkOptions(values: ChunkFlagValues): Promise<ChunkOptions> {
  return { ...(await sizeOptions(values)), ...given('strategy', values.strategy) };
}

/** `{ [name]: value }`, or nothing when the value was not given. */
function given<Name extends keyof ChunkOptions>(name: Name, value: ChunkOptions[Name] | undefined): ChunkOptions {
  return value === undefined ? {} : { [name]: value };
}
