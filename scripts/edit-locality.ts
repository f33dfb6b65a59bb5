/**
 * Measures how far one edited sentence reaches in documents of about 100 KB:
 *
 *     npx tsx scripts/edit-locality.ts --edits 200 --seed 1
 *
 * Prints a table, a row for each shape of document and way of cutting: of the chunks, how many have another text, another embedded
 * string, and how many ids begin or end, each as mean and most over the edits. Topics come from the hash embedder, code from its grammar.
 */
import { parseArgs } from 'node:util';
import { chunkDocument } from '../src/chunking/chunk.ts';
import type { ChunkOptions } from '../src/chunking/options.ts';
import { memoryEmbeddingCache } from '../src/chunking/topics/cache.ts';
import { topicFinder } from '../src/chunking/topics/topic-finder.ts';
import { formatTable } from '../src/cli/output.ts';
import { hashEmbedder } from '../src/embedders/hash.ts';
import { loadSyntaxParsers } from '../src/grammars/tree-sitter.ts';
import { parseWithGrammars } from '../src/parsing/code/parse-with-grammars.ts';
import { o200kTokenCounter } from '../src/token-counters/openai.ts';
import { type Cut, measureEdits } from '../test/laws/chunking-edits.ts';
import { SHAPES } from '../test/laws/edit-shapes.ts';

const { values } = parseArgs({
  options: { edits: { type: 'string', default: '200' }, seed: { type: 'string', default: '1' } },
});
const [edits, seed] = [Number(values.edits), Number(values.seed)];
if (!Number.isSafeInteger(edits) || edits < 1 || !Number.isSafeInteger(seed)) {
  console.error(`--edits is ${values.edits}, --seed is ${values.seed}: give whole numbers.`);
  process.exit(2);
}

const tokenCounter = o200kTokenCounter();
const WAYS: Readonly<Record<string, ChunkOptions>> = {
  'structural, tokens': { strategy: 'structural', tokenCounter },
  'structural, 1000 characters': { strategy: 'structural', maxChars: 1000 },
  'hybrid, tokens': { strategy: 'hybrid', tokenCounter },
  'hybrid, 1000 characters': { strategy: 'hybrid', maxChars: 1000 },
};

const rows = [['shape', 'cut', 'chunks', 'texts', 'embedded', 'ids']];
for (const shape of SHAPES)
  for (const [name, options] of Object.entries(WAYS)) {
    const reaches = await measureEdits(shape, edits, seed, cutBy(options));
    const column = (of: 'changedTexts' | 'changedEmbeds' | 'changedIds') =>
      meanAndMost(reaches.map((reach) => reach[of]));
    const chunks = reaches.reduce((sum, reach) => sum + reach.chunks, 0) / reaches.length;
    rows.push([shape, name, chunks.toFixed(0), column('changedTexts'), column('changedEmbeds'), column('changedIds')]);
  }
console.log(`${edits} edits of one sentence each, seed ${seed}; mean / most`);
for (const line of formatTable(rows, new Set([2, 3, 4, 5]))) console.log(line);

function cutBy(options: ChunkOptions): Cut {
  const cache = memoryEmbeddingCache();
  const finder = topicFinder(options.strategy ?? 'structural', hashEmbedder(), { cache });
  return async (source) => {
    const document = await parseWithGrammars(source, loadSyntaxParsers);
    const topics = await finder?.find(document);
    return chunkDocument(document, topics === undefined ? options : { ...options, topics });
  };
}

function meanAndMost(counts: readonly number[]): string {
  return `${(counts.reduce((sum, count) => sum + count, 0) / counts.length).toFixed(2)} / ${Math.max(...counts)}`;
}
