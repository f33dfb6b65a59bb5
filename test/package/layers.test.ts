/** The import rules are only worth something if they refuse: each row plants one import and expects the linter's word. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const REFUSED: readonly (readonly [string, string, string])[] = [
  ['src/model/planted.ts', '../text/hash.ts', 'model is the ground floor'],
  ['src/text/planted.ts', '../chunking/chunk.ts', 'text imports model'],
  ['src/parsing/planted.ts', '../chunking/chunk.ts', 'stages do not import each other'],
  ['src/chunking/planted.ts', '../token-counters/openai.ts', 'never an adapter itself'],
  ['src/indexing/planted.ts', '../stores/sqlite.ts', 'never an adapter itself'],
  ['src/retrieval/planted.ts', '../engine.ts', 'below the engine'],
  ['src/assembly/planted.ts', '../sources/files.ts', 'below the engine'],
  ['src/evaluation/planted.ts', 'node:fs', 'Node.js builtin module'],
  ['src/stores/planted.ts', '../indexing/plan.ts', 'holds adapters'],
  ['src/embedders/planted.ts', '../stores/sqlite.ts', 'holds adapters'],
  ['src/rerankers/planted.ts', '../stores/sqlite.ts', 'holds adapters'],
  ['src/generators/planted.ts', '../rerankers/http.ts', 'holds adapters'],
  ['src/grammars/planted.ts', '../parsing/parse.ts', 'holds adapters'],
  ['src/parsing/planted-grammar.ts', '../grammars/tree-sitter.ts', 'never an adapter itself'],
  ['src/sources/planted.ts', '../cli/main.ts', 'nothing imports the programs'],
];

const ALLOWED: readonly (readonly [string, string])[] = [
  ['src/indexing/allowed.ts', '../stores/store.ts'],
  ['src/retrieval/allowed.ts', '../embedders/embedder.ts'],
  ['src/retrieval/allowed-reranker.ts', '../rerankers/reranker.ts'],
  ['src/stores/allowed.ts', '../indexing/plan-types.ts'],
  ['src/grammars/allowed.ts', '../parsing/code/syntax.ts'],
  ['src/chunking/allowed.ts', '../text/hash.ts'],
  ['src/sources/allowed.ts', '../parsing/decode.ts'],
];

describe('layers', () => {
  const directory = mkdtempSync(join(tmpdir(), 'kerf-layers-'));
  let findings = '';

  beforeAll(() => {
    for (const name of ['biome.json', 'package.json', 'tsconfig.json']) cpSync(join(ROOT, name), join(directory, name));
    symlinkSync(join(ROOT, 'node_modules'), join(directory, 'node_modules'));
    spawnSync('git', ['init', '--quiet'], { cwd: directory });
    for (const [path, specifier] of [...REFUSED, ...ALLOWED]) {
      mkdirSync(join(directory, dirname(path)), { recursive: true });
      writeFileSync(join(directory, path), `import * as other from '${specifier}';\n\nexport const planted = other;\n`);
    }
    const biome = join(ROOT, 'node_modules/.bin/biome');
    const args = ['lint', '--max-diagnostics=none', '--colors=off'];
    const { stdout, stderr } = spawnSync(biome, args, { cwd: directory, encoding: 'utf8' });
    findings = stdout + stderr;
  });

  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  /** What the linter says about one file. */
  const aboutFile = (path: string): string =>
    findings
      .split(/^(?=src\/\S+:\d+:\d+ )/m)
      .filter((finding) => finding.startsWith(`${path}:`))
      .join('\n');

  it.each(REFUSED)('refuses that %s imports %s', (path, _specifier, message) => {
    expect(aboutFile(path)).toContain(message);
  });

  it.each(ALLOWED)('allows that %s imports %s', (path) => {
    expect(aboutFile(path)).toBe('');
  });
});
