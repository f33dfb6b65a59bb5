/** Sizers: how much of the limit a string or a stretch of a document takes, in characters or tokens, of HTML what a reader sees. */
import type { Document } from '../model/document.ts';
import type { Span } from '../model/span.ts';
import type { TokenCounter } from '../model/token-counter.ts';
import { HtmlLengths } from '../text/html-lengths.ts';
import { type HtmlTokens, htmlTokens, kindOf, TOKEN } from '../text/html-tokens.ts';
import { isHtml } from '../text/media-type.ts';
import { countBelow } from '../text/rising.ts';
import type { ResolvedChunkOptions } from './options.ts';
import { writtenSlice } from './written.ts';

/** How much of the limit strings and stretches of the document take. */
export interface Sizer {
  /** Whether sizes are lengths: that of a stretch is its end minus its start. */
  readonly isLength: boolean;
  /** Exact size of a whole string that is embedded as it is. */
  size(text: string): number;
  /** Size of `text[start, end)` when it is embedded alone. */
  span(text: string, start: number, end: number): number;
  /** Whether `span` may say some characters too many, as for HTML. */
  readonly isBound: boolean;
  /** Whether the size of `text[start, end)` is at most `available`; what is far too long is not counted to find out. */
  fits(text: string, start: number, end: number, available: number): boolean;
  /** Whether stretches are written out to be embedded, as `writtenSlice` has it, and not as they stand. */
  readonly isWritten: boolean;
  /** The tag, comment or script that `offset` lies strictly inside, of what is written out without it; else null. */
  readonly hidden: ((offset: number) => Span | undefined) | null;
  /** What two stretches that are written out together have between them, measured apart: at a line end, and at a space. */
  readonly joins: { readonly line: number; readonly space: number };
  /** Whether sizes add up at the places `isSafeSplit` names. */
  readonly additive: boolean;
  /** Whether they add up behind a letter or digit that punctuation follows, too. */
  readonly additiveAtPunctuation: boolean;
}

const NO_JOINS = { line: 0, space: 0 } as const;

export const CHARACTER_SIZER: Sizer = {
  isLength: true,
  size: (text) => text.length,
  span: (_, start, end) => end - start,
  isBound: false,
  fits: (_, start, end, available) => end - start <= available,
  isWritten: false,
  hidden: null,
  joins: NO_JOINS,
  additive: true,
  additiveAtPunctuation: true,
};

/** The sizer of a limit, for text that is embedded as it stands. */
export function plainSizer({ unit, tokenCounter }: Pick<ResolvedChunkOptions, 'unit' | 'tokenCounter'>): Sizer {
  return unit === 'tokens' && tokenCounter ? tokenSizer(tokenCounter) : CHARACTER_SIZER;
}

/** What `plain` measures, for `document`: of HTML only what a reader sees is embedded. */
export function sizerFor(document: Document, plain: Sizer): Sizer {
  if (!isHtml(document.mediaType)) return plain;
  return plain.isLength ? htmlLengthSizer(document) : htmlTokenSizer(document, plain);
}

export function tokenSizer(counter: TokenCounter): Sizer {
  const span: Sizer['span'] = counter.countSpan
    ? (text, start, end) => counter.countSpan?.(text, start, end) ?? 0
    : (text, start, end) => counter.count(text.slice(start, end));
  return {
    isLength: false,
    size: (text) => counter.count(text),
    span,
    isBound: false,
    fits(text, start, end, available) {
      const length = end - start;
      if (length <= available && byteBound(text, start, end) <= available) return true;
      return length <= available * LONGEST_TOKEN && span(text, start, end) <= available;
    },
    isWritten: false,
    hidden: null,
    joins: NO_JOINS,
    additive: counter.additive,
    additiveAtPunctuation: counter.additiveAtPunctuation ?? false,
  };
}

function htmlLengthSizer(document: Document): Sizer {
  let lengths: HtmlLengths | undefined;
  const span: Sizer['span'] = (_, start, end) => {
    lengths ??= new HtmlLengths(document.text);
    return lengths.between(start, end);
  };
  return {
    ...htmlSizer(document),
    size: CHARACTER_SIZER.size,
    span,
    isBound: true,
    fits(text, start, end, available) {
      // Hardly anything is longer written out than it stands.
      if (end - start <= available) return true;
      const most = span(text, start, end);
      if (most <= available || most > available + LOOSE) return most <= available;
      return writtenSlice(document, start, end, available).length <= available;
    },
    joins: { line: 1, space: 1 },
  };
}

function htmlTokenSizer(document: Document, plain: Sizer): Sizer {
  return {
    ...htmlSizer(document),
    size: plain.size,
    span: (_, start, end) => plain.size(writtenSlice(document, start, end)),
    isBound: false,
    fits(_, start, end, available) {
      const written = writtenSlice(document, start, end, available * LONGEST_TOKEN);
      return plain.fits(written, 0, written.length, available);
    },
    // A space goes with the word behind it.
    joins: { line: 1, space: 0 },
  };
}

function htmlSizer(
  document: Document,
): Pick<Sizer, 'isLength' | 'isWritten' | 'hidden' | 'additive' | 'additiveAtPunctuation'> {
  let tokens: HtmlTokens | undefined;
  return {
    isLength: false,
    isWritten: true,
    hidden(offset) {
      tokens ??= htmlTokens(document.text, 0, document.text.length);
      const token = countBelow(tokens.starts, tokens.starts.length, offset) - 1;
      if (token < 0 || tokens.starts[token + 1] === offset || kindOf(tokens.tokens[token]) === TOKEN.text)
        return undefined;
      return { start: tokens.starts[token], end: tokens.starts[token + 1] };
    },
    additive: false,
    additiveAtPunctuation: false,
  };
}

/** How much the bound may be over the exact length: more only for white space at the end of preformatted text, and odd tables. */
const LOOSE = 32;

/** No token is longer than this many characters, but for runs of spaces and marks, which are cut anyway. */
const LONGEST_TOKEN = 64;

/** UTF-8 bytes of `text[start, end)`, surrogates taken as three each: a token is at least one byte. */
function byteBound(text: string, start: number, end: number): number {
  let bytes = end - start;
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i);
    if (code > 0x7f) bytes += code > 0x7ff ? 2 : 1;
  }
  return bytes;
}
