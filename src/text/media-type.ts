/** Text: what a media type says of how a text is written, whatever its case and its parameters, such as `charset`. */

/** A media type in lower case, without parameters. */
export function essenceOf(mediaType: string): string {
  const semicolon = mediaType.indexOf(';');
  return (semicolon < 0 ? mediaType : mediaType.slice(0, semicolon)).trim().toLowerCase();
}

/** Whether a document of this media type is read, and cut, as Markdown. */
export function isMarkdown(mediaType: string): boolean {
  if (mediaType !== lastAsked) {
    const essence = essenceOf(mediaType);
    lastIsMarkdown = essence === 'text/markdown' || essence === 'text/x-markdown';
    lastAsked = mediaType;
  }
  return lastIsMarkdown;
}

/** The last answer: it is asked again for every block of a document. */
let lastAsked = '';
let lastIsMarkdown = false;
