/** `kerf verify`: files or a store → checks with their failures; exit status 1 when there is one. */
import { chunkDocument } from '../../chunking/chunk.ts';
import { configKey, resolveChunkOptions } from '../../chunking/options.ts';
import { verifyChunks } from '../../chunking/verify.ts';
import { loadSyntaxParsers } from '../../grammars/tree-sitter.ts';
import { configHashOf } from '../../indexing/record.ts';
import type { Chunk } from '../../model/chunk.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { KerfError } from '../../model/error.ts';
import { parseWithGrammars } from '../../parsing/code/parse-with-grammars.ts';
import type { Store, StoredDocument } from '../../stores/store.ts';
import { formatCount, plural } from '../../text/plural.ts';
import { CHUNK_FLAGS, type ChunkFlagValues, chunkOptions } from '../chunk-flags.ts';
import { type CommandContext, defineCommand } from '../command.ts';
import { hasFailedFile, noteDiagnostics, noteNoFile } from '../describe.ts';
import {
  chooseEmbedder,
  EMBEDDER_FLAGS,
  type EmbedderFlagValues,
  TOPIC_EMBEDDER_FLAGS,
  withDimensions,
} from '../embedder-flags.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { type FlagValues, parseArguments } from '../flags.ts';
import { formatTable, forTerminal, type Output } from '../output.ts';
import { readDocuments } from '../read-documents.ts';
import { chunkFlagsOf, embedderFlagsOf } from '../remembered-flags.ts';
import { readSourceState } from '../source-state.ts';
import { DEFAULT_STORE, JSON_FLAG, STORE_FLAG, withStore } from '../store-flags.ts';
import { findTopics, findTopicsByFlags, withoutDocument, withTopics } from '../topics.ts';
import { addFailure, addReport, createVerification, type Verification } from '../verification.ts';

export const verifyCommand = defineCommand({
  name: 'verify',
  summary: 'prove that chunks keep their promises',
  operands: '[PATH...]',
  details: [
    'With paths: chunks the files and checks every chunk. Without: checks the store itself, and chunks every document whose file is still the same again, to compare with what is stored.',
    'Checks: slice, order and cover (every chunk is the slice its span names, in order, and no text is in none); limit and tokens (counted again); grapheme, sentence, row and heading (nothing is torn that fits); links, place, section and hashes (neighbours, lines, section path and hashes are what the document says); of a store also store and stored-chunks. The number is how many places were looked at: 0 for sentence means that no cut lies inside a paragraph. The strategies fixed and sentence are not held to sentence, row and heading.',
  ],
  flags: [STORE_FLAG, ...CHUNK_FLAGS, ...TOPIC_EMBEDDER_FLAGS, JSON_FLAG],
  examples: ['kerf verify docs', 'kerf verify --json'],
  interruptible: false,
  async run(paths, values, context) {
    const { store: storePath } = values;
    if (paths.length > 0 && storePath !== undefined)
      throw new KerfError('invalid-option', 'kerf verify takes files or folders, or --store FILE, not both.');
    const verification = createVerification();
    const diagnostics =
      paths.length > 0
        ? await verifyPaths(verification, paths, values, context)
        : await withStore(storePath ?? DEFAULT_STORE, (store) => verifyStore(verification, store, values, context));
    noteDiagnostics(context.output, diagnostics);
    if (paths.length > 0 && verification.documents === 0 && diagnostics.length === 0) noteNoFile(context.output, paths);
    return report(verification, diagnostics, values.json, context.output);
  },
});

async function verifyPaths(
  verification: Verification,
  paths: readonly string[],
  values: ChunkFlagValues & EmbedderFlagValues,
  { env, output }: CommandContext,
): Promise<readonly Diagnostic[]> {
  const options = await chunkOptions(values);
  const topics = await findTopicsByFlags(values.strategy, values, env, output);
  const resolved = resolveChunkOptions(withoutDocument(options, topics));
  const diagnostics: Diagnostic[] = [];
  for await (const document of readDocuments(paths, diagnostics)) {
    const chunks = chunkDocument(document, await withTopics(options, topics, document));
    addReport(verification, document.id, chunks.length, verifyChunks(document, chunks, resolved));
  }
  return diagnostics;
}

const STORE_CHECK = 'store';
const SAME_CHUNKS_CHECK = 'stored-chunks';

async function verifyStore(
  verification: Verification,
  store: Store,
  values: ChunkFlagValues & EmbedderFlagValues,
  { env, output }: CommandContext,
): Promise<readonly Diagnostic[]> {
  const problems = await store.check();
  addFailure(verification, STORE_CHECK, { checked: 1 });
  for (const message of problems) addFailure(verification, STORE_CHECK, { checked: 0, message });
  const chunking = await chunkFlagsOf(store, values);
  const none = parseArguments([], EMBEDDER_FLAGS).values as FlagValues<typeof EMBEDDER_FLAGS>;
  const merged = await embedderFlagsOf(store, { ...none, ...values }, (flags) => withDimensions(flags, env));
  const embedder = await chooseEmbedder(merged.values, env);
  const options = await chunkOptions(chunking.values);
  const topics = findTopics(chunking.values.strategy, embedder, output);
  const resolved = resolveChunkOptions(withoutDocument(options, topics));
  const configHash = configHashOf(configKey(resolved), embedder?.id ?? null, true);
  for (const stored of (await readable(verification, {}, store.listDocuments())) ?? []) {
    const { documentId } = stored;
    const state = await readSourceState(stored);
    if (state.state !== 'same') verification.skipped[state.state]++;
    else if (stored.configHash !== configHash) verification.skipped.otherFlags++;
    else {
      const chunks = await readable(verification, { documentId }, store.readDocumentChunks(documentId));
      if (chunks === undefined) continue;
      const document = await parseWithGrammars(state.source, loadSyntaxParsers);
      addReport(verification, documentId, chunks.length, verifyChunks(document, chunks, resolved));
      const fresh = chunkDocument(document, await withTopics(options, topics, document));
      compareChunks(verification, stored, chunks, fresh);
    }
  }
  return [];
}

/** What is read from the store; what a damaged one cannot give is a failure more, not the end, and undefined. */
async function readable<Read>(
  verification: Verification,
  place: { readonly documentId?: string },
  reading: Promise<Read>,
): Promise<Read | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof KerfError && error.code === 'store-open')) throw error;
    addFailure(verification, STORE_CHECK, { checked: 0, message: error.message, ...place });
    return undefined;
  }
}

/** What may differ though both are right: ids were kept across edits, and a file may be touched without an edit. */
const KEPT = ['id', 'previousId', 'nextId', 'parentId', 'updatedAt'] as const satisfies readonly (keyof Chunk)[];

/** All fields but those, by name. */
function contentOf(chunk: Chunk): string {
  const kept = new Set<string>(KEPT);
  return JSON.stringify(
    Object.entries(chunk)
      .filter(([name]) => !kept.has(name))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

function compareChunks(
  verification: Verification,
  { documentId }: StoredDocument,
  stored: readonly Chunk[],
  fresh: readonly Chunk[],
): void {
  addFailure(verification, SAME_CHUNKS_CHECK, { checked: fresh.length });
  if (stored.length !== fresh.length) {
    const message = `the store has ${plural(stored.length, 'chunk')}, chunking gives ${fresh.length}`;
    addFailure(verification, SAME_CHUNKS_CHECK, { checked: 0, documentId, message });
    return;
  }
  for (const [i, chunk] of stored.entries()) {
    if (contentOf(chunk) === contentOf(fresh[i])) continue;
    const message = `chunk ${i} differs from what chunking gives`;
    addFailure(verification, SAME_CHUNKS_CHECK, { checked: 0, documentId, message, chunkId: chunk.id });
  }
}

function report(
  verification: Verification,
  diagnostics: readonly Diagnostic[],
  json: boolean,
  output: Output,
): ExitCode {
  if (json) output.json(verification);
  else printVerification(output, verification);
  return verification.failures.length > 0 || hasFailedFile(diagnostics) ? EXIT.found : EXIT.ok;
}

/** Failures shown in the readable list; all of them are in the JSON. */
const MAX_SHOWN = 20;

function printVerification(output: Output, verification: Verification): void {
  const { documents, chunks, checks, failures, skipped } = verification;
  output.line(output.style.bold(`${plural(documents, 'document')}, ${plural(chunks, 'chunk')}`));
  const rows = checks.map(({ name, checked, failures: failed }) => [
    `  ${failed === 0 ? 'ok' : 'FAIL'}`,
    name,
    `${formatCount(checked)} checked`,
    `${formatCount(failed)} failed`,
  ]);
  for (const line of formatTable(rows, new Set([2, 3]))) output.line(line);
  for (const failure of failures.slice(0, MAX_SHOWN)) {
    const place = failure.documentId === undefined ? '' : `${forTerminal(failure.documentId)}: `;
    output.line(output.style.red(`  ${failure.check}: ${place}${forTerminal(failure.message)}`));
  }
  if (failures.length > MAX_SHOWN) output.line(`  and ${formatCount(failures.length - MAX_SHOWN)} more`);
  const left = skipped.edited + skipped.missing + skipped.otherFlags;
  if (left > 0) {
    output.line(
      `  not compared: ${skipped.edited} edited, ${skipped.missing} missing, ${skipped.otherFlags} made with other flags`,
    );
  }
}
