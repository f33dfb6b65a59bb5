/** Cutting: a chunk larger than the whole budget → its longest beginning that fits, at a sentence or else a word end. */
import type { Chunk, ContextPart } from '../model/chunk.ts';
import { htmlUnitStarts } from '../text/html-sentences.ts';
import { countLineFeeds } from '../text/line-index.ts';
import { isHtml } from '../text/media-type.ts';
import { inOrder } from '../text/rising.ts';
import { sentenceStarts } from '../text/sentences.ts';
import { lastCutBefore } from '../text/word-cuts.ts';

const LINE_FEED = 10;

/**
 * The longest beginning of `chunk` for which `fits` says yes, as a chunk whose text, spans and lines agree; undefined
 * when not even one word fits. Sentence and line ends first (in code and tables line ends alone), then words.
 */
export function cutToFit(chunk: Chunk, fits: (beginning: Chunk) => boolean): Chunk | undefined {
  const ends = sentenceEnds(chunk);
  return longest(ends.length, (i) => accept(chunk, ends[i], fits)) ?? cutAtWord(chunk, ends[0], fits);
}

/** Inside the first sentence, which is known not to fit. */
function cutAtWord(
  chunk: Chunk,
  sentenceEnd = chunk.text.length,
  fits: (beginning: Chunk) => boolean,
): Chunk | undefined {
  return longest(sentenceEnd - 1, (i) => {
    const { at, signal } = lastCutBefore(chunk.text, 0, chunk.text.length, i + 1, () => false);
    return signal === 'grapheme' ? 'no end yet' : accept(chunk, Math.min(at, sentenceEnd), fits);
  });
}

/** What a cut at some place gives: a beginning that fits; nothing, since it is too large; nothing to cut at so early. */
type CutResult = Chunk | undefined | 'no end yet';

/** Binary search for the last index below `count` that gives a beginning; larger indexes give larger ones. */
function longest(count: number, resultOf: (index: number) => CutResult): Chunk | undefined {
  let best: Chunk | undefined;
  let low = 0;
  let high = count - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const result = resultOf(middle);
    if (result === undefined) high = middle - 1;
    else {
      if (result !== 'no end yet') best = result;
      low = middle + 1;
    }
  }
  return best;
}

function accept(chunk: Chunk, end: number, fits: (beginning: Chunk) => boolean): CutResult {
  const beginning = beginningOf(chunk, end);
  return beginning && fits(beginning) ? beginning : undefined;
}

/** Offsets behind which a sentence or a line is over, rising; the end of the text is not among them. */
function sentenceEnds(chunk: Chunk): readonly number[] {
  const { text, kind, mediaType } = chunk;
  if (isHtml(mediaType)) return htmlUnitStarts(text).filter((at) => at > 0);
  const ends: number[] = [];
  if (kind !== 'code' && kind !== 'table') sentenceStarts(text, 0, text.length, ends);
  for (let i = 1; i < text.length; i++) if (text.charCodeAt(i - 1) === LINE_FEED) ends.push(i);
  return inOrder(ends);
}

/**
 * The chunk up to `end`, trailing white space left off. Undefined when that is empty, or when the raw offset of the
 * end is not known: of a chunk with both kinds of line end we know how many were CRLF, not which, and of derived text
 * only where the whole chunk was in the source.
 */
function beginningOf(chunk: Chunk, end: number): Chunk | undefined {
  const text = chunk.text.slice(0, end).trimEnd();
  if (text === '' || isDerived(chunk)) return undefined;
  const before = countLineFeeds(text);
  const after = countLineFeeds(chunk.text) - before;
  const crlf = chunk.rawSpan.end - chunk.rawSpan.start - chunk.text.length;
  const fewest = Math.max(0, crlf - after);
  if (fewest !== Math.min(crlf, before)) return undefined;
  const { start } = chunk.span;
  return {
    ...chunk,
    text,
    span: { start, end: start + text.length },
    rawSpan: { start: chunk.rawSpan.start, end: chunk.rawSpan.start + text.length + fewest },
    lines: { start: chunk.lines.start, end: chunk.lines.start + before },
    context: withFenceClosed(chunk),
  };
}

/** Conversations in these types are read as they stand; all others (mail, chat exports) are written anew by their parser. */
const TURNS_AS_THEY_STAND = /^(?:text\/|application\/x-subrip)/i;

function isDerived({ kind, mediaType }: Chunk): boolean {
  return kind === 'turns' && !TURNS_AS_THEY_STAND.test(mediaType.trimStart());
}

/** A cut code block is closed again with the marks that opened it, in its text or in its context. */
function withFenceClosed({ kind, text, context }: Chunk): readonly ContextPart[] {
  if (kind !== 'code' || context.some(({ type }) => type === 'fenceClose')) return context;
  const reopened = context.find((part) => part.type === 'fenceOpen');
  const opening = reopened && 'text' in reopened ? reopened.text : text;
  const marks = /^\s*(`{3,}|~{3,})/.exec(opening)?.[1];
  return marks === undefined ? context : [...context, { type: 'fenceClose', text: marks }];
}
