/** Evaluation of answers, part: a text → the words, numbers and citation marks that answers are compared by. */

/** `[3]`, and several in one pair of brackets: `[1, 2]`. */
const CITATION = /\[(\d{1,6}(?:[ \t]{0,9}[,;][ \t]{0,9}\d{1,6})*)\]/g;
const DIGITS = /\d+/g;

/** The different numbers of the passages that `answer` cites, in the order they come. */
export function citedNumbers(answer: string): number[] {
  const numbers = Array.from(answer.matchAll(CITATION), ([, inside]) => inside.match(DIGITS) ?? []);
  return [...new Set(numbers.flat().map(Number))];
}

/** `answer` with a space in the place of each citation mark. */
export function withoutCitations(answer: string): string {
  return answer.replace(CITATION, ' ');
}

/** Scripts that put no space between words: each character stands for itself, with the marks it carries. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*/gu;
const PUNCTUATION = /[\p{P}\p{S}]/gu;
const ARTICLES = new Set(['a', 'an', 'the']);

/**
 * The words of `text` as SQuAD compares answers (Rajpurkar and others 2016): lower case, without punctuation, without English
 * articles. Signs are taken out, not replaced by spaces, so that `1,200` is `1200`. Scripts without spaces fall apart into characters.
 */
export function answerWords(text: string): string[] {
  const folded = text.normalize('NFKC').toLowerCase().replace(PUNCTUATION, '').replace(UNSPACED, ' $& ');
  return folded.split(/\s+/).filter((word) => word !== '' && !ARTICLES.has(word));
}

const IS_DIGIT = /^\p{Nd}$/u;
const NUMBER = /\p{Nd}+(?:[.,\u066b\u066c]\p{Nd}+)*/gu;
const GROUPED = /^\d{1,3}(?:[,\u066c]\d{3})+(?![,\u066c\d])/;

/**
 * The different numbers of `text`, each in one spelling: `1,200.50` and `1200.5` are `1200.5`. A comma behind which not exactly
 * three digits stand is that of a decimal: `3,14` is `3.14`. Signs and units are left aside.
 */
export function numbersOf(text: string): string[] {
  const spelled = text.normalize('NFKC').match(NUMBER) ?? [];
  return [...new Set(spelled.map(plainNumber))];
}

function plainNumber(spelled: string): string {
  const ascii = spelled.replace(/\p{Nd}/gu, asciiDigit).replace(/\u066b/g, '.');
  const ungrouped = ascii.replace(GROUPED, (whole) => whole.replace(/[,\u066c]/g, '')).replace(/[,\u066c]/g, '.');
  // A date or a version has several dots: there zeros mean something.
  const [whole, fraction, ...more] = ungrouped.split('.');
  if (more.length > 0) return ungrouped;
  const decimals = (fraction ?? '').replace(/0+$/, '');
  return whole.replace(/^0+(?=\d)/, '') + (decimals === '' ? '' : `.${decimals}`);
}

/** The digits of a script stand in a row of ten: as many as come before this one, so much is it worth. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) as number;
  let value = 0;
  while (value < 9 && IS_DIGIT.test(String.fromCodePoint(code - value - 1))) value++;
  return String(value);
}
