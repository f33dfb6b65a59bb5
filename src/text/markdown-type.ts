/** Text: whether a media type says Markdown; asked by every stage, so that all of them answer alike. */

/** Whether a document of this media type is read as Markdown; parameters such as `charset`, and case, do not matter. */
export function isMarkdown(mediaType: string): boolean {
  if (mediaType !== lastAsked) {
    lastIsMarkdown = /^\s*text\/(?:x-)?markdown\s*(?:;|$)/i.test(mediaType);
    lastAsked = mediaType;
  }
  return lastIsMarkdown;
}

/** The last answer: it is asked again for every block of a document. */
let lastAsked = '';
let lastIsMarkdown = false;
