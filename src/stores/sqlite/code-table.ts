/**
 * SQLite store: the codes of many vectors in the memory of a kernel, in slots that can be filled, emptied and filled again,
 * and the scan over them.
 */
import { KerfError } from '../../model/error.ts';
import { plural } from '../../text/plural.ts';
import { type QuantizedVector, quantizeQuery } from './quantize.ts';
import { createKernel, type ScanKernel } from './scan-kernel.ts';

/** Codes a row are padded to a multiple of this: one step of the kernel. */
const STEP = 16;
/** A block holds what the kernel needs of so many slots side by side, so that growing moves nothing. */
const BLOCK_SLOTS = 1024;
/** Memory grows by this share of itself, at least by one block. */
const GROWTH = 1 / 8;
const FLOAT64_BYTES = 8;
const QUERY_CODE_BYTES = 2;

/** Takes about `dimensions` + 17 bytes a slot: 77 MB of codes for 200,000 vectors of 384 numbers, and 3 MB beside them. */
export class CodeTable {
  readonly dimensions: number;
  private readonly kernel: ScanKernel;
  private readonly stride: number;
  private readonly blockBytes: number;
  private slots = 0;
  private blocks = 0;
  private readonly empty: number[] = [];

  constructor(dimensions: number, kernel: ScanKernel = createKernel()) {
    this.dimensions = dimensions;
    this.kernel = kernel;
    this.stride = Math.max(1, Math.ceil(dimensions / STEP)) * STEP;
    this.blockBytes = BLOCK_SLOTS * (this.stride + 2 * FLOAT64_BYTES + 1);
    this.growBy(Math.max(0, this.queryBytes - kernel.buffer().byteLength));
  }

  /** Slots in use and empty ones among them: every slot is below this. */
  get length(): number {
    return this.slots;
  }

  /** Keeps a vector; returns its slot. Throws `KerfError('store-config')` when the memory is full. */
  add({ codes, scale }: QuantizedVector): number {
    const slot = this.empty.pop() ?? this.nextSlot();
    const { block, row } = placeOf(slot);
    const at = this.rowsOf(block);
    new Int8Array(this.kernel.buffer(), at.codes + row * this.stride, this.dimensions).set(codes);
    new Float64Array(this.kernel.buffer(), at.scales, BLOCK_SLOTS)[row] = scale;
    return slot;
  }

  /** Frees `slot` for another vector. The caller's masks must leave it out until then. */
  remove(slot: number): void {
    this.empty.push(slot);
  }

  /**
   * For each slot a number that its inner product with `query` does not exceed, and is close to; minus infinity where
   * `mask` is 0. `mask` has a byte for each slot.
   */
  bounds(query: Float32Array, mask: Uint8Array): Float64Array {
    const { codes, step, slack } = quantizeQuery(query, this.stride);
    new Int16Array(this.kernel.buffer(), 0, this.stride).set(codes);
    const bounds = new Float64Array(this.slots);
    for (let from = 0; from < this.slots; from += BLOCK_SLOTS) {
      const rows = Math.min(BLOCK_SLOTS, this.slots - from);
      const at = { ...this.rowsOf(from / BLOCK_SLOTS), rows };
      new Uint8Array(this.kernel.buffer(), at.mask, rows).set(mask.subarray(from, from + rows));
      this.kernel.scan({ at: 0, step, slack }, at);
      bounds.set(new Float64Array(this.kernel.buffer(), at.bounds, rows), from);
    }
    return bounds;
  }

  private get queryBytes(): number {
    return this.stride * QUERY_CODE_BYTES;
  }

  private nextSlot(): number {
    if (this.slots === this.blocks * BLOCK_SLOTS) this.addBlock();
    return this.slots++;
  }

  private addBlock(): void {
    const needed = this.queryBytes + (this.blocks + 1) * this.blockBytes;
    if (needed > this.kernel.buffer().byteLength)
      this.growBy(Math.max(1, Math.floor(this.blocks * GROWTH)) * this.blockBytes, this.blockBytes);
    this.blocks++;
  }

  /** Grows by `bytes`, or by `least` where there is not as much left. */
  private growBy(bytes: number, least = bytes): void {
    try {
      this.kernel.grow(bytes);
    } catch (cause) {
      if (least === bytes) throw memoryIsFull(this.slots, this.dimensions, cause);
      this.growBy(least);
    }
  }

  /** Parts in the order of their alignment; all addresses are multiples of 16 but those of masks. */
  private rowsOf(block: number) {
    const codes = this.queryBytes + block * this.blockBytes;
    const scales = codes + BLOCK_SLOTS * this.stride;
    const bounds = scales + BLOCK_SLOTS * FLOAT64_BYTES;
    return { codes, stride: this.stride, scales, bounds, mask: bounds + BLOCK_SLOTS * FLOAT64_BYTES };
  }
}

function placeOf(slot: number): { readonly block: number; readonly row: number } {
  const row = slot % BLOCK_SLOTS;
  return { block: (slot - row) / BLOCK_SLOTS, row };
}

function memoryIsFull(slots: number, dimensions: number, cause: unknown): KerfError {
  return new KerfError(
    'store-config',
    `there is no memory for more than ${plural(slots, 'vector')} of ${dimensions} numbers at a byte each; ` +
      'divide the documents among several stores, give the process more memory, or use an embedder with fewer dimensions',
    { cause },
  );
}
