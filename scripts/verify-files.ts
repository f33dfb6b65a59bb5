/**
 * Verifies real files: reads and parses them as the command line does, chunks them under several option sets, and checks every chunk.
 *
 *     npx tsx scripts/verify-files.ts PATH... [--tokenizer FILE] [--only NAME] [--failures 20]
 *
 * Prints a table, one row an option set, then the first failures; ends with 1 when there is one.
 */
import { parseArgs } from 'node:util';
import { chunkWith } from '../src/chunking/chunk.ts';
import { type ChunkOptions, type ResolvedChunkOptions, resolveChunkOptions } from '../src/chunking/options.ts';
import { type VerifyFailure, type VerifyReport, verifyChunks } from '../src/chunking/verify.ts';
import { formatTable } from '../src/cli/output.ts';
import { readDocuments } from '../src/cli/read-documents.ts';
import type { Chunk } from '../src/model/chunk.ts';
import type { Diagnostic } from '../src/model/diagnostic.ts';
import type { Document } from '../src/model/document.ts';
import { formatCount } from '../src/text/plural.ts';
import { loadTokenCounter } from '../src/token-counters/load.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tokenizer: { type: 'string', default: 'o200k' },
    only: { type: 'string' },
    failures: { type: 'string', default: '20' },
  },
});

const tokenCounter = await loadTokenCounter(values.tokenizer);
const OPTION_SETS: Readonly<Record<string, ChunkOptions>> = {
  'default tokens': { tokenCounter },
  '100 tokens': { tokenCounter, maxTokens: 100 },
  '1000 characters': { maxChars: 1000 },
  '300 characters': { maxChars: 300 },
  'rows as pairs': { tokenCounter, tableRows: 'pairs' },
  'rows as JSON': { maxChars: 1000, tableRows: 'json' },
  'adaptive overlap': { tokenCounter, adaptiveOverlap: true },
};

interface Row {
  readonly name: string;
  readonly options: ResolvedChunkOptions;
  chunks: number;
  /** By check: places looked at, failures. */
  readonly checks: Map<string, [number, number]>;
}

const rows: Row[] = Object.entries(OPTION_SETS)
  .filter(([name]) => values.only === undefined || name === values.only)
  .map(([name, options]) => ({ name, options: resolveChunkOptions(options), chunks: 0, checks: new Map() }));
const failures: string[] = [];
const unread: Diagnostic[] = [];
let documents = 0;
let characters = 0;
let derived = 0;
let slowest = { ms: 0, what: 'nothing' };

for await (const document of readDocuments(positionals, unread)) {
  documents++;
  characters += document.text.length;
  if (document.origin.pieces !== undefined) derived++;
  for (const row of rows) verifyUnder(document, row);
}
report();

function verifyUnder(document: Document, row: Row): void {
  try {
    const startedAt = performance.now();
    const chunks = chunkWith(document, row.options);
    const ms = performance.now() - startedAt;
    if (ms > slowest.ms) slowest = { ms, what: `${document.id}, ${row.name}, ${document.text.length} characters` };
    row.chunks += chunks.length;
    addReport(document, row, verifyChunks(document, chunks, row.options));
    addReport(document, row, {
      checks: [{ name: 'links', checked: chunks.length, failures: wrongPlaces(document, chunks) }],
    });
  } catch (error) {
    addFailure(document, row, 'throws', {
      message: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
  }
}

/** Chunks whose lines or place in the file cannot be right. */
function wrongPlaces({ text, origin }: Document, chunks: readonly Chunk[]): readonly VerifyFailure[] {
  const length = (span: { start: number; end: number }) => span.end - span.start;
  return chunks
    .filter(({ span, rawSpan, lines }) => {
      const feeds = text.slice(span.start, span.end).split('\n').length - 1;
      const isShort = origin.pieces === undefined && length(rawSpan) < length(span);
      return isShort || rawSpan.start < 0 || length(rawSpan) <= 0 || lines.end - lines.start !== feeds;
    })
    .map(({ span, rawSpan }) => ({
      message: `The raw span is ${rawSpan.start} to ${rawSpan.end}, or lines are wrong.`,
      span,
    }));
}

function addReport(document: Document, row: Row, { checks }: VerifyReport): void {
  for (const { name, checked, failures: failed } of checks) {
    const [places, sofar] = row.checks.get(name) ?? [0, 0];
    row.checks.set(name, [places + checked, sofar + failed.length]);
    for (const failure of failed) addFailure(document, row, name, failure);
  }
}

function addFailure(document: Document, row: Row, check: string, { message, span }: VerifyFailure): void {
  const around = span ? JSON.stringify(document.text.slice(Math.max(0, span.start - 60), span.start + 60)) : '';
  failures.push(`${row.name}, ${check}, ${document.id} at ${span?.start ?? '?'}: ${message} ${around}`);
}

function report(): void {
  const size = `${formatCount(documents)} documents (${derived} derived), ${formatCount(characters)} characters`;
  console.log(`${size}, ${values.tokenizer}; slowest: ${slowest.ms.toFixed(0)} ms, ${slowest.what}`);
  const names = [...(rows[0]?.checks.keys() ?? [])];
  const lines = rows.map(({ name, chunks, checks }) => [
    name,
    formatCount(chunks),
    ...names.map((check) => (checks.get(check) ?? [0, 0]).map(formatCount).join('/')),
  ]);
  const right = new Set(names.map((_, i) => i + 2).concat(1));
  for (const line of formatTable([['options', 'chunks', ...names], ...lines], right)) console.log(line);
  console.log(`checked/failed; ${failures.length} failures, ${unread.length} files not read`);
  for (const failure of failures.slice(0, Number(values.failures))) console.log(`  ${failure}`);
  for (const { documentId, message } of unread) console.log(`  not read: ${documentId}: ${message}`);
  process.exitCode = failures.length > 0 ? 1 : 0;
}
