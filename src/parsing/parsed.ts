/** Parsing: what the parser of one format finds in normalised text. */
import type { BlockTable } from '../model/block.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { Dropped, TimeSpan } from '../model/document.ts';
import type { JsonObject } from '../model/json.ts';
import type { OriginMap } from '../model/origin.ts';
import type { ReferenceTable } from '../model/reference.ts';

export interface Parsed {
  readonly blocks: BlockTable;
  readonly labels?: ReadonlyMap<number, string> | undefined;
  readonly references?: ReferenceTable | undefined;
  readonly times?: ReadonlyMap<number, TimeSpan> | undefined;
  readonly dropped?: readonly Dropped[];
  readonly diagnostics?: readonly Diagnostic[];
  /** Fields the text itself declares (front matter); they go over the source's metadata. `title` is the title. */
  readonly fields?: JsonObject;
  /** The title where there is none in `fields`, of formats with rules of their own for it; '' for none. */
  readonly title?: string;
  /** The text that spans refer to, where the parser derived it from the raw source (chat exports, mail), with its origin. */
  readonly text?: string;
  readonly origin?: OriginMap;
}
