/** Parsing of source code: the names that an import statement makes known in its file. */
import type { Span } from '../../model/span.ts';
import type { CodeLanguage } from './languages.ts';

export interface ImportedName {
  readonly name: string;
  /** The import that makes it known; a line of its own in a group of imports. */
  readonly span: Span;
}

/** Characters; what is longer is a list of data, no import. */
const LONGEST_IMPORT = 20_000;

/** The names of the import statement at `span`; none for those that make no single name known (`#include`, `import 'a'`). */
export function importedNames(text: string, span: Span, language: CodeLanguage): readonly ImportedName[] {
  const end = Math.min(span.end, span.start + LONGEST_IMPORT);
  if (language === 'go') return goNames(text, { start: span.start, end });
  const found: ImportedName[] = [];
  for (const name of NAMES[language]?.(text.slice(span.start, end)) ?? []) {
    if (name !== '_' && name !== '') found.push({ name, span });
  }
  return found;
}

const NAMES: Partial<Readonly<Record<CodeLanguage, (statement: string) => string[]>>> = {
  typescript: scriptNames,
  tsx: scriptNames,
  javascript: scriptNames,
  python: pythonNames,
  rust: rustNames,
  java: (statement) => lastWords([statement.replace(/;\s*$/, '')]),
  csharp: (statement) => lastWords([/^(?:global\s+)?using\s+(\w+)\s*=/.exec(statement)?.[1] ?? '']),
  php: phpNames,
};

/** `import a, { b as c, type D } from 'x'`, `import * as e from 'x'`, `const { f, g: h } = require('x')`. */
function scriptNames(statement: string): string[] {
  const from = /^\s*import\b(?:\s+type\b(?=\s*[\w{*$]))?([^'"]*?)\bfrom\b/.exec(statement);
  if (from !== null) return lastWords(from[1].split(/[{},]/));
  const required = /^\s*(?:const|let|var)\b([^=]*)=/.exec(statement) ?? /^\s*import\s+([\w$]+)\s*=/.exec(statement);
  return required === null ? [] : lastWords(required[1].split(/[{},]/));
}

/** `import a.b, c as d` makes `a` and `d` known; `from a import (b, c as d)` `b` and `d`. */
function pythonNames(statement: string): string[] {
  const bare = statement.replace(/#.*/g, '').replaceAll('\\\n', ' ');
  const from = /^\s*from\b[\w.\s]*?\bimport\b/.exec(bare);
  if (from !== null) return lastWords(bare.slice(from[0].length).split(/[(),]/));
  const parts = bare.replace(/^\s*import\b/, '').split(',');
  return parts.map((part) => /\bas\s+(\w+)/.exec(part)?.[1] ?? /\w+/.exec(part)?.[0] ?? '');
}

/** `use a::{b, c as d, e::{self}}` makes `b`, `d` and `e` known. */
function rustNames(statement: string): string[] {
  const bare = statement.replace(/^[^{;]*?\b(?:use|crate)\s+(?=[\w:{])/, '').replace(/;\s*$/, '');
  return lastWords(bare.replace(/(?<!\w)(\w+)\s*::\s*\{\s*self\b/g, '$1, {').split(/[{},]/));
}

/** `use A\B as C, D\{E, F}` makes `C`, `E` and `F` known. */
function phpNames(statement: string): string[] {
  return lastWords(
    statement
      .replace(/^\s*use\b/, '')
      .replace(/;\s*$/, '')
      .split(/[{},]/),
  );
}

/** Each line of a group is an import of its own; the name of a package is the last part of its path. */
function goNames(text: string, span: Span): ImportedName[] {
  const names: ImportedName[] = [];
  const spec = /(?:^|[\n(;]|\bimport(?![\w.]))[ \t]*(?:([\w.]+)[ \t]+)?["`]([^"`\n]+)["`]/g;
  const statement = text.slice(span.start, span.end);
  for (let match = spec.exec(statement); match !== null; match = spec.exec(statement)) {
    const name = match[1] && match[1] !== 'import' ? match[1] : packageName(match[2]);
    const before = match[0].length - match[0].trimStart().length;
    const start = span.start + match.index + (match[0].startsWith('(') || match[0].startsWith(';') ? 1 : before);
    if (name !== '_' && name !== '.') names.push({ name, span: { start, end: span.start + spec.lastIndex } });
  }
  return names;
}

/** `example.org/tides/v2` is imported as `tides`. */
function packageName(path: string): string {
  const parts = path.split('/');
  const last = parts.pop() ?? '';
  return (/^v\d+$/.test(last) ? (parts.pop() ?? last) : last).replace(/^go-|\.v\d+$/g, '');
}

/** A word at the end. It is tried where a word begins and nowhere else: at each letter, long words would take the square of their length. */
const LAST_WORD = /(?<![\w$\u0080-\uffff])([\w$\u0080-\uffff]+)\s*$/;

/** The last word of each part: `a.b as c` is known as `c`; '' of those that end in something else (`*`). */
function lastWords(parts: readonly string[]): string[] {
  return parts.map((part) => LAST_WORD.exec(part)?.[1] ?? '');
}
