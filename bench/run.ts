/**
 * Benchmark, program: corpora → the speed and memory of Kerf beside other chunkers, as a Markdown report.
 *
 * Every measurement is a process of its own; the contestants take turns inside each round, and ratios compare
 * results of one round. Usage: `npm run bench -- [options]`; bench/README.md lists the options.
 */
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { CONTESTANTS, MAX_CHARS, MAX_TOKENS, type Section, YARDSTICK } from './contestants.ts';
import { type BenchDocument, type CorpusKind, defaultCorpus, oneDocument, readCorpus } from './corpora.ts';
import { HOSTILE_INPUTS } from './hostile.ts';
import type { HostileJob, HostileResult, MemoryResult, SpeedJob, SpeedResult } from './measure.ts';
import {
  type HostileRow,
  type MemoryTable,
  type Row,
  renderHostile,
  renderMemory,
  renderSpeed,
  type SpeedTable,
} from './report.ts';

const PARTS = ['markdown', 'tokens', 'prose', 'hostile', 'memory'] as const;
type Part = (typeof PARTS)[number];

interface Settings {
  readonly parts: readonly Part[];
  readonly rounds: number;
  readonly seconds: number;
  readonly match: RegExp;
  readonly corpora: Readonly<Record<CorpusKind, Corpus>>;
  readonly directory: string;
}

interface Corpus {
  readonly name: string;
  readonly documents: readonly BenchDocument[];
}

const TITLES: Readonly<Record<Section, string>> = {
  markdown: `Markdown, limit ${MAX_CHARS} characters`,
  tokens: `Markdown, limit ${MAX_TOKENS} tokens (o200k)`,
  prose: `Prose, limit ${MAX_CHARS} characters`,
};
const SCALES = [1, 2, 4];
/** Hostile inputs take at most this many rounds. */
const HOSTILE_ROUNDS = 3;
const MEMORY_CHARS = 4_000_000;
const MEMORY_CONTESTANTS = [YARDSTICK.markdown, 'Kerf, parse only', 'Kerf, cuts', 'Kerf, full records'];
/** A process that takes longer is ended. */
const LONGEST_MS = 600_000;

await main();

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      corpus: { type: 'string', multiple: true, default: [] },
      kind: { type: 'string', default: 'markdown' },
      parts: { type: 'string' },
      chars: { type: 'string', default: '4000000' },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '2' },
      match: { type: 'string', default: '' },
      json: { type: 'string' },
    },
  });
  needPackages();
  const { kind } = values;
  if (kind !== 'markdown' && kind !== 'prose') throw new Error(`--kind is "${kind}": use markdown or prose.`);
  const directory = mkdtempSync(join(tmpdir(), 'kerf-bench-'));
  try {
    const given = values.corpus.length > 0 ? kind : undefined;
    const corpusOf = (wanted: CorpusKind): Corpus =>
      given === wanted
        ? { name: values.corpus.join(', '), documents: readCorpus(values.corpus, wanted) }
        : { name: 'default', documents: defaultCorpus(wanted, Number(values.chars)) };
    const settings: Settings = {
      parts: partsOf(values.parts, given),
      rounds: Number(values.rounds),
      seconds: Number(values.seconds),
      match: new RegExp(values.match),
      corpora: { markdown: corpusOf('markdown'), prose: corpusOf('prose') },
      directory,
    };
    await run(settings, values.json);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** Without `--parts`: all of them, or those that a given corpus is for. */
function partsOf(list: string | undefined, given: CorpusKind | undefined): readonly Part[] {
  if (list === undefined) return given === 'prose' ? ['prose'] : given === 'markdown' ? ['markdown', 'tokens'] : PARTS;
  return list.split(',').map((name) => {
    const part = PARTS.find((known) => known === name);
    if (!part) throw new Error(`--parts names "${name}": the parts are ${PARTS.join(', ')}.`);
    return part;
  });
}

/** The build must be there; the peers are installed when they are not. */
function needPackages(): void {
  const here = fileURLToPath(new URL('.', import.meta.url));
  if (!existsSync(join(here, '../dist/index.js'))) throw new Error('There is no dist/: run npm run build first.');
  if (existsSync(join(here, 'node_modules/@langchain/textsplitters'))) return;
  const command = ['ci', '--prefix', here, '--ignore-scripts'];
  process.stderr.write(`The other chunkers are not installed yet: npm ${command.join(' ')}\n`);
  try {
    execFileSync('npm', command, { stdio: ['ignore', process.stderr, process.stderr] });
  } catch {
    throw new Error(
      'The other chunkers could not be installed: run npm ci --prefix bench --ignore-scripts and see why.',
    );
  }
}

async function run(settings: Settings, jsonFile: string | undefined): Promise<void> {
  const { parts, rounds } = settings;
  const machine = `${cpus()[0].model}, ${cpus().length} CPUs, Node ${process.versions.node}`;
  const report: string[] = [`# Kerf beside other chunkers\n\n${machine}, rounds: ${rounds}\n`];
  const data: Record<string, unknown> = { machine, rounds };
  for (const section of ['markdown', 'tokens', 'prose'] as const) {
    if (!parts.includes(section)) continue;
    const speed = await speedOf(section, settings);
    data[section] = speed;
    report.push(renderSpeed(speed));
  }
  if (parts.includes('hostile')) {
    const rows = await hostileRows(settings);
    data.hostile = rows;
    report.push(renderHostile('Hostile input, Kerf full records, CPU time', SCALES, rows));
  }
  if (parts.includes('memory')) {
    const memory = await memoryOf(settings);
    data.memory = memory;
    report.push(renderMemory(memory));
  }
  process.stdout.write(report.join('\n'));
  if (jsonFile !== undefined) writeFileSync(jsonFile, `${JSON.stringify(data, null, 1)}\n`);
}

async function speedOf(section: Section, settings: Settings): Promise<SpeedTable> {
  const { name, documents } = settings.corpora[section === 'prose' ? 'prose' : 'markdown'];
  const chars = documents.reduce((sum, { text }) => sum + text.length, 0);
  const corpusFile = writeCorpus(settings, section, documents);
  const contestants = CONTESTANTS.filter((one) => one.sections.includes(section)).map((one) => one.name);
  const rows = await inRounds<SpeedResult>(contestants, settings, (contestant) => {
    return { task: 'speed', contestant, section, corpusFile, seconds: settings.seconds };
  });
  const yardsticks = [YARDSTICK[section], ...(section === 'tokens' ? ['countTokens, once over the text'] : [])];
  const corpus = `${name}: ${documents.length} documents, ${(chars / 1e6).toFixed(1)} M characters`;
  return { title: `${TITLES[section]} (${corpus})`, yardsticks, rows };
}

async function memoryOf(settings: Settings): Promise<MemoryTable> {
  const corpusFile = writeCorpus(settings, 'memory', [oneDocument(settings.corpora.markdown.documents, MEMORY_CHARS)]);
  const rows = await inRounds<MemoryResult>(MEMORY_CONTESTANTS, settings, (contestant) => {
    return { task: 'memory', contestant, section: 'markdown', corpusFile, seconds: 0 };
  });
  return { title: `Peak memory, one Markdown document of ${MEMORY_CHARS / 1e6} M characters`, rows };
}

async function inRounds<T>(
  contestants: readonly string[],
  { rounds, match }: Settings,
  jobOf: (contestant: string) => SpeedJob,
): Promise<Row<T>[]> {
  const rows = contestants.filter((name) => match.test(name)).map((name) => ({ name, results: [] as T[] }));
  for (let n = 1; n <= rounds; n++) {
    for (const { name, results } of rows) {
      const job = jobOf(name);
      process.stderr.write(`${job.task} ${job.section}, round ${n} of ${rounds}: ${name}\n`);
      results.push(await measure<T>(job));
    }
  }
  return rows;
}

async function hostileRows({ match, rounds }: Settings): Promise<HostileRow[]> {
  const rows: HostileRow[] = [];
  for (const input of Object.keys(HOSTILE_INPUTS).filter((name) => match.test(name))) {
    for (const unit of ['characters', 'tokens'] as const) {
      process.stderr.write(`hostile: ${input}, ${unit}\n`);
      rows.push({
        input,
        unit,
        results: await hostileResults(input, unit, Math.min(rounds, HOSTILE_ROUNDS)).catch(String),
      });
    }
  }
  return rows;
}

/** By scale, the result whose time is the median of the rounds. */
async function hostileResults(input: string, unit: 'characters' | 'tokens', rounds: number): Promise<HostileResult[]> {
  const section = unit === 'tokens' ? 'tokens' : 'markdown';
  const chosen: HostileResult[] = [];
  for (const scale of SCALES) {
    const results: HostileResult[] = [];
    for (let n = 0; n < rounds; n++)
      results.push(await measure<HostileResult>({ task: 'hostile', input, section, scale }));
    results.sort((a, b) => a.cpuMs - b.cpuMs);
    chosen.push(results[results.length >> 1]);
  }
  return chosen;
}

function writeCorpus(settings: Settings, name: string, documents: readonly BenchDocument[]): string {
  const file = join(settings.directory, `${name}.json`);
  writeFileSync(file, JSON.stringify(documents));
  return file;
}

/** Runs one job in a process of its own. Throws when the process fails or takes too long. */
function measure<T>(job: SpeedJob | HostileJob): Promise<T> {
  const script = fileURLToPath(new URL('./measure.ts', import.meta.url));
  const flags = ['--expose-gc', '--import', 'tsx', script, JSON.stringify(job)];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, flags, { timeout: LONGEST_MS, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      if (!error) return resolve(JSON.parse(stdout) as T);
      const why = error.killed ? `ended after ${LONGEST_MS / 1000} s` : stderr.trim().slice(0, 300);
      reject(new Error(`${JSON.stringify(job)}: ${why}`));
    });
  });
}
