/** Static embedder, part: the bytes of a `model.safetensors` → its tensors by name, checked. */

import { KerfError } from '../model/error.ts';
import { plural } from '../text/plural.ts';

export interface Tensor {
  readonly shape: readonly number[];
  /** Row after row. Eight-bit numbers stay what they are, all others become 32-bit floats. */
  readonly values: Int8Array | Float32Array;
}

/** Little-endian, as the format says; so is every processor that Node.js has builds for but s390x. */
type Decoder = (bytes: ArrayBuffer) => Int8Array | Float32Array;

interface NumberType {
  readonly size: number;
  readonly decode: Decoder;
}

const NUMBER_TYPES: ReadonlyMap<string, NumberType> = new Map([
  ['I8', { size: 1, decode: (bytes) => new Int8Array(bytes) }],
  ['F16', { size: 2, decode: (bytes) => halvesToFloats(new Uint16Array(bytes)) }],
  ['F32', { size: 4, decode: (bytes) => new Float32Array(bytes) }],
  ['F64', { size: 8, decode: (bytes) => new Float32Array(new Float64Array(bytes)) }],
  // Row numbers; a float holds those up to 2^24.
  ['I32', { size: 4, decode: (bytes) => new Float32Array(new Int32Array(bytes)) }],
  ['I64', { size: 8, decode: (bytes) => Float32Array.from(new BigInt64Array(bytes), Number) }],
]);

/** The length of the header, eight bytes, stands in front of it: https://huggingface.co/docs/safetensors */
const LENGTH_BYTES = 8;

interface Entry {
  readonly dtype: string;
  readonly shape: readonly number[];
  readonly data_offsets: readonly [number, number];
}

/**
 * Those of `names` that the file holds. `file` names it in messages. Throws `KerfError('embedder-failed')` when the
 * file is damaged or its numbers are of another type than I8, F16, F32, F64, I32 and I64.
 */
export function readTensors(bytes: Uint8Array, names: readonly string[], file: string): ReadonlyMap<string, Tensor> {
  const headerEnd = headerEndOf(bytes, file);
  const header = parseHeader(bytes.subarray(LENGTH_BYTES, headerEnd), file);
  const tensors = new Map<string, Tensor>();
  for (const name of names) {
    if (Object.hasOwn(header, name)) tensors.set(name, readTensor(bytes.subarray(headerEnd), header[name], name, file));
  }
  return tensors;
}

/** The error of everything that is wrong with a file of a model. */
export function damaged(file: string, reason: string, cause?: unknown): KerfError {
  const remedy = 'copy the model again, or name the directory of a model in the format of Model2Vec';
  return new KerfError('embedder-failed', `${file} cannot be used: ${reason}; ${remedy}.`, { cause });
}

function headerEndOf(bytes: Uint8Array, file: string): number {
  if (bytes.length < LENGTH_BYTES) throw damaged(file, `it has ${plural(bytes.length, 'byte')}`);
  const length = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true);
  const end = length + BigInt(LENGTH_BYTES);
  if (end <= bytes.length) return Number(end);
  throw damaged(file, `its header should have ${length} bytes, the file has ${bytes.length}`);
}

function parseHeader(bytes: Uint8Array, file: string): Readonly<Record<string, unknown>> {
  try {
    const header: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (typeof header === 'object' && header !== null) return header as Readonly<Record<string, unknown>>;
  } catch (cause) {
    throw damaged(file, 'its header is not JSON', cause);
  }
  throw damaged(file, 'its header names no tensors');
}

function readTensor(data: Uint8Array, entry: unknown, name: string, file: string): Tensor {
  if (!isEntry(entry)) throw damaged(file, `its header describes "${name}" in no known way`);
  const { dtype, shape, data_offsets: offsets } = entry;
  const [start, end] = offsets;
  const type = NUMBER_TYPES.get(dtype);
  if (type === undefined) {
    throw damaged(file, `"${name}" is of type ${dtype}, not ${[...NUMBER_TYPES.keys()].join(', ')}`);
  }
  const size = shape.reduce((product, length) => product * length, type.size);
  if (start > end || end > data.length || end - start !== size) {
    throw damaged(file, `"${name}" needs ${size} bytes, and bytes ${start} to ${end} of ${data.length} are named`);
  }
  // A copy: numbers of several bytes must begin at multiples of their size, and what was read may be shared.
  return { shape, values: type.decode(Uint8Array.from(data.subarray(start, end)).buffer) };
}

function isEntry(entry: unknown): entry is Entry {
  const { dtype, shape, data_offsets: offsets } = (entry ?? {}) as Partial<Entry>;
  const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;
  return (
    typeof dtype === 'string' &&
    Array.isArray(shape) &&
    shape.every(isCount) &&
    Array.isArray(offsets) &&
    offsets.length === 2 &&
    offsets.every(isCount)
  );
}

/** IEEE 754 half precision: a sign, 5 bits of exponent, 10 of fraction. */
function halvesToFloats(halves: Uint16Array): Float32Array {
  return Float32Array.from(halves, (half) => {
    const sign = half >> 15 === 0 ? 1 : -1;
    const exponent = (half >> 10) & 31;
    const fraction = half & 1023;
    if (exponent === 0) return sign * fraction * 2 ** -24;
    if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
    return sign * (1024 + fraction) * 2 ** (exponent - 25);
  });
}
