/** Term analysis, middle part: one word as written, identifiers included → its terms, the whole first. */
import type { AnalysisRules } from './analysis-rules.ts';
import { cut, foldWord, MAX_TERM_LENGTH } from './fold-word.ts';

const JOINERS = /(_+|::|[-.:,'&\u2019\u2010])/;
const APOSTROPHE = /^['\u2019]$/;
/** What English glues on with an apostrophe; `'s` is dropped, the others close up: `don't` → `dont`. */
const CONTRACTION = /^(?:t|re|ve|ll|d|m)$/i;
/**
 * Places between the parts of a camel-case name: `get|User`, `S3|Bucket`, `XML|Http`; not in `APIs` (a plural),
 * `3D` or `H2O`.
 */
const CAMEL = /(?<=[\p{Ll}\p{Lo}])(?=\p{Lu})|(?<=\p{Nd})(?=\p{Lu}\p{Ll})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})(?!\p{Lu}s$)/u;
const DIGIT = /^\p{Nd}$/u;
const VERSION_START = /^v(?=\p{Nd}+$)/iu;
const NUMBER = /^\p{Nd}+$/u;
/** Versions, dates and addresses have up to four numbers; each leading part is a term, so 3.11 finds 3.11.4. */
const MAX_NUMBERS = 4;
/** `C++`, `C#`: the one place where people mean the signs. */
const LANGUAGE_NAME = /^([a-z])(\+\+|#)$/i;

/** Terms of one scanned word: the whole, then its parts where it has several; never '' and never an empty list of parts. */
export function wordTerms(word: string, { stem, identifierParts }: AnalysisRules): string[] {
  const language = LANGUAGE_NAME.exec(word);
  const segments = splitSegments(word);
  const whole = language ? language[1] + (language[2] === '#' ? 'sharp' : 'pp') : joinSegments(segments);
  const parts = language ? [language[1]] : partsOf(segments);
  const terms = identifierParts ? [whole, ...parts] : [whole];
  return terms.map((term) => stem(foldWord(term))).filter((term) => term !== '');
}

/** The leading parts of a number, then each segment followed by the parts of its camel-case name. */
function partsOf(segments: readonly string[]): string[] {
  if (segments.length === 1) return camelParts(segments[0]);
  return [...numberPrefixes(segments), ...segments.flatMap((segment) => [segment, ...camelParts(segment)])];
}

/** Cuts at joiners; contractions and thousands stay with the segment before them. */
function splitSegments(word: string): string[] {
  const pieces = word.split(JOINERS);
  const segments = [pieces[0]];
  for (let i = 1; i < pieces.length; i += 2) {
    const joiner = pieces[i];
    const next = pieces[i + 1];
    if (APOSTROPHE.test(joiner) && /^s$/i.test(next)) continue;
    if (joiner === ',' || (APOSTROPHE.test(joiner) && CONTRACTION.test(next))) segments[segments.length - 1] += next;
    else segments.push(next);
  }
  return segments;
}

/**
 * `max_tokens`, `max-tokens` and `maxTokens` all become `maxtokens`. Digits that meet are kept apart, or 1.23 would
 * equal 12.3.
 */
function joinSegments(segments: readonly string[]): string {
  let whole = segments[0];
  for (let i = 1; i < segments.length && whole.length <= MAX_TERM_LENGTH; i++) {
    const digitsMeet = DIGIT.test(whole.slice(-1)) && DIGIT.test(segments[i].slice(0, 1));
    whole += (digitsMeet ? '_' : '') + cut(segments[i], MAX_TERM_LENGTH);
  }
  return whole;
}

/** `v1.2.3` → `1_2`, `1_2_3`: the number without its v and its leading parts, the whole word itself left out. */
function numberPrefixes(segments: readonly string[]): string[] {
  const numbers = [segments[0].replace(VERSION_START, ''), ...segments.slice(1, MAX_NUMBERS)];
  if (numbers[0].length > MAX_TERM_LENGTH || !NUMBER.test(numbers[0])) return [];
  const prefixes: string[] = [];
  let prefix = numbers[0];
  for (const number of numbers.slice(1)) {
    if (!NUMBER.test(number)) break;
    prefix += `_${number}`;
    prefixes.push(prefix);
  }
  if (numbers[0] === segments[0] && prefixes.length === segments.length - 1) prefixes.pop();
  return prefixes;
}

/** Parts of a camel-case name; single letters (`i` of `iPhone`) are noise and left out. */
function camelParts(segment: string): string[] {
  if (segment.length > MAX_TERM_LENGTH) return [];
  const parts = segment.split(CAMEL);
  return parts.length === 1 ? [] : parts.filter((part) => part.length > 1);
}
