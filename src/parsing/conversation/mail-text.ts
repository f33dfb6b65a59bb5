/** Parsing conversations: an encoded body part of a mail → its text, written with the way back to the raw file. */
import type { DerivedText } from './derived-text.ts';
import { lineAt, type MailPart } from './mime.ts';

interface Decoder {
  decode(bytes?: Uint8Array, options?: { stream: boolean }): string;
}

/** Charsets in which a byte below 128 is always ASCII, so that a run of encoded bytes can be decoded by itself. */
const ASCII_APART = /^(?:utf-?8|us-ascii|ascii|iso-8859-\d+|latin-?\d|windows-125\d|cp125\d|koi8-[ru])$/i;
/** Characters of base64 that are decoded as one piece: the length of a line in mail. */
const BASE64_PIECE = 76;
/** Encoded bytes that are decoded as one piece, as far as characters allow. */
const QUOTED_PIECE = 48;
const EQUALS = 61;
const SPACE = 32;
const QUESTION_MARK = 63;

/** Writes the text of `part`; line ends become LF. Bytes that its charset does not have become U+FFFD. */
export function writeMailText(out: DerivedText, raw: string, part: MailPart): void {
  if (part.encoding === 'base64') writeBase64(out, raw, part);
  else if (part.encoding === 'quoted-printable') writeQuotedPrintable(out, raw, part);
  else out.copyLines(part.start, part.end);
}

function decoderFor(charset: string): Decoder {
  try {
    return new TextDecoder(charset);
  } catch {
    // A charset that nobody knows: what is ASCII in it can be read all the same.
    return new TextDecoder('utf-8');
  }
}

/** Holds back a CR at the end of a piece, for its LF may come with the next one. */
class LineEnds {
  private held = '';

  take(text: string): string {
    const whole = this.held + text;
    this.held = whole.endsWith('\r') ? '\r' : '';
    return (this.held === '' ? whole : whole.slice(0, -1)).replace(/\r\n?/g, '\n');
  }
}

function writeBase64(out: DerivedText, raw: string, { start, end, charset }: MailPart): void {
  const decoder = decoderFor(charset);
  const lineEnds = new LineEnds();
  const bytes = new Uint8Array(BASE64_PIECE);
  let bits = 0;
  let held = 0;
  for (let from = start; from < end; from += BASE64_PIECE) {
    const to = Math.min(end, from + BASE64_PIECE);
    let count = 0;
    for (let at = from; at < to; at++) {
      const value = sextet(raw.charCodeAt(at));
      if (value < 0) continue;
      held = ((held << 6) | value) & 0xffffff;
      bits += 6;
      if (bits >= 8) {
        bits -= 8;
        bytes[count++] = (held >> bits) & 0xff;
      }
    }
    out.write(lineEnds.take(decoder.decode(bytes.subarray(0, count), { stream: to < end })), from, to);
  }
}

/** -1 for what is no character of base64: line ends, padding, dirt. */
function sextet(code: number): number {
  if (code >= 65 && code <= 90) return code - 65;
  if (code >= 97 && code <= 122) return code - 71;
  if (code >= 48 && code <= 57) return code + 4;
  if (code === 43) return 62;
  return code === 47 ? 63 : -1;
}

function writeQuotedPrintable(out: DerivedText, raw: string, part: MailPart): void {
  const writer = new QuotedPrintable(out, raw, part.charset);
  for (let at = part.start; at < part.end; ) {
    const line = lineAt(raw, at, part.end);
    let end = line.end;
    while (end > at && (raw.charCodeAt(end - 1) === SPACE || raw.charCodeAt(end - 1) === 9)) end--;
    const isSoft = end > at && raw.charCodeAt(end - 1) === EQUALS;
    writer.line(at, isSoft ? end - 1 : end);
    if (!isSoft) writer.lineEnd(end, line.next);
    at = line.next;
  }
  writer.flush();
}

/** Collects encoded bytes until what they stand for is complete; text between them is copied. */
class QuotedPrintable {
  private readonly out: DerivedText;
  private readonly raw: string;
  private readonly decoder: Decoder;
  private readonly apart: boolean;
  private readonly lineEnds = new LineEnds();
  private bytes: number[] = [];
  private start = 0;
  private end = 0;

  constructor(out: DerivedText, raw: string, charset: string) {
    this.out = out;
    this.raw = raw;
    this.decoder = decoderFor(charset);
    this.apart = ASCII_APART.test(charset);
  }

  line(from: number, to: number): void {
    for (let at = from; at < to; ) {
      const byte = this.encodedAt(at, to);
      if (byte >= 0) {
        // A byte of the form 10xxxxxx goes on with a character of UTF-8.
        if (this.apart && this.bytes.length >= QUOTED_PIECE && (byte & 0xc0) !== 0x80) this.flush();
        this.push(byte, at, at + 3);
        at += 3;
      } else if (this.apart) at = this.plain(at, to);
      else {
        const code = this.raw.charCodeAt(at);
        this.push(code < 256 ? code : QUESTION_MARK, at, at + 1);
        at++;
      }
    }
  }

  lineEnd(from: number, to: number): void {
    this.flush();
    if (to > from) this.out.write('\n', from, to);
  }

  flush(): void {
    if (this.bytes.length === 0) return;
    this.out.write(this.lineEnds.take(this.decoder.decode(Uint8Array.from(this.bytes))), this.start, this.end);
    this.bytes = [];
  }

  private plain(from: number, to: number): number {
    this.flush();
    let at = from + 1;
    while (at < to && this.encodedAt(at, to) < 0) at++;
    this.out.copyLines(from, at);
    return at;
  }

  private encodedAt(at: number, to: number): number {
    if (this.raw.charCodeAt(at) !== EQUALS || at + 2 >= to) return -1;
    const high = hexDigit(this.raw.charCodeAt(at + 1));
    const low = hexDigit(this.raw.charCodeAt(at + 2));
    return high < 0 || low < 0 ? -1 : high * 16 + low;
  }

  private push(byte: number, start: number, end: number): void {
    if (this.bytes.length === 0) this.start = start;
    this.bytes.push(byte);
    this.end = end;
  }
}

function hexDigit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  if (code >= 65 && code <= 70) return code - 55;
  return code >= 97 && code <= 102 ? code - 87 : -1;
}
