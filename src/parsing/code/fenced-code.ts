/** Parsing of source code: gives fenced code blocks of Markdown the declarations and statements of their code as children. */
import { type BlockTable, BlockWriter, KIND } from '../../model/block.ts';
import type { Parsed } from '../parsed.ts';
import { type CodeLanguage, languageOfFence } from './languages.ts';
import { scanCode } from './scan-code.ts';
import type { SyntaxParsers } from './syntax.ts';

/** Characters; a smaller code block is one unit for every limit that makes sense. */
const SMALL_FENCE = 600;
const LEVEL_FENCED = 0;

/** A fenced code block that is worth a syntax tree. */
interface Fence {
  readonly block: number;
  readonly language: CodeLanguage;
  /** The code between the fences. */
  readonly start: number;
  readonly end: number;
}

/**
 * `parsed` with children for each fenced code block at top level whose info string names a language of `syntax` and that has more
 * than 600 characters. Blocks inside lists and quotes are left alone: their lines have markers in front.
 */
export function fencedCode(parsed: Parsed, text: string, syntax: SyntaxParsers): Parsed {
  const { blocks } = parsed;
  const fences = findFences(blocks, text).filter(({ language }) => syntax.languages.has(language));
  if (fences.length === 0) return parsed;
  const merged = new Merged(blocks);
  for (const { block, language, start, end } of fences) {
    merged.copyUpTo(block + 1);
    const inside = scanCode(text.slice(start, end), language, syntax, { references: false });
    merged.insert(inside.blocks, inside.labels, start);
  }
  merged.copyUpTo(blocks.count);
  const labels = new Map([...merged.moved(parsed.labels), ...merged.labels]);
  return {
    ...parsed,
    blocks: merged.writer,
    ...(labels.size === 0 ? {} : { labels }),
    ...(parsed.times === undefined ? {} : { times: merged.moved(parsed.times) }),
  };
}

function findFences(blocks: BlockTable, text: string): Fence[] {
  const { kinds, levels, parents, starts, ends, count } = blocks;
  const fences: Fence[] = [];
  for (let i = 0; i < count; i++) {
    if (kinds[i] !== KIND.code || levels[i] !== LEVEL_FENCED || parents[i] >= 0) continue;
    if (ends[i] - starts[i] <= SMALL_FENCE) continue;
    const fence = readFence(text, i, starts[i], ends[i]);
    if (fence !== undefined) fences.push(fence);
  }
  return fences;
}

function readFence(text: string, block: number, start: number, end: number): Fence | undefined {
  const mark = text[start];
  let info = start;
  while (text[info] === mark) info++;
  const open = text.indexOf('\n', info);
  if (open < 0 || open >= end) return undefined;
  const language = languageOfFence(text.slice(info, Math.min(open, info + 100)));
  if (language === undefined) return undefined;
  const close = closingFence(text, open, end, mark.repeat(info - start));
  // PHP without its opening tag is HTML to its grammar.
  if (language === 'php' && !text.slice(open, open + 100).includes('<?')) return undefined;
  return { block, language, start: open + 1, end: close };
}

/** Where the line with the closing fence begins; `end` where the block has none. */
function closingFence(text: string, open: number, end: number, fence: string): number {
  const line = text.lastIndexOf('\n', end - 1);
  return line > open &&
    text
      .slice(line + 1, end)
      .trimStart()
      .startsWith(fence)
    ? line
    : end;
}

/** The table under construction: rows of the document with rows of code in between. */
class Merged {
  readonly writer: BlockWriter;
  readonly labels = new Map<number, string>();
  private readonly blocks: BlockTable;
  private copied = 0;
  /** By row of the document, its place here. */
  private readonly places: Int32Array;

  constructor(blocks: BlockTable) {
    this.blocks = blocks;
    this.writer = new BlockWriter(blocks.count * 2);
    this.places = new Int32Array(blocks.count);
  }

  copyUpTo(end: number): void {
    const { kinds, starts, ends, levels, parents } = this.blocks;
    for (let i = this.copied; i < end; i++) {
      const parent = parents[i] < 0 ? -1 : this.places[parents[i]];
      this.places[i] = this.writer.add(kinds[i], starts[i], ends[i], levels[i], parent);
    }
    this.copied = end;
  }

  /** What is said of rows of the document, by their places here. */
  moved<T>(byRow: ReadonlyMap<number, T> | undefined): Map<number, T> {
    return new Map([...(byRow ?? [])].map(([row, value]) => [this.places[row], value]));
  }

  /** Adds the blocks of code that begins at `offset` under the row added last. */
  insert(inside: BlockTable, labels: ReadonlyMap<number, string> | undefined, offset: number): void {
    const { writer } = this;
    const parent = writer.count - 1;
    const shift = writer.count;
    for (let i = 0; i < inside.count; i++) {
      const above = inside.parents[i] < 0 ? parent : inside.parents[i] + shift;
      writer.add(inside.kinds[i], inside.starts[i] + offset, inside.ends[i] + offset, inside.levels[i], above);
    }
    for (const [index, label] of labels ?? []) this.labels.set(index + shift, label);
  }
}
