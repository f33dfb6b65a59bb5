/** `kerf status`: a store → what is in it and what is out of date. */
import { configKey, resolveChunkOptions } from '../../chunking/options.ts';
import { topicFinder } from '../../chunking/topics/topic-finder.ts';
import { configHashOf } from '../../indexing/record.ts';
import type { Store } from '../../stores/store.ts';
import { formatCount, plural } from '../../text/plural.ts';
import { CHUNK_FLAGS, chunkOptions } from '../chunk-flags.ts';
import { type CommandContext, defineCommand, noOperands } from '../command.ts';
import { chooseEmbedder, EMBEDDER_FLAGS } from '../embedder-flags.ts';
import { EXIT } from '../exit-codes.ts';
import { type FlagValues, parseArguments } from '../flags.ts';
import { formatBytes, forTerminal, type Output } from '../output.ts';
import { chunkFlagsOf, embedderFlagsOf } from '../remembered-flags.ts';
import { lookUpSourceState } from '../source-state.ts';
import { DEFAULT_STORE, JSON_FLAG, STORE_FLAG, withStore } from '../store-flags.ts';
import { withoutDocument } from '../topics.ts';

export const statusCommand = defineCommand({
  name: 'status',
  summary: 'say what is in the index and what is out of date',
  operands: '',
  details: [
    'Stale are documents whose file was edited or is gone, and documents made with other flags than the last run.',
  ],
  flags: [STORE_FLAG, JSON_FLAG],
  examples: ['kerf status', 'kerf status --store docs.db --json'],
  interruptible: false,
  async run(operands, values, context) {
    noOperands(operands, 'status');
    const path = values.store ?? DEFAULT_STORE;
    const report = await withStore(path, (store) => readStatus(store, path, context));
    if (values.json) context.output.json(report);
    else printStatus(context.output, report);
    return EXIT.ok;
  },
});

type StatusReport = Awaited<ReturnType<typeof readStatus>>;

async function readStatus(store: Store, path: string, { env }: CommandContext) {
  const status = await store.status();
  const documents = await store.listDocuments();
  const stale = { configuration: 0, edited: 0, missing: 0 };
  const configHash = await currentConfigHash(store, env);
  for (const document of documents) {
    const state = await lookUpSourceState(document);
    if (state !== 'same') stale[state]++;
    if (document.configHash !== configHash) stale.configuration++;
  }
  return {
    documents: status.documents,
    chunks: status.chunks,
    versions: { index: status.version, format: status.formatVersion },
    sizes: {
      storeBytes: status.sizeBytes,
      sourceBytes: documents.reduce((sum, document) => sum + document.sizeBytes, 0),
      sourceTokens: documents.reduce((sum, document) => sum + document.tokenCount, 0),
    },
    stale,
    endedChunks: status.endedChunks,
    vectors: status.vectors,
    embedderIds: status.embedderIds,
    store: path,
  };
}

/** The hash that a run of `kerf index` without flags would give its documents. */
async function currentConfigHash(store: Store, env: CommandContext['env']): Promise<string> {
  const none = parseArguments([], [...CHUNK_FLAGS, ...EMBEDDER_FLAGS]).values as FlagValues<
    readonly [...typeof CHUNK_FLAGS, ...typeof EMBEDDER_FLAGS]
  >;
  const chunking = await chunkFlagsOf(store, none);
  const embedder = await chooseEmbedder((await embedderFlagsOf(store, none)).values, env);
  const topics = topicFinder(chunking.values.strategy ?? 'structural', embedder);
  const key = configKey(resolveChunkOptions(withoutDocument(await chunkOptions(chunking.values), topics)));
  return configHashOf(key, embedder?.id ?? null, true);
}

function printStatus(output: Output, report: StatusReport): void {
  const { versions, sizes, stale } = report;
  const lines: readonly (readonly [string, string])[] = [
    ['store', `${forTerminal(report.store)}, ${formatBytes(sizes.storeBytes)}, format ${versions.format}`],
    ['version', formatCount(versions.index)],
    [
      'documents',
      `${formatCount(report.documents)} (${formatBytes(sizes.sourceBytes)}, ${plural(sizes.sourceTokens, 'token')})`,
    ],
    ['chunks', `${formatCount(report.chunks)} living, ${formatCount(report.endedChunks)} kept as history`],
    ['vectors', report.vectors === 0 ? 'none' : `${formatCount(report.vectors)} (${report.embedderIds.join(', ')})`],
    ['stale', `${stale.edited} edited, ${stale.missing} missing, ${stale.configuration} made with other flags`],
  ];
  for (const [name, value] of lines) output.line(`${output.style.dim(name.padEnd(10))} ${value}`);
}
