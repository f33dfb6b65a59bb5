/** Sentence rules: the language tables, compiled into lookups that cost one hash for a word that is in none of them. */
import { KerfError } from '../model/error.ts';
import { refuseUnknownOptions } from './option-names.ts';
import { SENTENCE_LANGUAGES, type SentenceLanguage, type SentenceLanguageCode } from './sentence-languages.ts';

/** How an abbreviation bears on the full stop behind it. */
export const LEADING = 1;
export const EITHER = 2;
export const CLOSING = 3;
export const NUMBERED = 4;

/** Longest abbreviation, in UTF-16 units; the word before a stop is looked at no farther back. */
export const LONGEST_WORD = 16;

const HASHES = 1 << 14;
const CASE_BIT = 32;
/** More than one abbreviation has the hash, or one whose place is too large to note: the map is asked. */
const SEVERAL = 0xffff;
/** In place of a hash: look without it. */
export const ANY_HASH = -1;
const KINDS = { leading: LEADING, either: EITHER, closing: CLOSING, numbered: NUMBERED } as const;
type AbbreviationKind = keyof typeof KINDS;

/** What `sentenceStarts` and its kin know about words; made by `sentenceRules`. */
export interface SentenceRules {
  /** Kind of each abbreviation; keys in lower case, or with a capital first letter where only that form counts. */
  readonly abbreviations: ReadonlyMap<string, number>;
  /** UTF-16 units of the longest of them. */
  readonly longest: number;
  /** The abbreviations in ASCII, and per `wordHash` 1 + the place of the one that has it, or `SEVERAL`. */
  readonly words: readonly string[];
  readonly kinds: readonly number[];
  readonly places: Uint16Array;
  readonly openers: ReadonlySet<string>;
  readonly nameParts: ReadonlySet<string>;
  readonly ordinalBefore: ReadonlySet<string>;
  readonly ordinalAfter: ReadonlySet<string>;
}

export interface SentenceRulesOptions {
  /** Languages whose words count. Default: all of them; what one language leaves open wins over what another forbids. */
  readonly languages?: readonly SentenceLanguageCode[];
  /**
   * Further abbreviations, with or without their final full stop, at most 16 UTF-16 units; they win over the built-in
   * ones. In lower case they count in any case, with a capital first letter only so.
   */
  readonly abbreviations?: {
    /** Never end a sentence: `Hptm. Weber`. */
    readonly leading?: readonly string[];
    /** End none when a number follows: `Bl. 7`. */
    readonly numbered?: readonly string[];
    /** End one when a common first word follows: `Inc. The`. */
    readonly either?: readonly string[];
    /** End one unless a lower-case word follows: `etc. We`. */
    readonly closing?: readonly string[];
  };
}

/**
 * The rules for some languages, with abbreviations of your own.
 *
 *     sentenceStarts(text, 0, text.length, starts, sentenceRules({ abbreviations: { leading: ['Hptm'] } }));
 *
 * Throws `unknown-option` for a name it does not know and `invalid-option` for a language without a table or a word
 * that cannot be an abbreviation.
 */
export function sentenceRules(options: SentenceRulesOptions = {}): SentenceRules {
  refuseUnknownOptions('sentence rules', options, ['languages', 'abbreviations']);
  const own = options.abbreviations ?? {};
  refuseUnknownOptions('abbreviation', own, Object.keys(KINDS));
  const languages = (options.languages ?? Object.keys(SENTENCE_LANGUAGES)).map(languageOf);
  const abbreviations = new Map<string, number>();
  for (const kind of kinds())
    for (const language of languages)
      for (const word of wordsOf(language[kind]))
        abbreviations.set(word, Math.max(KINDS[kind], abbreviations.get(word) ?? 0));
  for (const kind of kinds()) for (const word of own[kind] ?? []) abbreviations.set(checkedWord(word), KINDS[kind]);
  const words = [...abbreviations.keys()];
  return {
    abbreviations,
    longest: words.reduce((longest, word) => Math.max(longest, word.length), 0),
    words,
    kinds: [...abbreviations.values()],
    places: placesOf(words),
    openers: union(languages, 'openers'),
    nameParts: union(languages, 'nameParts'),
    ordinalBefore: union(languages, 'ordinalBefore'),
    ordinalAfter: union(languages, 'ordinalAfter'),
  };
}

/** The rules of all languages together. */
export const DEFAULT_SENTENCE_RULES: SentenceRules = /* @__PURE__ */ sentenceRules();

/** The hash of a word continued by the unit in front of it; case of ASCII letters aside. Starts at 0, from the last unit. */
export function wordHash(hash: number, unit: number): number {
  return (hash * 31 + (unit | 32)) & (HASHES - 1);
}

/**
 * The kind of the abbreviation `text[from, to)`, or 0. `hash` is its `wordHash`, or `ANY_HASH` for a word with letters
 * beyond ASCII, whose case does not fold by a bit. A word whose hash nobody has costs nothing, most others no string.
 */
export function abbreviationKind(text: string, from: number, to: number, hash: number, rules: SentenceRules): number {
  if (hash !== ANY_HASH) {
    const place = rules.places[hash];
    if (place === 0) return 0;
    if (place !== SEVERAL) {
      const bits = differingBits(text, from, to, rules.words[place - 1]);
      if (bits === 0) return rules.kinds[place - 1];
      if (bits !== CASE_BIT) return 0;
    }
  }
  const word = text.slice(from, to);
  const exact = rules.abbreviations.get(word);
  if (exact !== undefined) return exact;
  const small = word.toLowerCase();
  return rules.abbreviations.get(word[0] + small.slice(1)) ?? rules.abbreviations.get(small) ?? 0;
}

/** The bits in which the units of `text[from, to)` and `word` differ: 32 alone when only ASCII letters differ in case. */
function differingBits(text: string, from: number, to: number, word: string): number {
  if (to - from !== word.length) return -1;
  let bits = 0;
  for (let i = 0; i < word.length; i++) bits |= text.charCodeAt(from + i) ^ word.charCodeAt(i);
  return bits;
}

function kinds(): readonly AbbreviationKind[] {
  return Object.keys(KINDS) as AbbreviationKind[];
}

function languageOf(code: string): SentenceLanguage {
  if (Object.hasOwn(SENTENCE_LANGUAGES, code)) return SENTENCE_LANGUAGES[code as SentenceLanguageCode];
  const known = Object.keys(SENTENCE_LANGUAGES).join(', ');
  throw new KerfError('invalid-option', `There are no sentence rules for language "${code}": there are for ${known}.`);
}

function wordsOf(list: string | undefined): readonly string[] {
  return list === undefined ? [] : list.split(' ');
}

function union(languages: readonly SentenceLanguage[], list: keyof SentenceLanguage): ReadonlySet<string> {
  return new Set(languages.flatMap((language) => wordsOf(language[list])));
}

function checkedWord(word: string): string {
  const bare = word.replace(/\.$/, '');
  if (bare.length > 0 && bare.length <= LONGEST_WORD && /^[\p{L}\p{M}\p{Nd}.]+$/u.test(bare)) return bare;
  const remedy = `use 1 to ${LONGEST_WORD} letters, digits and inner full stops`;
  throw new KerfError('invalid-option', `"${word}" cannot be an abbreviation: ${remedy}.`);
}

function placesOf(words: readonly string[]): Uint16Array {
  const places = new Uint16Array(HASHES);
  for (let place = 0; place < words.length; place++) {
    const word = words[place];
    let hash = 0;
    for (let i = word.length - 1; i >= 0; i--) hash = wordHash(hash, word.charCodeAt(i));
    places[hash] = places[hash] === 0 && place + 1 < SEVERAL ? place + 1 : SEVERAL;
  }
  return places;
}
