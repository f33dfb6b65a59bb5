/** Text: what a media type says of how a text is written, whatever its case and its parameters, such as `charset`. */

/** A media type in lower case, without parameters. */
export function essenceOf(mediaType: string): string {
  const semicolon = mediaType.indexOf(';');
  return (semicolon < 0 ? mediaType : mediaType.slice(0, semicolon)).trim().toLowerCase();
}

/** Whether a document of this media type is rows of cells, which may be in quotes. */
export function isDelimited(mediaType: string): boolean {
  const essence = essenceOf(mediaType);
  return essence === 'text/csv' || essence === TAB_SEPARATED;
}

export const TAB_SEPARATED = 'text/tab-separated-values';

/** Whether a document of this media type is read, and cut, as Markdown. */
export function isMarkdown(mediaType: string): boolean {
  return formatOf(mediaType) === 'markdown';
}

/** Whether a document of this media type is read, and cut, as HTML. */
export function isHtml(mediaType: string): boolean {
  return formatOf(mediaType) === 'html';
}

type Format = 'markdown' | 'html' | 'other';

const FORMATS: ReadonlyMap<string, Format> = new Map([
  ['text/markdown', 'markdown'],
  ['text/x-markdown', 'markdown'],
  ['text/html', 'html'],
  ['application/xhtml+xml', 'html'],
]);

function formatOf(mediaType: string): Format {
  if (mediaType !== lastAsked) {
    lastFormat = FORMATS.get(essenceOf(mediaType)) ?? 'other';
    lastAsked = mediaType;
  }
  return lastFormat;
}

/** The last answer: it is asked again for every block of a document. */
let lastAsked = '';
let lastFormat: Format = 'other';
