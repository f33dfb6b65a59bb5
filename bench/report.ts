/** Benchmark: results of all rounds → the Markdown report. */
import type { HostileResult, MemoryResult, SpeedResult } from './measure.ts';

/** Results of one contestant, one for each round in the order of the rounds. */
export interface Row<T> {
  readonly name: string;
  readonly results: readonly T[];
  /** Saw fewer and shorter documents. */
  readonly slow?: boolean;
}

export interface SpeedTable {
  readonly title: string;
  /** What was cut. */
  readonly corpus: string;
  /** What slow contestants saw of it. */
  readonly shortCorpus: string;
  /** Names of the rows that the others are compared with. */
  readonly yardsticks: readonly string[];
  readonly rows: readonly Row<SpeedResult>[];
}

export interface MemoryTable {
  readonly title: string;
  readonly rows: readonly Row<MemoryResult>[];
}

export interface GrowthTable {
  readonly title: string;
  /** Characters, rising. */
  readonly sizes: readonly number[];
  readonly yardstick: string;
  /** By contestant and size, a result to a round. */
  readonly rows: readonly { readonly name: string; readonly bySize: readonly (readonly SpeedResult[])[] }[];
}

export interface HostileRow {
  readonly input: string;
  readonly unit: 'characters' | 'tokens';
  /** By scale; the reason when the process ended without an answer. */
  readonly results: readonly HostileResult[] | string;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** MB per CPU second. */
function rate({ bytes, cpuMs }: SpeedResult): number {
  return bytes / cpuMs / 1000;
}

export function renderSpeed({ title, corpus, shortCorpus, yardsticks, rows }: SpeedTable): string {
  const known = yardsticks.filter((name) => rows.some((row) => row.name === name));
  const head = [
    '',
    'MB per CPU s',
    ...known.map((name) => `ratio to ${name} (range)`),
    'characters to a chunk',
    'failed',
  ];
  const body = rows.map(({ name, results, slow }) => [
    slow ? `${name} ¹` : name,
    round(median(results.map(rate))),
    ...known.map((yardstick) => ratios(results, rows.find((row) => row.name === yardstick)?.results ?? [])),
    results[0].chunks > 0 ? (results[0].chars / results[0].chunks).toFixed(0) : '',
    String(results[0].failures || ''),
  ]);
  const note = rows.some(({ slow }) => slow) ? `\n¹ Slow, so it saw ${shortCorpus}.\n` : '';
  return `## ${title}\n\n${corpus}\n\n${table(head, body)}\n${note}`;
}

/** Median and range of the ratios, each of two speeds of the same round. */
function ratios(results: readonly SpeedResult[], yardstick: readonly SpeedResult[]): string {
  const all = results.map((result, n) => rate(result) / rate(yardstick[n]));
  return `**${round(median(all))}** (${round(Math.min(...all))} to ${round(Math.max(...all))})`;
}

export function renderMemory({ title, rows }: MemoryTable): string {
  const body = rows.map(({ name, results }) => {
    const each = results.map(({ peakBytes, chars }) => peakBytes / chars);
    return [name, `**${round(median(each))}**`, `${round(Math.min(...each))} to ${round(Math.max(...each))}`];
  });
  return `## ${title}\n\n${table(['', 'bytes per character', 'range'], body)}\n`;
}

export function renderGrowth({ title, sizes, yardstick, rows }: GrowthTable): string {
  const reference = rows.find(({ name }) => name === yardstick)?.bySize.at(-1) ?? [];
  const head = [
    '',
    ...sizes.map((size) => `ms at ${(size / 1e6).toFixed(2)} M`),
    'exponent',
    `ratio to ${yardstick} at the largest`,
  ];
  const body = rows.map(({ name, bySize }) => {
    const times = bySize.map((results) => median(results.map(({ cpuMs }) => cpuMs)));
    const points = times.map((cpuMs, n) => ({ chars: sizes[n], cpuMs }));
    const last = bySize.at(-1) ?? [];
    return [name, ...times.map(round), exponent(points), reference.length > 0 ? ratios(last, reference) : ''];
  });
  return `## ${title}\n\n${table(head, body)}\n`;
}

export function renderHostile(title: string, scales: readonly number[], rows: readonly HostileRow[]): string {
  const head = ['input', 'limit in', 'characters at 1x', ...scales.map((scale) => `ms at ${scale}x`)];
  const body = rows.map(({ input, unit, results }) => {
    if (typeof results === 'string') return [input, unit, '', ...scales.map(() => ''), '', '', '', results];
    const thrown = results.find((result) => result.thrown !== undefined)?.thrown;
    const last = results[results.length - 1];
    return [
      input,
      unit,
      String(results[0].chars),
      ...results.map(({ cpuMs }) => round(cpuMs)),
      exponent(results),
      round(last.chars / last.cpuMs / 1000),
      String(results.reduce((sum, { overLimit }) => sum + overLimit, 0)),
      thrown ?? 'no',
    ];
  });
  const columns = [...head, 'exponent', 'M characters per CPU s at the largest', 'over the limit', 'thrown'];
  return `## ${title}\n\n${table(columns, body)}\n`;
}

/** How time grows with length, as the slope of the straight line through all sizes: 1 is linear, 2 quadratic. */
function exponent(points: readonly { readonly chars: number; readonly cpuMs: number }[]): string {
  const xs = points.map(({ chars }) => Math.log(chars));
  const ys = points.map(({ cpuMs }) => Math.log(cpuMs));
  const middle = mean(xs);
  const spread = mean(xs.map((x) => (x - middle) ** 2));
  return (mean(xs.map((x, n) => (x - middle) * ys[n])) / spread).toFixed(2);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function round(value: number): string {
  return value >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(2)));
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
