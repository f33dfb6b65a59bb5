/** Parsing: collects what breaks the rules of a record format, as diagnostics with their places. */

import type { Diagnostic } from '../../model/diagnostic.ts';
import { plural } from '../../text/plural.ts';

/** More places than this in one document are counted, not listed. */
const MOST_LISTED = 20;

export class MalformedPlaces {
  private readonly listed: Diagnostic[] = [];
  private count = 0;
  private readonly documentId: string;

  constructor(documentId: string) {
    this.documentId = documentId;
  }

  /** Notes that the text breaks a rule in `[start, end)`; `message` says which, and what was made of it. */
  add(message: string, start: number, end: number): void {
    if (this.count++ >= MOST_LISTED) return;
    this.listed.push({ code: 'malformed-data', message, documentId: this.documentId, span: { start, end } });
  }

  /** All of them; behind the last listed one, how many more there are. */
  diagnostics(): readonly Diagnostic[] {
    const more = this.count - this.listed.length;
    if (more === 0) return this.listed;
    const message = `The text breaks the rules of its format at ${plural(more, 'more place')}.`;
    return [...this.listed, { code: 'malformed-data', message, documentId: this.documentId }];
  }
}
