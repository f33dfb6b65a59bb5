/** Benchmark: the settings of a run → the tables of each of its parts. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CONTESTANTS } from './contestants.ts';
import { type BenchDocument, type CorpusKind, charsOf, oneDocument, shortCorpus } from './corpora.ts';
import { HOSTILE_INPUTS } from './hostile.ts';
import type { HostileResult, MemoryResult, SpeedJob, SpeedResult } from './measure.ts';
import { inRounds, measure } from './processes.ts';
import type { GrowthTable, HostileRow, MemoryTable, SpeedTable } from './report.ts';
import { RECURSIVE, SECTIONS, type Section } from './sections.ts';

export const PARTS = {
  markdown: ['markdown'],
  tokens: ['tokens'],
  prose: ['prose'],
  cjk: ['cjk'],
  code: ['typescript', 'python'],
  html: ['html'],
  hostile: [],
  growth: [],
  memory: [],
} as const satisfies Record<string, readonly Section[]>;
export type Part = keyof typeof PARTS;

export interface Settings {
  readonly rounds: number;
  /** CPU time before a measurement of speed, and of the measurement itself. */
  readonly warmUp: number;
  readonly seconds: number;
  readonly match: RegExp;
  /** About how much slow contestants see. */
  readonly slowChars: number;
  /** Undefined where the given documents hold none of this kind. */
  readonly corpusOf: (kind: CorpusKind) => Corpus | undefined;
  /** For files that live as long as the run. */
  readonly directory: string;
}

export interface Corpus {
  readonly name: string;
  readonly documents: readonly BenchDocument[];
}

/** Undefined when there are no documents for it. */
export async function speedOf(section: Section, settings: Settings): Promise<SpeedTable | undefined> {
  const { corpus: kind, title, yardsticks } = SECTIONS[section];
  const corpus = settings.corpusOf(kind);
  if (corpus === undefined) return undefined;
  const short = shortCorpus(corpus.documents, settings.slowChars);
  const corpusFile = writeCorpus(settings, section, corpus.documents);
  const shortFile = writeCorpus(settings, `${section}-short`, short);
  const slow = new Set(CONTESTANTS.filter((one) => one.slow).map(({ name }) => name));
  const rows = await inRounds<SpeedResult>(namesIn(section, settings.match), settings.rounds, (contestant) => {
    const file = slow.has(contestant) ? shortFile : corpusFile;
    const { warmUp, seconds } = settings;
    return { task: 'speed', contestant, section, corpusFile: file, warmUp, seconds };
  });
  return {
    title,
    corpus: `Documents, ${corpus.name}: ${sizeOf(corpus.documents)}.`,
    shortCorpus: `${sizeOf(short)}`,
    yardsticks,
    rows: rows.map((row) => ({ ...row, slow: slow.has(row.name) })),
  };
}

function sizeOf(documents: readonly BenchDocument[]): string {
  return `${documents.length} documents with ${(charsOf(documents) / 1e6).toFixed(2)} M characters`;
}

/** Those of the section that can be loaded. */
function namesIn(section: Section, match: RegExp): string[] {
  const taking = CONTESTANTS.filter(({ name, sections }) => sections.includes(section) && match.test(name));
  return taking.filter(({ name, needs }) => needs === undefined || isInstalled(name, needs)).map(({ name }) => name);
}

function isInstalled(name: string, packageName: string): boolean {
  const found = existsSync(fileURLToPath(new URL(`./node_modules/${packageName}`, import.meta.url)));
  if (!found) process.stderr.write(`${name} is left out: npm install --prefix bench --no-save ${packageName}\n`);
  return found;
}

const MEMORY_CHARS = 4_000_000;
const MEMORY_CONTESTANTS = [RECURSIVE, 'Kerf, parse only', 'Kerf, offsets only', 'Kerf, cuts', 'Kerf, full records'];

export async function memoryOf(settings: Settings): Promise<MemoryTable> {
  const document = oneDocument(documentsOf(settings, 'markdown'), MEMORY_CHARS);
  const corpusFile = writeCorpus(settings, 'memory', [document]);
  const names = MEMORY_CONTESTANTS.filter((name) => settings.match.test(name));
  const rows = await inRounds<MemoryResult>(names, settings.rounds, (contestant) => {
    return { task: 'memory', contestant, section: 'markdown', corpusFile, warmUp: 0, seconds: 0 };
  });
  return { title: `Peak memory, one Markdown document of ${MEMORY_CHARS / 1e6} M characters`, rows };
}

const GROWTH_SIZES = [17, 18, 19, 20, 21, 22].map((power) => 2 ** power);
const GROWTH_CONTESTANTS = [RECURSIVE, 'Kerf, cuts', 'Kerf, full records'];
/** Growth and hostile input take at most this many rounds. */
const MOST_ROUNDS = 3;

/** One document of each size, of Markdown, of prose, and of prose in one line. */
export async function growthOf(settings: Settings): Promise<GrowthTable[]> {
  const largest = GROWTH_SIZES[GROWTH_SIZES.length - 1];
  const markdown = oneDocument(documentsOf(settings, 'markdown'), largest).text;
  const prose = oneDocument(documentsOf(settings, 'prose'), largest).text;
  return [
    await growthTable('Markdown', 'markdown', markdown, settings),
    await growthTable('prose', 'prose', prose, settings),
    await growthTable('prose in one line', 'prose', prose.replace(/\n+/g, ' '), settings),
  ];
}

async function growthTable(name: string, section: Section, text: string, settings: Settings): Promise<GrowthTable> {
  const names = GROWTH_CONTESTANTS.filter((contestant) => settings.match.test(contestant));
  const bySize: SpeedResult[][][] = [];
  for (const size of GROWTH_SIZES) {
    const corpusFile = writeCorpus(settings, 'growth', [{ id: 'one document', text: text.slice(0, size) }]);
    const job = (contestant: string): SpeedJob => {
      const { warmUp, seconds } = settings;
      return { task: 'speed', contestant, section, corpusFile, warmUp, seconds: seconds / 4 };
    };
    const rows = await inRounds<SpeedResult>(names, Math.min(settings.rounds, MOST_ROUNDS), job);
    bySize.push(rows.map(({ results }) => [...results]));
  }
  return {
    title: `Growth, one document of ${name}, CPU time`,
    sizes: GROWTH_SIZES,
    yardstick: RECURSIVE,
    rows: names.map((contestant, n) => ({ name: contestant, bySize: bySize.map((rows) => rows[n]) })),
  };
}

export const HOSTILE_SCALES = [1, 2, 4, 8];

export async function hostileRows({ match, rounds }: Settings): Promise<HostileRow[]> {
  const rows: HostileRow[] = [];
  for (const input of Object.keys(HOSTILE_INPUTS).filter((name) => match.test(name))) {
    for (const unit of ['characters', 'tokens'] as const) {
      process.stderr.write(`hostile: ${input}, ${unit}\n`);
      const results = await hostileResults(input, unit, Math.min(rounds, MOST_ROUNDS)).catch(String);
      rows.push({ input, unit, results });
    }
  }
  return rows;
}

/** By scale, the result whose time is the median of the rounds. */
async function hostileResults(input: string, unit: 'characters' | 'tokens', rounds: number): Promise<HostileResult[]> {
  const section = unit === 'tokens' ? 'tokens' : 'markdown';
  const chosen: HostileResult[] = [];
  for (const scale of HOSTILE_SCALES) {
    const results: HostileResult[] = [];
    for (let n = 0; n < rounds; n++)
      results.push(await measure<HostileResult>({ task: 'hostile', input, section, scale }));
    results.sort((a, b) => a.cpuMs - b.cpuMs);
    chosen.push(results[results.length >> 1]);
  }
  return chosen;
}

function documentsOf({ corpusOf }: Settings, kind: CorpusKind): readonly BenchDocument[] {
  const corpus = corpusOf(kind);
  if (corpus === undefined) throw new Error(`There are no documents of ${kind}.`);
  return corpus.documents;
}

function writeCorpus({ directory }: Settings, name: string, documents: readonly BenchDocument[]): string {
  const file = join(directory, `${name}.json`);
  writeFileSync(file, JSON.stringify(documents));
  return file;
}
