/**
 * Content hashes: the first 16 hex digits of SHA-1 over the UTF-8 bytes of a text.
 *
 * Written out here since the core runs in a browser, where only an asynchronous SHA-1 exists.
 * SHA-1 serves for identity and deduplication, not for security. Source: FIPS 180-4, section 6.1.
 */

const BLOCK_BYTES = 64;
/** Bytes behind the text in the last block: the mark and the length. */
const TRAILER_BYTES = 9;
/** A UTF-16 unit gives at most this many bytes. */
const MOST_BYTES_PER_UNIT = 3;
/** Texts up to this length share one buffer; longer ones get their own. */
const SHARED_BUFFER_BYTES = 1 << 16;
const sharedBuffer = new Uint8Array(SHARED_BUFFER_BYTES);
const schedule = new Int32Array(80);
const state = new Int32Array(5);

/** First 16 hex digits of SHA-1 over `text` as UTF-8; a lone surrogate counts as U+FFFD, as TextEncoder has it. */
export function shortHash(text: string): string {
  const room = text.length * MOST_BYTES_PER_UNIT + TRAILER_BYTES + BLOCK_BYTES;
  const bytes = room <= SHARED_BUFFER_BYTES ? sharedBuffer : new Uint8Array(room);
  const length = writeUtf8(text, bytes);
  const padded = Math.ceil((length + TRAILER_BYTES) / BLOCK_BYTES) * BLOCK_BYTES;
  bytes.fill(0, length, padded);
  bytes[length] = 0x80;
  const view = new DataView(bytes.buffer, 0, padded);
  view.setUint32(padded - 8, Math.floor(length / 2 ** 29));
  view.setUint32(padded - 4, (length << 3) >>> 0);
  state.set([0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0]);
  for (let at = 0; at < padded; at += BLOCK_BYTES) compress(bytes, at);
  return hex(state[0]) + hex(state[1]);
}

function writeUtf8(text: string, bytes: Uint8Array): number {
  let at = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) bytes[at++] = unit;
    else {
      const point = text.codePointAt(i) as number;
      if (point > 0xffff) i++;
      at = writePoint(point >= 0xd800 && point <= 0xdfff ? 0xfffd : point, bytes, at);
    }
  }
  return at;
}

function writePoint(point: number, bytes: Uint8Array, from: number): number {
  let at = from;
  if (point < 0x800) bytes[at++] = 0xc0 | (point >> 6);
  else {
    if (point < 0x10000) bytes[at++] = 0xe0 | (point >> 12);
    else {
      bytes[at++] = 0xf0 | (point >> 18);
      bytes[at++] = 0x80 | ((point >> 12) & 0x3f);
    }
    bytes[at++] = 0x80 | ((point >> 6) & 0x3f);
  }
  bytes[at++] = 0x80 | (point & 0x3f);
  return at;
}

function hex(word: number): string {
  return (word >>> 0).toString(16).padStart(8, '0');
}

function compress(bytes: Uint8Array, from: number): void {
  const w = schedule;
  for (let t = 0; t < 16; t++) {
    const at = from + t * 4;
    w[t] = (bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3];
  }
  for (let t = 16; t < 80; t++) {
    const x = w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16];
    w[t] = (x << 1) | (x >>> 31);
  }
  let a = state[0];
  let b = state[1];
  let c = state[2];
  let d = state[3];
  let e = state[4];
  for (let t = 0; t < 80; t++) {
    let f: number;
    if (t < 20) f = ((b & c) | (~b & d)) + 0x5a827999;
    else if (t < 40) f = (b ^ c ^ d) + 0x6ed9eba1;
    else if (t < 60) f = ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc;
    else f = (b ^ c ^ d) + 0xca62c1d6;
    const next = (((a << 5) | (a >>> 27)) + f + e + w[t]) | 0;
    e = d;
    d = c;
    c = (b << 30) | (b >>> 2);
    b = a;
    a = next;
  }
  state[0] = (state[0] + a) | 0;
  state[1] = (state[1] + b) | 0;
  state[2] = (state[2] + c) | 0;
  state[3] = (state[3] + d) | 0;
  state[4] = (state[4] + e) | 0;
}
