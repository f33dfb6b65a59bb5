/** Chunking options: what users may say, what each strategy says when they do not, and the checks between the two. */

import type { Document } from '../model/document.ts';
import { KerfError } from '../model/error.ts';
import type { TokenCounter } from '../model/token-counter.ts';
import { requireAdapters } from '../text/adapters.ts';
import { refuseUnknownOptions } from '../text/option-names.ts';
import { plural } from '../text/plural.ts';
import { DEFAULT_SENTENCE_RULES, type SentenceRules } from '../text/sentence-rules.ts';
import { requireWholeNumber } from '../text/whole-number.ts';
import {
  AS_PRESET,
  type ContentProfile,
  contentTypeOf,
  PRESETS,
  PROFILES,
  type Preset,
  presetFor,
  STRATEGIES,
  type Strategy,
} from './presets.ts';

export const TABLE_ROWS = ['markdown', 'pairs', 'json'] as const;
export type TableRows = (typeof TABLE_ROWS)[number];

/** Places where the topic shifts: sentence starts, rising, and how sure each is, 0 to 1. What `topicShifts` gives. */
export interface TopicMarks {
  readonly offsets: Uint32Array;
  readonly strengths: Float32Array;
  /** Length of the text they belong to; those of another text are refused. */
  readonly textLength?: number;
  /** What found them; part of the configuration. */
  readonly key?: string;
}

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
  /**
   * Overlap by the strength of the boundary instead of a size: none behind a block, an item or a row, whole sentences up
   * to 10 % of the limit at a sentence end, up to 20 % where a word had to be cut. Default: as `PROFILES` has it for
   * `structural` and `hybrid` where no other overlap is asked for, else false.
   */
  readonly adaptiveOverlap?: boolean;
  /**
   * How the rows of tables are embedded. `markdown` (default): whole tables, or sets of rows under their header. `pairs`:
   * each body row a chunk, written `Plan=Growth, Monthly=$49`; `json`: the same as an object. `text` stays the slice.
   */
  readonly tableRows?: TableRows;
  /** What ends a sentence; `sentenceRules` adds abbreviations. Default: those of all languages together. */
  readonly sentenceRules?: SentenceRules;
  /** Where the topic shifts, from `topicShifts`; `semantic` needs it, `hybrid` uses it. */
  readonly topics?: TopicMarks;
  /** Section path, table header, list introduction in `embedText`. Default: true for `structural` and `heading`. */
  readonly context?: boolean;
  /** Counts tokens exactly; without it sizes are in characters and `tokenCount` is 0. */
  readonly tokenCounter?: TokenCounter;
  /** `drop` (default) leaves front matter out of the chunks and lists it as dropped; `keep` chunks it as text. */
  readonly frontMatter?: 'drop' | 'keep';
  /**
   * `passage` (default): what the document is cut into. `both`: behind all passages their sentence chunks too, 1 to 3
   * sentences each, for search that is to be exact; a sentence that is found brings its passage.
   */
  readonly granularity?: 'passage' | 'both';
}

/** Options with every choice made and checked. */
export interface ResolvedChunkOptions {
  readonly strategy: Strategy;
  readonly preset: Preset;
  readonly unit: 'tokens' | 'chars';
  readonly max: number;
  readonly target: number;
  /** Whether the user gave a size; then the type of the content does not change it. */
  readonly sized: boolean;
  readonly overlap: number;
  readonly overlapSentences: 0 | 1 | 2;
  readonly adaptiveOverlap: boolean;
  /** Whether the user said anything of overlap; then the type of the content does not change it. */
  readonly overlapSaid: boolean;
  /** Overlap that was asked for applies at every cut, a preset's own where the preset says. */
  readonly overlapAt: 'every' | 'inside-block';
  readonly context: boolean;
  readonly tableRows: TableRows;
  readonly sentenceRules: SentenceRules;
  readonly topics: TopicMarks | null;
  readonly tokenCounter: TokenCounter | null;
  readonly frontMatter: 'drop' | 'keep';
  readonly granularity: 'passage' | 'both';
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
  'adaptiveOverlap',
  'context',
  'tableRows',
  'sentenceRules',
  'topics',
  'tokenCounter',
  'frontMatter',
  'granularity',
] as const satisfies readonly (keyof ChunkOptions)[];

/** Raised whenever the same document and options would be cut differently than before. */
const CHUNKER_VERSION = 7;

/**
 * Fills in defaults and checks. Throws `unknown-option` for a name that does not exist, `invalid-option` for a
 * value out of range (an overlap as large as the limit, a limit below 1, both units at once ...).
 */
export function resolveChunkOptions(options: ChunkOptions = {}): ResolvedChunkOptions {
  refuseUnknownOptions('chunk', options, KNOWN);
  requireAdapters(options, ['tokenCounter', 'sentenceRules', 'topics']);
  checkChoices(options);
  const strategy = options.strategy ?? 'structural';
  const preset: Preset = PRESETS[strategy];
  const unit = chooseUnit(options, preset);
  const { given, max } = limitOf(options, unit, preset);
  const target = wholeNumber(options, unit === 'tokens' ? 'targetTokens' : 'targetChars', 1);
  if (target !== undefined && target > max) throw invalid(`Target ${target} is above the limit ${max}: lower it.`);
  return {
    strategy,
    preset,
    unit,
    max,
    target: target ?? targetOf(max, preset),
    sized: given || target !== undefined,
    ...resolveOverlap(options, unit, max, preset),
    context: options.context ?? preset.context,
    tableRows: options.tableRows ?? 'markdown',
    sentenceRules: options.sentenceRules ?? DEFAULT_SENTENCE_RULES,
    topics: options.topics ?? null,
    tokenCounter: options.tokenCounter ?? null,
    frontMatter: options.frontMatter ?? 'drop',
    granularity: options.granularity ?? 'passage',
  };
}

type Overlap = Pick<
  ResolvedChunkOptions,
  'overlap' | 'overlapSentences' | 'adaptiveOverlap' | 'overlapSaid' | 'overlapAt'
>;

function resolveOverlap(options: ChunkOptions, unit: 'tokens' | 'chars', max: number, preset: Preset): Overlap {
  const { overlapSentences = 0, adaptiveOverlap = false } = options;
  const otherwise = overlapSentences > 0 || adaptiveOverlap;
  return {
    overlap: overlapOf(options, unit, max, otherwise ? 0 : preset.overlapShare),
    overlapSentences,
    adaptiveOverlap,
    overlapSaid: namesOverlap(options) || options.adaptiveOverlap !== undefined,
    overlapAt: namesOverlap(options) || adaptiveOverlap ? 'every' : preset.overlapAt,
  };
}

/** `options` as the type of `document`'s content has them; doing it twice changes nothing more. Throws for foreign topics. */
export function optionsFor(document: Document, options: ResolvedChunkOptions): ResolvedChunkOptions {
  const measured = options.topics?.textLength;
  if (measured !== undefined && measured !== document.text.length)
    throw invalid(
      `The topics belong to a text of ${plural(measured, 'character')}, document "${document.id}" has ${document.text.length}: find them anew.`,
    );
  if (!options.preset.profiled) return options;
  const type = contentTypeOf(document);
  const profile: ContentProfile = PROFILES[type];
  const preset = presetFor(options.strategy, type);
  if (profile === AS_PRESET || preset === options.preset) return options;
  const adaptiveOverlap = options.overlapSaid ? options.adaptiveOverlap : (profile.adaptiveOverlap ?? false);
  if (options.sized || options.overlap > 0) return { ...options, adaptiveOverlap, preset };
  const max = options.unit === 'tokens' ? preset.maxTokens : preset.maxChars;
  return { ...options, adaptiveOverlap, preset, max, target: targetOf(max, preset) };
}

function targetOf(max: number, preset: Preset): number {
  return Math.max(1, Math.round(max * preset.targetShare));
}

const OVERLAP_SENTENCES: readonly number[] = [0, 1, 2];

function checkChoices(options: ChunkOptions): void {
  const { strategy = 'structural', overlapSentences = 0, adaptiveOverlap = false } = options;
  if (!STRATEGIES.includes(strategy))
    throw invalid(`Unknown strategy "${String(strategy)}": use one of ${STRATEGIES.join(', ')}.`);
  if (!OVERLAP_SENTENCES.includes(overlapSentences))
    throw invalid(`overlapSentences is ${overlapSentences}: use 1 or 2.`);
  if (adaptiveOverlap && namesOverlap(options))
    throw invalid('Overlap is adaptive and has a size too: give one of them.');
  if (options.frontMatter !== undefined && !['drop', 'keep'].includes(options.frontMatter))
    throw invalid(`frontMatter is "${options.frontMatter}": use drop or keep.`);
  if (options.granularity !== undefined && !['passage', 'both'].includes(options.granularity))
    throw invalid(`granularity is "${options.granularity}": use passage or both.`);
  if (options.tableRows !== undefined && !TABLE_ROWS.includes(options.tableRows))
    throw invalid(`tableRows is "${options.tableRows}": use one of ${TABLE_ROWS.join(', ')}.`);
  if (strategy === 'semantic' && options.topics === undefined)
    throw invalid('The semantic strategy needs topics: give those of `await topicShifts(document, embedder)`.');
}

/** Everything that shapes chunks, as one string: equal keys cut equal text equally. */
export function configKey(resolved: ResolvedChunkOptions): string {
  return JSON.stringify([
    CHUNKER_VERSION,
    resolved.strategy,
    resolved.unit,
    resolved.max,
    resolved.target,
    resolved.sized,
    resolved.overlap,
    resolved.overlapSentences,
    resolved.adaptiveOverlap,
    resolved.overlapSaid,
    resolved.overlapAt,
    resolved.context,
    resolved.tableRows,
    rulesKey(resolved.sentenceRules),
    resolved.topics?.key ?? null,
    resolved.tokenCounter?.id ?? null,
    resolved.frontMatter,
    resolved.granularity,
  ]);
}

function rulesKey(rules: SentenceRules): readonly unknown[] | null {
  if (rules === DEFAULT_SENTENCE_RULES) return null;
  const { abbreviations, openers, nameParts, ordinalBefore, ordinalAfter } = rules;
  return [abbreviations, openers, nameParts, ordinalBefore, ordinalAfter].map((words) => [...words]);
}

function namesOverlap(options: ChunkOptions): boolean {
  const { overlapTokens, overlapChars, overlapSentences } = options;
  return overlapTokens !== undefined || overlapChars !== undefined || overlapSentences !== undefined;
}

function chooseUnit(options: ChunkOptions, preset: Preset): 'tokens' | 'chars' {
  const { maxTokens, targetTokens, overlapTokens, maxChars, targetChars, overlapChars } = options;
  const tokens = maxTokens !== undefined || targetTokens !== undefined || overlapTokens !== undefined;
  const chars = maxChars !== undefined || targetChars !== undefined || overlapChars !== undefined;
  if (tokens && chars) throw invalid('Sizes are given in tokens and in characters: use one unit.');
  if (tokens && !options.tokenCounter)
    throw invalid(
      'A size in tokens needs a tokenCounter, for example o200kTokenCounter() of kerf/token-counters/openai.',
    );
  if (tokens || chars) return tokens ? 'tokens' : 'chars';
  return options.tokenCounter ? preset.defaultUnit : 'chars';
}

function limitOf(options: ChunkOptions, unit: 'tokens' | 'chars', preset: Preset): { given: boolean; max: number } {
  const given = wholeNumber(options, unit === 'tokens' ? 'maxTokens' : 'maxChars', 1);
  return { given: given !== undefined, max: given ?? (unit === 'tokens' ? preset.maxTokens : preset.maxChars) };
}

function overlapOf(options: ChunkOptions, unit: 'tokens' | 'chars', max: number, share: number): number {
  const given = wholeNumber(options, unit === 'tokens' ? 'overlapTokens' : 'overlapChars', 0);
  if (given === undefined) return Math.floor(max * share);
  if (given >= max)
    throw invalid(`Overlap ${given} is not below the limit ${max}: each chunk would only repeat. Lower the overlap.`);
  return given;
}

type SizeName = 'maxTokens' | 'maxChars' | 'targetTokens' | 'targetChars' | 'overlapTokens' | 'overlapChars';

function wholeNumber(options: ChunkOptions, name: SizeName, least: number): number | undefined {
  const value = options[name];
  if (value !== undefined) requireWholeNumber(name, value, least);
  return value;
}

function invalid(message: string): KerfError {
  return new KerfError('invalid-option', message);
}
