/** Writes docs/cli.md from `kerf help`, which is made from the tables that the parser reads. Run after a build. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const KERF = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const TARGET = new URL('../docs/cli.md', import.meta.url);
const COMMANDS = ['chunk', 'index', 'search', 'verify', 'compare', 'cost', 'eval', 'tune', 'queries', 'status'];

const help = (...words) => execFileSync(process.execPath, [KERF, 'help', ...words], { encoding: 'utf8' }).trim();
const section = (title, text) => `## ${title}\n\n\`\`\`text\n${text}\n\`\`\`\n`;

const reference = [
  '# Command line\n',
  '`kerf` is `npx kerf`: in a clone after `npm ci && npm run build`, elsewhere once [its tarball is installed](../README.md#on-your-own-documents).\n',
  'Made by `npm run build && node scripts/write-cli-reference.mjs`; do not edit.\n',
  section('kerf', help().replace(/^kerf \S+:/, 'kerf:')),
  ...COMMANDS.map((name) => section(`kerf ${name}`, help(name))),
].join('\n');

if (process.argv.includes('--print')) process.stdout.write(reference);
else writeFileSync(TARGET, reference);
