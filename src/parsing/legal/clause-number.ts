/** Parsing: reads the number that opens a clause: `1.1`, `(a)`, `iv)`, `ARTICLE V`, `§ 12`, `Schedule A`. */

/** `keyword` has a word for its rank, `decimal` says its depth by its parts, `enumerator` by what it stands under. */
export type NumberFamily = 'keyword' | 'decimal' | 'enumerator';

export interface ClauseNumber {
  readonly family: NumberFamily;
  /** What its neighbours share: the English word of a keyword, or the marks and letter case around an enumerator. */
  readonly style: string;
  /** keyword: 0 for what encloses the rest of a document (schedules) to 3 (articles, sections). */
  readonly rank: number;
  /** keyword: its numeral in capitals; else the number without marks. */
  readonly numeral: string;
  /** decimal: its parts without final zeros. */
  readonly parts: readonly number[];
  /** enumerator: its value as a letter or a number, 0 when it is neither. */
  readonly value: number;
  /** enumerator: its value as a Roman numeral, 0 when it is none. */
  readonly roman: number;
  /** As written, in one line; without its final full stop when it has several parts. */
  readonly label: string;
  /** Offset after the number and its marks. */
  readonly end: number;
}

export interface Keyword {
  readonly style: string;
  readonly rank: number;
}

const KEYWORD_WORDS: readonly (readonly [style: string, rank: number, words: string])[] = [
  ['Schedule', 0, 'schedule'],
  ['Exhibit', 0, 'exhibit'],
  ['Annex', 0, 'annex annexure anlage annexe anexo allegato'],
  ['Appendix', 0, 'appendix anhang appendice apéndice'],
  ['Attachment', 0, 'attachment'],
  ['Addendum', 0, 'addendum'],
  // Above titles and parts: a code may have a title in front of its first book.
  ['Book', 0.8, 'book buch livre libro'],
  ['Title', 1, 'title titel titre título titolo'],
  ['Part', 1, 'part teil partie parte'],
  ['Chapter', 2, 'chapter kapitel chapitre capítulo capitolo capo'],
  ['Article', 3, 'article art art. artikel artículo articolo'],
  // Paragraphs with a § stand in it, so it is not of their style.
  ['Division', 3, 'abschnitt'],
  ['Section', 3, 'section sección sezione sec. §'],
  ['Clause', 3, 'clause klausel cláusula clausola ziffer'],
  ['Paragraph', 3, 'paragraph paragraphe párrafo paragrafo'],
];

/** By word in lower case, as it opens a clause. */
export const KEYWORDS: ReadonlyMap<string, Keyword> = new Map(
  KEYWORD_WORDS.flatMap(([style, rank, words]) => words.split(' ').map((word) => [word, { style, rank }] as const)),
);

/** Ordinals that stand for a numeral behind the keyword: `Article premier`, `CAPÍTULO PRIMERO`, `Article Two`. */
const ORDINALS =
  'premier première préliminaire preliminaire unique primero primera segundo segunda tercero tercera cuarto cuarta quinto ' +
  'quinta sexto sexta séptimo séptima octavo octava noveno novena décimo décima preliminar preliminare único única unico ' +
  'unica one two three four five six seven eight nine ten';
const ORDINAL = ORDINALS.split(' ')
  .flatMap((word) => [word, word[0].toUpperCase() + word.slice(1), word.toUpperCase()])
  .join('|');

const KEYWORD_WORD = /§§?|[A-ZÀ-Þ][A-Za-zÀ-ÿ]{2,9}\.?/y;
/** Codes of law have numbers such as `L. 1221-1`, `R123-4`, `6-1`, `12 bis`. */
const KEYWORD_NUMERAL = new RegExp(
  `\\s{0,3}(${ORDINAL}|[LRD]\\.?\\s?\\d{1,4}(?:-\\d{1,3}){0,4}|[IVXLC]{1,7}|\\d{1,4}(?:-\\d{1,3}){1,3}|` +
    '\\d{1,4}(?:\\.\\d{1,3}){0,4}[a-z]?(?:[ -](?:bis|ter|quater|quinquies|sexies))?|[A-Z](?:-?\\d{1,2})?)' +
    '(?:er|re|º|ª|°)?(?![\\p{L}\\p{N}])((?:[.:)]|[ \u00a0]:(?=\\s))?)',
  'uy',
);
const DECIMAL = /(\d{1,3}(?:\.\d{1,3}){0,5})(?:(\.)(?=[\s\p{Lu}"“(]|$)|(?=\s|$))/uy;
const ENUMERATOR =
  /(?:\((\d{1,3}|[a-z]{1,2}|[ivxl]{3,6}|[A-Z]{1,2}|[IVXL]{3,6})\)|(\d{1,3}|[a-z]|[ivxl]{2,5}|[A-Z]|[IVXL]{2,5})\)|([a-z]|[ivxl]{2,5}|[A-Z]|[IVXL]{2,5})\.(?=\s))/y;
/** Behind a keyword and its numeral, these begin a title or the text; anything else is a sentence that cites the clause. */
const AFTER_KEYWORD = /\s*(?:$|\n|[\p{Lu}\d"“„«([–—-])/uy;
const FIRST_CAPITAL = 'A'.charCodeAt(0);

/** The clause number at offset `at`, where a line or block starts; undefined when there is none. Looks at 40 characters. */
export function readClauseNumber(text: string, at: number): ClauseNumber | undefined {
  const code = text.charCodeAt(at);
  if (code >= 48 && code <= 57) return readDecimal(text, at) ?? readEnumerator(text, at);
  if (code === 40) return readEnumerator(text, at);
  if (!isLetterOrSection(code)) return undefined;
  const next = text.charCodeAt(at + 1);
  const isMark = next === 41 || next === 46;
  if (isMark || isRomanLetter(code)) {
    const enumerator = readEnumerator(text, at);
    if (enumerator !== undefined || isMark) return enumerator;
  }
  return isSmallLetter(code) ? undefined : readKeyword(text, at);
}

function readDecimal(text: string, at: number): ClauseNumber | undefined {
  DECIMAL.lastIndex = at;
  const found = DECIMAL.exec(text);
  if (found === null) return undefined;
  const [written, numeral, stop] = found;
  const parts = numeral.split('.').map(Number);
  if (parts.length === 1 && stop === undefined) return undefined;
  const label = parts.length === 1 ? written : numeral;
  while (parts.length > 1 && parts[parts.length - 1] === 0) parts.pop();
  return {
    family: 'decimal',
    style: '1.',
    rank: 0,
    numeral,
    parts,
    value: 0,
    roman: 0,
    label,
    end: at + written.length,
  };
}

function readEnumerator(text: string, at: number): ClauseNumber | undefined {
  ENUMERATOR.lastIndex = at;
  const found = ENUMERATOR.exec(text);
  if (found === null) return undefined;
  const [label, wrapped, closed, stopped] = found;
  const numeral = wrapped ?? closed ?? stopped;
  const marks = wrapped !== undefined ? '()' : closed !== undefined ? ')' : '.';
  const digits = numeral.charCodeAt(0) <= 57;
  const upper = numeral === numeral.toUpperCase();
  const value = digits ? Number(numeral) : letterValue(numeral);
  const roman = digits ? 0 : romanValue(numeral.toUpperCase());
  const style = `${marks}${digits ? '1' : upper ? 'A' : 'a'}`;
  return { family: 'enumerator', style, rank: 0, numeral, parts: [], value, roman, label, end: at + label.length };
}

function readKeyword(text: string, at: number): ClauseNumber | undefined {
  KEYWORD_WORD.lastIndex = at;
  const word = KEYWORD_WORD.exec(text)?.[0];
  if (word === undefined) return undefined;
  const keyword = KEYWORDS.get(word.startsWith('§') ? '§' : word.toLowerCase());
  if (keyword === undefined) return undefined;
  KEYWORD_NUMERAL.lastIndex = at + word.length;
  const found = KEYWORD_NUMERAL.exec(text);
  if (found === null) return undefined;
  const end = at + word.length + found[0].length;
  AFTER_KEYWORD.lastIndex = end;
  if (found[2] === '' && !AFTER_KEYWORD.test(text)) return undefined;
  const numeral = found[1].toUpperCase();
  const parts = /^\d[\d.]*$/.test(numeral) ? numeral.split('.').map(Number) : [];
  while (parts.length > 1 && parts[parts.length - 1] === 0) parts.pop();
  const label = text.slice(at, end - found[2].length).replace(/\s+/g, ' ');
  return { family: 'keyword', ...keyword, numeral, parts, value: 0, roman: 0, label, end };
}

/** a is 1, z 26, aa 27, bb 28; 0 for two letters that differ. */
function letterValue(letters: string): number {
  const upper = letters.toUpperCase();
  const value = upper.charCodeAt(0) - FIRST_CAPITAL + 1;
  if (upper.length === 1) return value;
  return upper.length === 2 && upper[0] === upper[1] ? value + 26 : 0;
}

const ROMAN: ReadonlyMap<string, number> = new Map([
  ...([
    ['I', 1],
    ['V', 5],
    ['X', 10],
    ['L', 50],
    ['C', 100],
  ] as const),
]);

/** Value of a Roman numeral in capitals up to C; 0 when it is none. */
function romanValue(numeral: string): number {
  if (!/^C{0,3}(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})$/.test(numeral)) return 0;
  let sum = 0;
  for (let i = 0; i < numeral.length; i++) {
    const value = ROMAN.get(numeral[i]) ?? 0;
    sum += value < (ROMAN.get(numeral[i + 1]) ?? 0) ? -value : value;
  }
  return sum;
}

function isLetterOrSection(code: number): boolean {
  return (code >= 65 && code <= 90) || isSmallLetter(code) || code === 0xa7 || (code >= 0xc0 && code <= 0xde);
}

function isSmallLetter(code: number): boolean {
  return code >= 97 && code <= 122;
}

/** i, v, x and l in either case: the letters of the numerals that open clauses. */
function isRomanLetter(code: number): boolean {
  const lower = code | 32;
  return lower === 105 || lower === 118 || lower === 120 || lower === 108;
}
