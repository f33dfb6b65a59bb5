/** The list of known faults against the tests: every row has a test with its number, and every number a row. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const here = new URL('./', import.meta.url);
const list = readFileSync(new URL('../../docs/known-faults.md', here), 'utf8');
const [tested, untested] = list.split('## Not tested').map(rowsOf);

interface Row {
  readonly number: string;
  readonly files: readonly string[];
}

function rowsOf(part: string): readonly Row[] {
  return [...part.matchAll(/^\| (F\d+) \|.*$/gm)].map(([row, number]) => {
    return { number, files: [...row.matchAll(/`([\w-]+\.test\.ts)`/g)].map(([, file]) => file) };
  });
}

/** Numbers at the start of the names of tests, in the quotes that begin them. */
function numbersIn(file: string): readonly string[] {
  return [...readFileSync(new URL(file, here), 'utf8').matchAll(/['"`](F\d+) [a-z]/gi)].map(([, number]) => number);
}

it('lists each number once, in order', () => {
  for (const rows of [tested, untested]) {
    const numbers = rows.map(({ number }) => Number(number.slice(1)));
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
  }
  expect(tested.length).toBeGreaterThan(90);
  expect(tested.filter(({ number }) => untested.some((row) => row.number === number))).toEqual([]);
});

it.each(tested)('$number has a test in each file that is named', ({ number, files }) => {
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) expect(numbersIn(file), file).toContain(number);
});

it('has a row for every test with a number', () => {
  const files = readdirSync(here).filter((file) => file.endsWith('.test.ts') && file !== 'tight-limits.test.ts');
  for (const file of files)
    for (const number of numbersIn(file))
      expect(tested.find((row) => row.number === number)?.files, `${number} in ${file}`).toContain(file);
});
