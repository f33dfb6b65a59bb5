/**
 * Assembles src/stores/sqlite/scan-kernel.wat into scan-kernel.generated.ts beside it, which holds the module as base64.
 * Run after every change of the first; `--print` writes to standard output instead.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const SOURCE = new URL('../src/stores/sqlite/scan-kernel.wat', import.meta.url);
const TARGET = new URL('../src/stores/sqlite/scan-kernel.generated.ts', import.meta.url);

// Looked for from the folder of the caller too, so that it can be installed anywhere.
const require = createRequire(import.meta.url);
const wabt = await require(require.resolve('wabt', { paths: [process.cwd(), import.meta.dirname] }))();

const source = readFileSync(SOURCE, 'utf8');
const assembled = wabt.parseWat('scan-kernel.wat', source, { simd: true });
assembled.validate();
const bytes = Buffer.from(assembled.toBinary({}).buffer);
const text = `/** SQLite store: scan-kernel.wat assembled (${bytes.length} bytes). Made by scripts/build-scan-kernel.mjs; do not edit. */

/** SHA-256 of scan-kernel.wat, so that a change of it alone is noticed. */
export const SCAN_KERNEL_SOURCE = '${createHash('sha256').update(source).digest('hex')}';

export const SCAN_KERNEL =
  '${bytes.toString('base64')}';
`;
if (process.argv.includes('--print')) process.stdout.write(text);
else writeFileSync(TARGET, text);
