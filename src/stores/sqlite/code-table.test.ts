import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CodeTable } from './code-table.ts';
import { innerProduct, quantize, quantizeQuery } from './quantize.ts';
import { createKernel, createScriptKernel } from './scan-kernel.ts';

/** The same numbers for the same seed, spread over -1 to 1. */
function numbersOf(seed: number, count: number): Float32Array {
  let state = seed * 2 + 1;
  return Float32Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return state / 2 ** 31;
  });
}

const vectorsOf = (seed: number, count: number, dimensions: number): Float32Array[] =>
  Array.from({ length: count }, (_, i) => numbersOf(seed * 10_000 + i, dimensions));

function filled(vectors: readonly Float32Array[], dimensions: number, kernel = createKernel()): CodeTable {
  const table = new CodeTable(dimensions, kernel);
  for (const vector of vectors) table.add(quantize(vector));
  return table;
}

describe('bounds', () => {
  it('are the same bits by WebAssembly, by JavaScript and by the formula, for any length', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.integer({ min: 1, max: 700 }),
        fc.integer({ max: 40, min: 0 }),
        (seed, dimensions, count) => {
          const vectors = vectorsOf(seed, count, dimensions);
          const query = numbersOf(seed + 1, dimensions);
          const mask = Uint8Array.from(vectors, (_, i) => (i + seed) & 1);
          const fast = filled(vectors, dimensions).bounds(query, mask);
          expect(fast).toEqual(filled(vectors, dimensions, createScriptKernel()).bounds(query, mask));
          const { codes, step, slack } = quantizeQuery(query, Math.ceil(dimensions / 16) * 16);
          const expected = vectors.map((vector, i) => {
            const stored = quantize(vector);
            const sum = stored.codes.reduce((total, code, at) => total + code * codes[at], 0);
            return mask[i] === 0 ? Number.NEGATIVE_INFINITY : stored.scale * (slack + step * sum);
          });
          expect([...fast]).toEqual(expected);
        },
      ),
    );
  });

  it('are not below the true product, and close above it', () => {
    const dimensions = 384;
    const vectors = vectorsOf(3, 500, dimensions).map(toUnitLength);
    const query = toUnitLength(numbersOf(1, dimensions));
    const bounds = filled(vectors, dimensions).bounds(query, new Uint8Array(500).fill(1));
    for (const [i, vector] of vectors.entries()) {
      const above = bounds[i] - innerProduct(query, vector);
      expect(above).toBeGreaterThanOrEqual(0);
      expect(above).toBeLessThan(0.01);
    }
  });

  it('hold at the largest codes there are, at which the lanes are fullest', () => {
    for (const dimensions of [2048, 2064, 40_000]) {
      const ones = new Float32Array(dimensions).fill(1);
      const [same, opposite] = filled([ones, ones.map((one) => -one)], dimensions).bounds(ones, Uint8Array.of(1, 1));
      expect(same / dimensions).toBeCloseTo(1, 1);
      expect(opposite / dimensions).toBeCloseTo(-1, 1);
      expect(same).toBeGreaterThanOrEqual(dimensions);
    }
  });

  it('are those of the vectors there are, over many blocks, whatever was added and removed before', () => {
    const dimensions = 5;
    const vectors = vectorsOf(7, 5_000, dimensions);
    const query = numbersOf(2, dimensions);
    const table = filled(vectors.slice(0, 3_000), dimensions);
    const slots = vectors.map((_, i) => i);
    for (let i = 0; i < 2_000; i++) {
      table.remove(slots[i]);
      slots[i] = -1;
    }
    for (let i = 3_000; i < 5_000; i++) slots[i] = table.add(quantize(vectors[i]));
    expect(table.length).toBe(3_000);
    const bounds = table.bounds(query, new Uint8Array(3_000).fill(1));
    const fresh = filled(vectors, dimensions).bounds(query, new Uint8Array(5_000).fill(1));
    for (let i = 2_000; i < 5_000; i++) expect(bounds[slots[i]]).toBe(fresh[i]);
  });
});

describe('memory', () => {
  it('takes little more than a byte a number', () => {
    const kernel = createKernel();
    filled(vectorsOf(1, 20_000, 48), 48, kernel);
    expect(kernel.buffer().byteLength).toBeLessThan(1.2 * 20_000 * (48 + 17));
  });

  it('is grown by what is left when a larger step is refused, and says so when it is full', () => {
    const room = 4_000_000;
    const script = createScriptKernel();
    const kernel = {
      ...script,
      grow: (bytes: number): void => {
        if (script.buffer().byteLength + bytes > room) throw new RangeError('no more memory');
        script.grow(bytes);
      },
    };
    const table = new CodeTable(100, kernel);
    const vector = quantize(new Float32Array(100).fill(1));
    const fill = (): void => {
      for (let i = 0; i < 100_000; i++) table.add(vector);
    };
    expect(fill).toThrow(/no memory for more than [\d,]+ vectors of 100 numbers/);
    // Within two blocks of what there was room for.
    expect(table.length).toBeGreaterThan(room / (112 + 17) - 2 * 1024);
    expect(table.bounds(new Float32Array(100).fill(1), new Uint8Array(table.length).fill(1))[5]).toBeCloseTo(100, 0);
  });
});

function toUnitLength(vector: Float32Array): Float32Array {
  const length = Math.sqrt(innerProduct(vector, vector));
  return vector.map((value) => value / length);
}
