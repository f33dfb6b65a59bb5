/**
 * Writes tiny ONNX models byte by byte: a table of numbers per token, looked up by a Gather node, and for the cross-encoder
 * summed up. Field numbers are those of onnx.proto3 (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto3).
 */

const VARINT = 0;
const BYTES = 2;
const FLOAT = 1;
const INT64 = 7;
const ATTRIBUTE_INT = 2;
const ATTRIBUTE_INTS = 7;
const IR_VERSION = 7;
const OPSET_VERSION = 11;

/** Looks up one row of `table` per token: [texts, tokens] to [texts, tokens, width]. */
export function gatherModel(table: readonly (readonly number[])[]): Uint8Array {
  const node = message([1, 'table'], [1, 'input_ids'], [2, 'last_hidden_state'], [4, 'Gather']);
  return model([node], table, 'last_hidden_state', ['texts', 'tokens', table[0].length]);
}

/** Adds up one number of `weights` per token: [texts, tokens] to [texts, 1]. */
export function sumModel(weights: readonly number[]): Uint8Array {
  const gather = message([1, 'table'], [1, 'input_ids'], [2, 'numbers'], [4, 'Gather']);
  const axes = message([1, 'axes'], [8, 1], [20, ATTRIBUTE_INTS]);
  const keep = message([1, 'keepdims'], [3, 0], [20, ATTRIBUTE_INT]);
  const sum = message([1, 'numbers'], [2, 'logits'], [4, 'ReduceSum'], [5, axes], [5, keep]);
  const table = weights.map((weight) => [weight]);
  return model([gather, sum], table, 'logits', ['texts', 1]);
}

function model(
  nodes: readonly Uint8Array[],
  table: readonly (readonly number[])[],
  output: string,
  shape: readonly (string | number)[],
): Uint8Array {
  const raw = new Uint8Array(Float32Array.from(table.flat()).buffer);
  const tensor = message([1, table.length], [1, table[0].length], [2, FLOAT], [8, 'table'], [9, raw]);
  const graph = message(
    ...nodes.map((node): Field => [1, node]),
    [2, 'graph'],
    [5, tensor],
    [11, valueInfo('input_ids', INT64, ['texts', 'tokens'])],
    [12, valueInfo(output, FLOAT, shape)],
  );
  return message([1, IR_VERSION], [7, graph], [8, message([1, ''], [2, OPSET_VERSION])]);
}

function valueInfo(name: string, elementType: number, shape: readonly (string | number)[]): Uint8Array {
  const dims = shape.map((size): Field => [1, message(typeof size === 'number' ? [1, size] : [2, size])]);
  const tensorType = message([1, elementType], [2, message(...dims)]);
  return message([1, name], [2, message([1, tensorType])]);
}

type Field = readonly [number, number | string | Uint8Array];

/** A protobuf message: whole numbers as varints, everything else with its length in front. */
function message(...fields: readonly Field[]): Uint8Array {
  const bytes: number[] = [];
  for (const [number, value] of fields) {
    if (typeof value === 'number') {
      bytes.push(...varint(number * 8 + VARINT), ...varint(value));
      continue;
    }
    const content = typeof value === 'string' ? new TextEncoder().encode(value) : value;
    bytes.push(...varint(number * 8 + BYTES), ...varint(content.length));
    for (const byte of content) bytes.push(byte);
  }
  return Uint8Array.from(bytes);
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7f; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) + 0x80);
  return [...bytes, rest];
}
