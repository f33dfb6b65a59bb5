/** Chunkers that never yield, in threads of their own; the threads run what is built. */
import { expect, it } from 'vitest';

const { checkChunkerModule } = (await import(
  /* @vite-ignore */ ['kerf', 'testing'].join('/')
)) as typeof import('../../src/testing/index.ts');

const MODULE = new URL('./modules/hanging.mjs', import.meta.url).href;
const CASES = { cases: ['F16', 'F57'], secondsPerCase: 0.2 };

async function outcomes(exportName: string): Promise<readonly (readonly [string, string, string, string])[]> {
  const { results } = await checkChunkerModule(MODULE, { ...CASES, exportName, memoryMb: 64 });
  return results.map(({ id, kind, outcome, reason }) => [id, kind, outcome, reason]);
}

it('ends a chunker that hangs, and goes on with the next case', async () => {
  const late = 'not at its end after 0.4 seconds, and had to be ended';
  expect(await outcomes('looping')).toEqual([
    ['F16', 'endless', 'failed', late],
    ['F16', 'lost-text', 'failed', late],
    ['F57', 'lost-text', 'passed', ''],
    ['F57', 'endless', 'passed', ''],
    ['F57', 'characters', 'passed', ''],
  ]);
});

it.each([
  ['growing', /^(ends its process: .*memory|not at its end)/],
  ['quitting', /^ends its process with code 3$/],
])('a chunker that is %s has failed every case', async (exportName, reason) => {
  const results = await outcomes(exportName);
  expect(results.map(([id, kind, outcome]) => [id, kind, outcome])).toEqual([
    ['F16', 'endless', 'failed'],
    ['F16', 'lost-text', 'failed'],
    ['F57', 'endless', 'failed'],
    ['F57', 'characters', 'failed'],
  ]);
  for (const result of results) expect(result[3]).toMatch(reason);
});

it('says the same as the check in one thread', async () => {
  const report = await checkChunkerModule(MODULE, { ...CASES, exportName: 'sound' });
  expect(report).toMatchObject({ chunker: 'made when it is needed', failed: 0, passed: 6 });
});

it('says which export is missing', async () => {
  await expect(checkChunkerModule(MODULE, CASES)).rejects.toThrow('it has no export "adapter"');
});
