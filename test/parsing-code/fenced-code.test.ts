/** Fenced code in Markdown, and how a source finds its grammars. */
import { beforeAll, describe, expect, it } from 'vitest';
import { indexSources } from '../../src/engine.ts';
import { loadSyntaxParsers } from '../../src/grammars/tree-sitter.ts';
import { blockAt } from '../../src/model/block.ts';
import type { Document, Source } from '../../src/model/document.ts';
import { KerfError } from '../../src/model/error.ts';
import { neededLanguages } from '../../src/parsing/code/parse-code.ts';
import type { SyntaxParsers } from '../../src/parsing/code/syntax.ts';
import { parseSource } from '../../src/parsing/parse.ts';
import { openSqliteStore } from '../../src/stores/sqlite.ts';

let syntax: SyntaxParsers;
beforeAll(async () => {
  syntax = await loadSyntaxParsers(['python', 'text/x-go']);
});

const body = Array.from({ length: 30 }, (_, i) => `    row_${i} = read("tide ${i}")`).join('\n');
const code = `import os\n\ndef load():\n    """All of them."""\n${body}\n    return row_1\n\nprint(load())`;

const markdown = (text: string): Source => ({ documentId: 'a.md', mediaType: 'text/markdown', text });

const outline = ({ blocks, labels, text }: Document): string[] =>
  Array.from({ length: blocks.count }, (_, i) => {
    const { kind, span, parent } = blockAt(blocks, i);
    return `${parent < 0 ? '' : '  '}${kind} ${labels?.get(i) ?? JSON.stringify(text.slice(span.start, Math.min(span.end, span.start + 8)))}`;
  });

describe('code in Markdown', () => {
  it('gives a large fenced block the blocks of its code', () => {
    const document = parseSource(markdown(`# Tides\n\n\`\`\`py title="a.py"\n${code}\n\`\`\`\n\nAfter.\n`), { syntax });
    const statements = document.blocks.count - 7;
    expect(outline(document).filter((row) => !row.startsWith('  statement "row_'))).toEqual([
      'heading "# Tides"',
      'code "```py ti"',
      '  statement "import o"',
      '  declaration def load()',
      '  statement "\\"\\"\\"All o"',
      '  statement "return r"',
      '  statement "print(lo"',
      'paragraph "After."',
    ]);
    expect(statements).toBe(31);
  });

  it.each([
    ['a small one', '```py\nimport os\n```\n'],
    ['one in a list', `- a\n\n  \`\`\`py\n${code.replaceAll('\n', '\n  ')}\n  \`\`\`\n`],
    ['one of a language that is not loaded', `\`\`\`rust\n${code}\n\`\`\`\n`],
    ['one without a language', `\`\`\`\n${code}\n\`\`\`\n`],
  ])('leaves %s alone', (_, text) => {
    expect(parseSource(markdown(text), { syntax })).toEqual(parseSource(markdown(text)));
  });

  it('a fence that is never closed ends with the text', () => {
    const text = `~~~py\n${code}`;
    const { blocks } = parseSource(markdown(text), { syntax });
    expect(blocks.ends[blocks.count - 1]).toBe(text.length);
  });
});

describe('grammars', () => {
  it('are those of the source and of its fences', () => {
    const text = '```ts\na\n```\n\n~~~~ {.python}\nb\n~~~~\n\n```\nc\n```\n\n- ```go\n  d\n  ```\n';
    expect(neededLanguages({ mediaType: 'text/markdown', text })).toEqual(['typescript', 'python']);
    expect(neededLanguages({ mediaType: 'text/x-c; charset=utf-8', text })).toEqual(['cpp']);
    expect(neededLanguages({ mediaType: 'text/plain', text })).toEqual([]);
    expect(() => neededLanguages({ text } as Source)).toThrow('The source has no mediaType');
  });

  it('of unknown name are refused with the names there are', async () => {
    const loading = loadSyntaxParsers(['cobol']);
    await expect(loading).rejects.toThrow(KerfError);
    await expect(loading).rejects.toThrow("There is no grammar for 'cobol'; languages are typescript, tsx");
  });

  it('are loaded by indexSources as sources need them', async () => {
    const store = await openSqliteStore(':memory:');
    const asked: string[][] = [];
    const load = (languages: readonly string[]): ReturnType<typeof loadSyntaxParsers> => {
      asked.push([...languages]);
      return loadSyntaxParsers(languages);
    };
    const sources: Source[] = [markdown('No code.'), { documentId: 'a.py', mediaType: 'text/x-python', text: code }];
    const chunking = { maxChars: 400 };
    await indexSources({ store, sources, syntax: load, chunking });
    expect(asked).toEqual([['python']]);
    const chunks = await store.readDocumentChunks('a.py');
    expect(chunks.at(-1)?.context).toContainEqual(
      expect.objectContaining({ type: 'scope', text: expect.stringContaining('def load()') }),
    );
    // With grammars and without, chunks differ: a document read in the other way is stale.
    const [before] = await store.listDocuments();
    await indexSources({ store, sources, chunking });
    const [after] = await store.listDocuments();
    expect(after.configHash).not.toBe(before.configHash);
    await store.close();
  });
});
