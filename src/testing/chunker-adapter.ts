/** Test kit: how any chunker, ours or another, is handed to the conformance suite: a name, a function, what it can do. */

/**
 * What a chunker may be asked for. What needs an ability that an adapter does not declare is not applicable to it.
 *
 * - `plainText`, `markdown`, `code`, `json`, `csv`: what it reads. Prose is given to chunkers for Markdown too, and
 *   Markdown to chunkers for plain text; then headings, lists, tables and fences are not judged
 * - `characters`, `tokens`: keeps a limit in that unit (`tokens` needs `countTokens`); with neither, limits are not judged,
 *   but a limit in characters is given all the same
 * - `offsets`: gives `start` and `end` for each chunk, in UTF-16 units of the input
 * - `overlap`: repeats text of one chunk in the next when asked to
 * - `words`, `sentences`, `paragraphs`: cuts between these where it can
 * - `lists`: keeps the items of a list with each other and with the line that introduces them, where they fit
 * - `sectionPath`: gives the titles of the headings above a chunk
 * - `tableHeaders`: gives every part of a cut table its header row
 * - `balancedFences`: opens and closes a fence in every part of it
 * - `frontMatter`: knows YAML front matter and does not embed it as prose
 */
export const ABILITIES = [
  'plainText',
  'markdown',
  'code',
  'json',
  'csv',
  'characters',
  'tokens',
  'offsets',
  'overlap',
  'words',
  'sentences',
  'paragraphs',
  'lists',
  'sectionPath',
  'tableHeaders',
  'balancedFences',
  'frontMatter',
] as const;
export type Ability = (typeof ABILITIES)[number];

export type SizeUnit = 'characters' | 'tokens';

/** One text to cut. */
export interface ChunkerInput {
  readonly text: string;
  /** `text/plain`, `text/markdown`, `application/json`, `text/csv`, `text/x-typescript` or `text/x-python`. */
  readonly mediaType: string;
  /** Most that a chunk may have, everything that is embedded counted. */
  readonly limit: number;
  /** Unit of `limit` and `overlap`. */
  readonly unit: SizeUnit;
  /** How much of one chunk the next repeats; 0 for none. */
  readonly overlap: number;
}

/** One chunk as the suite judges it. */
export interface JudgedChunk {
  /** The chunk's own text, without what was put in front of it. */
  readonly text: string;
  /** Half-open range of `text` in the input, in UTF-16 units; only with the ability `offsets`. */
  readonly start?: number;
  readonly end?: number;
  /** What is embedded or shown above `text` to explain it. */
  readonly context?: string;
  /** The whole string that is embedded; default: `context`, a blank line and `text`, or `text` alone. */
  readonly embedText?: string;
  /** Titles of the headings above the chunk, outermost first; only with the ability `sectionPath`. */
  readonly path?: readonly string[];
}

export type ChunkerOutput = Iterable<JudgedChunk> | AsyncIterable<JudgedChunk>;

export interface ChunkerAdapter {
  readonly name: string;
  /** Cuts one text. May give its chunks one by one, so that an endless chunker can be stopped. */
  readonly chunk: (input: ChunkerInput) => ChunkerOutput | Promise<ChunkerOutput>;
  readonly can: { readonly [A in Ability]?: boolean };
  /** Counts tokens as the chunker does; needed for the ability `tokens`. */
  readonly countTokens?: (text: string) => number;
  /** Counts characters as the chunker does, for one that does not count UTF-16 units. */
  readonly countCharacters?: (text: string) => number;
  /**
   * True for a chunker that writes its text anew (other list markers, escapes, table padding). Its chunks are then
   * compared with the input by letters, digits and symbols such as emoji alone.
   */
  readonly rewrites?: boolean;
}

/** The whole string that is embedded for a chunk. */
export function embeddedText({ text, context, embedText }: JudgedChunk): string {
  return embedText ?? (context ? `${context}\n\n${text}` : text);
}
