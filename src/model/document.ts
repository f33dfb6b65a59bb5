/** What goes in (a source) and what parsing makes of it (a document). */
import type { BlockTable } from './block.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { JsonObject } from './json.ts';
import type { OriginMap } from './origin.ts';
import type { ReferenceTable } from './reference.ts';
import type { Span } from './span.ts';

/** Raw input. `text` is as decoded from the file: line ends and a byte-order mark are still there. */
export interface Source {
  /** What names the document everywhere: on the command line the path as given. */
  readonly documentId: string;
  /** For example `text/markdown` or `text/plain`. */
  readonly mediaType: string;
  readonly text: string;
  /** ISO 8601 time of the last change of the source, where known. */
  readonly updatedAt?: string;
  readonly metadata?: JsonObject;
  /** What went wrong while the source was read (invalid UTF-8 and the like); parsing hands it on. */
  readonly diagnostics?: readonly Diagnostic[];
}

/** Part of `document.text` that no chunk covers, on purpose. */
export interface Dropped {
  readonly span: Span;
  readonly reason: 'front-matter';
}

/** A parsed source. Everything after parsing works on this and nothing else. */
export interface Document {
  readonly id: string;
  readonly mediaType: string;
  /** Normalised text: LF line ends, no byte-order mark. Every span in Kerf is a range of it. */
  readonly text: string;
  /** Front matter `title`, else the first heading when it opens the document, else a short first line; may be ''. */
  readonly title: string;
  readonly blocks: BlockTable;
  readonly origin: OriginMap;
  readonly dropped: readonly Dropped[];
  readonly diagnostics: readonly Diagnostic[];
  /** Source metadata with front matter fields on top. */
  readonly metadata: JsonObject;
  readonly updatedAt?: string | undefined;
  /**
   * By block index, what a block is called, in one line: the key of an entry, the signature of a declaration, the
   * number and title of a clause, the speaker of a turn, the title of a thread. Parts of a block that was cut get it
   * as context. A heading with a label is titled by it, not by its text.
   */
  readonly labels?: ReadonlyMap<number, string> | undefined;
  /** Names that the text defines and uses: footnotes, defined terms, imports, clauses, symbols. */
  readonly references?: ReferenceTable | undefined;
  /** By block index, when a turn was said. */
  readonly times?: ReadonlyMap<number, TimeSpan> | undefined;
}

/** Times as ISO 8601 where the source has dates, else as `HH:MM:SS.mmm` from the beginning of the recording. */
export interface TimeSpan {
  readonly start: string;
  /** The same as `start` where the source has one time only. */
  readonly end: string;
}
