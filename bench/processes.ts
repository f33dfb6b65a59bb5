/** Benchmark: jobs → results, each from a process of its own, contestants in turn inside each round. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { HostileJob, SpeedJob } from './measure.ts';
import type { Row } from './report.ts';

/** A process that takes longer is ended. */
const LONGEST_MS = 600_000;

/** Runs one job in a process of its own. Throws when the process fails or takes too long. */
export function measure<T>(job: SpeedJob | HostileJob): Promise<T> {
  const script = fileURLToPath(new URL('./measure.ts', import.meta.url));
  const flags = ['--expose-gc', '--import', 'tsx', script, JSON.stringify(job)];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, flags, { timeout: LONGEST_MS, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      // What a peer writes to standard output stands before the result.
      if (!error) return resolve(JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as T);
      const why = error.killed ? `ended after ${LONGEST_MS / 1000} s` : stderr.trim().slice(0, 300);
      reject(new Error(`${JSON.stringify(job)}: ${why}`));
    });
  });
}

/** All `names` once, then all of them again, so that results of one round were made under the same load. */
export async function inRounds<T>(
  names: readonly string[],
  rounds: number,
  jobOf: (name: string) => SpeedJob,
): Promise<Row<T>[]> {
  const rows = names.map((name) => ({ name, results: [] as T[] }));
  for (let n = 1; n <= rounds; n++) {
    for (const { name, results } of rows) {
      const job = jobOf(name);
      process.stderr.write(`${job.task} ${job.section}, round ${n} of ${rounds}: ${name}\n`);
      results.push(await measure<T>(job));
    }
  }
  return rows;
}
