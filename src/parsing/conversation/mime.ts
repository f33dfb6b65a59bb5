/** Parsing conversations: the raw text of a mail → its headers and the parts of its body, as ranges of the raw text. */
import { decodeWords } from 'postal-mime';

export interface MailHeader {
  /** In lower case. */
  readonly name: string;
  readonly start: number;
  /** Where the value begins, behind the colon and white space. */
  readonly valueStart: number;
  readonly end: number;
}

/** Text of a body that is to be read, in order. */
export interface MailPart {
  readonly kind: 'plain' | 'html' | 'message';
  readonly start: number;
  readonly end: number;
  readonly charset: string;
  readonly encoding: string;
  /** Number of the innermost multipart/alternative it lies in, -1 for none. */
  readonly alternative: number;
  /** Of a `message`: the headers of the mail that is enclosed. */
  readonly headers: readonly MailHeader[];
}

export interface MailBody {
  readonly parts: readonly MailPart[];
  /** Parts that are no text: files, pictures, invitations. */
  readonly attachments: number;
}

/** Parts inside parts; deeper ones count as attachments. Real mail has up to six. */
const DEEPEST_PART = 16;
/** UTF-16 units of a header value that are decoded; a longer one is cut. */
const LONGEST_VALUE = 10_000;
const HEADER = /^([!-9;-~]{1,80})[ \t]*:[ \t]*/;

/** The headers from `start` on, and where the body begins: behind the first blank line, or the first line that is no header. */
export function readHeaders(raw: string, start: number, end: number): { headers: MailHeader[]; bodyStart: number } {
  const headers: { name: string; start: number; valueStart: number; end: number }[] = [];
  let at = start;
  while (at < end) {
    const line = lineAt(raw, at, end);
    if (line.end === at) return { headers, bodyStart: line.next };
    const folded = raw[at] === ' ' || raw[at] === '\t';
    if (folded && headers.length > 0) headers[headers.length - 1].end = line.end;
    else {
      const found = HEADER.exec(raw.slice(at, Math.min(line.end, at + 200)));
      if (found === null) return { headers, bodyStart: at };
      headers.push({ name: found[1].toLowerCase(), start: at, valueStart: at + found[0].length, end: line.end });
    }
    at = line.next;
  }
  return { headers, bodyStart: end };
}

/** The value of the first header `name`, unfolded and decoded; '' when there is none. */
export function headerValue(raw: string, headers: readonly MailHeader[], name: string): string {
  const header = headers.find((each) => each.name === name);
  return header === undefined ? '' : decodeValue(raw, header);
}

/** The value of `header`, unfolded and decoded, in one line. */
export function decodeValue(raw: string, { valueStart, end }: MailHeader): string {
  const value = raw.slice(valueStart, Math.min(end, valueStart + LONGEST_VALUE)).replace(/\r?\n[ \t]?/g, ' ');
  return decodeWords(value).replace(/\s+/g, ' ').trim();
}

interface Frame {
  readonly start: number;
  readonly end: number;
  readonly depth: number;
  readonly alternative: number;
}

/** The texts in the body of the mail with `headers`, which goes from `start` to `end`. Of alternatives, plain text is preferred. */
export function readBody(raw: string, headers: readonly MailHeader[], start: number, end: number): MailBody {
  const reader = new BodyReader(raw);
  reader.readEntity(headers, { start, end, depth: 0, alternative: -1 });
  return reader.finish();
}

class BodyReader {
  private readonly raw: string;
  private readonly parts: MailPart[] = [];
  /** Parts still to be read, the next one last. */
  private readonly open: Frame[] = [];
  private alternatives = 0;
  private attachments = 0;

  constructor(raw: string) {
    this.raw = raw;
  }

  finish(): MailBody {
    for (let frame = this.open.pop(); frame !== undefined; frame = this.open.pop()) {
      const { headers, bodyStart } = readHeaders(this.raw, frame.start, frame.end);
      this.readEntity(headers, { ...frame, start: bodyStart });
    }
    const plain = new Set<number>();
    for (const { kind, alternative, start, end } of this.parts) {
      if (kind === 'plain' && this.raw.slice(start, end).trim() !== '') plain.add(alternative);
    }
    plain.delete(-1);
    const parts = this.parts.filter(({ kind, alternative }) => kind !== 'html' || !plain.has(alternative));
    return { parts, attachments: this.attachments };
  }

  /** Reads one part whose headers are known: adds it, or opens the parts in it. */
  readEntity(headers: readonly MailHeader[], frame: Frame): void {
    const { raw } = this;
    const type = headerValue(raw, headers, 'content-type');
    const essence = /^[^\s;]*/.exec(type)?.[0].toLowerCase() ?? '';
    const isAttached = /^attachment/i.test(headerValue(raw, headers, 'content-disposition'));
    const boundary = parameter(type, 'boundary');
    const isFile = isAttached || frame.depth > DEEPEST_PART;
    if (essence.startsWith('multipart/') && boundary !== '' && frame.depth <= DEEPEST_PART) {
      const alternative = essence === 'multipart/alternative' ? this.alternatives++ : frame.alternative;
      this.openParts(boundary, { ...frame, depth: frame.depth + 1, alternative });
    } else if (essence === 'message/rfc822' && !isFile) this.openMessage(frame);
    else if (isFile || !/^(?:text\/(?:plain|html|markdown)|)$/.test(essence)) this.attachments++;
    else {
      const kind = essence === 'text/html' ? 'html' : 'plain';
      const encoding = headerValue(raw, headers, 'content-transfer-encoding').toLowerCase();
      this.parts.push({ ...frame, kind, charset: parameter(type, 'charset') || 'utf-8', encoding, headers: [] });
    }
  }

  private openMessage(frame: Frame): void {
    const { headers, bodyStart } = readHeaders(this.raw, frame.start, frame.end);
    this.parts.push({ ...frame, kind: 'message', charset: '', encoding: '', headers, end: bodyStart });
    this.readEntity(headers, { ...frame, start: bodyStart, depth: frame.depth + 1 });
  }

  /** Opens the parts between the lines `--boundary`, the first one to be read next. */
  private openParts(boundary: string, frame: Frame): void {
    const { raw } = this;
    const mark = `--${boundary}`;
    const found: Frame[] = [];
    let start = -1;
    for (let at = frame.start; at < frame.end; ) {
      const line = lineAt(raw, at, frame.end);
      if (
        raw.startsWith(mark, at) &&
        /^(?:--)?[ \t]*$/.test(raw.slice(at + mark.length, Math.min(line.end, at + mark.length + 80)))
      ) {
        if (start >= 0) found.push({ ...frame, start, end: Math.max(start, at) });
        start = raw.startsWith('--', at + mark.length) ? -1 : line.next;
        if (start < 0) break;
      }
      at = line.next;
    }
    if (start >= 0) found.push({ ...frame, start });
    for (let i = found.length - 1; i >= 0; i--) this.open.push(found[i]);
  }
}

/** The parameter `name` of a structured header value; '' when there is none. */
function parameter(value: string, name: string): string {
  const found = new RegExp(`;\\s{0,20}${name}\\s{0,5}=\\s{0,5}(?:"([^"]{0,200})"|([^\\s;"]{1,200}))`, 'i').exec(value);
  return found?.[1] ?? found?.[2] ?? '';
}

/** The line that begins at `at`: where it ends, without CR and LF, and where the next one begins. */
export function lineAt(raw: string, at: number, limit: number): { end: number; next: number } {
  const lineFeed = raw.indexOf('\n', at);
  if (lineFeed < 0 || lineFeed >= limit) return { end: limit, next: limit };
  return { end: lineFeed > at && raw[lineFeed - 1] === '\r' ? lineFeed - 1 : lineFeed, next: lineFeed + 1 };
}
