/** Presets: what each strategy, and for the default ones each type of content, says where the user does not. */
import { KIND } from '../model/block.ts';
import type { Document } from '../model/document.ts';
import { isMarkdown } from '../text/media-type.ts';

export const STRATEGIES = ['fixed', 'sentence', 'paragraph', 'heading', 'structural', 'semantic', 'hybrid'] as const;
export type Strategy = (typeof STRATEGIES)[number];

/** The strategies that need nothing but the document; the others ask where its topics shift. */
export const PLAIN_STRATEGIES = ['fixed', 'sentence', 'paragraph', 'heading', 'structural'] as const;

/** How a strategy reads the document: the choice of boundary signals, and its defaults. */
export interface Preset {
  /** Headings of level 1 to this are walls that no chunk crosses; 0: none. */
  readonly sectionDepth: 0 | 1 | 2 | 3 | 6;
  /** Finest unit that is offered to the packer everywhere; finer ones only inside a unit over the limit. */
  readonly unit: 'block' | 'sentence' | 'document';
  /** Whether sentence ends count when a unit is over the limit, or words alone. */
  readonly sentences: boolean;
  /** Topic shifts as the main reason to cut, or as the tie-break between blocks of long uniform sections. */
  readonly topics: 'none' | 'cut' | 'tie-break';
  /** Where overlap applies: at every cut inside a region, or only where a block itself was cut. */
  readonly overlapAt: 'every' | 'inside-block';
  readonly context: boolean;
  /** Unit of the defaults when no size is given and a token counter is there. */
  readonly defaultUnit: 'tokens' | 'chars';
  readonly maxChars: number;
  readonly maxTokens: number;
  readonly targetShare: number;
  readonly overlapShare: number;
  /** Whether the type of the content has a say, see `PROFILES`. */
  readonly profiled: boolean;
}

const DEFAULT_MAX_TOKENS = 240;
const STRUCTURAL = {
  sectionDepth: 6,
  context: true,
  targetShare: 5 / 6,
  defaultUnit: 'tokens',
  profiled: true,
} as const satisfies Partial<Preset>;

/** The strategies side by side: one packer, different signals. */
export const PRESETS = {
  fixed: preset({ unit: 'document', sentences: false, maxChars: 500, overlapShare: 0.2 }),
  sentence: preset({ unit: 'sentence', maxChars: 500 }),
  paragraph: preset({ maxChars: 600, overlapShare: 0.2, overlapAt: 'inside-block' }),
  heading: preset({ sectionDepth: 3, maxChars: 800, context: true }),
  structural: preset(STRUCTURAL),
  semantic: preset({ unit: 'sentence', topics: 'cut', targetShare: 5 / 6, defaultUnit: 'tokens' }),
  hybrid: preset({ ...STRUCTURAL, topics: 'tie-break' }),
} as const satisfies Record<Strategy, Preset>;

function preset(over: Partial<Preset>): Preset {
  return {
    sectionDepth: 0,
    unit: 'block',
    sentences: true,
    topics: 'none',
    overlapAt: 'every',
    context: false,
    defaultUnit: 'chars',
    maxChars: 1000,
    maxTokens: DEFAULT_MAX_TOKENS,
    targetShare: 1,
    overlapShare: 0,
    profiled: false,
    ...over,
  };
}

export const CONTENT_TYPES = ['docs', 'prose', 'code', 'records', 'legal', 'conversation'] as const;
export type ContentType = (typeof CONTENT_TYPES)[number];

/**
 * What a type of content changes in a profiled preset; sizes and overlap only where the user gave none. What is not said
 * stays as the preset has it: 200 of at most 240 tokens, headers on, no overlap.
 */
export type ContentProfile = Partial<Pick<Preset, 'sectionDepth' | 'maxTokens' | 'maxChars' | 'targetShare'>> & {
  readonly adaptiveOverlap?: boolean;
};

export const AS_PRESET: ContentProfile = {};

export const PROFILES = {
  /** Product docs and knowledge bases: a sentence is repeated where a paragraph had to be cut, nothing elsewhere. */
  docs: { adaptiveOverlap: true },
  prose: { adaptiveOverlap: true },
  /** Functions are whole up to a larger size than paragraphs: a part of one explains little. */
  code: { maxTokens: 400, maxChars: 1600 },
  records: AS_PRESET,
  /** No walls: clauses are short, and share a chunk as their sizes ask. */
  legal: { sectionDepth: 0, adaptiveOverlap: true },
  /** Windows of 200 to 300 tokens, in one thread. */
  conversation: { sectionDepth: 1, maxTokens: 300, maxChars: 1200 },
} as const satisfies Record<ContentType, ContentProfile>;

/** By strategy and type of content; made once, so that options which have theirs already can be told by it. */
const PROFILED = mapValues(PRESETS, (preset) =>
  mapValues(PROFILES, ({ adaptiveOverlap: _, ...said }: ContentProfile): Preset => ({ ...preset, ...said })),
);

function mapValues<K extends string, V, W>(record: Readonly<Record<K, V>>, made: (value: V) => W): Record<K, W> {
  const entries = Object.entries(record) as [K, V][];
  return Object.fromEntries(entries.map(([key, value]) => [key, made(value)])) as Record<K, W>;
}

/** What a strategy says for a type of content: the same object each time. */
export function presetFor(strategy: Strategy, type: ContentType): Preset {
  return PROFILED[strategy][type];
}

/** The type of a document's content, by its media type and the kinds of its blocks. */
export function contentTypeOf({ mediaType, blocks }: Document): ContentType {
  if (isMarkdown(mediaType)) return 'docs';
  const { kinds, count } = blocks;
  let records = 0;
  for (let i = 0; i < count; i++) {
    const kind = kinds[i];
    if (kind === KIND.turn || kind === KIND.thread) return 'conversation';
    if (kind === KIND.clause) return 'legal';
    if (kind === KIND.declaration || kind === KIND.statement) return 'code';
    if (kind === KIND.entry || kind === KIND.tableRow) records++;
  }
  return records > 0 && records * 2 >= count ? 'records' : 'prose';
}
