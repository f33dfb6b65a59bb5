/** Parsing conversations: builds the text a person reads from parts of the raw source, with the way back. */
import { IDENTITY_ORIGIN, type OriginMap } from '../../model/origin.ts';

/** Escapes decoded as one piece, in UTF-16 units: a cut inside such a piece is known to so many characters. */
const LONGEST_DECODED_PIECE = 16;
const LF = 10;
const CR = 13;
const BACKSLASH = 92;
const LOWER_U = 117;

export interface DerivedResult {
  readonly text: string;
  readonly origin: OriginMap;
}

/** Appends parts in reading order; every part knows the range of the raw source it was made from. */
export class DerivedText {
  /** UTF-16 units so far. */
  length = 0;
  private readonly raw: string;
  private readonly parts: string[] = [];
  private readonly starts: number[] = [];
  private readonly rawStarts: number[] = [];
  private readonly rawEnds: number[] = [];
  private readonly copied: number[] = [];

  constructor(raw: string) {
    this.raw = raw;
  }

  /** Text that was decoded from, or stands for, the raw range. */
  write(text: string, rawStart: number, rawEnd: number): void {
    this.add(text, rawStart, rawEnd, 0);
  }

  /** The raw range as it is. */
  copy(rawStart: number, rawEnd: number): void {
    this.add(this.raw.slice(rawStart, rawEnd), rawStart, rawEnd, 1);
  }

  /** The raw range with CRLF and lone CR as LF. */
  copyLines(rawStart: number, rawEnd: number): void {
    let at = rawStart;
    for (let cr = at; cr < rawEnd; cr++) {
      if (this.raw.charCodeAt(cr) !== CR) continue;
      const end = cr + 1 < rawEnd && this.raw.charCodeAt(cr + 1) === LF ? cr + 2 : cr + 1;
      this.copy(at, cr);
      this.write('\n', cr, end);
      at = end;
      cr = end - 1;
    }
    this.copy(at, rawEnd);
  }

  /** The content of the JSON string literal between the quotes at `rawStart - 1` and `rawEnd`; line ends become LF. */
  literal(rawStart: number, rawEnd: number): void {
    let at = rawStart;
    while (at < rawEnd) {
      const escaped = nextEscape(this.raw, at, rawEnd);
      this.copy(at, escaped);
      at = this.escapes(escaped, rawEnd);
    }
  }

  finish(): DerivedResult {
    const pieces = {
      starts: Uint32Array.from(this.starts),
      rawStarts: Uint32Array.from(this.rawStarts),
      rawEnds: Uint32Array.from(this.rawEnds),
      copied: Uint8Array.from(this.copied),
    };
    return { text: this.parts.join(''), origin: { ...IDENTITY_ORIGIN, pieces } };
  }

  /** Decodes escapes from `from` on as one piece, as long as they follow each other. Returns where they end. */
  private escapes(from: number, rawEnd: number): number {
    let at = from;
    let text = '';
    // A piece never ends between CR and LF: they become one line feed.
    while (
      at < rawEnd &&
      this.raw.charCodeAt(at) === BACKSLASH &&
      (text.length < LONGEST_DECODED_PIECE || text.endsWith('\r'))
    ) {
      text += decodeEscape(this.raw, at);
      at += escapeLength(this.raw, at);
    }
    if (text !== '') this.write(text.replace(/\r\n?/g, '\n'), from, at);
    return at;
  }

  private add(text: string, rawStart: number, rawEnd: number, copied: number): void {
    if (text === '') return;
    this.parts.push(text);
    this.starts.push(this.length);
    this.rawStarts.push(rawStart);
    this.rawEnds.push(rawEnd);
    this.copied.push(copied);
    this.length += text.length;
  }
}

/** What the JSON string literal between `start` and `end` (quotes not included) says. */
export function decodeLiteral(raw: string, start: number, end: number): string {
  let text = '';
  for (let at = start; at < end; ) {
    const escaped = nextEscape(raw, at, end);
    text += raw.slice(at, escaped);
    at = escaped;
    if (at < end) {
      text += decodeEscape(raw, at);
      at += escapeLength(raw, at);
    }
  }
  return text;
}

/** The literal is short as a rule, the rest of the file is not: only the literal is looked at. */
function nextEscape(raw: string, from: number, end: number): number {
  let at = from;
  while (at < end && raw.charCodeAt(at) !== BACKSLASH) at++;
  return at;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

function decodeEscape(raw: string, at: number): string {
  const code = raw[at + 1];
  if (code === 'u') return String.fromCharCode(Number.parseInt(raw.slice(at + 2, at + 6), 16));
  return ESCAPES[code] ?? code;
}

function escapeLength(raw: string, at: number): number {
  return raw.charCodeAt(at + 1) === LOWER_U ? 6 : 2;
}
