/** Where text may be cut before it is counted: at white space where counts add up, else at the length a library bears. */

const LINE_FEED = 10;
const SPACE = 32;
const SLASH = 47;
const FIRST_NOT_ASCII = 128;
/** White space in any tokenizer's eyes: next line (U+0085) is some's and not others'. */
const BLANK = /[\s\u0085]/;
/** A run without white space that is longer, in UTF-16 units, is cut: libraries take quadratic time over it. */
const LONGEST_RUN = 1024;
/** A text that is longer is cut at white space: libraries spread lists of tokens into arguments, which are limited. */
const LONGEST_STRETCH = 1 << 15;

/** The next place behind `at` where counts add up as `TokenCounter.additive` promises, or `to`. */
export function wordEnd(text: string, at: number, to: number): number {
  for (let i = at + 1; i < to; i++) {
    const unit = text.charCodeAt(i);
    if (unit === SPACE && !isBlank(text.charCodeAt(i - 1))) return i;
    if (text.charCodeAt(i - 1) === LINE_FEED && !isBlank(unit) && unit !== SLASH) return i;
  }
  return to;
}

/** The end of the stretch at `at` that a library may be given at once. */
export function stretchEnd(text: string, at: number): number {
  let runStart = at;
  for (let i = at + 1; i < text.length; i++) {
    if (isBlank(text.charCodeAt(i))) {
      if (i - at >= LONGEST_STRETCH) return i;
      runStart = i + 1;
    } else if (i - runStart >= LONGEST_RUN) return isInsidePair(text, i) ? i - 1 : i;
  }
  return text.length;
}

/** Whether `at` lies between the halves of a surrogate pair. */
export function isInsidePair(text: string, at: number): boolean {
  return (text.codePointAt(at - 1) as number) > 0xffff;
}

function isBlank(unit: number): boolean {
  return unit <= SPACE || (unit >= FIRST_NOT_ASCII && BLANK.test(String.fromCharCode(unit)));
}
