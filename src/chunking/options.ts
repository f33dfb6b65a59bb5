/** Chunking options: what users may say, what each strategy says when they do not, and the checks between the two. */
import { KerfError } from '../model/error.ts';
import type { TokenCounter } from '../model/token-counter.ts';
import { refuseUnknownOptions } from '../text/option-names.ts';

export const STRATEGIES = ['fixed', 'sentence', 'paragraph', 'heading', 'structural'] as const;
export type Strategy = (typeof STRATEGIES)[number];

/** Give the limit in tokens or in characters (UTF-16 units), not both. Every size below is in that unit. */
export interface ChunkOptions {
  /** Default `structural`. */
  readonly strategy?: Strategy;
  /** Hard limit of `embedText` in tokens; needs `tokenCounter`. Default 240 for `structural` with a counter; the others default to characters. */
  readonly maxTokens?: number;
  /** Hard limit of `embedText` in characters. */
  readonly maxChars?: number;
  /** Size aimed at, at most the limit. Default: five sixths of the limit for `structural`, else the limit. */
  readonly targetTokens?: number;
  readonly targetChars?: number;
  /** Text of the chunk before repeated in front of each chunk. Default 0 (`fixed` and `paragraph`: one fifth). */
  readonly overlapTokens?: number;
  readonly overlapChars?: number;
  /** Overlap in whole sentences, as far as they fit. */
  readonly overlapSentences?: 1 | 2;
  /** Section path, table header, list introduction in `embedText`. Default: true for `structural` and `heading`. */
  readonly context?: boolean;
  /** Counts tokens exactly; without it sizes are in characters and `tokenCount` is 0. */
  readonly tokenCounter?: TokenCounter;
  /** `drop` (default) leaves front matter out of the chunks and lists it as dropped; `keep` chunks it as text. */
  readonly frontMatter?: 'drop' | 'keep';
}

/** How a strategy reads the document: the choice of boundary signals, and its defaults. */
export interface Preset {
  /** Headings of level 1 to this are walls that no chunk crosses; 0: none. */
  readonly sectionDepth: 0 | 3 | 6;
  /** Finest unit that is offered to the packer everywhere; finer ones only inside a unit over the limit. */
  readonly unit: 'block' | 'sentence' | 'document';
  /** Whether sentence ends count when a unit is over the limit, or words alone. */
  readonly sentences: boolean;
  /** Where overlap applies: at every cut inside a region, or only where a block itself was cut. */
  readonly overlapAt: 'every' | 'inside-block';
  readonly context: boolean;
  /** Unit of the defaults when no size is given and a token counter is there. */
  readonly defaultUnit: 'tokens' | 'chars';
  readonly maxChars: number;
  readonly maxTokens: number;
  readonly targetShare: number;
  readonly overlapShare: number;
}

const DEFAULT_MAX_TOKENS = 240;

/** The strategies side by side: one packer, different signals. */
export const PRESETS = {
  fixed: preset({ unit: 'document', sentences: false, maxChars: 500, overlapShare: 0.2 }),
  sentence: preset({ unit: 'sentence', maxChars: 500 }),
  paragraph: preset({ maxChars: 600, overlapShare: 0.2, overlapAt: 'inside-block' }),
  heading: preset({ sectionDepth: 3, maxChars: 800, context: true }),
  structural: preset({ sectionDepth: 6, maxChars: 1000, context: true, targetShare: 5 / 6, defaultUnit: 'tokens' }),
} as const satisfies Record<Strategy, Preset>;

function preset(over: Partial<Preset>): Preset {
  return {
    sectionDepth: 0,
    unit: 'block',
    sentences: true,
    overlapAt: 'every',
    context: false,
    defaultUnit: 'chars',
    maxChars: 1000,
    maxTokens: DEFAULT_MAX_TOKENS,
    targetShare: 1,
    overlapShare: 0,
    ...over,
  };
}

/** Options with every choice made and checked. */
export interface ResolvedChunkOptions {
  readonly strategy: Strategy;
  readonly preset: Preset;
  readonly unit: 'tokens' | 'chars';
  readonly max: number;
  readonly target: number;
  readonly overlap: number;
  readonly overlapSentences: 0 | 1 | 2;
  /** Overlap that was asked for applies at every cut, a preset's own where the preset says. */
  readonly overlapAt: 'every' | 'inside-block';
  readonly context: boolean;
  readonly tokenCounter: TokenCounter | null;
  readonly frontMatter: 'drop' | 'keep';
}

const KNOWN = [
  'strategy',
  'maxTokens',
  'maxChars',
  'targetTokens',
  'targetChars',
  'overlapTokens',
  'overlapChars',
  'overlapSentences',
  'context',
  'tokenCounter',
  'frontMatter',
] as const satisfies readonly (keyof ChunkOptions)[];

/** Raised whenever the same document and options would be cut differently than before. */
const CHUNKER_VERSION = 1;

/**
 * Fills in defaults and checks. Throws `unknown-option` for a name that does not exist, `invalid-option` for a
 * value out of range (an overlap as large as the limit, a limit below 1, both units at once ...).
 */
export function resolveChunkOptions(options: ChunkOptions = {}): ResolvedChunkOptions {
  refuseUnknownOptions('chunk', options, KNOWN);
  const strategy = options.strategy ?? 'structural';
  if (!STRATEGIES.includes(strategy))
    throw invalid(`Unknown strategy "${String(strategy)}": use one of ${STRATEGIES.join(', ')}.`);
  const preset: Preset = PRESETS[strategy];
  const unit = chooseUnit(options, preset);
  const max = limitOf(options, unit, preset);
  const target = wholeNumber(unit === 'tokens' ? options.targetTokens : options.targetChars, 'target', 1);
  if (target !== undefined && target > max) throw invalid(`Target ${target} is above the limit ${max}: lower it.`);
  const overlapSentences = options.overlapSentences ?? 0;
  if (![0, 1, 2].includes(overlapSentences)) throw invalid(`overlapSentences is ${overlapSentences}: use 1 or 2.`);
  if (options.frontMatter !== undefined && !['drop', 'keep'].includes(options.frontMatter))
    throw invalid(`frontMatter is "${options.frontMatter}": use drop or keep.`);
  return {
    strategy,
    preset,
    unit,
    max,
    target: target ?? Math.max(1, Math.round(max * preset.targetShare)),
    overlap: overlapOf(options, unit, max, overlapSentences > 0 ? 0 : preset.overlapShare),
    overlapSentences,
    overlapAt: namesOverlap(options) ? 'every' : preset.overlapAt,
    context: options.context ?? preset.context,
    tokenCounter: options.tokenCounter ?? null,
    frontMatter: options.frontMatter ?? 'drop',
  };
}

/** Everything that shapes chunks, as one string: equal keys cut equal text equally. */
export function configKey(resolved: ResolvedChunkOptions): string {
  return JSON.stringify([
    CHUNKER_VERSION,
    resolved.strategy,
    resolved.unit,
    resolved.max,
    resolved.target,
    resolved.overlap,
    resolved.overlapSentences,
    resolved.overlapAt,
    resolved.context,
    resolved.tokenCounter?.id ?? null,
    resolved.frontMatter,
  ]);
}

function namesOverlap(options: ChunkOptions): boolean {
  return [options.overlapTokens, options.overlapChars, options.overlapSentences].some((value) => value !== undefined);
}

function chooseUnit(options: ChunkOptions, preset: Preset): 'tokens' | 'chars' {
  const tokens = [options.maxTokens, options.targetTokens, options.overlapTokens].some((value) => value !== undefined);
  const chars = [options.maxChars, options.targetChars, options.overlapChars].some((value) => value !== undefined);
  if (tokens && chars) throw invalid('Sizes are given in tokens and in characters: use one unit.');
  if (tokens && !options.tokenCounter)
    throw invalid(
      'A size in tokens needs a tokenCounter, for example o200kTokenCounter() of kerf/token-counters/openai.',
    );
  if (tokens || chars) return tokens ? 'tokens' : 'chars';
  return options.tokenCounter ? preset.defaultUnit : 'chars';
}

function limitOf(options: ChunkOptions, unit: 'tokens' | 'chars', preset: Preset): number {
  const given = wholeNumber(unit === 'tokens' ? options.maxTokens : options.maxChars, 'limit', 1);
  return given ?? (unit === 'tokens' ? preset.maxTokens : preset.maxChars);
}

function overlapOf(options: ChunkOptions, unit: 'tokens' | 'chars', max: number, share: number): number {
  const given = wholeNumber(unit === 'tokens' ? options.overlapTokens : options.overlapChars, 'overlap', 0);
  if (given === undefined) return Math.floor(max * share);
  if (given >= max)
    throw invalid(`Overlap ${given} is not below the limit ${max}: each chunk would only repeat. Lower the overlap.`);
  return given;
}

function wholeNumber(value: number | undefined, name: string, least: number): number | undefined {
  if (value === undefined) return undefined;
  if (!Number.isSafeInteger(value) || value < least)
    throw invalid(`The ${name} is ${String(value)}: give a whole number of at least ${least}.`);
  return value;
}

function invalid(message: string): KerfError {
  return new KerfError('invalid-option', message);
}
