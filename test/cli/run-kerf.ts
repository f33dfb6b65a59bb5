/** Runs the built command the way a person does: a process of its own, in a directory of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface KerfOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** A directory holding `files` (path → content); removed after the test. */
export function freshDirectory(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const directory = mkdtempSync(join(tmpdir(), 'kerf-test-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) writeFile(directory, path, content);
  return directory;
}

export function writeFile(directory: string, path: string, content: string | Uint8Array): void {
  const target = join(directory, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, content);
}

/** Starts `kerf` and leaves it running. The environment holds nothing of the tester's but PATH. */
export function startKerf(args: readonly string[], { cwd, env = {} }: KerfOptions): ChildProcess {
  return spawn(process.execPath, [MAIN, ...args], {
    cwd,
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

export function outcomeOf(child: ChildProcess): Promise<Outcome> {
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/** Runs a line of shell in which `$KERF` is the command. */
export function shell(line: string, { cwd }: KerfOptions): Promise<Outcome> {
  const env = { PATH: process.env.PATH ?? '', KERF: `${process.execPath} ${MAIN}` };
  return outcomeOf(spawn('bash', ['-c', line], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] }));
}

/** Runs `kerf` to its end. */
export function kerf(args: readonly string[], options: KerfOptions): Promise<Outcome> {
  return outcomeOf(startKerf(args, options));
}

/** What `kerf index` remarked; how far it is shows on a machine that is slow, and only there. */
export function remarksIn(stderr: string): string {
  return stderr.replace(/^[\d,]+ of .* files?, .*\n/gm, '');
}

/** Runs `kerf ... --json` and reads the one object it prints. Fails when there is anything else on stdout. */
export async function kerfJson(
  args: readonly string[],
  options: KerfOptions,
): Promise<{ readonly code: number | null; readonly json: Record<string, any>; readonly stderr: string }> {
  const { code, stdout, stderr } = await kerf([...args, '--json'], options);
  return { code, json: JSON.parse(stdout) as Record<string, any>, stderr };
}
