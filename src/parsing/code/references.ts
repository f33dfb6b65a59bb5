/**
 * Parsing of source code: finds the names that a file imports, declares and calls, and where it uses them.
 *
 * One scan over the words of the text, comments and strings left out as far as one look ahead tells them. A word is a use
 * when it is an imported or declared name, or stands in front of `(`. What a name means is told by the name alone, not by scope.
 */
import type { ReferenceTable } from '../../model/reference.ts';
import type { Span } from '../../model/span.ts';
import { ReferenceWriter } from '../references.ts';
import type { CodeBlocks } from './code-walk.ts';
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

const QUOTED = String.raw`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'`;
const WORD = String.raw`[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*`;
const SLASHES = String.raw`\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*`;

/** What is left out, and what a word is. All alternatives are linear: none can match the same text in two ways. */
const PATTERNS = {
  slashes: `${SLASHES}|${QUOTED}|${WORD}`,
  // A quote may begin a lifetime.
  rust: String.raw`${SLASHES}|"(?:[^"\\]|\\[^])*"|'(?:[^'\\\n]|\\[^\n]{1,10})'|${WORD}`,
  php: `${SLASHES}|#[^[\\n][^\\n]*|${QUOTED}|${WORD}`,
  hash: `#[^\\n]*|${QUOTED}|${WORD}`,
  ruby: String.raw`#[^\n]*|${QUOTED}|[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*(?:[?!](?!=))?`,
  shell: String.raw`(?<![^\s;])#[^\n]*|'[^']*'|[A-Za-z_\u0080-\uffff][\w\u0080-\uffff-]*`,
} as const;

const PATTERN_OF: Readonly<Record<CodeLanguage, keyof typeof PATTERNS | undefined>> = {
  typescript: 'slashes',
  tsx: 'slashes',
  javascript: 'slashes',
  python: 'hash',
  go: 'slashes',
  rust: 'rust',
  java: 'slashes',
  cpp: 'slashes',
  csharp: 'slashes',
  ruby: 'ruby',
  php: 'php',
  bash: 'shell',
  powershell: 'shell',
  css: undefined,
};

const DOT = 46;
const PAREN = 40;

/** References of a file with the declarations and imports of `found`. Linear in the text. Throws nothing. */
export function codeReferences(text: string, language: CodeLanguage, found: CodeBlocks): ReferenceTable {
  const names = new Names(text, language, found);
  const pattern = PATTERN_OF[language];
  if (pattern !== undefined) names.scan(new RegExp(PATTERNS[pattern], 'g'));
  return names.table();
}

class Names {
  private readonly text: string;
  private readonly imports: readonly Span[];
  private readonly writer = new ReferenceWriter();
  /** Targets below this number are imports. */
  private readonly importCount: number;
  private readonly byName = new Map<string, number>();
  /** Where names are declared: there they are not used. */
  private readonly declarations = new Set<number>();

  constructor(text: string, language: CodeLanguage, found: CodeBlocks) {
    this.text = text;
    this.imports = found.imports;
    for (const span of found.imports) {
      for (const { name, span: own } of importedNames(text, span, language)) this.addTarget('import', name, own);
    }
    this.importCount = this.byName.size;
    for (const { name, nameStart, span } of found.declared) {
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
    return target;
  }

  scan(pattern: RegExp): void {
    const { text, imports } = this;
    let next = 0;
    for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
      const { index } = match;
      while (next < imports.length && imports[next].end <= index) next++;
      if (next < imports.length && index >= imports[next].start) pattern.lastIndex = imports[next].end;
      else this.visit(match[0], index);
    }
  }

  private visit(word: string, at: number): void {
    let meaning = this.byName.get(word);
    if (meaning === undefined) {
      if (!isCall(this.text, word, at)) return;
      meaning = this.addTarget('symbol', word, null);
    }
    if (this.declarations.has(at)) return;
    // A member of that name is something else than what was imported: `list.join`, but `...join`.
    const isMember = this.text.charCodeAt(at - 1) === DOT && this.text.charCodeAt(at - 2) !== DOT;
    if (isMember && meaning < this.importCount) return;
    this.writer.addUse(at, meaning);
  }

  table(): ReferenceTable {
    return this.writer.finish();
  }
}

/** Whether a call may begin with the word: what is left out begins with a quote or a comment mark. */
function isCall(text: string, word: string, at: number): boolean {
  if (text.charCodeAt(at + word.length) !== PAREN) return false;
  const first = word.charCodeAt(0);
  const isWord = first >= 65 || first === 36;
  return isWord && !NO_CALLS.has(word);
}
