/** What reaches the terminal: plain lines, JSON, colour where it is wanted, progress where it does no harm. */
import { once } from 'node:events';

/** Milliseconds between two progress lines: a terminal can redraw, a log file should stay readable. */
const TERMINAL_PROGRESS_MS = 100;
const LOG_PROGRESS_MS = 5000;

/** Width taken for a terminal that does not say how wide it is. */
const DEFAULT_COLUMNS = 80;

export interface OutputStream {
  write(text: string): boolean;
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly writableNeedDrain?: boolean;
}

export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
}

export interface Output {
  /** Colours for stdout; every function is the identity when colour is off. */
  readonly style: Style;
  /** One line of readable output on stdout. */
  line(text?: string): void;
  /** One value as one line of JSON on stdout. */
  json(value: unknown): void;
  /** A remark on stderr that is no part of the result. */
  note(text: string): void;
  /** Shows where long work stands, on stderr; rare unless stderr is a terminal. `text` is only made when shown. */
  progress(text: () => string): void;
  /** Removes the progress line. */
  endProgress(): void;
  /** Resolves when stdout can take more. */
  ready(): Promise<void>;
}

/** Output over two streams. Colour: only on a terminal, never with NO_COLOR (https://no-color.org) or TERM=dumb. */
export function createOutput(
  stdout: OutputStream,
  stderr: OutputStream,
  env: Readonly<Record<string, string | undefined>>,
): Output {
  const onTerminal = stderr.isTTY === true && env.TERM !== 'dumb';
  let lastProgressMs = onTerminal ? 0 : Date.now();
  let progressShown = false;
  const endProgress = (): void => {
    if (progressShown) stderr.write('\r\x1b[K');
    progressShown = false;
  };
  return {
    style: createStyle(stdout.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb'),
    line(text = '') {
      endProgress();
      stdout.write(`${text}\n`);
    },
    json(value) {
      stdout.write(`${JSON.stringify(value)}\n`);
    },
    note(text) {
      endProgress();
      stderr.write(`${text}\n`);
    },
    progress(text) {
      const now = Date.now();
      if (now - lastProgressMs < (onTerminal ? TERMINAL_PROGRESS_MS : LOG_PROGRESS_MS)) return;
      lastProgressMs = now;
      progressShown = onTerminal;
      stderr.write(onTerminal ? `\r\x1b[K${text().slice(0, (stderr.columns || DEFAULT_COLUMNS) - 1)}` : `${text()}\n`);
    },
    endProgress,
    async ready() {
      if (stdout.writableNeedDrain === true) await once(stdout as never, 'drain');
    },
  };
}

function createStyle(colour: boolean): Style {
  const paint = (code: number) => (text: string) => (colour ? `\x1b[${code}m${text}\x1b[0m` : text);
  return { bold: paint(1), dim: paint(2), red: paint(31), green: paint(32), yellow: paint(33) };
}

/**
 * Text from outside (file names, headings, document text) made safe for a terminal: control characters, which could
 * move the cursor or change colours, and bidirectional overrides, which could reorder a line, become `?`.
 * Line feeds and tabs stay when `multiline` is set.
 */
export function forTerminal(text: string, multiline = false): string {
  const safe = text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '?');
  return multiline ? safe : safe.replace(/[\t\n]/g, ' ');
}

/** Rows as columns padded to the same width; columns named in `right` are right-aligned. */
export function formatTable(rows: readonly (readonly string[])[], right: ReadonlySet<number> = new Set()): string[] {
  const widths: number[] = [];
  for (const row of rows) for (let i = 0; i < row.length; i++) widths[i] = Math.max(widths[i] ?? 0, row[i].length);
  return rows.map((row) =>
    row
      .map((cell, i) => (right.has(i) ? cell.padStart(widths[i]) : cell.padEnd(widths[i])))
      .join('  ')
      .trimEnd(),
  );
}

/** `12 %`, and `0.4 %` for less than one. */
export function formatShare(share: number): string {
  const percent = share * 100;
  return `${percent > 0 && percent < 1 ? percent.toFixed(1) : Math.round(percent)} %`;
}

/** `0 B`, `12.3 KB`, `4.0 MB`; thousands, as disks are sold. */
export function formatBytes(sizeBytes: number): string {
  if (sizeBytes < 1000) return `${sizeBytes} B`;
  if (sizeBytes < 1_000_000) return `${(sizeBytes / 1000).toFixed(1)} KB`;
  return `${(sizeBytes / 1_000_000).toFixed(1)} MB`;
}
