/** Parsing: finds every use of the defined terms in a text, in one walk over its capitalised words. */
import { isSpace } from '../lines.ts';

/** White space between two words of a term, in UTF-16 units; more is a column of a table. */
const WIDEST_SPACE = 40;

/** Words that continue a term, and the term that ends here, -1 for none. */
interface Node {
  term: number;
  /** undefined where no term goes on. */
  next: Map<string, Node> | undefined;
}

/** The terms by their words; looked up longest first. */
export class TermTree {
  private readonly root = newNode();
  private matchEnd = 0;
  /** The ASCII capitals and digits that terms begin with. */
  private readonly openers = new Uint8Array(128);

  /** `names` in order: term i is `names[i]`. A name that is no run of words with white space between is never found. */
  constructor(names: readonly string[]) {
    const terms = names.map(wordsOf);
    for (const [term, words] of terms.entries()) this.insert(words, term);
    // Plurals come second: a term that is itself defined is never taken for the plural of another.
    for (const [term, words] of terms.entries()) {
      for (const plural of pluralsOf(words[words.length - 1] ?? '')) this.insert([...words.slice(0, -1), plural], term);
    }
  }

  /** Calls `use` with the place and the term of each use in `text[from, to)`, the longest term at each place. */
  findUses(text: string, from: number, to: number, use: (place: number, term: number) => void): void {
    for (let at = from; at < to; ) {
      const code = text.charCodeAt(at);
      if (!this.mayOpenTerm(text, at, code) || !beginsWord(text, from, at)) {
        at++;
        continue;
      }
      const end = wordEnd(text, at, to);
      this.matchEnd = end;
      const term = this.longestAt(text, at, end, to);
      if (term >= 0) use(at, term);
      at = this.matchEnd;
    }
  }

  /** The longest term that begins at `at`, whose first word ends at `firstEnd`, else -1; `matchEnd` is then its end. */
  private longestAt(text: string, at: number, firstEnd: number, to: number): number {
    let node = this.root.next?.get(text.slice(at, firstEnd));
    let end = firstEnd;
    let term = -1;
    while (node !== undefined) {
      if (node.term >= 0) {
        term = node.term;
        this.matchEnd = end;
      }
      const next = node.next === undefined ? -1 : nextWord(text, end, to);
      if (next < 0) break;
      end = wordEnd(text, next, to);
      node = node.next?.get(text.slice(next, end));
    }
    return term;
  }

  /** Terms begin with a capital or a digit. */
  private mayOpenTerm(text: string, at: number, code: number): boolean {
    if (code < 128) return this.openers[code] === 1;
    return isWordCode(code) && text[at] !== text[at].toLowerCase();
  }

  private insert(words: readonly string[], term: number): void {
    if (words.length === 0) return;
    if (/^[A-Z0-9]/.test(words[0])) this.openers[words[0].charCodeAt(0)] = 1;
    let node = this.root;
    for (const word of words) {
      node.next ??= new Map();
      let next = node.next.get(word);
      if (next === undefined) {
        next = newNode();
        node.next.set(word, next);
      }
      node = next;
    }
    if (node.term < 0) node.term = term;
  }
}

function newNode(): Node {
  return { term: -1, next: undefined };
}

/** The words of a term as the walk reads them; [] when something else than white space stands between two. */
function wordsOf(name: string): string[] {
  const words: string[] = [];
  for (let at = 0; at < name.length; ) {
    if (!isWordCode(name.charCodeAt(at))) return [];
    const end = wordEnd(name, at, name.length);
    words.push(name.slice(at, end));
    if (end === name.length) break;
    at = nextWord(name, end, name.length);
    if (at < 0) return [];
  }
  return words;
}

function pluralsOf(word: string): string[] {
  if (word.length < 2) return [];
  const plurals = [`${word}s`, `${word}es`];
  if (/[^aeiou]y$/.test(word)) plurals.push(`${word.slice(0, -1)}ies`);
  return plurals;
}

/** Offset of the word that only white space parts from `end`; -1 when there is none. */
function nextWord(text: string, end: number, to: number): number {
  let at = end;
  while (at < to && at - end < WIDEST_SPACE && isSpace(text.charCodeAt(at))) at++;
  return at > end && at < to && isWordCode(text.charCodeAt(at)) ? at : -1;
}

/** Offset after the word at `at`: letters and digits, with `-`, `&`, `/` and `.` between two of them. */
function wordEnd(text: string, at: number, to: number): number {
  let end = at + 1;
  while (end < to) {
    const code = text.charCodeAt(end);
    if (isWordCode(code)) end++;
    else if (isJoiner(code) && end + 1 < to && isWordCode(text.charCodeAt(end + 1))) end += 2;
    else break;
  }
  return end;
}

/** Whether no word goes on at `at`, where a character of words is; `from` is where the text begins. */
function beginsWord(text: string, from: number, at: number): boolean {
  if (at === from) return true;
  const before = text.charCodeAt(at - 1);
  if (isWordCode(before)) return false;
  return !isJoiner(before) || at - 1 === from || !isWordCode(text.charCodeAt(at - 2));
}

const WORD_CODES = Uint8Array.from({ length: 128 }, (_, code) => (/\w/.test(String.fromCharCode(code)) ? 1 : 0));

/** ASCII letters and digits, and beyond ASCII everything but punctuation, signs and white space. */
function isWordCode(code: number): boolean {
  if (code < 128) return WORD_CODES[code] === 1;
  if (code < 0xc0) return code === 0xaa || code === 0xb5 || code === 0xba;
  return (
    code !== 0xd7 &&
    code !== 0xf7 &&
    (code < 0x2000 || code >= 0x3040) &&
    (code < 0xff00 || code > 0xff0f) &&
    code !== 0xfeff
  );
}

/** `-`, `&`, `/` and `.` */
function isJoiner(code: number): boolean {
  return code === 45 || code === 38 || code === 47 || code === 46;
}
