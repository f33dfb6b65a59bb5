/**
 * Where a stretch of text may be cut when no sentence fits: between words, and in the last resort between
 * graphemes. `Intl.Segmenter` sees only a short window around the place.
 */
import { attachesAt, isGraphemeBoundary } from './graphemes.ts';

export { isGraphemeBoundary } from './graphemes.ts';

const SPACE = 32;
const NO_BREAK_SPACE = 0xa0;
/** The first space behind the ASCII ones at which a line may be broken. */
const FIRST_OTHER_SPACE = 0x1680;
const SOFT_HYPHEN = 0xad;
/** Window, in UTF-16 units, that the word segmenter sees on each side of the place. */
const WORD_WINDOW = 64;

const words = new Intl.Segmenter('und', { granularity: 'word' });

/** Scripts written without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Below this no character is of such a script. */
const FIRST_UNSPACED = 0xe00;
/** Cheaper, and true of any text with such a character. */
const MAYBE_UNSPACED = /[\u0e00-\uffff]/;
/** Marks that must not open a line in CJK text, beside closing punctuation in general. */
const NO_LINE_START = /[\p{Pe}\p{Pf}\p{Po}ーぁぃぅぇぉっゃゅょァィゥェォッャュョ々]/u;
/** Marks that must not close one. */
const NO_LINE_END = /[\p{Ps}\p{Pi}]/u;
/** Commas, semicolons, colons of scripts without spaces, and the sentence ends of them that no one asked about. */
const UNSPACED_CLAUSE_ENDS = new Set([...'、，；：。！？၊။ฯ'].map((character) => character.charCodeAt(0)));
/** Inside an overlong "word" (minified code, a URL, a CSV line) these are the better places to cut behind. */
const BREAK_AFTER = new Set([...',;|}])>/&?=-_.:+\u200b'].map((character) => character.charCodeAt(0)));

/** White space at which a line may be broken; no-break space is not. */
export function isBreakSpace(code: number): boolean {
  if (code < FIRST_OTHER_SPACE) return code <= SPACE;
  return (
    code === 0x3000 ||
    (code >= 0x2000 && code <= 0x200a && code !== 0x2007) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === FIRST_OTHER_SPACE ||
    code === 0x205f
  );
}

/** White space of any kind, as a chunk's ends are trimmed of it. */
export function isBlank(code: number): boolean {
  if (code < NO_BREAK_SPACE) return code <= SPACE;
  return isBreakSpace(code) || code === NO_BREAK_SPACE || code === 0x2007 || code === 0x202f || code === 0xfeff;
}

export interface WordCut {
  /** Start of what follows the cut. */
  readonly at: number;
  readonly signal: 'line' | 'clause' | 'word' | 'grapheme';
}

/**
 * The best place to cut `text[from, to)` at or before `limit` (from < limit < to): at a line or behind a clause in the last
 * third, or behind `least`, else the last word boundary, else the last grapheme boundary; at least one grapheme ahead of
 * `from`, even when that lies behind `limit`. `blocked` says of an offset that it lies inside something that must stay whole.
 */
export function lastCutBefore(
  text: string,
  from: number,
  to: number,
  limit: number,
  blocked: (offset: number) => boolean,
  least = limit - Math.floor((limit - from) / 3),
): WordCut {
  const space = lastSpaceCut(text, from, to, limit, blocked, least);
  if (space !== undefined && (space.at >= least || space.signal !== 'word')) return space;
  // Text without spaces between its words may still have one far back.
  const unspaced = lastUnspacedCut(text, Math.max(from, space?.at ?? from), limit, least, blocked);
  if (unspaced !== undefined) return unspaced;
  return space ?? { at: insideWordCut(text, from, to, limit), signal: 'grapheme' };
}

function lastSpaceCut(
  text: string,
  from: number,
  to: number,
  limit: number,
  blocked: (offset: number) => boolean,
  least: number,
): WordCut | undefined {
  const isWordStart = (at: number): boolean =>
    isBreakSpace(text.charCodeAt(at - 1)) &&
    !isBreakSpace(text.charCodeAt(at)) &&
    !attachesAt(text, at) &&
    text.charCodeAt(at) !== SOFT_HYPHEN &&
    !blocked(at);
  // The word behind the cut may begin right after the limit: its leading space is not part of the chunk.
  let word = Math.min(limit + 1, to - 1);
  while (word > limit && !isBreakSpace(text.charCodeAt(word - 1))) word--;
  while (word > from && !isWordStart(word)) word--;
  if (word <= from || isBlankRange(text, from, word)) return undefined;
  const better = betterCut(text, from, word, least, isWordStart);
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

/** Whether `text[from, to)` is white space alone; true when it is empty. */
export function isBlankRange(text: string, from: number, to: number): boolean {
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

/** Last clause end back to `least`, else the last word boundary of the window, in a script without spaces. */
function lastUnspacedCut(
  text: string,
  from: number,
  limit: number,
  least: number,
  blocked: (offset: number) => boolean,
): WordCut | undefined {
  const windowFrom = Math.max(from, limit - WORD_WINDOW);
  const window = text.slice(windowFrom, limit + WORD_WINDOW);
  if (!MAYBE_UNSPACED.test(window) || !UNSPACED.test(window)) return undefined;
  const may = (at: number): boolean =>
    at > from && !blocked(at) && isUnspacedBreak(text, at) && isGraphemeBoundary(text, from, at);
  for (let at = limit; at > least && at > from; at--)
    if (UNSPACED_CLAUSE_ENDS.has(text.charCodeAt(at - 1)) && may(at)) return { at, signal: 'clause' };
  let best = from;
  for (const { index } of words.segment(window)) {
    const at = windowFrom + index;
    if (at > limit) break;
    if (at > windowFrom && may(at)) best = at;
  }
  return best > from ? { at: best, signal: 'word' } : undefined;
}

/** Whether a line of such a script may be broken at `at`: beside one of its characters, not at a mark that forbids it. */
function isUnspacedBreak(text: string, at: number): boolean {
  if (NO_LINE_START.test(text[at]) || NO_LINE_END.test(text[at - 1])) return false;
  const before = UNSPACED_CLAUSE_ENDS.has(text.charCodeAt(at - 1)) || isUnspaced(text, at - 1);
  return before || isUnspaced(text, at);
}

/** Whether the unit at `at` belongs to a character of a script without spaces. */
function isUnspaced(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (unit < FIRST_UNSPACED) return false;
  const first = (unit & 0xfc00) === 0xdc00 ? at - 1 : at;
  return UNSPACED.test(String.fromCodePoint(text.codePointAt(first) ?? unit));
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

/** `3.14` or `1,200`: the place between the mark and the digit behind it; none where a word is in front of the mark. */
function isNumberInside(text: string, at: number): boolean {
  return isDigit(text.charCodeAt(at)) && isDigit(text.charCodeAt(at - 2));
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
