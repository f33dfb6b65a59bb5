/** Parsing of source code: turns the text of a file into blocks by its syntax tree, or by its lines where there is none. */
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { ReferenceTable } from '../../model/reference.ts';
import type { Parsed } from '../parsed.ts';
import { type CodeBlocks, walkCode } from './code-walk.ts';
import type { CodeLanguage } from './languages.ts';
import { scanCodeLines } from './line-scan.ts';
import { roleTable } from './node-roles.ts';
import { codeReferences } from './references.ts';
import type { SyntaxParsers, SyntaxTree } from './syntax.ts';

/** Places of wrong syntax that are reported for one document; C with macros has one in every other function. */
const MOST_ERRORS = 3;

export interface ScanCodeOptions {
  /** Names the document in diagnostics. Default ''. */
  readonly documentId?: string;
  /** Find imports and symbols and where they are used. Default true. */
  readonly references?: boolean;
}

/**
 * Declarations and statements of `text`. Every character that is not white space is in a top-level block, whatever the syntax.
 * Without a parser of `language` in `syntax`, and where the parser gives up, the blocks come from `scanCodeLines`. Throws nothing.
 */
export function scanCode(
  text: string,
  language: CodeLanguage,
  syntax: SyntaxParsers | undefined,
  options: ScanCodeOptions = {},
): Parsed {
  const tree = syntax?.parse(language, text);
  if (tree === undefined) return scanCodeLines(text);
  try {
    const diagnostics = diagnose(tree, language, options.documentId ?? '');
    const found = walkCode(tree.walk(), roleTable(language, tree.nodeTypes), text, diagnostics.length === 0);
    const { blocks, labels } = found;
    const references = options.references === false ? undefined : referencesOf(text, language, found);
    return { blocks, labels: labels.size === 0 ? undefined : labels, references, diagnostics };
  } finally {
    tree.delete();
  }
}

function referencesOf(text: string, language: CodeLanguage, found: CodeBlocks): ReferenceTable | undefined {
  const references = codeReferences(text, language, found);
  return references.targets.length === 0 ? undefined : references;
}

function diagnose(tree: SyntaxTree, language: CodeLanguage, documentId: string): readonly Diagnostic[] {
  const message = `Not read as ${language}: the text was kept, and is cut by the lines around it.`;
  return tree.errors(MOST_ERRORS).map((span) => ({ code: 'syntax-error', message, documentId, span }));
}
