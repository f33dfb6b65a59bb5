/**
 * Writes into each `console` block of the pages below what its commands print: lines that begin with `$ ` are run by
 * bash in `examples/`, with the built command as `kerf`; what stands between them is replaced. Run after a build.
 * `--print` writes the pages to stdout instead, one after the other.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PAGES = ['docs/guide/chunking.md', 'docs/guide/cost.md'];

const ROOT = new URL('../', import.meta.url);
const KERF = fileURLToPath(new URL('dist/cli/main.js', ROOT));
const EXAMPLES = fileURLToPath(new URL('examples/', ROOT));
const BLOCK = /(?<=^```console\n)[\s\S]*?(?=^```$)/gm;

/** The block with fresh outputs. */
function filled(block) {
  const commands = block.split('\n').filter((line) => line.startsWith('$ '));
  return commands.map((command) => `${command}\n${printed(command.slice(2))}`).join('');
}

/** Both streams, in the order in which they come. */
function printed(command) {
  const script = `kerf() { "$NODE" "$KERF" "$@"; }\n{ ${command}\n} 2>&1`;
  const env = { PATH: process.env.PATH, NODE: process.execPath, KERF };
  return execFileSync('bash', ['--norc', '-c', script], { cwd: EXAMPLES, env, encoding: 'utf8' });
}

for (const page of PAGES) {
  const url = new URL(page, ROOT);
  const text = readFileSync(url, 'utf8').replace(BLOCK, filled);
  if (process.argv.includes('--print')) process.stdout.write(text);
  else writeFileSync(url, text);
}
