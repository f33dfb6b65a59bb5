/** Parsing of source code, contract: from the text of a file to its syntax tree; adapters live in `grammars/`. */
import type { Span } from '../../model/span.ts';
import type { CodeLanguage } from './languages.ts';

/**
 * A place in a syntax tree. Offsets are UTF-16 units of the text that was parsed. A cursor of web-tree-sitter is one.
 */
export interface SyntaxCursor {
  /** Index into `SyntaxTree.nodeTypes`; a node of text that is no valid syntax has a number beyond the list. */
  readonly nodeTypeId: number;
  readonly startIndex: number;
  readonly endIndex: number;
  /** What the node is to its parent (`name`, `body` ...), where the grammar says. */
  readonly currentFieldName: string | null | undefined;
  /** Each moves and says true, or stays where it is and says false. */
  gotoFirstChild(): boolean;
  gotoNextSibling(): boolean;
  gotoParent(): boolean;
}

export interface SyntaxTree {
  /** Names of the node types by number; '' for those of single tokens (punctuation, keywords). */
  readonly nodeTypes: readonly string[];
  /** A cursor at the root; one at a time, valid until `delete`. */
  walk(): SyntaxCursor;
  /** Places that are no valid syntax, in reading order, at most `limit`. */
  errors(limit: number): readonly Span[];
  /** Frees the memory of the tree, which the garbage collector does not see. */
  delete(): void;
}

/** Grammars that are ready for use. */
export interface SyntaxParsers {
  readonly languages: ReadonlySet<CodeLanguage>;
  /**
   * The tree of `text`; undefined when `language` is not among `languages`, or when the parser gave up on the text. Throws
   * nothing.
   */
  parse(language: CodeLanguage, text: string): SyntaxTree | undefined;
}

/** Gets grammars ready, for example `loadSyntaxParsers`. Called with what a text needs, again and again: it keeps what it loaded. */
export type SyntaxLoader = (languages: readonly CodeLanguage[]) => Promise<SyntaxParsers>;
