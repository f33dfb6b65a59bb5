/**
 * Benchmark, one measurement in a process of its own: a job, as JSON in the first argument → a result, as JSON on
 * standard output. Times are CPU times of the whole process, so the threads of the compiler and of the garbage
 * collector count, and waiting for a busy machine does not.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { CONTESTANTS, type Cut } from './contestants.ts';
import { type BenchDocument, charsOf } from './corpora.ts';
import { generatedMarkdown } from './generate.ts';
import { HOSTILE_INPUTS } from './hostile.ts';
import { kerfSizes } from './kerf.ts';
import type { Section } from './sections.ts';

export interface SpeedJob {
  readonly task: 'speed' | 'memory';
  readonly contestant: string;
  readonly section: Section;
  /** JSON file with the documents. */
  readonly corpusFile: string;
  /** CPU time that is used up before the measurement. */
  readonly warmUp: number;
  /** Whole passes over the corpus are made until this much CPU time is used. */
  readonly seconds: number;
}

export interface HostileJob {
  readonly task: 'hostile';
  readonly input: string;
  readonly section: Section;
  readonly scale: number;
}

/** Of one pass over the documents. */
export interface SpeedResult {
  readonly chars: number;
  /** As UTF-8. */
  readonly bytes: number;
  readonly cpuMs: number;
  readonly chunks: number;
  readonly failures: number;
}

export interface MemoryResult {
  readonly chars: number;
  /** Growth of the resident memory at its peak, while the chunks are held. */
  readonly peakBytes: number;
}

export interface HostileResult {
  readonly scale: number;
  readonly chars: number;
  readonly cpuMs: number;
  readonly chunks: number;
  readonly overLimit: number;
  readonly thrown?: string;
}

/** Of hostile inputs. */
const WARM_UP_MS = 1000;

const job = JSON.parse(process.argv[2]) as SpeedJob | HostileJob;
const result = job.task === 'hostile' ? await hostile(job) : await measured(job);
process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit(0));

async function measured(job: SpeedJob): Promise<SpeedResult | MemoryResult> {
  const documents = JSON.parse(readFileSync(job.corpusFile, 'utf8')) as BenchDocument[];
  const contestant = CONTESTANTS.find(({ name }) => name === job.contestant);
  if (!contestant) throw new Error(`No contestant is called "${job.contestant}".`);
  const cut = await contestant.load(job.section);
  return job.task === 'memory' ? memory(documents[0], cut) : speed(documents, cut, job);
}

async function speed(
  documents: readonly BenchDocument[],
  cut: Cut,
  { section, warmUp, seconds }: SpeedJob,
): Promise<SpeedResult> {
  // The tokenizer remembers words: all contestants have seen the whole corpus once before they are measured.
  if (section === 'tokens') await pass(documents, cut);
  const until = cpuMs() + warmUp * 1000;
  for (let n = 0; cpuMs() < until; n++) await pass([documents[n % documents.length]], cut);
  const began = cpuMs();
  let passes = 0;
  let last = { chunks: 0, failures: 0 };
  do {
    last = await pass(documents, cut);
    passes++;
  } while (cpuMs() - began < seconds * 1000);
  const used = (cpuMs() - began) / passes;
  const bytes = documents.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  return { chars: charsOf(documents), bytes, cpuMs: used, ...last };
}

/** Cuts one document after the other. Asks for no time in between: that takes as long as cutting a short document. */
async function pass(documents: readonly BenchDocument[], cut: Cut) {
  let chunks = 0;
  let failures = 0;
  for (const { text } of documents) {
    try {
      chunks += lengthOf(await cut(text));
    } catch {
      failures++;
    }
  }
  return { chunks, failures };
}

async function memory(document: BenchDocument, cut: Cut): Promise<MemoryResult> {
  await cut(document.text.slice(0, 2000));
  globalThis.gc?.();
  forgetPeak();
  const before = process.memoryUsage.rss();
  const held = await cut(document.text);
  const peakBytes = peakRss() - before;
  return { chars: document.text.length, peakBytes: lengthOf(held) < 0 ? 0 : peakBytes };
}

/** Only the first cut counts: a second one would find the long runs of the input in the tokenizer's memory. */
async function hostile({ input, section, scale }: HostileJob): Promise<HostileResult> {
  const { cut, overLimit } = await kerfSizes(section);
  for (let seed = 0, until = cpuMs() + WARM_UP_MS; cpuMs() < until; seed++) cut(generatedMarkdown(seed));
  // A string made anew is flat before the clock starts; half surrogate pairs come through JSON unchanged.
  const text = JSON.parse(JSON.stringify(HOSTILE_INPUTS[input](scale))) as string;
  const size = { scale, chars: text.length };
  const began = cpuMs();
  try {
    const chunks = cut(text);
    const used = cpuMs() - began;
    const over = chunks.filter(({ embedText }) => overLimit(embedText)).length;
    return { ...size, cpuMs: used, chunks: chunks.length, overLimit: over };
  } catch (error) {
    return { ...size, cpuMs: cpuMs() - began, chunks: 0, overLimit: 0, thrown: String(error) };
  }
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function lengthOf(result: unknown): number {
  return Array.isArray(result) ? result.length : 0;
}

/** Linux sets the peak of resident memory back to the present value when asked to. */
function forgetPeak(): void {
  try {
    writeFileSync('/proc/self/clear_refs', '5');
  } catch {
    // Elsewhere the peak includes the loading of the document.
  }
}

function peakRss(): number {
  try {
    const found = /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'));
    if (found) return Number(found[1]) * 1024;
  } catch {
    // Not Linux.
  }
  return process.resourceUsage().maxRSS * 1024;
}
