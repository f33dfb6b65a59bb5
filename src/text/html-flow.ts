/** Text: how a page flows into lines: from its tags to what stands between the words that a reader sees. */
import { decodeEntities } from './html-entities.ts';
import { kindOf, TAG, TOKEN } from './html-tokens.ts';

/** Between two cells of a row. */
const CELL_MARK = ' | ';

/** Where the flow is. It is changed in place: a page has very many places. */
export interface HtmlFlow {
  /** Nothing is written yet. */
  isEmpty: boolean;
  /** What is written next begins a line. */
  isNew: boolean;
  /** What comes before it on that line, if anything is written there: a space, marks of cells, white space that counts. */
  gap: string;
  /** Mark of a heading or an item, until its first words come. */
  mark: string;
  /** Cells that the row has so far; 0 outside of rows. */
  cells: number;
  /** Inside `<pre>`, where white space counts. */
  isPre: boolean;
}

/** The beginning of a page, or of a stretch that begins inside `<pre>`. */
export function beginFlow(isPre: boolean): HtmlFlow {
  return { isEmpty: true, isNew: true, gap: '', mark: '', cells: 0, isPre };
}

/** What stands in front of the next words. */
export function gapOf({ isEmpty, isNew, gap, mark }: HtmlFlow): string {
  if (!isNew) return gap;
  return isEmpty ? mark + gap : `\n${mark}${gap}`;
}

/** Goes on behind words; `gap` is the white space that ended them. */
export function passWords(flow: HtmlFlow, gap: string): void {
  flow.isEmpty = false;
  flow.isNew = false;
  flow.mark = '';
  flow.gap = gap;
}

/** Goes on behind white space that does not count. */
export function passSpace(flow: HtmlFlow): void {
  if (!flow.isNew && flow.gap === '') flow.gap = ' ';
}

/** Goes on behind white space that counts; blank lines at the beginning do not. */
export function passBlank(flow: HtmlFlow, blank: string): void {
  flow.gap = flow.isNew && flow.gap === '' ? blank.replace(/^\n+/, '') : flow.gap + blank;
}

/** Goes on behind a tag that is read. */
export function passTag(flow: HtmlFlow, token: number): void {
  if ((token & TAG.breaks) === 0) return;
  const opens = kindOf(token) === TOKEN.open;
  if ((token & TAG.cell) !== 0) {
    if (opens) passCell(flow);
  } else if (flow.cells > 0 && (token & TAG.endsRow) === 0) passSpace(flow);
  else {
    endLine(flow);
    flow.cells = 0;
    if ((token & TAG.preformatted) !== 0) flow.isPre = opens;
    const mark = markOf(token);
    if (mark !== '') flow.mark = opens ? mark : '';
  }
}

function passCell(flow: HtmlFlow): void {
  if (flow.cells === 0) endLine(flow);
  else if (flow.gap !== '' || flow.isNew) flow.gap += CELL_MARK.trimStart();
  else flow.gap = CELL_MARK;
  flow.cells++;
}

function endLine(flow: HtmlFlow): void {
  flow.isNew = true;
  flow.gap = '';
}

const LEVEL_MARKS = ['', '# ', '## ', '### ', '#### ', '##### ', '###### '];

/** What a heading or an item of a list begins with; '' for other tags. */
function markOf(token: number): string {
  return (token & TAG.item) !== 0 ? '- ' : LEVEL_MARKS[Math.floor(token / TAG.level)];
}

const ALT = /\salt\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;

/** What the tag of a picture says in its place. */
export function altOf(tag: string): string {
  const found = ALT.exec(tag);
  return found === null ? '' : decodeEntities(found[1] ?? found[2] ?? found[3]);
}

const PRE_TAG = /<(\/?)pre[\s>]/i;

/** Whether a stretch of a page begins inside `<pre>`, as the first of these tags in it says; undefined without any. */
export function beginsInPre(html: string): boolean | undefined {
  const found = PRE_TAG.exec(html);
  return found === null ? undefined : found[1] === '/';
}
