import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { SCAN_KERNEL, SCAN_KERNEL_SOURCE } from './scan-kernel.generated.ts';
import { createKernel, createScriptKernel, createWebAssemblyKernel } from './scan-kernel.ts';

const SOURCE = new URL('./scan-kernel.wat', import.meta.url);

describe('the assembled kernel', () => {
  it('was made from the source as it is', () => {
    const hash = createHash('sha256').update(readFileSync(SOURCE)).digest('hex');
    expect(hash, 'run scripts/build-scan-kernel.mjs').toBe(SCAN_KERNEL_SOURCE);
  });

  it.skipIf(!hasAssembler())('is what the assembler makes', async () => {
    const wabt = await createRequire(import.meta.url)('wabt')();
    const assembled = wabt.parseWat('scan-kernel.wat', readFileSync(SOURCE, 'utf8'), { simd: true });
    expect(Buffer.from(assembled.toBinary({}).buffer).toString('base64')).toBe(SCAN_KERNEL);
  });

  it('runs here', () => {
    expect(createWebAssemblyKernel()).toBeDefined();
  });
});

it('falls back to JavaScript where there is no WebAssembly, or none that takes the module', () => {
  const { WebAssembly: original } = globalThis as unknown as { readonly WebAssembly: object };
  const refusing = class {
    constructor() {
      throw new Error('unknown opcode');
    }
  };
  try {
    for (const replacement of [undefined, { ...original, Module: refusing }]) {
      Object.assign(globalThis, { WebAssembly: replacement });
      expect(createWebAssemblyKernel()).toBeUndefined();
      expect(createKernel().buffer()).toBeInstanceOf(ArrayBuffer);
    }
  } finally {
    Object.assign(globalThis, { WebAssembly: original });
  }
});

it('keeps what is in the memory when it grows', () => {
  for (const kernel of [createScriptKernel(), createKernel()]) {
    new Uint8Array(kernel.buffer())[9] = 7;
    const before = kernel.buffer().byteLength;
    kernel.grow(100_000);
    expect(kernel.buffer().byteLength).toBeGreaterThanOrEqual(before + 100_000);
    expect([...new Uint8Array(kernel.buffer(), 8, 3)]).toEqual([0, 7, 0]);
  }
});

function hasAssembler(): boolean {
  return existsSync(new URL('../../../node_modules/wabt/package.json', import.meta.url));
}
