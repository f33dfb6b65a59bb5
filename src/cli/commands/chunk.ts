/** `kerf chunk`: files → chunks, one JSON object a line or a readable list. */
import { chunkDocument } from '../../chunking/chunk.ts';
import { resolveChunkOptions } from '../../chunking/options.ts';
import { overlapTax } from '../../chunking/overlap-tax.ts';
import type { Chunk } from '../../model/chunk.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { KerfError } from '../../model/error.ts';
import { writtenText } from '../../text/html-lines.ts';
import { formatCount, plural } from '../../text/plural.ts';
import { CHUNK_FLAGS, chunkOptions } from '../chunk-flags.ts';
import { defineCommand } from '../command.ts';
import { describePath, describePlace, describeText, hasFailedFile, noteDiagnostics, noteNoFile } from '../describe.ts';
import { TOPIC_EMBEDDER_FLAGS } from '../embedder-flags.ts';
import { EXIT } from '../exit-codes.ts';
import { chunkJson } from '../json-shapes.ts';
import { formatShare, forTerminal, type Output } from '../output.ts';
import { readDocuments } from '../read-documents.ts';
import { JSON_FLAG } from '../store-flags.ts';
import { findTopicsByFlags, withoutDocument, withTopics } from '../topics.ts';

/** Characters of a chunk's text in the readable list. */
const PREVIEW_WIDTH = 72;

export const chunkCommand = defineCommand({
  name: 'chunk',
  summary: 'cut documents and print the chunks',
  operands: 'PATH...',
  details: ['Files are read as named; folders with all text files below them, except hidden files and node_modules.'],
  flags: [
    { name: 'full', kind: 'switch', help: 'show all that is embedded, context behind ":" and text behind "|"' },
    ...CHUNK_FLAGS,
    ...TOPIC_EMBEDDER_FLAGS,
    JSON_FLAG,
  ],
  examples: [
    'kerf chunk handbook/leave.md',
    'kerf chunk docs --max-tokens 200 --overlap-sentences 1 --json',
    'kerf chunk src/server.ts',
    'kerf chunk talk.txt --strategy semantic --embedder static',
  ],
  interruptible: false,
  async run(paths, values, { output, env }) {
    if (paths.length === 0) throw new KerfError('invalid-option', 'kerf chunk needs at least one file or folder.');
    const options = await chunkOptions(values);
    const topics = await findTopicsByFlags(values.strategy, values, env, output);
    resolveChunkOptions(withoutDocument(options, topics));
    const diagnostics: Diagnostic[] = [];
    let documents = 0;
    for await (const document of readDocuments(paths, diagnostics)) {
      documents++;
      diagnostics.push(...document.diagnostics);
      const chunks = chunkDocument(document, await withTopics(options, topics, document));
      if (values.json) for (const chunk of chunks) output.json(chunkJson(chunk));
      else printChunks(output, document.id, chunks, values.full);
      await output.ready();
    }
    noteDiagnostics(output, diagnostics);
    if (documents === 0 && diagnostics.length === 0) noteNoFile(output, paths);
    return hasFailedFile(diagnostics) ? EXIT.found : EXIT.ok;
  },
});

function printChunks(output: Output, documentId: string, chunks: readonly Chunk[], full: boolean): void {
  const { style } = output;
  const tokens = chunks.reduce((sum, chunk) => sum + chunk.tokenCount, 0);
  const { share } = overlapTax(chunks);
  const overlap = share > 0 ? `, ${formatShare(share)} overlap` : '';
  const counts = `${plural(chunks.length, 'chunk')}, ${plural(tokens, 'token')}${overlap}`;
  output.line(style.bold(`${forTerminal(documentId)}  ${counts}`));
  for (const chunk of chunks) {
    const { start, end } = chunk.boundary;
    const facts = [
      describePlace(documentId, chunk.lines),
      chunk.kind,
      ...(chunk.granularity === 'sentence' ? ['sentences'] : []),
      plural(chunk.tokenCount, 'token'),
      `${start.signal} ${start.strength.toFixed(2)} to ${end.signal} ${end.strength.toFixed(2)}`,
      ...chunk.notes,
    ];
    output.line(`${formatCount(chunk.index).padStart(4)}  ${facts.join('  ')}`);
    if (full) printEmbedded(output, chunk);
    else {
      if (chunk.sectionPath.length > 0) output.line(style.dim(`      ${describePath(chunk.sectionPath)}`));
      output.line(`      ${describeText(writtenText(chunk.text, chunk), PREVIEW_WIDTH)}`);
    }
  }
}

/** All of `embedText`, its lines marked by whether they are the chunk's own. Rows that were written out count as its own. */
function printEmbedded(output: Output, chunk: Chunk): void {
  const { embedText, context } = chunk;
  const own = writtenText(chunk.text, chunk);
  const closing = context.find((part) => part.type === 'fenceClose');
  const end = embedText.length - (closing === undefined ? 0 : closing.text.length + 1);
  const start = embedText.startsWith(own, end - own.length) ? end - own.length : 0;
  const { dim } = output.style;
  for (const line of linesOf(embedText.slice(0, start))) output.line(dim(`      : ${line}`.trimEnd()));
  for (const line of linesOf(embedText.slice(start, end))) output.line(`      | ${line}`.trimEnd());
  for (const line of linesOf(embedText.slice(end))) output.line(dim(`      : ${line}`.trimEnd()));
}

function linesOf(text: string): readonly string[] {
  const safe = forTerminal(text, true).replace(/^\n|\n$/g, '');
  return text === '' ? [] : safe.split('\n');
}
