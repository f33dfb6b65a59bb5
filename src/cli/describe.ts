/** Readable one-line descriptions of model values, the same in every command. */
import type { Diagnostic } from '../model/diagnostic.ts';
import { forTerminal, type Output } from './output.ts';

interface Lines {
  readonly start: number;
  readonly end: number;
}

/** `docs/a.md:12-30`, or `docs/a.md:12` when it is one line. */
export function describePlace(documentId: string, lines: Lines): string {
  return `${forTerminal(documentId)}:${rangeOf(lines)}`;
}

/** `line 12`, `lines 12-14, 20`: each range once, in the order given. */
export function describeLines(places: readonly { readonly lines: Lines }[]): string {
  const ranges = [...new Set(places.map(({ lines }) => rangeOf(lines)))].join(', ');
  return `${/^\d+$/.test(ranges) ? 'line' : 'lines'} ${ranges}`;
}

function rangeOf({ start, end }: Lines): string {
  return start === end ? `${start}` : `${start}-${end}`;
}

export function describePath(sectionPath: readonly string[]): string {
  return sectionPath.map((title) => forTerminal(title)).join(' > ');
}

/** The beginning of `text` on one line of at most `width` characters. */
export function describeText(text: string, width: number): string {
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

/** Says on stderr that `paths` held no file; silence would look like success. */
export function noteNoFile(output: Output, paths: readonly string[]): void {
  output.note(
    `${paths.map((path) => forTerminal(path)).join(', ')}: no file to read; hidden files and node_modules are left out`,
  );
}
