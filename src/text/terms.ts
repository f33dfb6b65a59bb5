/**
 * Term analysis: text → the terms of the lexical index, for documents and for queries alike.
 *
 * A scan finds the words as written (`getUserName`, `v1.2.3`, `don't`); each distinct one is taken apart, folded and
 * stemmed once and remembered. Terms hold letters, digits, marks and `_` only, so an index may keep them separated by
 * spaces. A line feed always separates: the terms of two texts joined by a blank line are the terms of both.
 */
import { ANALYSIS_RULES, type AnalysisRules } from './analysis-rules.ts';
import { classAt, HANGUL, INVISIBLE, JOINER, MARK, UNSPACED, WORD, widthAt } from './character-class.ts';
import { cut, MAX_TERM_LENGTH } from './fold-word.ts';
import { wordTerms } from './word-terms.ts';

/** Terms of a text in order, repetitions kept. Linear; never throws; no term is longer than 64 UTF-16 units. */
export type Analyzer = (text: string) => string[];

const ASCII_LETTER = /[A-Za-z]/;
const NOT_ASCII = /[^\x00-\x7f]/;
/** Distinct words of a large corpus fit; when full the memory starts over, which changes speed and nothing else. */
const MAX_REMEMBERED = 100_000;

/** Analysis by `rules`; others than those of the index are there to measure what each is worth. */
export function createAnalyzer(rules: AnalysisRules): Analyzer {
  const termsOf = rememberWords(rules);
  return (text) => {
    const source = NOT_ASCII.test(text) ? text.normalize('NFKC') : text;
    const terms: string[] = [];
    let offset = 0;
    while (offset < source.length) {
      const kind = classAt(source, offset);
      if (kind === WORD) offset = takeWord(source, offset, terms, termsOf);
      else if (kind === UNSPACED || kind === HANGUL) offset = takeUnspaced(source, offset, kind, terms, rules);
      else offset += widthAt(source, offset);
    }
    return terms;
  };
}

/** Terms of `text` as the lexical index has them. */
export const analyzeText: Analyzer = createAnalyzer(ANALYSIS_RULES);

type WordTerms = (word: string) => readonly string[];

function takeWord(source: string, start: number, terms: string[], termsOf: WordTerms): number {
  const end = languageNameEnd(source, start, wordEnd(source, start));
  const found = termsOf(source.slice(start, end));
  for (let i = 0; i < found.length; i++) terms.push(found[i]);
  return end;
}

function rememberWords(rules: AnalysisRules): WordTerms {
  const remembered = new Map<string, readonly string[]>();
  return (word) => {
    const known = remembered.get(word);
    if (known) return known;
    const terms = wordTerms(word, rules);
    if (word.length > MAX_TERM_LENGTH) return terms;
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    // A copy: a slice would keep the whole text it was cut from alive.
    remembered.set(` ${word}`.slice(1), terms);
    return terms;
  };
}

function wordEnd(source: string, start: number): number {
  let offset = start;
  while (offset < source.length) {
    const kind = classAt(source, offset);
    if (kind === WORD || kind === MARK) offset += widthAt(source, offset);
    else if (kind === JOINER) {
      const next = afterJoiner(source, offset);
      if (next === undefined) return offset;
      offset = next;
    } else return offset;
  }
  return offset;
}

/** Where the word goes on behind the joiner at `offset`, or undefined when it ends there. */
function afterJoiner(source: string, offset: number): number | undefined {
  let next = offset + 1;
  const joiner = source[offset];
  if (joiner === '_') while (source[next] === '_') next++;
  if (joiner === ':' && source[next++] !== ':') return undefined;
  if (joiner === ',' && !thousandsAt(source, offset)) return undefined;
  return next < source.length && classAt(source, next) === WORD ? next : undefined;
}

/** `1,200`: a digit before the comma, exactly three behind it. */
function thousandsAt(source: string, comma: number): boolean {
  const digit = (offset: number) => source.charCodeAt(offset) - 0x30 <= 9 && source.charCodeAt(offset) >= 0x30;
  return digit(comma - 1) && digit(comma + 1) && digit(comma + 2) && digit(comma + 3) && !digit(comma + 4);
}

/** Takes the signs of `C++` and `C#` along; `end` for every other word. */
function languageNameEnd(source: string, start: number, end: number): number {
  if (end - start !== 1 || !ASCII_LETTER.test(source[start])) return end;
  if (source[end] === '#') return end + 1;
  return source[end] === '+' && source[end + 1] === '+' ? end + 2 : end;
}

/** A run without spaces as overlapping pairs of characters; one character alone stays; Korean words stay whole too. */
function takeUnspaced(source: string, start: number, kind: number, terms: string[], rules: AnalysisRules): number {
  const pairs = rules.unspaced === 'pairs';
  let offset = start;
  let previous = '';
  let characters = 0;
  while (offset < source.length && classAt(source, offset) === kind) {
    const from = offset;
    offset += widthAt(source, offset);
    while (offset < source.length && classAt(source, offset) === MARK) offset += widthAt(source, offset);
    const character = cut(source.slice(from, offset).replace(INVISIBLE, ''), MAX_TERM_LENGTH / 2);
    if (!pairs) terms.push(character);
    else if (previous !== '') terms.push(previous + character);
    previous = character;
    characters++;
  }
  if (pairs && characters === 1) terms.push(previous);
  else if (kind === HANGUL && characters > 2)
    terms.push(cut(source.slice(start, offset).replace(INVISIBLE, ''), MAX_TERM_LENGTH));
  return offset;
}
