/** Benchmark: results of all rounds → the Markdown report. */
import type { HostileResult, MemoryResult, SpeedResult } from './measure.ts';

/** Results of one contestant, one for each round in the order of the rounds. */
export interface Row<T> {
  readonly name: string;
  readonly results: readonly T[];
}

export interface SpeedTable {
  readonly title: string;
  /** Names of the rows that the others are compared with. */
  readonly yardsticks: readonly string[];
  readonly rows: readonly Row<SpeedResult>[];
}

export interface MemoryTable {
  readonly title: string;
  readonly rows: readonly Row<MemoryResult>[];
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

/** Characters in millions per CPU second. */
function rate({ chars, cpuMs }: SpeedResult): number {
  return chars / cpuMs / 1000;
}

export function renderSpeed({ title, yardsticks, rows }: SpeedTable): string {
  const known = yardsticks.filter((name) => rows.some((row) => row.name === name));
  const head = ['', 'M characters per CPU s', ...known.map((name) => `ratio to ${name} (range)`), 'chunks', 'failed'];
  const body = rows.map(({ name, results }) => [
    name,
    round(median(results.map(rate))),
    ...known.map((yardstick) => ratios(results, rows.find((row) => row.name === yardstick)?.results ?? [])),
    String(results[0].chunks || ''),
    String(results[0].failures || ''),
  ]);
  return `## ${title}\n\n${table(head, body)}\n`;
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

export function renderHostile(title: string, scales: readonly number[], rows: readonly HostileRow[]): string {
  const head = ['input', 'limit in', 'characters at 1x', ...scales.map((scale) => `ms at ${scale}x`)];
  const body = rows.map(({ input, unit, results }) => {
    if (typeof results === 'string') return [input, unit, '', ...scales.map(() => ''), results, '', ''];
    const thrown = results.find((result) => result.thrown !== undefined)?.thrown;
    return [
      input,
      unit,
      String(results[0].chars),
      ...results.map(({ cpuMs }) => round(cpuMs)),
      exponent(results),
      String(results.reduce((sum, { overLimit }) => sum + overLimit, 0)),
      thrown ?? 'no',
    ];
  });
  return `## ${title}\n\n${table([...head, 'exponent', 'over the limit', 'thrown'], body)}\n`;
}

/** How time grows with length: 1 is linear, 2 quadratic. */
function exponent(results: readonly HostileResult[]): string {
  const first = results[0];
  const last = results[results.length - 1];
  return (Math.log(last.cpuMs / first.cpuMs) / Math.log(last.chars / first.chars)).toFixed(2);
}

function round(value: number): string {
  return value >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(2)));
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
