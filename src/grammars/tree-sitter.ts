/** Grammars, adapter (`kerf/grammars/tree-sitter`): from language names to parsers that make syntax trees. */
import type * as TreeSitter from 'web-tree-sitter';
import { KerfError } from '../model/error.ts';
import type { Span } from '../model/span.ts';
import { CODE_LANGUAGES, type CodeLanguage, languageOfMediaType } from '../parsing/code/languages.ts';
import type { SyntaxParsers, SyntaxTree } from '../parsing/code/syntax.ts';
import { syntaxErrors } from './errors.ts';
import type { LocateFile } from './locate-file.ts';
import { type Runtime, startRuntime } from './runtime.ts';

export type { CodeLanguage } from '../parsing/code/languages.ts';
export type { SyntaxCursor, SyntaxLoader, SyntaxParsers, SyntaxTree } from '../parsing/code/syntax.ts';
export type { LocateFile } from './locate-file.ts';

export interface GrammarOptions {
  /**
   * Where the WebAssembly files are. Default in Node: the installed packages. A browser needs it: give the bytes of each
   * file, or its address. Only the first call decides; what is loaded stays loaded.
   */
  readonly locate?: LocateFile;
}

const FILES: Readonly<Record<CodeLanguage, string>> = {
  typescript: 'typescript',
  tsx: 'tsx',
  javascript: 'javascript',
  python: 'python',
  go: 'go',
  rust: 'rust',
  java: 'java',
  cpp: 'cpp',
  csharp: 'c-sharp',
  ruby: 'ruby',
  php: 'php',
  bash: 'bash',
  powershell: 'powershell',
  css: 'css',
};

/**
 * Gets the grammars of `wanted` ready, languages (`'go'`) or media types (`'text/x-go'`), and gives all that are: each is
 * loaded once in a process. Throws KerfError 'invalid-option' when there is no grammar for a name or a file cannot be
 * loaded.
 *
 * @example
 * const syntax = await loadSyntaxParsers(['typescript']);
 * const document = parseSource({ documentId: 'a.ts', mediaType: 'text/x-typescript', text }, { syntax });
 */
export async function loadSyntaxParsers(
  wanted: readonly string[],
  options: GrammarOptions = {},
): Promise<SyntaxParsers> {
  const languages = wanted.map(languageOf);
  if (engine === undefined || engine.broken) engine = new Engine(options.locate);
  const current = engine;
  for (const language of languages) await current.load(language);
  return current;
}

// One for the process: grammars take 10 to 100 ms to load, and parsers hold no state between two texts.
let engine: Engine | undefined;

function languageOf(name: string): CodeLanguage {
  const language = (CODE_LANGUAGES as readonly string[]).includes(name)
    ? (name as CodeLanguage)
    : languageOfMediaType(name);
  if (language !== undefined) return language;
  const known = CODE_LANGUAGES.join(', ');
  throw new KerfError('invalid-option', `There is no grammar for '${name}'; languages are ${known}.`);
}

/** Characters; a longer text is no file that somebody wrote, and its tree would not fit the memory. */
const LONGEST_TEXT = 10_000_000;

interface Grammar {
  readonly parser: TreeSitter.Parser;
  readonly nodeTypes: readonly string[];
}

class Engine implements SyntaxParsers {
  /** Set when the runtime ran out of memory or crashed: nothing of it can be used any longer. */
  broken = false;
  private readonly runtime: Promise<Runtime>;
  private readonly loading = new Map<CodeLanguage, Promise<void>>();
  private readonly grammars = new Map<CodeLanguage, Grammar>();

  constructor(locate: LocateFile | undefined) {
    this.runtime = startRuntime(locate);
    // Whoever loads a grammar gets the error.
    this.runtime.catch(() => undefined);
  }

  get languages(): ReadonlySet<CodeLanguage> {
    return new Set(this.broken ? [] : this.grammars.keys());
  }

  load(language: CodeLanguage): Promise<void> {
    let promise = this.loading.get(language);
    if (promise === undefined) {
      promise = this.read(language);
      this.loading.set(language, promise);
    }
    return promise;
  }

  private async read(language: CodeLanguage): Promise<void> {
    const file = `tree-sitter-${FILES[language]}.wasm`;
    try {
      const { api, locate } = await this.runtime;
      const grammar = await api.Language.load(locate(file));
      const parser = new api.Parser();
      parser.setLanguage(grammar);
      this.grammars.set(language, { parser, nodeTypes: namedTypes(grammar) });
    } catch (error) {
      this.broken = true;
      const remedy = 'give the content or the address of the WebAssembly files by `locate`';
      throw new KerfError('invalid-option', `The grammar of '${language}' (${file}) cannot be loaded; ${remedy}.`, {
        cause: error,
      });
    }
  }

  parse(language: CodeLanguage, text: string): SyntaxTree | undefined {
    const grammar = this.broken ? undefined : this.grammars.get(language);
    if (grammar === undefined || text.length > LONGEST_TEXT) return undefined;
    try {
      const tree = grammar.parser.parse(text, null, { progressCallback: giveUp(text.length) });
      if (tree !== null) return new Tree(tree, grammar.nodeTypes);
      grammar.parser.reset();
    } catch {
      // Out of memory or a crash inside WebAssembly: the text is read by its lines, the next `loadSyntaxParsers` starts anew.
      this.broken = true;
    }
    return undefined;
  }
}

/** Milliseconds. The slowest grammar takes about 0.001 a character on real code; texts of garbage can take its square. */
const LEAST_TIME = 1000;
const TIME_PER_CHARACTER = 0.004;
/** Milliseconds; a parse that takes less, as nearly all do, never asks for its processor time. */
const SHORT_PARSE = 50;

/** Says true when a text takes far more time than source code ever does. */
function giveUp(length: number): () => boolean {
  const room = LEAST_TIME + length * TIME_PER_CHARACTER;
  // The clock of the process costs a tenth of a parse: it is asked when the other one says that it may matter.
  let soonest = performance.now() + SHORT_PARSE;
  let end = 0;
  return () => {
    if (performance.now() <= soonest) return false;
    const now = processorTime();
    if (end === 0) {
      end = now + room;
      soonest += room;
    }
    return now > end;
  };
}

/** Milliseconds of processor time where it can be known, since a busy machine must not change the outcome. */
function processorTime(): number {
  if (typeof process === 'undefined' || typeof process.cpuUsage !== 'function') return performance.now();
  return process.cpuUsage().user / 1000;
}

/** Type names by number, '' for tokens. */
function namedTypes(grammar: TreeSitter.Language): readonly string[] {
  return grammar.types.map((type, id) => (grammar.nodeTypeIsNamed(id) ? type : ''));
}

class Tree implements SyntaxTree {
  readonly nodeTypes: readonly string[];
  private readonly tree: TreeSitter.Tree;
  private cursor: TreeSitter.TreeCursor | undefined;

  constructor(tree: TreeSitter.Tree, nodeTypes: readonly string[]) {
    this.tree = tree;
    this.nodeTypes = nodeTypes;
  }

  walk(): TreeSitter.TreeCursor {
    this.cursor?.delete();
    this.cursor = this.tree.walk();
    return this.cursor;
  }

  errors(limit: number): readonly Span[] {
    return syntaxErrors(this.tree.rootNode, limit);
  }

  delete(): void {
    this.cursor?.delete();
    this.tree.delete();
  }
}
