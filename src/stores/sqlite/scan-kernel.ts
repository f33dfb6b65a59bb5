/**
 * SQLite store: bounds of the inner products of a query with rows of codes. In WebAssembly where it has SIMD
 * (scan-kernel.wat), in JavaScript elsewhere; both write the same bits.
 */
import { SCAN_KERNEL } from './scan-kernel.generated.ts';

/** Where the rows of one call are, as addresses in the memory of the kernel; see scan-kernel.wat. */
export interface ScanRows {
  readonly codes: number;
  /** Codes from one row to the next, a multiple of 16. */
  readonly stride: number;
  readonly scales: number;
  readonly mask: number;
  readonly bounds: number;
  readonly rows: number;
}

export interface ScanQuery {
  /** Address of the codes of the query. */
  readonly at: number;
  readonly step: number;
  readonly slack: number;
}

export interface ScanKernel {
  /** The memory; another one after each `grow`. */
  buffer(): ArrayBufferLike;
  /** Makes the memory larger by at least `bytes`, zeros; throws `RangeError` when there is no more. */
  grow(bytes: number): void;
  /** Writes the bound of each row, minus infinity where its mask is 0. */
  scan(query: ScanQuery, rows: ScanRows): void;
}

/** The fastest kernel that runs here, with an empty memory of its own. */
export function createKernel(): ScanKernel {
  return createWebAssemblyKernel() ?? createScriptKernel();
}

const PAGE_BYTES = 65_536;

/** The part of `WebAssembly` that is used here, which the types of Node leave out. */
interface WebAssemblyApi {
  readonly Memory: new (limits: { readonly initial: number }) => WebAssemblyMemory;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (
    module: object,
    imports: object,
  ) => { readonly exports: { readonly scan: (...values: number[]) => void } };
}

interface WebAssemblyMemory {
  readonly buffer: ArrayBufferLike;
  grow(pages: number): number;
}

/** Undefined where there is no WebAssembly (`--jitless`), or none with SIMD. */
export function createWebAssemblyKernel(): ScanKernel | undefined {
  const { WebAssembly: api } = globalThis as unknown as { readonly WebAssembly?: WebAssemblyApi };
  const module = api && compile(api);
  if (api === undefined || module === undefined) return undefined;
  const memory = new api.Memory({ initial: 1 });
  const { scan } = new api.Instance(module, { kerf: { memory } }).exports;
  return {
    buffer: () => memory.buffer,
    grow: (bytes) => void memory.grow(Math.ceil(bytes / PAGE_BYTES)),
    scan: ({ at, step, slack }, { codes, stride, scales, mask, bounds, rows }) =>
      scan(at, step, slack, codes, stride, scales, mask, bounds, rows),
  };
}

function compile(api: WebAssemblyApi): object | undefined {
  try {
    return new api.Module(Uint8Array.from(atob(SCAN_KERNEL), (character) => character.charCodeAt(0)));
  } catch {
    // An engine without SIMD does not take the module.
    return undefined;
  }
}

/** The same in JavaScript, some 18 times slower. */
export function createScriptKernel(): ScanKernel {
  let memory = new ArrayBuffer(PAGE_BYTES);
  return {
    buffer: () => memory,
    grow: (bytes) => {
      const larger = new ArrayBuffer(memory.byteLength + Math.ceil(bytes / PAGE_BYTES) * PAGE_BYTES);
      new Uint8Array(larger).set(new Uint8Array(memory));
      memory = larger;
    },
    scan: (query, rows) => scanRows(memory, query, rows),
  };
}

function scanRows(memory: ArrayBuffer, { at, step, slack }: ScanQuery, place: ScanRows): void {
  const { stride, rows } = place;
  const query = new Int16Array(memory, at, stride);
  const codes = new Int8Array(memory, place.codes, stride * rows);
  const scales = new Float64Array(memory, place.scales, rows);
  const mask = new Uint8Array(memory, place.mask, rows);
  const bounds = new Float64Array(memory, place.bounds, rows);
  for (let row = 0; row < rows; row++) {
    if (mask[row] === 0) {
      bounds[row] = Number.NEGATIVE_INFINITY;
      continue;
    }
    let sum = 0;
    for (let i = 0, base = row * stride; i < stride; i++) sum += codes[base + i] * query[i];
    bounds[row] = scales[row] * (slack + step * sum);
  }
}
