/** Parsing HTML: normalised text to blocks whose spans include their tags; nothing is left out. */
import { type BlockTable, KIND } from '../../model/block.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { shortTitle } from '../../text/heading-text.ts';
import { isLetter, MarkupReader, nameEnd } from '../../text/html-markup.ts';
import { htmlText } from '../../text/html-text.ts';
import type { Parsed } from '../parsed.ts';
import { type Element, elementOf, ROLE } from './elements.ts';
import { HtmlFlow } from './flow.ts';
import { htmlLabels } from './labels.ts';
import { closeTag, openTag, readComment, readRaw, readText, readWords } from './read-tags.ts';

const SLASH = 47;
const BANG = 33;
const OPEN_BRACKET = 91;

export interface ScanHtmlOptions {
  /** Whether `<a/>` is an element without content, as in XHTML, and not a start tag. Default: false. */
  readonly xml?: boolean;
}

/**
 * Scans HTML, or what people write for it: tags that are never closed, closed twice or in the wrong order end where
 * browsers end them. Headings are labelled with their text; `fields.title` is that of the `title` element. Linear in
 * `text`, whatever stands in it. Throws nothing; a comment or script that is never closed becomes a diagnostic.
 */
export function scanHtml(text: string, documentId: string, { xml = false }: ScanHtmlOptions = {}): Parsed {
  const scan: Scan = { text, documentId, xml, reader: new MarkupReader(text), flow: new HtmlFlow(text), title: '' };
  let at = 0;
  for (let next = scan.reader.next(0); next >= 0; next = scan.reader.next(at)) {
    if (next > at) readText(scan.flow, at, next);
    at = readMarkup(scan, next);
  }
  if (at < text.length) readText(scan.flow, at, text.length);
  const blocks = scan.flow.finish();
  const labels = htmlLabels(text, blocks);
  return {
    blocks,
    labels,
    title: mainHeading(blocks, labels),
    ...(scan.title === '' ? {} : { fields: { title: scan.title } }),
    ...(scan.diagnostics === undefined ? {} : { diagnostics: scan.diagnostics }),
  };
}

interface Scan {
  readonly text: string;
  readonly documentId: string;
  readonly xml: boolean;
  readonly reader: MarkupReader;
  readonly flow: HtmlFlow;
  /** What the first title element says, '' without one. */
  title: string;
  diagnostics?: Diagnostic[];
}

/** Reads what begins with the `<` at `at`; returns where it ends. */
function readMarkup(scan: Scan, at: number): number {
  const { text } = scan;
  const isEnd = text.charCodeAt(at + 1) === SLASH;
  const nameAt = isEnd ? at + 2 : at + 1;
  return isLetter(text.charCodeAt(nameAt)) ? readTag(scan, at, nameAt, isEnd) : readOther(scan, at);
}

function readOther(scan: Scan, at: number): number {
  const { text, reader, flow } = scan;
  const end = reader.end(at);
  if (
    text.charCodeAt(at + 1) === BANG &&
    text.charCodeAt(at + 2) === OPEN_BRACKET &&
    text.startsWith('[CDATA[', at + 2)
  )
    readWords(flow, at);
  else readComment(flow, at, end);
  if (end === text.length && text.startsWith('<!--', at) && !text.endsWith('>')) report(scan, at, 'comment');
  return end;
}

function readTag(scan: Scan, at: number, nameAt: number, isEnd: boolean): number {
  const { text, reader, flow } = scan;
  const behindName = nameEnd(text, nameAt);
  const element = elementOf(text, nameAt, behindName);
  const end = reader.tagEnd(behindName);
  if (isEnd) {
    closeTag(flow, element, at, end);
    return end;
  }
  const isAlone = scan.xml && text.charCodeAt(end - 2) === SLASH;
  if (element.role === ROLE.raw || element.role === ROLE.rawText)
    return readRawElement(scan, element, at, end, isAlone);
  openTag(flow, element, at, end);
  if (isAlone) closeTag(flow, element, end, end);
  return end;
}

/** An element of text up to its end tag, unless it is empty and has none. */
function readRawElement(scan: Scan, element: Element, at: number, tagEnd: number, isAlone: boolean): number {
  const { text, reader, flow } = scan;
  const close = isAlone ? tagEnd : reader.rawEnd(element.name, tagEnd);
  const isUnclosed = !isAlone && close === text.length;
  const end = isAlone || isUnclosed ? close : reader.end(close);
  if (isUnclosed) report(scan, at, element.name);
  const isApart = readRaw(flow, element, at, end);
  if (isApart && element.name === 'title' && scan.title === '') scan.title = shortTitle(htmlText(text, tagEnd, close));
  return end;
}

function report(scan: Scan, at: number, what: string): void {
  const message = `A ${what} is never closed; everything behind it is in it.`;
  const span = { start: at, end: scan.text.length };
  scan.diagnostics ??= [];
  scan.diagnostics.push({ code: 'malformed-data', message, documentId: scan.documentId, span });
}

/** The first heading of level 1, wherever it stands, else the first heading when no text comes before it; else ''. */
function mainHeading({ kinds, levels, parents, count }: BlockTable, labels: ReadonlyMap<number, string>): string {
  for (const [block, label] of labels) if (kinds[block] === KIND.heading && levels[block] === 1) return label;
  let first = 0;
  while (first < count && (kinds[first] === KIND.html || parents[first] >= 0)) first++;
  return first < count && kinds[first] === KIND.heading ? (labels.get(first) ?? '') : '';
}
