/**
 * Content hashes: the first 16 hex digits of SHA-1 over the UTF-8 bytes of a text.
 *
 * Written out here since the core runs in a browser, where only an asynchronous SHA-1 exists.
 * SHA-1 serves for identity and deduplication, not for security. Source: FIPS 180-4, section 6.1.
 */

const BLOCK_BYTES = 64;
/** Where the message length stands in the last block. */
const LENGTH_AT = 56;
const schedule = new Int32Array(80);

/** First 16 hex digits of SHA-1 over `text` as UTF-8; a lone surrogate counts as U+FFFD, as TextEncoder has it. */
export function shortHash(text: string): string {
  const state = Int32Array.of(0x67452301, 0xefcdab89 | 0, 0x98badcfe | 0, 0x10325476, 0xc3d2e1f0 | 0);
  const block = new Uint8Array(BLOCK_BYTES);
  let used = 0;
  let bytes = 0;
  const put = (byte: number): void => {
    block[used++] = byte;
    bytes++;
    if (used === BLOCK_BYTES) {
      compress(state, block);
      used = 0;
    }
  };
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) put(unit);
    else {
      const point = text.codePointAt(i) as number;
      if (point > 0xffff) i++;
      putMultibyte(point >= 0xd800 && point <= 0xdfff ? 0xfffd : point, put);
    }
  }
  const bits = bytes * 8;
  put(0x80);
  while (used !== LENGTH_AT) put(0);
  for (let shift = 24; shift >= 0; shift -= 8) put(Math.floor(bits / 2 ** 32 / 2 ** shift) & 0xff);
  for (let shift = 24; shift >= 0; shift -= 8) put((bits >>> shift) & 0xff);
  return hex(state[0]) + hex(state[1]);
}

function putMultibyte(point: number, put: (byte: number) => void): void {
  if (point < 0x800) put(0xc0 | (point >> 6));
  else {
    if (point < 0x10000) put(0xe0 | (point >> 12));
    else {
      put(0xf0 | (point >> 18));
      put(0x80 | ((point >> 12) & 0x3f));
    }
    put(0x80 | ((point >> 6) & 0x3f));
  }
  put(0x80 | (point & 0x3f));
}

function hex(word: number): string {
  return (word >>> 0).toString(16).padStart(8, '0');
}

function compress(state: Int32Array, block: Uint8Array): void {
  const w = schedule;
  for (let t = 0; t < 16; t++) {
    const at = t * 4;
    w[t] = (block[at] << 24) | (block[at + 1] << 16) | (block[at + 2] << 8) | block[at + 3];
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
