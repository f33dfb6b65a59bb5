/**
 * Benchmark, program: corpora → the speed and memory of Kerf beside other chunkers, as a Markdown report.
 *
 * Every measurement is a process of its own; the contestants take turns inside each round, and ratios compare
 * results of one round. Usage: `npm run bench -- [options]`; bench/README.md lists the options.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type CorpusKind, defaultCorpus, readCorpus } from './corpora.ts';
import {
  type Corpus,
  growthOf,
  HOSTILE_SCALES,
  hostileRows,
  memoryOf,
  PARTS,
  type Part,
  type Settings,
  speedOf,
} from './parts.ts';
import { renderGrowth, renderHostile, renderMemory, renderSpeed } from './report.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const PART_NAMES = Object.keys(PARTS) as Part[];

/** What `--corpus` may hold, the kinds of corpora that it makes, and the parts that it is for. */
const GIVEN = {
  markdown: { kinds: ['markdown'], parts: ['markdown', 'tokens'] },
  prose: { kinds: ['prose'], parts: ['prose'] },
  cjk: { kinds: ['cjk'], parts: ['cjk'] },
  code: { kinds: ['typescript', 'python'], parts: ['code'] },
  html: { kinds: ['html'], parts: ['html'] },
} as const satisfies Record<string, { kinds: readonly CorpusKind[]; parts: readonly Part[] }>;
type GivenKind = keyof typeof GIVEN;

await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      corpus: { type: 'string', multiple: true, default: [] },
      kind: { type: 'string', default: 'markdown' },
      parts: { type: 'string' },
      chars: { type: 'string', default: '4000000' },
      'slow-chars': { type: 'string', default: '200000' },
      rounds: { type: 'string', default: '5' },
      'warm-up': { type: 'string', default: '3' },
      seconds: { type: 'string', default: '2' },
      match: { type: 'string', default: '' },
      json: { type: 'string' },
    },
  });
  needPackages();
  const given = values.corpus.length > 0 ? kindOf(values.kind) : undefined;
  const directory = mkdtempSync(join(tmpdir(), 'kerf-bench-'));
  try {
    const settings: Settings = {
      rounds: Number(values.rounds),
      warmUp: Number(values['warm-up']),
      seconds: Number(values.seconds),
      match: new RegExp(values.match),
      slowChars: Number(values['slow-chars']),
      corpusOf: corpora(values.corpus, given, Number(values.chars)),
      directory,
    };
    await run(partsOf(values.parts, given), settings, values.json);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function kindOf(name: string): GivenKind {
  if (Object.hasOwn(GIVEN, name)) return name as GivenKind;
  throw new Error(`--kind is "${name}": use ${Object.keys(GIVEN).join(', ')}.`);
}

/** Without `--parts`: all of them, or those that a given corpus is for. */
function partsOf(list: string | undefined, given: GivenKind | undefined): readonly Part[] {
  if (list === undefined) return given === undefined ? PART_NAMES : GIVEN[given].parts;
  return list.split(',').map((name) => {
    const part = PART_NAMES.find((known) => known === name);
    if (!part) throw new Error(`--parts names "${name}": the parts are ${PART_NAMES.join(', ')}.`);
    return part;
  });
}

/** Each corpus is read or made once, when a part asks for it. Throws when the given paths hold nothing of their kind. */
function corpora(paths: readonly string[], given: GivenKind | undefined, chars: number): Settings['corpusOf'] {
  const made = new Map<CorpusKind, Corpus | undefined>();
  const kinds: readonly CorpusKind[] = given === undefined ? [] : GIVEN[given].kinds;
  for (const kind of kinds) {
    const documents = readCorpus(paths, kind);
    made.set(kind, documents.length > 0 ? { name: paths.join(', '), documents } : undefined);
  }
  if (kinds.length > 0 && kinds.every((kind) => made.get(kind) === undefined))
    throw new Error(`No ${given} in ${paths.join(', ')}: bench/README.md says which files are taken.`);
  return (kind) => {
    if (!made.has(kind)) made.set(kind, { name: 'the default ones', documents: defaultCorpus(kind, chars) });
    return made.get(kind);
  };
}

/** The build must be there; the peers are installed when they are not. */
function needPackages(): void {
  if (!existsSync(join(HERE, '../dist/index.js'))) throw new Error('There is no dist/: run npm run build first.');
  if (peerNames().every((name) => existsSync(join(HERE, 'node_modules', name)))) return;
  const command = ['ci', '--prefix', HERE, '--ignore-scripts'];
  process.stderr.write(`Not all of the other chunkers are installed yet: npm ${command.join(' ')}\n`);
  try {
    execFileSync('npm', command, { stdio: ['ignore', process.stderr, process.stderr] });
  } catch {
    throw new Error(
      'The other chunkers could not be installed: run npm ci --prefix bench --ignore-scripts and see why.',
    );
  }
}

function peerNames(): string[] {
  const manifest = JSON.parse(readFileSync(join(HERE, 'package.json'), 'utf8')) as { dependencies: object };
  return Object.keys(manifest.dependencies);
}

function peerVersions(): string {
  const versions = peerNames().map((name) => {
    const { version } = JSON.parse(readFileSync(join(HERE, 'node_modules', name, 'package.json'), 'utf8')) as {
      version: string;
    };
    return `${name} ${version}`;
  });
  return versions.join(', ');
}

async function run(parts: readonly Part[], settings: Settings, jsonFile: string | undefined): Promise<void> {
  const { rounds } = settings;
  const machine = `${cpus()[0].model}, ${cpus().length} CPUs, Node ${process.versions.node}`;
  const data: Record<string, unknown> = { machine, rounds };
  write(`# Kerf beside other chunkers\n\n${machine}, rounds: ${rounds}. ${peerVersions()}.\n`);
  for (const part of parts) {
    for (const section of PARTS[part]) {
      const table = await speedOf(section, settings);
      if (table === undefined) continue;
      data[section] = table;
      write(renderSpeed(table));
    }
    if (part === 'hostile') {
      const rows = (data.hostile = await hostileRows(settings));
      write(renderHostile('Hostile input, Kerf full records, CPU time', HOSTILE_SCALES, rows));
    } else if (part === 'growth') {
      const tables = (data.growth = await growthOf(settings));
      write(tables.map(renderGrowth).join('\n'));
    } else if (part === 'memory') {
      const table = (data.memory = await memoryOf(settings));
      write(renderMemory(table));
    }
  }
  if (jsonFile !== undefined) writeFileSync(jsonFile, `${JSON.stringify(data, null, 1)}\n`);
}

/** Part by part, so that a run that is ended has told what it knows. */
function write(section: string): void {
  process.stdout.write(`${section}\n`);
}
