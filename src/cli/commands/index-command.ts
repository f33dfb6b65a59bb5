/** `kerf index`: a folder → an index in step with it. (Not `index.ts`: that name means something else everywhere.) */
import { isAbsolute, resolve } from 'node:path';
import { resolveChunkOptions } from '../../chunking/options.ts';
import { type IndexOptions, indexSources } from '../../engine.ts';
import { loadSyntaxParsers } from '../../grammars/tree-sitter.ts';
import type { IndexReport } from '../../indexing/report.ts';
import { KerfError } from '../../model/error.ts';
import { readFiles } from '../../sources/files.ts';
import { type FoundFile, walkFiles } from '../../sources/walk.ts';
import type { Store } from '../../stores/store.ts';
import { formatCount, plural } from '../../text/plural.ts';
import { CHUNK_FLAGS, chunkOptions } from '../chunk-flags.ts';
import { type CommandContext, defineCommand, oneOperand } from '../command.ts';
import { hasFailedFile, noteDiagnostics, noteNoFile } from '../describe.ts';
import { chooseEmbedder, EMBEDDER_FLAGS, withDimensions } from '../embedder-flags.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import type { FlagValues } from '../flags.ts';
import { formatBytes, formatShare, forTerminal, type Output } from '../output.ts';
import {
  chunkFlagsOf,
  DEFAULTS_FLAG,
  describeFlags,
  embedderFlagsOf,
  readListSetting,
  rememberFlags,
} from '../remembered-flags.ts';
import { DEFAULT_STORE, JSON_FLAG, STORE_FLAG, withNewStore } from '../store-flags.ts';
import { findTopics, withoutDocument } from '../topics.ts';

const FLAGS = [
  STORE_FLAG,
  { name: 'dry-run', kind: 'switch', help: 'print what would be done and what it would cost; write nothing' },
  ...CHUNK_FLAGS,
  DEFAULTS_FLAG,
  ...EMBEDDER_FLAGS,
  JSON_FLAG,
] as const;

/** A larger store takes seconds to look through; `kerf verify --store` does. */
const MOST_CHECKED_CHUNKS = 20_000;

export const indexCommand = defineCommand({
  name: 'index',
  summary: 'bring the index in step with a folder',
  operands: 'DIR',
  details: [
    'Only documents that changed are read into chunks again, only unknown texts are embedded, and what vanished from DIR is removed. Documents of other folders in the same store stay.',
    'The strategies semantic and hybrid ask the embedder about the sentences of every document that changed, in a dry run as well: where they cut depends on the answer.',
    'The flags that shape chunks and the embedder are kept in the store, and a later run uses them again. A flag that is given then replaces the kept one, and the rest stay; --defaults forgets all that shape chunks. Flags that come from the store are named on stderr.',
    `At the end a store of up to ${plural(MOST_CHECKED_CHUNKS, 'chunk')} is checked, with status 1 when it is damaged; kerf verify --store checks one of any size.`,
  ],
  flags: FLAGS,
  examples: ['kerf index docs', 'kerf index docs --dry-run', 'kerf index docs --max-tokens 200 --store docs.db --json'],
  interruptible: true,
  async run(operands, values, context) {
    const given = oneOperand(operands, 'index', 'folder (or file)');
    const path = values.store ?? DEFAULT_STORE;
    return withNewStore(path, { dryRun: values['dry-run'] }, (store) => runIndex(store, path, given, values, context));
  },
});

async function runIndex(
  store: Store,
  storePath: string,
  given: string,
  values: FlagValues<typeof FLAGS>,
  { output, env, signal }: CommandContext,
): Promise<ExitCode> {
  const startedMs = Date.now();
  const dryRun = values['dry-run'];
  const chunking = await chunkFlagsOf(store, values);
  const embedder = await embedderFlagsOf(store, values, (merged) => withDimensions(merged, env));
  for (const flags of [chunking, embedder]) {
    const inForce = describeFlags(flags);
    if (inForce !== undefined) output.note(inForce);
  }
  const root = await knownSpelling(store, given);
  const isInRoot = scopeOf(root);
  const files = await listFiles(store, root, storePath, isInRoot);
  const options: IndexOptions = {
    store,
    sources: readFiles(files),
    chunking: await chunkOptions(chunking.values),
    embedder: await chooseEmbedder(embedder.values, env),
    syntax: loadSyntaxParsers,
    scope: isInRoot,
    dryRun,
    signal,
    onProgress: (totals) => output.progress(() => describeProgress(totals, files.length)),
  };
  const topics = findTopics(options.chunking?.strategy, options.embedder, output);
  resolveChunkOptions(withoutDocument(options.chunking ?? {}, topics));
  if (!dryRun) {
    // Before the first document: a run that is killed must go on with the same flags.
    await rememberFlags(store, { chunking, embedder });
    await rememberRoot(store, root);
  }
  const report = await indexSources(options);
  output.endProgress();
  const tookMs = Date.now() - startedMs;
  noteDiagnostics(output, report.diagnostics);
  if (files.length === 0) noteNoFile(output, [root]);
  const faults = dryRun || report.interrupted ? [] : await faultsOf(store);
  if (faults.length > 0) output.note(damageNote(storePath, faults));
  if (values.json) printJson(output, report, { tookMs, dryRun, store: storePath });
  else printReport(output, report, { tookMs, dryRun, store: storePath, root });
  if (report.interrupted) return EXIT.interrupted;
  return hasFailedFile(report.diagnostics) || faults.length > 0 ? EXIT.found : EXIT.ok;
}

/** Documents that did not change are skipped, so what happened to their rows would show in answers alone. */
async function faultsOf(store: Store): Promise<readonly string[]> {
  return (await store.status()).chunks <= MOST_CHECKED_CHUNKS ? store.check() : [];
}

function damageNote(path: string, faults: readonly string[]): string {
  const more = faults.length === 1 ? '' : `, and ${plural(faults.length - 1, 'fault')} more`;
  const remedy = 'Delete it and index again, which loses nothing but history; kerf verify --store lists all faults.';
  return `The index ${forTerminal(path)} is damaged: ${forTerminal(faults[0])}${more}. ${remedy}`;
}

/** Which document ids lie in the folder: of the current one all that lead nowhere else. */
function scopeOf(root: string): (documentId: string) => boolean {
  if (root === '.') return (documentId) => !isAbsolute(documentId) && !documentId.startsWith('../');
  const prefix = `${root.replace(/\/$/, '')}/`;
  return (documentId) => documentId === root || documentId.startsWith(prefix);
}

/** Files that belong to the store itself while it is open. */
const STORE_FILES = ['', '-wal', '-shm', '-journal'];

/** The files of the folder. A folder that is gone has none, if the store knows documents of it; else it is a typing error. */
async function listFiles(
  store: Store,
  root: string,
  storePath: string,
  isInRoot: (documentId: string) => boolean,
): Promise<readonly FoundFile[]> {
  const own = new Set(STORE_FILES.map((suffix) => resolve(storePath + suffix)));
  const files: FoundFile[] = [];
  try {
    for await (const file of walkFiles([root])) if (!own.has(resolve(file.path))) files.push(file);
  } catch (error) {
    const isGone = error instanceof KerfError && error.code === 'not-found';
    if (!isGone || !(await store.listDocuments()).some(({ documentId }) => isInRoot(documentId))) throw error;
  }
  return files;
}

const ROOTS_SETTING = 'cli.roots';

/** `./docs` after `docs` is the same folder: its documents keep the ids they have. */
async function knownSpelling(store: Store, given: string): Promise<string> {
  const known = (await readRoots(store)).find((root) => resolve(root) === resolve(given));
  return known ?? given;
}

async function rememberRoot(store: Store, root: string): Promise<void> {
  const roots = await readRoots(store);
  if (!roots.includes(root)) await store.writeSetting(ROOTS_SETTING, JSON.stringify([...roots, root]));
}

function readRoots(store: Store): Promise<readonly string[]> {
  return readListSetting(store, ROOTS_SETTING);
}

interface RunFacts {
  readonly tookMs: number;
  readonly dryRun: boolean;
  readonly store: string;
}

/** The fields in the order of docs/formats/json.md. */
function printJson(output: Output, report: IndexReport, facts: RunFacts): void {
  const { documents, added, changed, moved, unchanged, removed, embedded, embeddedTokens, ...rest } = report;
  const { diagnostics, ...others } = rest;
  const counts = { documents, added, changed, moved, unchanged, removed, embedded, embeddedTokens };
  output.json({ ...counts, tookMs: facts.tookMs, diagnostics, ...others, dryRun: facts.dryRun, store: facts.store });
}

function printReport(output: Output, report: IndexReport, facts: RunFacts & { readonly root: string }): void {
  const { style } = output;
  const seconds = Math.max(facts.tookMs, 1) / 1000;
  const speed = `${formatBytes(Math.round(report.sizeBytes / seconds))}/s`;
  const size = `${plural(report.documents, 'document')}, ${formatBytes(report.sizeBytes)}, ${plural(report.chunks, 'chunk')}`;
  output.line(style.bold(`${forTerminal(facts.root)}: ${size} in ${seconds.toFixed(2)} s (${speed})`));
  const changes = (['added', 'changed', 'moved', 'unchanged', 'removed'] as const).map(
    (change) => `${change} ${formatCount(report[change])}`,
  );
  output.line(`  chunks      ${changes.join(' · ')}`);
  const { documentsWritten, documentsRemoved, documentsRenamed } = report;
  // Said only where there are some: they are counted as written and as removed already.
  const renamed = documentsRenamed.length === 0 ? '' : ` (renamed ${formatCount(documentsRenamed.length)})`;
  output.line(
    `  documents   written ${formatCount(documentsWritten)} · removed ${formatCount(documentsRemoved)}${renamed}`,
  );
  output.line(`  embedded    ${plural(report.embedded, 'text')}, ${plural(report.embeddedTokens, 'token')}`);
  if (report.topicTexts > 0)
    output.line(`  topics      ${plural(report.topicTexts, 'sentence')} embedded to find shifts`);
  if (report.overlapChars > 0) {
    const share = formatShare(report.overlapChars / report.embedChars);
    output.line(`  overlap     ${share} of the characters in chunks that were written repeat the chunk before`);
  }
  if (facts.dryRun) {
    output.line(`  cost        ${plural(report.changedTokens, 'token')} in new and changed chunks`);
    output.line(style.yellow('  dry run     nothing was written'));
    return;
  }
  const version = report.version === null ? 'nothing to write' : `version ${report.version}`;
  output.line(`  store       ${forTerminal(facts.store)}, ${version}`);
  if (report.interrupted)
    output.line(style.yellow('  stopped     what is written stays; run the same command to go on'));
}

function describeProgress(totals: IndexReport, files: number): string {
  const { documents, chunks, sizeBytes } = totals;
  return `${formatCount(documents)} of ${plural(files, 'file')}, ${plural(chunks, 'chunk')}, ${formatBytes(sizeBytes)}`;
}
