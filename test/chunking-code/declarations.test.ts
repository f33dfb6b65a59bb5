/** What chunks of source code are made of: whole functions, comments with signatures, scope, imports, outlines, neighbours. */
import { beforeAll, describe, expect, it } from 'vitest';
import { chunkDocument } from '../../src/chunking/chunk.ts';
import { resolveChunkOptions } from '../../src/chunking/options.ts';
import { verifyChunks } from '../../src/chunking/verify.ts';
import { loadSyntaxParsers, type SyntaxParsers } from '../../src/grammars/tree-sitter.ts';
import type { Chunk } from '../../src/model/chunk.ts';
import { parseSource } from '../../src/parsing/parse.ts';
import { o200kTokenCounter } from '../../src/token-counters/openai.ts';

const tokenCounter = o200kTokenCounter();

const TYPESCRIPT = `import { readTable } from './tables.ts';
import { hoist, lower } from './flags.ts';

/** Metres of water over the sill below which nobody passes. */
export const SAFE_DEPTH = 2.4;

/**
 * One chamber with its two gates.
 */
export class Lock {
  private level = 0;

  constructor(private readonly name: string) {}

  /** Fills the chamber, a hand's breadth at a time. */
  fill(to: number): void {
    hoist('red');
    while (this.level < to) {
      this.level += 0.1;
    }
    lower('red');
  }

  /** Empties the chamber. */
  empty(): void {
    hoist('blue');
    this.level = 0;
    lower('blue');
  }

  // The table is read anew each day.
  passes(draught: number, day: string): boolean {
    const row = readTable(this.name, day);
    return row.depth - draught > SAFE_DEPTH;
  }
}

/** Opens one lock after another. */
export function openAll(locks: readonly Lock[]): void {
  for (const lock of locks) lock.empty();
}
`;

const PYTHON = `import calendar
from tables import read_table, write_table


class Keeper:
    """Keeps one lock."""

    def __init__(self, name):
        self.name = name
        self.book = []
        self.lamps = {"red": False, "green": False}

    # Written down before anything is moved.
    def note(self, words):
        self.book.append((calendar.month_name[1], words))
        write_table(self.name, self.book)

    def round(self, ports):
        first = read_table(self.name)
        for port in ports:
            depth = first[port]
            if depth < 2.4:
                self.note("too low at " + port)
                continue
            self.note("passed " + port)
        second = read_table(self.name)
        for port in ports:
            if second[port] != first[port]:
                self.note("changed at " + port)
        total = sum(second[port] for port in ports)
        mean = total / len(ports)
        self.note("mean depth " + str(mean))
        return mean


def on_duty(keepers, hour):
    return keepers[hour % len(keepers)]
`;

let syntax: SyntaxParsers;
beforeAll(async () => {
  syntax = await loadSyntaxParsers(['typescript', 'python']);
});

/** Chunks of a source in TypeScript, Python or Markdown; every one is verified. */
function chunked(documentId: string, text: string, maxTokens: number): readonly Chunk[] {
  const mediaTypes: Record<string, string> = { ts: 'text/x-typescript', py: 'text/x-python', md: 'text/markdown' };
  const mediaType = mediaTypes[documentId.split('.')[1]];
  const document = parseSource({ documentId, mediaType, text }, { syntax });
  const options = { tokenCounter, maxTokens };
  const chunks = chunkDocument(document, options);
  const { checks } = verifyChunks(document, chunks, resolveChunkOptions(options));
  expect(checks.flatMap(({ failures }) => failures)).toEqual([]);
  return chunks;
}

function holding(chunks: readonly Chunk[], words: string): Chunk {
  const found = chunks.filter(({ text }) => text.includes(words));
  expect(found, words).toHaveLength(1);
  return found[0];
}

/** The texts of the context parts of one type. */
function lent({ context }: Chunk, type: string): string[] {
  return context.flatMap((part) => (part.type === type && 'text' in part ? [part.text] : []));
}

describe('chunks of TypeScript', () => {
  it('keep methods whole, each with its comment', () => {
    const chunks = chunked('lock.ts', TYPESCRIPT, 110);
    for (const [comment, end] of [
      ['/** Fills the chamber', "lower('red');\n  }"],
      ['/** Empties the chamber', "lower('blue');\n  }"],
      ['// The table is read', 'SAFE_DEPTH;\n  }'],
      ['/** Opens one lock', 'lock.empty();\n}'],
    ])
      expect(holding(chunks, comment).text).toContain(end);
  });

  it('get the class they lie in and the imports they use', () => {
    const passes = holding(chunked('lock.ts', TYPESCRIPT, 110), 'passes(draught');
    expect(lent(passes, 'scope')).toEqual(['export class Lock …']);
    expect(lent(passes, 'import')).toEqual(["import { readTable } from './tables.ts';"]);
    expect(passes.embedText).toMatch(/^import \{ readTable \}.*\nexport class Lock …\n/);
  });

  it('get the outline of the members behind them where they hold the head of a class', () => {
    const head = holding(chunked('lock.ts', TYPESCRIPT, 130), 'export class Lock');
    expect(lent(head, 'scope')).toEqual([
      'export class Lock …\n  fill(to: number): void …\n  empty(): void …\n  passes(draught: number, day: string): boolean …',
    ]);
    expect(head.embedText).toContain('boolean …\n');
    const [part] = head.context.filter(({ type }) => type === 'scope');
    const { span } = part as { span: { start: number; end: number } };
    expect(TYPESCRIPT.slice(span.start, span.end)).toMatch(/^\/\*\* Fills[\s\S]*SAFE_DEPTH;\n {2}\}$/);
  });

  it('say that a class was cut, at both ends', () => {
    const chunks = chunked('lock.ts', TYPESCRIPT, 110);
    const cut = (words: string) => holding(chunks, words).notes.includes('declaration-cut');
    expect(['export class Lock', 'fill(to', 'passes(draught'].map(cut)).toEqual([true, true, true]);
    const apart = chunked('apart.ts', `${TYPESCRIPT}${'\n// Nothing follows.\n'.repeat(20)}`, 110);
    expect(apart.at(-1)?.notes).not.toContain('declaration-cut');
    const [whole] = chunked('lock.ts', TYPESCRIPT, 2000);
    expect([whole.notes, lent(whole, 'scope')]).toEqual([[], []]);
  });

  it('name their neighbours, and what they define and use', () => {
    const chunks = chunked('lock.ts', TYPESCRIPT, 110);
    for (const [i, { previousId, nextId }] of chunks.entries())
      expect([previousId, nextId]).toEqual([chunks[i - 1]?.id ?? null, chunks[i + 1]?.id ?? null]);
    const { defines, uses } = holding(chunks, 'export function openAll');
    expect([defines.includes('openAll'), uses.includes('Lock')]).toEqual([true, true]);
  });

  it('are the same in a code block of a page', () => {
    const page = `# Locks\n\nThe whole of it:\n\n\`\`\`ts\n${TYPESCRIPT}\`\`\`\n`;
    const chunks = chunked('page.md', page, 140);
    const head = holding(chunks, 'export class Lock');
    expect(lent(head, 'scope').at(-1)).toMatch(/^export class Lock …\n {2}fill/);
    expect(head.notes).toContain('declaration-cut');
    const passes = holding(chunks, 'passes(draught');
    expect(passes.embedText).toMatch(/```ts\nexport class Lock …\n[\s\S]*\n```$/);
  });
});

describe('chunks of Python', () => {
  it('cut a function that is too large between statements, and go on under its signature', () => {
    const chunks = chunked('keeper.py', PYTHON, 90);
    const parts = chunks.filter(
      ({ text, embedText }) => text.includes('def round(') || embedText.includes('def round(self, ports) …\n     '),
    );
    expect(parts.length).toBeGreaterThan(1);
    for (const part of parts.slice(1)) {
      expect(lent(part, 'scope')).toEqual(['class Keeper …', 'def round(self, ports) …']);
      expect(part.boundary.start.signal).toBe('statement');
      expect(part.notes).toContain('declaration-cut');
      expect(part.embedText).toMatch(/def round\(self, ports\) …\n {8}\S/);
    }
    const text = parts.map((part) => part.text).join('\n');
    expect(text).toContain('self.note("changed at " + port)\n        total');
  });

  it('outline the methods behind the head of a class, as far as there is room', () => {
    const outlines = (maxTokens: number) =>
      lent(holding(chunked('keeper.py', PYTHON, maxTokens), 'class Keeper'), 'scope');
    expect(outlines(80)).toEqual(['class Keeper …\n  def note(self, words) …\n  def round(self, ports) …']);
    expect(outlines(70)).toEqual(['class Keeper …\n  def note(self, words) …\n  …']);
  });
});
