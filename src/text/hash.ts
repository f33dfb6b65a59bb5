/**
 * Content hashes: the first 16 hex digits of SHA-1 over the UTF-8 bytes of a text.
 *
 * Written out here since the core runs in a browser, where only an asynchronous SHA-1 exists; Node's own is used where
 * it is there. SHA-1 serves for identity and deduplication, not for security. Source: FIPS 180-4, section 6.1.
 */

const BLOCK_BYTES = 64;
/** Bytes behind the text in the last block: the mark and the length. */
const TRAILER_BYTES = 9;
/** A UTF-16 unit gives at most this many bytes. */
const MOST_BYTES_PER_UNIT = 3;
/** Texts up to this length share one buffer; longer ones get their own. */
const SHARED_BUFFER_BYTES = 1 << 16;
const sharedBuffer = new Uint8Array(SHARED_BUFFER_BYTES);
const sharedWords = new DataView(sharedBuffer.buffer);
const schedule = new Int32Array(80);
const state = new Int32Array(5);

type NativeHash = (algorithm: string, text: string, encoding: 'latin1') => string;
const HASH_OF_NOTHING = '\xda\x39\xa3\xee\x5e\x6b\x4b\x0d\x32\x55\xbf\xef\x95\x60\x18\x90\xaf\xd8\x07\x09';
const nativeHash = findNativeHash();

/** First 16 hex digits of SHA-1 over `text` as UTF-8; a lone surrogate counts as U+FFFD, as TextEncoder has it. */
export function shortHash(text: string): string {
  if (nativeHash === undefined) return writtenOutHash(text);
  // A slice of the digits would keep all of them.
  const digest = nativeHash('sha1', text, 'latin1');
  return hex(wordOf(digest, 0), wordOf(digest, 4));
}

/** Four bytes, high one first, of a string that has one in each unit. */
function wordOf(bytes: string, at: number): number {
  return (
    (bytes.charCodeAt(at) << 24) |
    (bytes.charCodeAt(at + 1) << 16) |
    (bytes.charCodeAt(at + 2) << 8) |
    bytes.charCodeAt(at + 3)
  );
}

/** The one-shot hash of Node from 20.12 on, asked for at run time; undefined elsewhere, and where SHA-1 is switched off. */
function findNativeHash(): NativeHash | undefined {
  try {
    const { process } = globalThis as { process?: { getBuiltinModule?: (name: string) => { hash?: NativeHash } } };
    const { hash } = process?.getBuiltinModule?.('node:crypto') ?? {};
    return hash?.('sha1', '', 'latin1') === HASH_OF_NOTHING ? hash : undefined;
  } catch {
    return undefined;
  }
}

/** `shortHash` without help: what it gives wherever it runs. */
export function writtenOutHash(text: string): string {
  const room = text.length * MOST_BYTES_PER_UNIT + TRAILER_BYTES + BLOCK_BYTES;
  const bytes = room <= SHARED_BUFFER_BYTES ? sharedBuffer : new Uint8Array(room);
  const length = writeUtf8(text, bytes);
  const padded = Math.ceil((length + TRAILER_BYTES) / BLOCK_BYTES) * BLOCK_BYTES;
  bytes.fill(0, length, padded);
  bytes[length] = 0x80;
  const words = bytes === sharedBuffer ? sharedWords : new DataView(bytes.buffer);
  words.setUint32(padded - 8, Math.floor(length / 2 ** 29));
  words.setUint32(padded - 4, length << 3);
  state[0] = 0x67452301;
  state[1] = 0xefcdab89;
  state[2] = 0x98badcfe;
  state[3] = 0x10325476;
  state[4] = 0xc3d2e1f0;
  for (let at = 0; at < padded; at += BLOCK_BYTES) {
    readSchedule(words, at);
    compress(schedule);
  }
  return hex(state[0], state[1]);
}

const encoder = new TextEncoder();
/** A call of the encoder costs as much as writing so many characters one by one. */
const SHORT = 48;

function writeUtf8(text: string, bytes: Uint8Array): number {
  if (text.length > SHORT) return encoder.encodeInto(text, bytes).written;
  let at = 0;
  for (; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit >= 0x80) return encoder.encodeInto(text, bytes).written;
    bytes[at] = unit;
  }
  return at;
}

const DIGITS = Uint8Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0));

function digit(word: number, shift: number): number {
  return DIGITS[(word >>> shift) & 15];
}

/** One call makes one string; adding up pieces makes one of each sum. */
function hex(a: number, b: number): string {
  return String.fromCharCode(
    digit(a, 28),
    digit(a, 24),
    digit(a, 20),
    digit(a, 16),
    digit(a, 12),
    digit(a, 8),
    digit(a, 4),
    digit(a, 0),
    digit(b, 28),
    digit(b, 24),
    digit(b, 20),
    digit(b, 16),
    digit(b, 12),
    digit(b, 8),
    digit(b, 4),
    digit(b, 0),
  );
}

/** Four words a turn, so that none waits for the one before. */
function readSchedule(words: DataView, from: number): void {
  const w = schedule;
  for (let t = 0, at = from; t < 16; t++, at += 4) w[t] = words.getInt32(at);
  for (let t = 16; t < 80; t += 4) {
    const first = rotated(w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16]);
    w[t] = first;
    w[t + 1] = rotated(w[t - 2] ^ w[t - 7] ^ w[t - 13] ^ w[t - 15]);
    w[t + 2] = rotated(w[t - 1] ^ w[t - 6] ^ w[t - 12] ^ w[t - 14]);
    w[t + 3] = rotated(first ^ w[t - 5] ^ w[t - 11] ^ w[t - 13]);
  }
}

function rotated(word: number): number {
  return (word << 1) | (word >>> 31);
}

/**
 * One block, by its schedule. Five rounds a turn, so that the five words change their parts in place and none has to be
 * moved; twice as fast as a round a turn.
 */
function compress(w: Int32Array): void {
  let a = state[0];
  let b = state[1];
  let c = state[2];
  let d = state[3];
  let e = state[4];
  for (let t = 0; t < 20; t += 5) {
    e = (((a << 5) | (a >>> 27)) + (d ^ (b & (c ^ d))) + e + w[t] + 0x5a827999) | 0;
    b = (b << 30) | (b >>> 2);
    d = (((e << 5) | (e >>> 27)) + (c ^ (a & (b ^ c))) + d + w[t + 1] + 0x5a827999) | 0;
    a = (a << 30) | (a >>> 2);
    c = (((d << 5) | (d >>> 27)) + (b ^ (e & (a ^ b))) + c + w[t + 2] + 0x5a827999) | 0;
    e = (e << 30) | (e >>> 2);
    b = (((c << 5) | (c >>> 27)) + (a ^ (d & (e ^ a))) + b + w[t + 3] + 0x5a827999) | 0;
    d = (d << 30) | (d >>> 2);
    a = (((b << 5) | (b >>> 27)) + (e ^ (c & (d ^ e))) + a + w[t + 4] + 0x5a827999) | 0;
    c = (c << 30) | (c >>> 2);
  }
  for (let t = 20; t < 40; t += 5) {
    e = (((a << 5) | (a >>> 27)) + (b ^ c ^ d) + e + w[t] + 0x6ed9eba1) | 0;
    b = (b << 30) | (b >>> 2);
    d = (((e << 5) | (e >>> 27)) + (a ^ b ^ c) + d + w[t + 1] + 0x6ed9eba1) | 0;
    a = (a << 30) | (a >>> 2);
    c = (((d << 5) | (d >>> 27)) + (e ^ a ^ b) + c + w[t + 2] + 0x6ed9eba1) | 0;
    e = (e << 30) | (e >>> 2);
    b = (((c << 5) | (c >>> 27)) + (d ^ e ^ a) + b + w[t + 3] + 0x6ed9eba1) | 0;
    d = (d << 30) | (d >>> 2);
    a = (((b << 5) | (b >>> 27)) + (c ^ d ^ e) + a + w[t + 4] + 0x6ed9eba1) | 0;
    c = (c << 30) | (c >>> 2);
  }
  for (let t = 40; t < 60; t += 5) {
    e = (((a << 5) | (a >>> 27)) + ((b & c) | (d & (b | c))) + e + w[t] + 0x8f1bbcdc) | 0;
    b = (b << 30) | (b >>> 2);
    d = (((e << 5) | (e >>> 27)) + ((a & b) | (c & (a | b))) + d + w[t + 1] + 0x8f1bbcdc) | 0;
    a = (a << 30) | (a >>> 2);
    c = (((d << 5) | (d >>> 27)) + ((e & a) | (b & (e | a))) + c + w[t + 2] + 0x8f1bbcdc) | 0;
    e = (e << 30) | (e >>> 2);
    b = (((c << 5) | (c >>> 27)) + ((d & e) | (a & (d | e))) + b + w[t + 3] + 0x8f1bbcdc) | 0;
    d = (d << 30) | (d >>> 2);
    a = (((b << 5) | (b >>> 27)) + ((c & d) | (e & (c | d))) + a + w[t + 4] + 0x8f1bbcdc) | 0;
    c = (c << 30) | (c >>> 2);
  }
  for (let t = 60; t < 80; t += 5) {
    e = (((a << 5) | (a >>> 27)) + (b ^ c ^ d) + e + w[t] + 0xca62c1d6) | 0;
    b = (b << 30) | (b >>> 2);
    d = (((e << 5) | (e >>> 27)) + (a ^ b ^ c) + d + w[t + 1] + 0xca62c1d6) | 0;
    a = (a << 30) | (a >>> 2);
    c = (((d << 5) | (d >>> 27)) + (e ^ a ^ b) + c + w[t + 2] + 0xca62c1d6) | 0;
    e = (e << 30) | (e >>> 2);
    b = (((c << 5) | (c >>> 27)) + (d ^ e ^ a) + b + w[t + 3] + 0xca62c1d6) | 0;
    d = (d << 30) | (d >>> 2);
    a = (((b << 5) | (b >>> 27)) + (c ^ d ^ e) + a + w[t + 4] + 0xca62c1d6) | 0;
    c = (c << 30) | (c >>> 2);
  }
  state[0] = (state[0] + a) | 0;
  state[1] = (state[1] + b) | 0;
  state[2] = (state[2] + c) | 0;
  state[3] = (state[3] + d) | 0;
  state[4] = (state[4] + e) | 0;
}

/**
 * Another hash of 16 digits for each `step` from 0 to 2 ** 32 - 1, made from `hash` without reading a text: no two steps of one
 * hash give the same. By the finaliser of MurmurHash3 (Austin Appleby, public domain), which maps 32 bits one to one.
 */
export function derivedHash(hash: string, step: number): string {
  const high = Number.parseInt(hash.slice(0, 8), 16);
  const low = Number.parseInt(hash.slice(8), 16);
  return hex(finalised(high ^ step), finalised(low + step));
}

function finalised(word: number): number {
  let mixed = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/**
 * FNV-1a with 32 bits over the UTF-16 units of `text` (http://www.isthe.com/chongo/tech/comp/fnv/): fast, and no identity, since
 * texts may share it. `start` is the hash of what stands before, so that texts can be hashed piece by piece.
 */
export function fnv1a(text: string, start: number = FNV_OFFSET): number {
  let hash = start;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), FNV_PRIME);
  return hash >>> 0;
}
