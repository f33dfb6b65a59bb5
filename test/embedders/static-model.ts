/** A model in the format of Model2Vec, a few kilobytes large, around the small tokenizers. */
import { wordPieceTokenizer } from '../token-counters/small-tokenizers.ts';

export const WIDTH = 6;

export const TOKENIZER = JSON.stringify(wordPieceTokenizer());
export const VOCABULARY = (JSON.parse(TOKENIZER) as { model: { vocab: Readonly<Record<string, number>> } }).model.vocab;
const HEIGHT = Object.keys(VOCABULARY).length;

/** Whole numbers from -100 to 100, so that every type of numbers holds them exactly. */
export const ROWS: readonly (readonly number[])[] = Array.from({ length: HEIGHT }, (_, id) =>
  Array.from({ length: WIDTH }, (_, i) => Math.round(100 * Math.sin((id + 1) * (i + 1)))),
);

export interface TensorBytes {
  readonly dtype: string;
  readonly shape: readonly number[];
  readonly bytes: ArrayBufferLike;
}

export function tensor(dtype: string, shape: readonly number[], numbers: readonly number[]): TensorBytes {
  const bytes = {
    I8: () => Int8Array.from(numbers),
    F16: () => Uint16Array.from(numbers, halfOf),
    F32: () => Float32Array.from(numbers),
    F64: () => Float64Array.from(numbers),
    I32: () => Int32Array.from(numbers),
    I64: () => BigInt64Array.from(numbers, BigInt),
  }[dtype];
  return { dtype, shape, bytes: (bytes?.() ?? new Uint8Array(numbers)).buffer };
}

/** The table of the small model as numbers of type `dtype`. */
export function table(dtype: string): TensorBytes {
  return tensor(dtype, [HEIGHT, WIDTH], ROWS.flat());
}

/** The bytes of a safetensors file. */
export function safetensors(tensors: Readonly<Record<string, TensorBytes>>): Uint8Array {
  let end = 0;
  const entries = Object.entries(tensors).map(([name, { dtype, shape, bytes }]) => {
    const start = end;
    end += bytes.byteLength;
    return [name, { dtype, shape, data_offsets: [start, end] }];
  });
  return fileOf(JSON.stringify(Object.fromEntries(entries)), ...Object.values(tensors).map(({ bytes }) => bytes));
}

export function fileOf(header: string, ...data: readonly ArrayBufferLike[]): Uint8Array {
  const length = new BigUint64Array([BigInt(Buffer.byteLength(header))]);
  return Buffer.concat([
    new Uint8Array(length.buffer),
    Buffer.from(header),
    ...data.map((part) => new Uint8Array(part)),
  ]);
}

/** Half precision of a whole number of at most 11 bits. */
function halfOf(value: number): number {
  if (value === 0) return 0;
  const exponent = Math.floor(Math.log2(Math.abs(value)));
  const fraction = Math.abs(value) * 2 ** (10 - exponent) - 1024;
  return (value < 0 ? 0x8000 : 0) | ((exponent + 15) << 10) | fraction;
}
