/** Test kit: puts a chunker through every case in a thread of its own, so that even one that never yields is stopped. */
import { Worker } from 'node:worker_threads';
import type { ChunkerAdapter } from './chunker-adapter.ts';
import { type ConformanceReport, type ConformanceResult, reportOf } from './chunker-report.ts';
import { type CheckOptions, CONFORMANCE_CASES, checkChunker, endedCase, SECONDS_PER_CASE } from './chunker-suite.ts';

export interface CheckModuleOptions extends CheckOptions {
  /** Name under which the module exports the adapter, or a function that makes it. Default `adapter`. */
  readonly exportName?: string;
  /** Memory that the chunker may take, in MB; more counts as endless. Default 2048. */
  readonly memoryMb?: number;
}

/** What a thread is told. */
interface Job {
  /** This module, as a URL. */
  readonly suite: string;
  readonly moduleUrl: string;
  readonly exportName: string;
  readonly cases: readonly string[];
  readonly seconds: number;
}

/** What a thread says: when it has loaded the adapter, after each case, and when it could not load it. */
type Message = { readonly chunker: string } | Answer | { readonly failure: string };

interface Answer {
  readonly results: readonly ConformanceResult[];
}

/** Loading is not judged, but must not hang either. */
const SECONDS_TO_LOAD = 60;

/** Plain JavaScript: a thread begins without whatever compiles this file, and finds its way back to it. */
const THREAD = `
const { parentPort, workerData } = require('node:worker_threads');
import(workerData.suite)
  .then((suite) => suite.answerCases(workerData, (answer) => parentPort.postMessage(answer)))
  .catch((error) => parentPort.postMessage({ failure: String(error && error.stack || error) }));
`;

/**
 * `checkChunker` for an adapter that a module exports. A thread that takes too long or too much memory is ended: its
 * case has failed, and a new thread goes on with the next. Rejects when the module cannot be loaded. Node only.
 *
 * @example
 * const report = await checkChunkerModule(new URL('./my-adapter.js', import.meta.url).href);
 */
export async function checkChunkerModule(
  moduleUrl: string,
  options: CheckModuleOptions = {},
): Promise<ConformanceReport> {
  const { exportName = 'adapter', secondsPerCase: seconds = SECONDS_PER_CASE, memoryMb = 2048 } = options;
  const wanted = CONFORMANCE_CASES.filter((id) => options.cases?.includes(id) ?? true);
  const results: ConformanceResult[] = [];
  let [chunker, done] = [exportName, 0];
  while (done < wanted.length) {
    const job: Job = { suite: import.meta.url, moduleUrl, exportName, cases: wanted.slice(done), seconds };
    const problem = await runThread(job, memoryMb, (message) => {
      if ('chunker' in message) {
        chunker = message.chunker;
      } else {
        results.push(...message.results);
        done++;
      }
    });
    if (problem !== '') results.push(...endedCase(wanted[done++], problem));
  }
  return reportOf(chunker, results);
}

/** Runs cases in one thread until they are done ('') or one has to be ended (why). */
function runThread(
  job: Job,
  memoryMb: number,
  onNews: (message: Exclude<Message, { readonly failure: string }>) => void,
): Promise<string> {
  const worker = new Worker(THREAD, {
    eval: true,
    workerData: job,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  return new Promise<string>((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout>;
    let left = job.cases.length;
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      // Nobody listens any more, but for errors: one that nobody listens to would end the whole process.
      worker.removeAllListeners('message').removeAllListeners('exit').removeAllListeners('error');
      worker.on('error', () => undefined);
      worker.terminate().then(settle, reject);
    };
    const wait = (seconds: number): void => {
      clearTimeout(timer);
      timer = setTimeout(
        () => end(() => resolve(`not at its end after ${seconds} seconds, and had to be ended`)),
        seconds * 1000,
      );
    };
    wait(SECONDS_TO_LOAD);
    worker.on('message', (message: Message) => {
      if ('failure' in message) return end(() => reject(new Error(`${job.moduleUrl}: ${message.failure}`)));
      onNews(message);
      if ('results' in message && --left === 0) return end(() => resolve(''));
      // Twice: a chunker that does yield is stopped inside the thread, and said to be late there.
      wait(job.seconds * 2);
    });
    worker.on('error', (error) => end(() => resolve(`ends its process: ${error.message}`)));
    worker.on('exit', (code) => end(() => resolve(`ends its process with code ${code}`)));
  });
}

/**
 * The other side, inside the thread: loads the adapter and answers case by case.
 *
 * @public called by its name in `THREAD`
 */
export async function answerCases(job: Job, answer: (message: Message) => void): Promise<void> {
  const module = (await import(job.moduleUrl)) as Record<string, ChunkerAdapter | (() => Promise<ChunkerAdapter>)>;
  const exported = module[job.exportName];
  if (exported === undefined) throw new Error(`it has no export "${job.exportName}"`);
  const adapter = typeof exported === 'function' ? await exported() : exported;
  answer({ chunker: adapter.name });
  for (const id of job.cases) {
    const { results } = await checkChunker(adapter, { cases: [id], secondsPerCase: job.seconds });
    answer({ results });
  }
}
