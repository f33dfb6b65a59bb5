/**
 * Runs the tests of local ONNX models with the optional package that runs them:
 *
 *     node scripts/test-onnx.mjs [FOLDER]
 *
 * The package is large (half a gigabyte), so it is no dependency: it is installed in FOLDER (default: a temporary folder that is
 * removed afterwards), and sources and tests are copied beside it, from where they find it.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGE = '@huggingface/transformers';
const VERSION = '4.3.1';
const ROOT = fileURLToPath(new URL('..', import.meta.url));

const given = process.argv[2];
const folder = given === undefined ? mkdtempSync(join(tmpdir(), 'kerf-test-onnx-')) : resolve(given);
const copy = join(folder, 'kerf');

try {
  installPackage();
  copyTree();
  process.exitCode = run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', 'test/onnx'], copy);
} finally {
  rmSync(given === undefined ? folder : copy, { recursive: true, force: true });
}

function installPackage() {
  if (existsSync(join(folder, 'node_modules', PACKAGE))) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  // Its install script would fetch parts for graphics cards; the part for processors is in the package.
  writeFileSync(join(folder, '.npmrc'), 'onnxruntime-node-install=skip\n');
  const status = run('npm', ['install', '--no-audit', '--no-fund', `${PACKAGE}@${VERSION}`], folder);
  if (status !== 0) throw new Error(`${PACKAGE}@${VERSION} could not be installed.`);
}

function copyTree() {
  rmSync(copy, { recursive: true, force: true });
  for (const name of ['src', 'test', 'package.json', 'tsconfig.json', 'vitest.config.ts']) {
    cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
}

function run(command, args, cwd) {
  return spawnSync(command, args, { cwd, stdio: 'inherit', shell: process.platform === 'win32' }).status ?? 1;
}
