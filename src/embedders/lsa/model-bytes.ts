/**
 * Latent semantic analysis, storage: a model ↔ bytes for a file.
 *
 * Numbers are little-endian: eight bytes that name the format, then as 32-bit integers the version, the dimensions, the
 * number of terms and the length of the terms in bytes; the terms as UTF-8, separated by line feeds; the weights as
 * 32-bit floats; the codes; at last a checksum of all that.
 */
import { KerfError } from '../../model/error.ts';
import { shortHash } from '../../text/hash.ts';
import { LSA_FORMAT_VERSION, type LsaModel } from './model.ts';

const MAGIC = new TextEncoder().encode('kerf-lsa');
const HEADER_BYTES = MAGIC.length + 16;
const CHECKSUM_BYTES = 4;

/** `model` as bytes, about `dimensions` for each term; `readLsaModel` gives an equal model back. */
export function writeLsaModel(model: LsaModel): Uint8Array {
  const { dimensions, terms, weights, codes } = model;
  const names = new TextEncoder().encode(terms.join('\n'));
  const bytes = new Uint8Array(HEADER_BYTES + names.length + weights.length * 4 + codes.length + CHECKSUM_BYTES);
  const view = new DataView(bytes.buffer);
  bytes.set(MAGIC);
  for (const [place, value] of [LSA_FORMAT_VERSION, dimensions, terms.length, names.length].entries())
    view.setUint32(MAGIC.length + place * 4, value, true);
  bytes.set(names, HEADER_BYTES);
  const weightsAt = HEADER_BYTES + names.length;
  for (const [term, weight] of weights.entries()) view.setFloat32(weightsAt + term * 4, weight, true);
  bytes.set(new Uint8Array(codes.buffer, codes.byteOffset, codes.length), weightsAt + weights.length * 4);
  view.setUint32(bytes.length - CHECKSUM_BYTES, checksum(bytes.subarray(0, -CHECKSUM_BYTES)), true);
  return bytes;
}

/** Reads what `writeLsaModel` wrote. Throws `KerfError('invalid-source')` when the bytes are anything else. */
export function readLsaModel(bytes: Uint8Array): LsaModel {
  const isOurs = bytes.length >= HEADER_BYTES + CHECKSUM_BYTES && MAGIC.every((byte, i) => bytes[i] === byte);
  if (!isOurs) throw broken('they do not begin as one');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const numberAt = (place: number): number => view.getUint32(MAGIC.length + place * 4, true);
  const [version, dimensions, count, nameBytes] = [0, 1, 2, 3].map(numberAt);
  if (version !== LSA_FORMAT_VERSION)
    throw broken(`they have format ${version}, this version reads ${LSA_FORMAT_VERSION}`);
  const weightsAt = HEADER_BYTES + nameBytes;
  const codesAt = weightsAt + count * 4;
  const end = codesAt + count * (dimensions - 1);
  if (dimensions < 2 || bytes.length !== end + CHECKSUM_BYTES)
    throw broken(`${bytes.length} bytes do not fit ${count} terms of ${dimensions} dimensions`);
  if (view.getUint32(end, true) !== checksum(bytes.subarray(0, end))) throw broken('their checksum is wrong');
  const names = new TextDecoder().decode(bytes.subarray(HEADER_BYTES, weightsAt));
  const terms = count === 0 ? [] : names.split('\n');
  if (terms.length !== count) throw broken(`they hold ${terms.length} terms in place of ${count}`);
  return {
    formatVersion: LSA_FORMAT_VERSION,
    dimensions,
    terms,
    weights: Float32Array.from({ length: count }, (_, term) => view.getFloat32(weightsAt + term * 4, true)),
    codes: new Int8Array(bytes.slice(codesAt, end).buffer),
  };
}

/** Hash over the content: models that embed differently have different ones. */
export function hashOfModel(model: LsaModel): string {
  const bytes = writeLsaModel(model);
  return shortHash(`${checksum(bytes)} ${model.dimensions} ${model.terms.join(' ')}`);
}

function broken(reason: string): KerfError {
  return new KerfError('invalid-source', `These bytes are no LSA model: ${reason}. Train the model anew.`);
}

/** FNV-1a, 32 bits: http://www.isthe.com/chongo/tech/comp/fnv/ */
function checksum(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < bytes.length; i++) hash = Math.imul(hash ^ bytes[i], 0x01000193);
  return hash >>> 0;
}
