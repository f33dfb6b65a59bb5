/** Laws of the truncated decomposition, held against a slow and exact one. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leadingSingularVectors, type SparseMatrix } from './singular-vectors.ts';

type Rows = readonly (readonly number[])[];

function toSparse(rows: Rows): SparseMatrix {
  const entries = rows.map((row) => row.flatMap((value, term) => (value === 0 ? [] : [{ term, value }])));
  const starts = [0];
  for (const row of entries) starts.push(starts[starts.length - 1] + row.length);
  return {
    rows: rows.length,
    columns: rows[0].length,
    starts: Uint32Array.from(starts),
    terms: Uint32Array.from(entries.flat(), ({ term }) => term),
    values: Float32Array.from(entries.flat(), ({ value }) => value),
  };
}

/**
 * One-sided Jacobi (Hestenes 1958): turns pairs of columns until all are orthogonal; their lengths are then the singular
 * values, and what was done to them gives the vectors.
 */
function slowDecomposition(rows: Rows): { readonly values: number[]; readonly vectors: number[][] } {
  const size = rows[0].length;
  const columns = rows[0].map((_, term) => rows.map((row) => row[term]));
  const turns = columns.map((_, i) => columns.map((_, j) => Number(i === j)));
  for (let round = 0; round < 20; round++)
    for (let p = 0; p < size; p++)
      for (let q = p + 1; q < size; q++) {
        const off = dot(columns[p], columns[q]);
        const difference = dot(columns[q], columns[q]) - dot(columns[p], columns[p]);
        const angle = 0.5 * Math.atan2(2 * off, -difference);
        for (const [a, b] of [
          [columns[p], columns[q]],
          [turns[p], turns[q]],
        ])
          for (const [i, x] of a.entries()) {
            a[i] = Math.cos(angle) * x + Math.sin(angle) * b[i];
            b[i] = Math.cos(angle) * b[i] - Math.sin(angle) * x;
          }
      }
  const order = columns.map((column, i) => ({ length: Math.sqrt(dot(column, column)), turn: turns[i] }));
  order.sort((a, b) => b.length - a.length);
  return { values: order.map(({ length }) => length), vectors: order.map(({ turn }) => turn) };
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, i) => sum + value * b[i], 0);
}

function columnsOf({ vectors }: ReturnType<typeof leadingSingularVectors>): number[][] {
  return Array.from({ length: vectors.columns }, (_, k) =>
    Array.from({ length: vectors.rows }, (_, term) => vectors.values[term * vectors.columns + k]),
  );
}

/** Counts as texts have them: mostly none. Some rows and columns are empty or equal. */
const someRows = fc
  .record({ rows: fc.integer({ min: 1, max: 40 }), columns: fc.integer({ min: 1, max: 12 }) })
  .chain(({ rows, columns }) =>
    fc.array(fc.array(fc.constantFrom(0, 0, 0, 0.25, 1, 3), { minLength: columns, maxLength: columns }), {
      minLength: rows,
      maxLength: rows,
    }),
  );

describe('leadingSingularVectors', () => {
  it('has the largest singular values, in order', () => {
    fc.assert(
      fc.property(someRows, fc.integer({ min: 1, max: 12 }), (rows, count) => {
        const { values } = leadingSingularVectors(toSparse(rows), count);
        const expected = slowDecomposition(rows).values.slice(0, count);
        for (const [k, value] of expected.entries()) expect(values[k] ?? 0).toBeCloseTo(value, 3);
      }),
    );
  });

  it('has vectors of unit length at right angles, each as long under the matrix as its value', () => {
    fc.assert(
      fc.property(someRows, fc.integer({ min: 1, max: 12 }), (rows, count) => {
        const found = leadingSingularVectors(toSparse(rows), count);
        const vectors = columnsOf(found);
        for (const [i, a] of vectors.entries()) {
          for (const [j, b] of vectors.entries()) expect(dot(a, b)).toBeCloseTo(Number(i === j), 3);
          const image = rows.map((row) => dot(row, a));
          expect(Math.sqrt(dot(image, image))).toBeCloseTo(found.values[i], 3);
        }
      }),
    );
  });

  it('scores pairs of texts as the exact decomposition does, with more terms than directions', () => {
    // Three groups of texts, each with terms of its own, and a little of everything: three values stand out.
    const rows = Array.from({ length: 60 }, (_, text) =>
      Array.from({ length: 40 }, (_, term) =>
        term % 3 === text % 3 ? 1 + (text % 3) + ((text * term) % 5) / 5 : ((text * 7 + term * 3) % 11) / 40,
      ),
    );
    const exact = slowDecomposition(rows).vectors.slice(0, 3);
    const fast = columnsOf(leadingSingularVectors(toSparse(rows), 3));
    const score = (basis: Rows, a: number, b: number) =>
      basis.reduce((sum, vector) => sum + dot(rows[a], vector) * dot(rows[b], vector), 0);
    for (const a of [0, 17, 59])
      for (const b of [1, 18, 44]) expect(score(fast, a, b) / score(exact, a, b)).toBeCloseTo(1, 4);
  });

  it('gives the same for the same matrix, and nothing for one of zeros', () => {
    const rows = [
      [1, 0, 2],
      [0, 1, 1],
    ];
    expect(leadingSingularVectors(toSparse(rows), 2)).toEqual(leadingSingularVectors(toSparse(rows), 2));
    expect(leadingSingularVectors(toSparse([[0, 0]]), 2).values.length).toBe(0);
  });
});
