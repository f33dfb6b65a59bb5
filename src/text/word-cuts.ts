/**
 * Where a stretch of text may be cut when no sentence fits: between words, and in the last resort between
 * graphemes. `Intl.Segmenter` sees only a short window around the place.
 */

const SPACE = 32;
const NO_BREAK_SPACE = 0xa0;
/** Below this every UTF-16 unit but CR is a grapheme of its own, and none attaches to the one before. */
const FIRST_COMBINING = 0x300;
const ZERO_WIDTH_JOINER = 0x200d;
/** Window, in UTF-16 units, that the word segmenter sees on each side of the place. */
const WORD_WINDOW = 64;
/** How far back a grapheme may begin: longer clusters (a letter under a hundred marks) are looked at in this window. */
const GRAPHEME_WINDOW = 512;

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
const words = new Intl.Segmenter('und', { granularity: 'word' });

/** Scripts written without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Marks that must not open a line in CJK text, beside closing punctuation in general. */
const NO_LINE_START = /[\p{Pe}\p{Pf}\p{Po}ーぁぃぅぇぉっゃゅょァィゥェォッャュョ々]/u;
/** Inside an overlong "word" (minified code, a URL, a CSV line) these are the better places to cut behind. */
const BREAK_AFTER = new Set([...',;|}])>/&?=-_.:+\u200b'].map((character) => character.charCodeAt(0)));

/** White space at which a line may be broken; no-break space is not. */
export function isBreakSpace(code: number): boolean {
  return (
    code <= SPACE ||
    code === 0x3000 ||
    (code >= 0x2000 && code <= 0x200a && code !== 0x2007) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x1680 ||
    code === 0x205f
  );
}

/** White space of any kind, as a chunk's ends are trimmed of it. */
export function isBlank(code: number): boolean {
  return isBreakSpace(code) || code === NO_BREAK_SPACE || code === 0x2007 || code === 0x202f || code === 0xfeff;
}

export interface WordCut {
  /** Start of what follows the cut. */
  readonly at: number;
  readonly signal: 'line' | 'clause' | 'word' | 'grapheme';
}

/**
 * The best place to cut `text[from, to)` at or before `limit` (from < limit < to): at a line or behind a clause in the last
 * third, else the last word boundary, else the last grapheme boundary; at least one grapheme ahead of `from`, even when
 * that lies behind `limit`. `blocked` says of an offset that it lies inside something that must stay whole.
 */
export function lastCutBefore(
  text: string,
  from: number,
  to: number,
  limit: number,
  blocked: (offset: number) => boolean,
): WordCut {
  const space = lastSpaceCut(text, from, to, limit, blocked);
  if (space) return space;
  const unspaced = lastUnspacedCut(text, from, limit, blocked);
  if (unspaced > from) return { at: unspaced, signal: 'word' };
  return { at: insideWordCut(text, from, to, limit), signal: 'grapheme' };
}

function lastSpaceCut(
  text: string,
  from: number,
  to: number,
  limit: number,
  blocked: (offset: number) => boolean,
): WordCut | undefined {
  const isWordStart = (at: number): boolean =>
    isBreakSpace(text.charCodeAt(at - 1)) && !isBreakSpace(text.charCodeAt(at)) && !blocked(at);
  // The word behind the cut may begin right after the limit: its leading space is not part of the chunk.
  let word = Math.min(limit + 1, to - 1);
  while (word > limit && !isBreakSpace(text.charCodeAt(word - 1))) word--;
  while (word > from && !isWordStart(word)) word--;
  if (word <= from || isBlankRange(text, from, word)) return undefined;
  const better = betterCut(text, from, word, limit - Math.floor((limit - from) / 3), isWordStart);
  return better ?? { at: word, signal: 'word' };
}

/** The last line start at or before word start `word`, else the last clause end, back to `least`. */
function betterCut(
  text: string,
  from: number,
  word: number,
  least: number,
  isWordStart: (at: number) => boolean,
): WordCut | undefined {
  let clause: WordCut | undefined;
  for (let at = word; at >= least; at--) {
    if (!isWordStart(at)) continue;
    const line = lineStartBefore(text, at);
    if (line > from) return { at: line, signal: 'line' };
    if (clause === undefined && isClauseEnd(text, at)) clause = { at, signal: 'clause' };
  }
  return clause;
}

/** Start of the line when nothing but white space stands between it and `at`, else -1. */
function lineStartBefore(text: string, at: number): number {
  for (let i = at; i > 0 && isBreakSpace(text.charCodeAt(i - 1)); i--) if (text.charCodeAt(i - 1) === 10) return i;
  return -1;
}

function isBlankRange(text: string, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (!isBlank(text.charCodeAt(i))) return false;
  return true;
}

/** Whether the word before the white space in front of `at` ends in `,` `;` `:` or a dash. */
function isClauseEnd(text: string, at: number): boolean {
  let i = at - 1;
  while (i > 0 && isBreakSpace(text.charCodeAt(i))) i--;
  const code = text.charCodeAt(i);
  return (
    code === 44 ||
    code === 59 ||
    code === 58 ||
    code === 0x2014 ||
    code === 0x2013 ||
    code === 0x060c ||
    code === 0x061b
  );
}

/** Last word boundary at or before `limit` in a script without spaces, no farther back than the window; else `from`. */
function lastUnspacedCut(text: string, from: number, limit: number, blocked: (offset: number) => boolean): number {
  const windowFrom = Math.max(from, limit - WORD_WINDOW);
  const window = text.slice(windowFrom, limit + WORD_WINDOW);
  if (!UNSPACED.test(window)) return from;
  let best = from;
  for (const { index } of words.segment(window)) {
    const at = windowFrom + index;
    if (at > limit) break;
    if (at <= from || blocked(at)) continue;
    if (at === windowFrom || NO_LINE_START.test(text[at]) || !isGraphemeBoundary(text, from, at)) continue;
    if (UNSPACED.test(text.slice(at - 2, at + 2))) best = at;
  }
  return best;
}

/** Last resort: behind a separator in the second half of the stretch, else at the last grapheme boundary. */
function insideWordCut(text: string, from: number, to: number, limit: number): number {
  const half = from + ((limit - from) >> 1);
  for (let at = limit; at > half && at > from; at--)
    if (BREAK_AFTER.has(text.charCodeAt(at - 1)) && isGraphemeBoundary(text, from, at) && !isNumberInside(text, at))
      return at;
  let at = limit;
  while (at > from && !isGraphemeBoundary(text, from, at)) at--;
  if (at > from) return at;
  at = Math.max(limit, from + 1);
  while (at < to && !isGraphemeBoundary(text, from, at)) at++;
  return at;
}

/** `3.14` or `1,200`: the place between the mark and the digit behind it. */
function isNumberInside(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
}

/**
 * Whether a grapheme begins at `at`, given that one begins at `from` <= `at`. Exact when `at - from` is within the
 * window; beyond it the window starts at a character that surely begins a grapheme, where there is one.
 */
export function isGraphemeBoundary(text: string, from: number, at: number): boolean {
  if (at <= from || at >= text.length) return true;
  const before = text.charCodeAt(at - 1);
  const after = text.charCodeAt(at);
  if (before < FIRST_COMBINING && after < FIRST_COMBINING) return before !== 13 || after !== 10;
  if (after >= 0xdc00 && after <= 0xdfff && before >= 0xd800 && before <= 0xdbff) return false;
  let start = Math.max(from, at - GRAPHEME_WINDOW);
  while (start > from && start < at - 1 && !isPlain(text.charCodeAt(start))) start++;
  const segment = graphemes.segment(text.slice(start, at + 2)).containing(at - start);
  return segment === undefined || segment.index === at - start;
}

function isPlain(code: number): boolean {
  return code < FIRST_COMBINING || (code > 0x2fff && code < 0xd800 && code !== ZERO_WIDTH_JOINER);
}
