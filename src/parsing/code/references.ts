/**
 * Parsing of source code: finds the names that a file imports, declares and calls, and where it uses them.
 *
 * One scan over the words of the text, comments and strings left out as far as one look ahead tells them. A word is a use
 * when it is an imported or declared name, or stands in front of `(`. What a name means is told by the name alone, not by scope.
 */
import type { ReferenceTable } from '../../model/reference.ts';
import type { Span } from '../../model/span.ts';
import { ReferenceWriter } from '../references.ts';
import type { CodeBlocks, Declared } from './code-walk.ts';
import { importedNames } from './import-names.ts';
import type { CodeLanguage } from './languages.ts';

/** Words in front of `(` that call nothing, in any of the languages. */
const NO_CALLS = new Set(
  (
    'if for foreach while switch catch return function func fn def with until unless elif elsif elseif else match await ' +
    'yield typeof sizeof alignof decltype new delete throw in of not and or is lambda using lock import super this self ' +
    'print assert case when do try go defer select array list isset unset empty echo include require eval const let var type'
  ).split(' '),
);

const SLASHES = String.raw`\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)`;

/** What a character is to the scan; from `begins` on something is read there. */
const CHARACTER = {
  other: 0,
  /** In words, never the first one. */
  inside: 1,
  /** A letter, which begins a word or goes on with it. */
  begins: 2,
  /** May begin what is left out. */
  mark: 3,
} as const;

/** How a family of languages writes words, and what is left out. */
interface Lexis {
  /**
   * Comments, and strings without escapes but for the quote that closes them. All alternatives are linear: none can match
   * the same text in two ways. None repeats a group: the way back from each turn is kept, and millions are too many.
   */
  readonly leftOut: RegExp;
  /** What begins strings with escapes. */
  readonly quotes: string;
  /** Whether they may have several lines. */
  readonly hasLongStrings: boolean;
  /** What the ASCII characters are (`CHARACTER`); all others are letters. */
  readonly characters: Uint8Array;
  /** What may stand behind a word and belongs to it, unless a `=` follows. */
  readonly endings: string;
}

/** `marks` and `quotes` begin what is left out; `letters` and `inside` are what words have beside ASCII letters, digits and `_`. */
function lexisOf(
  leftOut: string,
  marks: string,
  words: { letters?: string; inside?: string; endings?: string },
  { quotes = `"'`, hasLongStrings = false } = {},
): Lexis {
  const { letters = '', inside = '', endings = '' } = words;
  const characters = Uint8Array.from({ length: 128 }, (_, code) => {
    const character = String.fromCharCode(code);
    if (marks.includes(character) || quotes.includes(character)) return CHARACTER.mark;
    if (/[A-Za-z_]/.test(character) || letters.includes(character)) return CHARACTER.begins;
    return /\d/.test(character) || inside.includes(character) ? CHARACTER.inside : CHARACTER.other;
  });
  return { leftOut: new RegExp(leftOut, 'y'), quotes, hasLongStrings, characters, endings };
}

const DOLLAR = { letters: '$' };
const SLASHED = lexisOf(SLASHES, '/', DOLLAR);
// A single quote may begin a lifetime.
const RUST = lexisOf(String.raw`${SLASHES}|'(?:[^'\\\n]|\\[^\n]{1,10})(?=')`, "/'", DOLLAR, {
  quotes: '"',
  hasLongStrings: true,
});
const PHP = lexisOf(String.raw`${SLASHES}|#[^[\n][^\n]*`, '/#', DOLLAR);
const HASHED = lexisOf(String.raw`#[^\n]*`, '#', DOLLAR);
const RUBY = lexisOf(String.raw`#[^\n]*`, '#', { endings: '?!' });
const SHELL = lexisOf(String.raw`(?<![^\s;])#[^\n]*|'[^']*`, "#'", { inside: '-' }, { quotes: '' });

const LEXIS_OF: Readonly<Record<CodeLanguage, Lexis | undefined>> = {
  typescript: SLASHED,
  tsx: SLASHED,
  javascript: SLASHED,
  python: HASHED,
  go: SLASHED,
  rust: RUST,
  java: SLASHED,
  cpp: SLASHED,
  csharp: SLASHED,
  ruby: RUBY,
  php: PHP,
  bash: SHELL,
  powershell: SHELL,
  css: undefined,
};

const DOT = 46;
const PAREN = 40;
const DOUBLE_QUOTE = 34;
const SINGLE_QUOTE = 39;
const BACKSLASH = 92;
const LINE_END = 10;

/** References of a file with the declarations and imports of `found`. Linear in the text. Throws nothing. */
export function codeReferences(text: string, language: CodeLanguage, found: CodeBlocks): ReferenceTable {
  const names = new Names(text, found.imports);
  names.addImports(language);
  names.addDeclared(found.declared);
  const lexis = LEXIS_OF[language];
  if (lexis !== undefined) names.scan(lexis);
  return names.table();
}

/** Room for the traits of known names: with a hundred names in it, nine words of ten are seen to be none of them. */
const TRAITS = 1024;

class Names {
  private readonly text: string;
  private readonly imports: readonly Span[];
  private readonly writer = new ReferenceWriter();
  /** Targets below this number are imports. */
  private importCount = 0;
  private readonly byName = new Map<string, number>();
  /** Whether a name with such first and last character and length is known. */
  private readonly traits = new Uint8Array(TRAITS);
  /** By quote, up to where one that nothing closes was looked through. */
  private readonly unclosed = new Uint32Array(128);
  /** Where names are declared: there they are not used. */
  private readonly declarations = new Set<number>();

  constructor(text: string, imports: readonly Span[]) {
    this.text = text;
    this.imports = imports;
  }

  addImports(language: CodeLanguage): void {
    for (const span of this.imports) {
      for (const { name, span: own } of importedNames(this.text, span, language)) this.addTarget('import', name, own);
    }
    this.importCount = this.byName.size;
  }

  addDeclared(declared: readonly Declared[]): void {
    for (const { name, nameStart, span } of declared) {
      this.declarations.add(nameStart);
      this.addTarget('symbol', name, span);
    }
  }

  /** The first of a name counts: an overload, a method of a second class. */
  private addTarget(kind: 'import' | 'symbol', name: string, span: Span | null): number {
    const known = this.byName.get(name);
    if (known !== undefined) return known;
    const target = this.writer.addTarget(kind, name, span);
    this.byName.set(name, target);
    this.traits[traitOf(name, 0, name.length)] = 1;
    return target;
  }

  /** Finds the uses in all of the text but its imports. */
  scan(lexis: Lexis): void {
    let at = 0;
    for (const { start, end } of this.imports) {
      at = Math.max(this.scanUntil(start, at, lexis), end);
    }
    this.scanUntil(this.text.length, at, lexis);
  }

  /** Finds the uses from `from` on; where it ends, at `to` or behind the word or comment that stands there. */
  private scanUntil(to: number, from: number, lexis: Lexis): number {
    const { text } = this;
    const { characters } = lexis;
    let at = from;
    while (at < to) {
      const code = text.charCodeAt(at);
      const character = code < 128 ? characters[code] : CHARACTER.begins;
      if (character < CHARACTER.begins) at++;
      else if (character === CHARACTER.mark) at = this.behindMark(at, code, lexis);
      else {
        const end = wordEnd(text, at, lexis);
        this.visit(at, end);
        at = end;
      }
    }
    return at;
  }

  /** Behind the comment or string that begins at `at`; behind its mark when it is none. */
  private behindMark(at: number, mark: number, lexis: Lexis): number {
    const { text, unclosed } = this;
    if (at < unclosed[mark]) return at + 1;
    const isString = lexis.quotes.includes(text[at]);
    const end = isString ? stringEnd(text, at, lexis.hasLongStrings) : leftOutEnd(text, at, lexis.leftOut);
    if (end < 0) return at + 1;
    if (mark !== DOUBLE_QUOTE && mark !== SINGLE_QUOTE) return end;
    if (text.charCodeAt(end) === mark) return end + 1;
    // Nothing closes what an escaped quote in it would open, either.
    unclosed[mark] = end;
    return at + 1;
  }

  /** The word `text[at, end)`; most are dismissed without being cut out. */
  private visit(at: number, end: number): void {
    const { text } = this;
    const mayCall = text.charCodeAt(end) === PAREN;
    if (!mayCall && this.traits[traitOf(text, at, end)] === 0) return;
    const word = text.slice(at, end);
    let meaning = this.byName.get(word);
    if (meaning === undefined) {
      if (!mayCall || NO_CALLS.has(word)) return;
      meaning = this.addTarget('symbol', word, null);
    }
    if (this.declarations.has(at)) return;
    // A member of that name is something else than what was imported: `list.join`, but `...join`.
    const isMember = text.charCodeAt(at - 1) === DOT && text.charCodeAt(at - 2) !== DOT;
    if (isMember && meaning < this.importCount) return;
    this.writer.addUse(at, meaning);
  }

  table(): ReferenceTable {
    return this.writer.finish();
  }
}

/** Behind what `leftOut` finds at `at`, -1 for nothing. */
function leftOutEnd(text: string, at: number, leftOut: RegExp): number {
  leftOut.lastIndex = at;
  return leftOut.test(text) ? leftOut.lastIndex : -1;
}

/** Where the string ends that begins with the quote at `at`: at the quote that closes it, else with its line or the text. */
function stringEnd(text: string, at: number, isLong: boolean): number {
  const quote = text.charCodeAt(at);
  for (let end = at + 1; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code === quote || (code === LINE_END && !isLong)) return end;
    if (code === BACKSLASH && (isLong || text.charCodeAt(end + 1) !== LINE_END)) end++;
  }
  return text.length;
}

/** Offset after the word that begins at `at`. */
function wordEnd(text: string, at: number, { characters, endings }: Lexis): number {
  let end = at + 1;
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code < 128 && characters[code] !== CHARACTER.begins && characters[code] !== CHARACTER.inside) break;
  }
  const hasEnding = endings !== '' && end < text.length && endings.includes(text[end]) && text[end + 1] !== '=';
  return hasEnding ? end + 1 : end;
}

/** A number below `TRAITS` from the first and the last character and the length of a word. */
function traitOf(text: string, start: number, end: number): number {
  return (text.charCodeAt(start) * 37 + text.charCodeAt(end - 1) * 5 + end - start) & (TRAITS - 1);
}
