/** Parsing: everything a Markdown scan remembers between two lines. */
import { BlockWriter } from '../../model/block.ts';
import type { Span } from '../../model/span.ts';

/**
 * Containers open at once. A marker deeper than this is text, so that no line costs more than its length
 * plus this depth, and so that hostile input cannot make the stack of open blocks grow with the document.
 */
export const MAX_DEPTH = 100;

export const CONTAINER_QUOTE = 0;
export const CONTAINER_LIST = 1;
export const CONTAINER_FOOTNOTE = 2;

export const LEAF_NONE = 0;
export const LEAF_PARAGRAPH = 1;
export const LEAF_TABLE = 2;
export const LEAF_INDENTED = 3;
/** From here on a leaf swallows lines whatever they look like: no container opens inside. */
export const LEAF_FENCE = 4;
export const LEAF_MATH = 5;
export const LEAF_HTML = 6;

/** Flags of an open list item: it began blank; a blank line followed while it was still empty. */
export const ITEM_BEGAN_BLANK = 1;
export const ITEM_STAYED_BLANK = 2;

const NO_BLOCKS = new BlockWriter();

/** A scan in progress; the functions of this folder move it from line to line. One instance serves document after document. */
export class ScanState {
  text = '';
  blocks = NO_BLOCKS;
  /** Fences and `$$` blocks that no closing line ended. */
  unclosed: Span[] = [];

  /** The current line without its line feed. */
  lineStart = 0;
  lineEnd = 0;
  /** Next unread character, its column, and columns still to be read of the tab in front of it. */
  pos = 0;
  column = 0;
  spare = 0;
  /** First character from `pos` on that is neither space nor tab, its column, and the columns in between. */
  first = 0;
  firstColumn = 0;
  indent = 0;

  /** Open containers, outermost first; plain arrays, because most documents never need more than a few places. */
  depth = 0;
  readonly containerKinds: number[] = [];
  /** Block of the container itself (for a list: the list). */
  readonly containerBlocks: number[] = [];
  /** Block that children belong to (for a list: its open item). */
  readonly owners: number[] = [];
  /** Quotes: end of the last `>` seen. Lists: columns that content is indented by. */
  readonly sizes: number[] = [];
  /** Lists: bullet, or the character after the number. */
  readonly markers: number[] = [];
  readonly itemFlags: number[] = [];
  listDepth = 0;

  leaf = LEAF_NONE;
  leafStart = 0;
  leafEnd = 0;
  /** Fences and math: marker and length of the opening run. HTML: which of the seven kinds. */
  fenceMarker = 0;
  fenceLength = 0;
  htmlKind = 0;
  tableBlock = 0;
  /** Paragraphs: start of the last line, of its text, and whether that line may turn out to be a table's header. */
  lastLineStart = 0;
  lastLineFirst = 0;
  lastLineMayHead = false;
  /** Paragraphs that open with `[`: start and end of each line's content, for link reference definitions. */
  readonly segments: number[] = [];
  segmentCount = 0;
  keepsSegments = false;

  /** End of what was read last: a closed leaf or a container's marker; becomes the end of closing containers. */
  lastEnd = 0;
  /** Where the last failed look for a thematic break stopped; before it there is none to be found. */
  noBreakBefore = -1;

  /** Back at the start, for `text` and the blocks to fill. What a line sets before it is read stays as it is. */
  begin(text: string, blocks: BlockWriter): void {
    this.text = text;
    this.blocks = blocks;
    this.unclosed = [];
    this.depth = 0;
    this.listDepth = 0;
    this.leaf = LEAF_NONE;
    this.leafStart = 0;
    this.leafEnd = 0;
    this.segmentCount = 0;
    this.keepsSegments = false;
    this.lastLineMayHead = false;
    this.lastEnd = 0;
    this.noBreakBefore = -1;
  }

  /** The block that a new block would belong to. */
  get owner(): number {
    return this.depth === 0 ? -1 : this.owners[this.depth - 1];
  }

  /** Remembers the content range of a paragraph line. */
  pushSegment(start: number, end: number): void {
    this.segments[this.segmentCount * 2] = start;
    this.segments[this.segmentCount * 2 + 1] = end;
    this.segmentCount++;
  }
}

/** A scan that remembers more lines of one paragraph than this is not kept: few are so long. */
const MOST_KEPT = 1 << 16;
let spare: ScanState | undefined;

/** A scan of `text` to use until `returnScan`: making one takes as long as scanning ten lines. */
export function borrowScan(text: string, blocks: BlockWriter): ScanState {
  const state = spare ?? new ScanState();
  spare = undefined;
  state.begin(text, blocks);
  return state;
}

/** Gives back a scan that nobody looks at any more. */
export function returnScan(state: ScanState): void {
  state.begin('', NO_BLOCKS);
  if (state.segments.length <= MOST_KEPT) spare = state;
}
