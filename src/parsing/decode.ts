/** Parsing: turns the bytes of a file into text; what cannot be decoded is replaced and reported. */
import type { Diagnostic } from '../model/diagnostic.ts';

// Every browser and Node have it, the ECMAScript library types do not.
declare const TextDecoder: new (
  label: string,
  options: { fatal: boolean; ignoreBOM: boolean },
) => { decode(bytes: Uint8Array): string };

/** Bytes looked at to tell text from other files. */
const BINARY_SAMPLE_BYTES = 8192;
/** One NUL byte in so many makes a file binary; a stray one in a text does not. */
const BINARY_NUL_EVERY = 256;
/** The same for all control bytes; fewer than this many are none. */
const BINARY_CONTROL_EVERY = 32;
const LEAST_CONTROLS = 32;
const ESCAPE = 27;
/** `%PDF-`: such a file may begin with pages of text about its objects. */
const PDF_SIGNATURE = [0x25, 0x50, 0x44, 0x46, 0x2d];

export interface DecodedText {
  /** A byte-order mark is kept as its first character, so that offsets still count it. */
  readonly text: string;
  readonly diagnostics: Diagnostic[];
}

/**
 * Decodes UTF-8, or UTF-16 where a byte-order mark says so. Invalid sequences become U+FFFD and one diagnostic
 * for all of them. Throws nothing.
 */
export function decodeBytes(bytes: Uint8Array, documentId: string): DecodedText {
  const label = utf16Label(bytes);
  if (label !== undefined) return decodeUtf16(bytes, label, documentId);
  const diagnostics: Diagnostic[] = [];
  if (looksBinary(bytes)) {
    const message = 'The file is a PDF or holds control bytes like no text does; its content is probably not readable.';
    diagnostics.push({ code: 'binary-content', message, documentId });
  }
  try {
    return { text: decoder('utf-8', true).decode(bytes), diagnostics };
  } catch {
    // Not valid UTF-8: decode again with replacements, and say where.
    diagnostics.push(invalidUtf8(bytes, documentId));
    return { text: decoder('utf-8', false).decode(bytes), diagnostics };
  }
}

function decoder(label: string, fatal: boolean): { decode(bytes: Uint8Array): string } {
  return new TextDecoder(label, { fatal, ignoreBOM: true });
}

function utf16Label(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return undefined;
}

function decodeUtf16(bytes: Uint8Array, label: string, documentId: string): DecodedText {
  try {
    return { text: decoder(label, true).decode(bytes), diagnostics: [] };
  } catch {
    const message = 'The UTF-16 file holds half characters (lone surrogates or an odd last byte); each became U+FFFD.';
    const text = decoder(label, false).decode(bytes);
    return { text, diagnostics: [{ code: 'lone-surrogate', message, documentId }] };
  }
}

function looksBinary(bytes: Uint8Array): boolean {
  if (PDF_SIGNATURE.every((byte, i) => bytes[i] === byte)) return true;
  const end = Math.min(bytes.length, BINARY_SAMPLE_BYTES);
  let nuls = 0;
  let controls = 0;
  for (let i = 0; i < end; i++) {
    if (bytes[i] === 0) nuls++;
    if (isControl(bytes[i])) controls++;
  }
  return (
    (nuls > 0 && nuls * BINARY_NUL_EVERY >= end) || controls >= Math.max(LEAST_CONTROLS, end / BINARY_CONTROL_EVERY)
  );
}

/** C0 controls but for white space and the escape of coloured logs. */
function isControl(byte: number): boolean {
  return byte < 32 && (byte < 8 || byte > 13) && byte !== ESCAPE;
}

function invalidUtf8(bytes: Uint8Array, documentId: string): Diagnostic {
  let first = -1;
  let count = 0;
  for (let at = 0; at < bytes.length; ) {
    const length = sequenceLength(bytes, at);
    if (length < 0) {
      if (first < 0) first = at;
      count++;
    }
    at += Math.abs(length);
  }
  const places = count === 1 ? 'One invalid UTF-8 sequence' : `${count} invalid UTF-8 sequences`;
  const message = `${places}, the first at byte ${first}; each became U+FFFD.`;
  return { code: 'invalid-utf8', message, documentId };
}

/**
 * Length in bytes of the UTF-8 sequence at `at`. Negative for an invalid one: then of the part that the
 * Encoding Standard replaces by one U+FFFD, so that the count agrees with the decoded text.
 */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at];
  const length = promisedLength(lead);
  if (length === 0) return -1;
  for (let i = 1; i < length; i++) {
    const byte = bytes[at + i] ?? 0;
    const isValid = i === 1 ? isSecondByte(lead, byte) : (byte & 0xc0) === 0x80;
    if (!isValid) return -i;
  }
  return length;
}

function promisedLength(lead: number): number {
  if (lead < 0x80) return 1;
  if (lead >= 0xc2 && lead < 0xe0) return 2;
  if (lead >= 0xe0 && lead < 0xf0) return 3;
  return lead >= 0xf0 && lead < 0xf5 ? 4 : 0;
}

/** Excludes what has a shorter spelling, surrogates, and what lies beyond U+10FFFF. */
function isSecondByte(lead: number, byte: number): boolean {
  const low = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const high = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  return byte >= low && byte <= high;
}
