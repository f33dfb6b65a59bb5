/**
 * Rendering: the stretches chosen per document → numbered passages and the pieces of text that make up the context.
 *
 *     [1] guide/leave.md, lines 12-18: Handbook > Parental leave
 *     text of the passage
 *
 *     [2] lines 30-34
 *     text of another passage of the same document under the same header
 *
 * Citation lines cost tokens that answers could have: they say nothing that stands right above or below them.
 */
import type { ContextPart } from '../model/chunk.ts';
import type { Span } from '../model/span.ts';
import { writtenText } from '../text/html-lines.ts';
import { isHtml } from '../text/media-type.ts';
import type { Stretch } from './stitch.ts';

/** A passage that lacks only its number. */
export interface Draft {
  readonly documentId: string;
  readonly stretch: Stretch;
  /** Title and section path in one line, less a heading that the text begins with; '' where the draft before has the same. */
  readonly header: string;
  /** Table header, list introduction, reopened fence: what the text needs in front of it. '' or ends in a line feed. */
  readonly lead: string;
  /** The text, and the fence that closes it where it ends inside code; HTML as a reader sees it. */
  readonly body: string;
}

/** Drafts of one document's stretches, in document order; what was shown once in the document is not shown again. */
export function draftsOf(documentId: string, stretches: readonly Stretch[]): readonly Draft[] {
  const shown = stretches.map(({ span }) => span);
  let lastHeader = '';
  return stretches.map((stretch) => {
    const [first] = stretch.chunks;
    const full = oneLine(first.header === '' ? first.sectionPath.join(' > ') : first.header);
    const body = isHtml(first.mediaType) ? writtenText(stretch.text, first) : stretch.text + tailOf(stretch);
    const header = full === lastHeader ? '' : withoutOwnHeading(full, body);
    lastHeader = full;
    return { documentId, stretch, header, lead: leadOf(first.context, shown), body };
  });
}

/** The context as pieces whose concatenation is its text; each but the last ends in a line feed. */
export function piecesOf(drafts: readonly Draft[]): readonly string[] {
  const pieces: string[] = [];
  for (const [index, draft] of drafts.entries()) {
    pieces.push(citationLine(index + 1, draft, drafts[index - 1]?.documentId));
    if (draft.lead !== '') pieces.push(draft.lead);
    pieces.push(index === drafts.length - 1 ? draft.body : `${draft.body}\n\n`);
  }
  return pieces;
}

/** Documents stand together, so that one is named where it begins. */
function citationLine(citation: number, { documentId, stretch, header }: Draft, before: string | undefined): string {
  const { start, end } = stretch.lines;
  const name = documentId === before ? '' : `${oneLine(documentId)}, `;
  const lines = start === end ? `line ${start}` : `lines ${start}-${end}`;
  return `[${citation}] ${name}${lines}${header === '' ? '' : `: ${header}`}\n`;
}

function withoutOwnHeading(header: string, text: string): string {
  const heading = /^#{1,6} +(.+)/.exec(text)?.[1];
  const own = heading === undefined ? '' : oneLine(heading);
  if (header === own) return '';
  return own !== '' && header.endsWith(` > ${own}`) ? header.slice(0, -` > ${own}`.length) : header;
}

/** A line feed in a name would break the layout that citations rest on. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Parts not shown yet; marks their spans as shown. A reopened fence is a mark, not text, and always needed. */
function leadOf(context: readonly ContextPart[], shown: Span[]): string {
  let lead = '';
  for (const part of context) {
    if (part.type === 'title' || part.type === 'sectionPath' || part.type === 'fenceClose') continue;
    if (part.type !== 'fenceOpen') {
      if (shown.some(({ start, end }) => start <= part.span.start && part.span.end <= end)) continue;
      shown.push(part.span);
    }
    const prose = part.type === 'listIntroduction' || part.type === 'tableTitle';
    lead += `${part.text}${prose ? '\n\n' : '\n'}`;
  }
  return lead;
}

function tailOf(stretch: Stretch): string {
  const last = stretch.chunks.find(({ span }) => span.end === stretch.span.end);
  const close = last?.context.find((part) => part.type === 'fenceClose');
  return close ? `\n${close.text.trim()}` : '';
}
