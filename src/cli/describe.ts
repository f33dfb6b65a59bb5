/** Readable one-line descriptions of model values, the same in every command. */
import type { Diagnostic } from '../model/diagnostic.ts';
import { forTerminal, type Output } from './output.ts';

/** `docs/a.md:12-30`, or `docs/a.md:12` when it is one line. */
export function describePlace(documentId: string, lines: { readonly start: number; readonly end: number }): string {
  const range = lines.start === lines.end ? `${lines.start}` : `${lines.start}-${lines.end}`;
  return `${forTerminal(documentId)}:${range}`;
}

export function describePath(sectionPath: readonly string[]): string {
  return sectionPath.map((title) => forTerminal(title)).join(' > ');
}

/** The beginning of `text` on one line of at most `width` characters. */
export function describeText({ text }: { readonly text: string }, width: number): string {
  const flat = forTerminal(text.slice(0, width * 2))
    .replace(/\s+/g, ' ')
    .trim();
  const characters = [...flat];
  return characters.length <= width ? flat : `${characters.slice(0, width - 1).join('')}…`;
}

/** Tells about trouble in the input on stderr, a line each. */
export function noteDiagnostics(output: Output, diagnostics: readonly Diagnostic[]): void {
  for (const { documentId, code, message } of diagnostics) {
    output.note(`${forTerminal(documentId)}: ${forTerminal(message)} [${code}]`);
  }
}

/** True when a file was asked for and could not be used. */
export function hasFailedFile(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ code }) => code === 'unreadable-file' || code === 'binary-content');
}
