import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { replaceFile } from './set-files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kerf-set-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('removes what killed runs left unfinished of the same file, and nothing that is being written', async () => {
  const write = (name: string, time: number): void => {
    writeFileSync(join(folder, name), '{');
    utimesSync(join(folder, name), time, time);
  };
  write('a.json.123.part', 1);
  write('a.json.124.part', Date.now() / 1000);
  write('a.json.x.part', 1);
  write('b.json.123.part', 1);
  await replaceFile(join(folder, 'a.json'), '{}');
  expect(readdirSync(folder)).toEqual(['a.json', 'a.json.124.part', 'a.json.x.part', 'b.json.123.part']);
});
