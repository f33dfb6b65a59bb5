/** SQLite store: whole numbers as bytes and back, seven bits a byte, small numbers short. */

const MORE = 0x80;
const LOW_BITS = 0x7f;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Appends numbers to a growing array of bytes. */
export class ByteWriter {
  private bytes = new Uint8Array(256);
  private length = 0;

  /** Appends `value`, a whole number from 0 to 2^53 - 1. */
  unsigned(value: number): void {
    let rest = value;
    while (rest > LOW_BITS) {
      this.byte((rest % MORE) | MORE);
      rest = Math.floor(rest / MORE);
    }
    this.byte(rest);
  }

  /** Appends `value`, a whole number of either sign; its size and sign are interleaved: 0, -1, 1, -2, 2 ... */
  signed(value: number): void {
    this.unsigned(value >= 0 ? value * 2 : -value * 2 - 1);
  }

  /** Appends a text as UTF-8 with its length in front. */
  text(value: string): void {
    const encoded = encoder.encode(value);
    this.unsigned(encoded.length);
    for (const byte of encoded) this.byte(byte);
  }

  /** A copy of everything appended so far. */
  finish(): Uint8Array {
    return this.bytes.slice(0, this.length);
  }

  private byte(value: number): void {
    if (this.length === this.bytes.length) {
      const larger = new Uint8Array(this.length * 2);
      larger.set(this.bytes);
      this.bytes = larger;
    }
    this.bytes[this.length++] = value;
  }
}

/** Reads back what a `ByteWriter` wrote, in the same order. */
export class ByteReader {
  private readonly bytes: Uint8Array;
  private offset = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  unsigned(): number {
    let value = 0;
    let factor = 1;
    while (this.offset < this.bytes.length) {
      const byte = this.bytes[this.offset++];
      value += (byte & LOW_BITS) * factor;
      if (byte < MORE) return value;
      factor *= MORE;
    }
    throw new RangeError(`bytes end inside a number, after ${this.bytes.length} bytes`);
  }

  signed(): number {
    const value = this.unsigned();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  text(): string {
    const length = this.unsigned();
    const end = this.offset + length;
    const value = decoder.decode(this.bytes.subarray(this.offset, end));
    this.offset = end;
    return value;
  }
}
