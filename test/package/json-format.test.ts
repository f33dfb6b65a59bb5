/** docs/formats/json.md names every field that the commands print. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { CHUNK_KINDS, CHUNK_NOTES, SIGNALS } from '../../src/model/chunk.ts';

const EXAMPLES = fileURLToPath(new URL('../../examples', import.meta.url));
const KERF = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const FORMATS = readFileSync(new URL('../../docs/formats/json.md', import.meta.url), 'utf8');

/** The names in backticks of the section of one command. */
function namesOf(command: string): readonly string[] {
  const section = FORMATS.split(/^## /m).find((part) => part.startsWith(`\`kerf ${command} `)) ?? '';
  return [...section.matchAll(/`([^`]+)`/g)].flatMap(([, words]) => words.match(/\w[\w-]*/g) ?? []);
}

function printed(...args: readonly string[]): readonly any[] {
  const output = execFileSync(process.execPath, [KERF, ...args, '--json'], { cwd: EXAMPLES, encoding: 'utf8' });
  return output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

describe('docs/formats/json.md', () => {
  it('names every field of a chunk, its parts, signals, kinds and notes', () => {
    const chunks = printed('chunk', 'docs/api.md', 'docs/configuration.md', '--max-tokens', '60');
    const fields = chunks.flatMap((chunk) => Object.keys(chunk));
    const parts = chunks.flatMap(({ context }) => context.flatMap((part: any) => [part.type, ...Object.keys(part)]));
    const expected = new Set([...fields, ...parts, ...SIGNALS, ...CHUNK_KINDS, ...CHUNK_NOTES]);
    expect(namesOf('chunk')).toEqual(expect.arrayContaining([...expected]));
  });

  it('names every field of a comparison', () => {
    const [comparison] = printed('compare', 'docs/api.md', '--max-tokens', '120');
    const [first] = comparison.strategies;
    const examples = Object.values<any>(first.avoidable).flatMap((finding) => finding.examples);
    const values = [comparison, first, first.sizes, first.avoidable, first.avoidable.tables, examples[0]];
    expect(namesOf('compare')).toEqual(expect.arrayContaining([...new Set(values.flatMap(Object.keys))]));
  });

  it('names every check of a verification', () => {
    const [report] = printed('verify', 'docs/api.md');
    expect(namesOf('verify')).toEqual(expect.arrayContaining(report.checks.map(({ name }: any) => name)));
  });
});
