import { expect, it } from 'vitest';
import { pieceCounts } from './piece-counts.ts';

/** A memory whose counter says how long a piece is, and notes what it was asked. */
function recording() {
  const asked: string[] = [];
  const counts = pieceCounts((piece) => {
    asked.push(piece);
    return piece.length;
  });
  return { counts, asked };
}

it('asks for a piece once, wherever it stands', () => {
  const { counts, asked } = recording();
  const text = 'tide and tide';
  expect([counts.of(text, 0, 4), counts.of(text, 9, 13), counts.of('tide', 0, 4)]).toEqual([4, 4, 4]);
  expect(asked).toEqual(['tide']);
});

it('tells pieces apart that begin alike', () => {
  const { counts, asked } = recording();
  const text = 'gatehouse';
  expect([1, 4, 5, 9].map((end) => counts.of(text, 0, end))).toEqual([1, 4, 5, 9]);
  expect([1, 4, 5, 9].map((end) => counts.of(text, 0, end))).toEqual([1, 4, 5, 9]);
  expect(asked).toEqual(['g', 'gate', 'gateh', 'gatehouse']);
});

it('remembers a count of none', () => {
  let calls = 0;
  const counts = pieceCounts(() => {
    calls++;
    return 0;
  });
  expect([counts.of(' ', 0, 1), counts.of(' ', 0, 1), calls]).toEqual([0, 0, 1]);
});

it('does not keep long pieces', () => {
  const { counts, asked } = recording();
  const long = 'x'.repeat(500);
  expect([counts.of(long, 0, 500), counts.of(long, 0, 500)]).toEqual([500, 500]);
  expect(asked).toHaveLength(2);
});

it('stays right when it forgets, and forgets when it is full', () => {
  const { counts, asked } = recording();
  const words = Array.from({ length: 150_000 }, (_, i) => `${i}`);
  for (const word of words) if (counts.of(word, 0, word.length) !== word.length) expect(word).toBe('right');
  const before = asked.length;
  expect(counts.of('0', 0, 1)).toBe(1);
  expect(asked.length).toBe(before + 1);
});
