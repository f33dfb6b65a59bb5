/**
 * Counts how many functions of source code stay whole in one chunk, doc comment included, of those that fit the limit beside
 * their context, and whether the cuts inside the others lie between statements:
 *
 *     npx tsx scripts/whole-functions.ts PATH... [--examples 5]
 *
 * Paths are files and folders, or `.jsonl` files with a `text` and, as `doc`, a file name a line. Prints a table, a row an option set.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { chunkWith } from '../src/chunking/chunk.ts';
import { Contexts } from '../src/chunking/context.ts';
import { type Layout, layoutOf } from '../src/chunking/layout.ts';
import {
  type ChunkOptions,
  optionsFor,
  type ResolvedChunkOptions,
  resolveChunkOptions,
} from '../src/chunking/options.ts';
import { outlineOf, type Section, sectionIndexAt } from '../src/chunking/sections.ts';
import { CHARACTER_SIZER, type Sizer, tokenSizer } from '../src/chunking/sizer.ts';
import { formatTable } from '../src/cli/output.ts';
import { readDocuments } from '../src/cli/read-documents.ts';
import { loadSyntaxParsers } from '../src/grammars/tree-sitter.ts';
import { KIND } from '../src/model/block.ts';
import type { Chunk } from '../src/model/chunk.ts';
import type { Document } from '../src/model/document.ts';
import { parseWithGrammars } from '../src/parsing/code/parse-with-grammars.ts';
import { mediaTypeOf } from '../src/parsing/media-type.ts';
import { formatCount } from '../src/text/plural.ts';
import { o200kTokenCounter } from '../src/token-counters/openai.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { examples: { type: 'string', default: '0' } },
});
const tokenCounter = o200kTokenCounter();
const OPTION_SETS: Readonly<Record<string, ChunkOptions>> = {
  '400 tokens': { tokenCounter },
  '1000 characters': { maxChars: 1000 },
};

/** Beginnings of the signatures of declarations that are no functions. */
const NO_FUNCTION =
  /^(?:[@[][^\n]*?[\])]? )?(?:(?:export|default|declare|abstract|public|private|protected|internal|static|final|sealed|partial|pub(?:\([^)]*\))?|unsafe|template\s*<.*>|typedef|data) )*(?:class|interface|enum|type|struct|impl|trait|mod|namespace|union|record|module|extern)\b/;

class Tally {
  functions = 0;
  fitting = 0;
  whole = 0;
  cuts = 0;
  betweenStatements = 0;
  insideLarge = 0;
  readonly broken: string[] = [];
  readonly torn: string[] = [];
}
const tallies = new Map(Object.keys(OPTION_SETS).map((name) => [name, new Tally()]));
let documents = 0;

for (const path of positionals) {
  for await (const document of path.endsWith('.jsonl') ? readRows(path) : readDocuments([path], [])) {
    documents++;
    for (const [name, options] of Object.entries(OPTION_SETS))
      count(document, resolveChunkOptions(options), tallies.get(name) as Tally);
  }
}
report();

async function* readRows(path: string): AsyncGenerator<Document> {
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    if (line === '') continue;
    const { doc = path, text } = JSON.parse(line) as { doc?: string; text: string };
    yield await parseWithGrammars({ documentId: doc, mediaType: mediaTypeOf(doc), text }, loadSyntaxParsers);
  }
}

/** What is asked about one document again and again. */
interface Judged {
  readonly document: Document;
  readonly options: ResolvedChunkOptions;
  readonly sizer: Sizer;
  readonly contexts: Contexts;
  readonly sections: readonly Section[];
  readonly layout: Layout;
  readonly chunks: readonly Chunk[];
  readonly tally: Tally;
}

function count(document: Document, asked: ResolvedChunkOptions, tally: Tally): void {
  const options = optionsFor(document, asked);
  const sizer = options.unit === 'tokens' ? tokenSizer(tokenCounter) : CHARACTER_SIZER;
  const judged: Judged = {
    document,
    options,
    sizer,
    contexts: new Contexts(document, sizer, options.max, options.context),
    sections: outlineOf(document),
    layout: layoutOf(document),
    chunks: chunkWith(document, asked),
    tally,
  };
  for (let block = 0; block < document.blocks.count; block++) if (isFunction(document, block)) judge(judged, block);
}

function isFunction({ blocks, labels }: Document, block: number): boolean {
  const label = blocks.kinds[block] === KIND.declaration ? labels?.get(block) : undefined;
  return label?.includes('(') === true && !NO_FUNCTION.test(label);
}

function judge(judged: Judged, block: number): void {
  const { document, options, tally } = judged;
  const { starts, ends } = document.blocks;
  tally.functions++;
  if (fits(judged, block)) {
    tally.fitting++;
    const isWhole = judged.chunks.some(({ span }) => span.start <= starts[block] && span.end >= ends[block]);
    if (isWhole) tally.whole++;
    else tally.broken.push(describe(judged, block));
  }
  for (const { span, boundary } of judged.chunks) {
    if (span.start <= starts[block] || span.start >= ends[block]) continue;
    tally.cuts++;
    const leaf = innermostAt(judged, span.start);
    if (leaf < 0) tally.betweenStatements++;
    else if (fits(judged, leaf))
      tally.torn.push(`${options.max}: ${boundary.start.signal} in ${describe(judged, leaf)}`);
    else tally.insideLarge++;
  }
}

/** Whether a block fits the limit beside the context of a chunk that begins with it. */
function fits({ document, sections, contexts, sizer, options }: Judged, block: number): boolean {
  const { starts, ends } = document.blocks;
  const section = sections[sectionIndexAt(sections, 0, sections.length, starts[block])];
  const context = contexts.at(section, starts[block], block, false).size;
  return context + sizer.span(document.text, starts[block], ends[block]) <= options.max;
}

/** The innermost block that is cut at `offset`; -1 where a block begins there, or the cut lies between two. */
function innermostAt({ document, layout }: Judged, offset: number): number {
  const { blocks } = document;
  let innermost = -1;
  for (let block = 0; block < blocks.count && layout.lines[block] <= offset; block++) {
    if (layout.lines[block] === offset) return -1;
    if (blocks.ends[block] > offset) innermost = block;
  }
  // Between the blocks of a container the cut is where one of them ends.
  return innermost >= 0 && layout.followers[innermost] > innermost + 1
    ? betweenMembers(document, innermost, offset)
    : innermost;
}

function betweenMembers({ blocks, text }: Document, container: number, offset: number): number {
  for (let block = container + 1; block < blocks.count && blocks.parents[block] >= container; block++)
    if (blocks.ends[block] <= offset && text.slice(blocks.ends[block], offset).trim() === '') return -1;
  return container;
}

function describe({ document, sizer }: Judged, block: number): string {
  const { starts, ends } = document.blocks;
  const line = document.text.slice(0, starts[block]).split('\n').length;
  const text = document.text.slice(starts[block], ends[block]);
  return `${document.id}:${line}, size ${sizer.size(text)}: ${JSON.stringify(document.labels?.get(block) ?? text.slice(0, 80))}`;
}

function report(): void {
  const share = (part: number, whole: number) => (whole === 0 ? '-' : `${((100 * part) / whole).toFixed(2)} %`);
  console.log(`${formatCount(documents)} documents`);
  const head = [
    'options',
    'functions',
    'that fit',
    'whole',
    'share',
    'cuts inside',
    'between statements',
    'in too large ones',
    'torn',
  ];
  const rows = [...tallies].map(([name, tally]) => [
    name,
    ...[tally.functions, tally.fitting, tally.whole].map(formatCount),
    share(tally.whole, tally.fitting),
    ...[tally.cuts, tally.betweenStatements, tally.insideLarge, tally.torn.length].map(formatCount),
  ]);
  for (const row of formatTable([head, ...rows], new Set(head.keys()))) console.log(row);
  const most = Number(values.examples);
  for (const [name, { broken, torn }] of tallies) {
    for (const example of broken.slice(0, most)) console.log(`  ${name}, broken: ${example}`);
    for (const example of torn.slice(0, most)) console.log(`  ${name}, torn: ${example}`);
  }
}
