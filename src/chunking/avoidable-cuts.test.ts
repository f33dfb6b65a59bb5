import { describe, expect, it } from 'vitest';
import type { Chunk } from '../model/chunk.ts';
import { parseSource } from '../parsing/parse.ts';
import { AVOIDABLE_CUTS, findAvoidableCuts } from './avoidable-cuts.ts';

const CUT = '¦';
const LONE_SURROGATE = /\p{Surrogate}/u;

/** What is torn when `marked` is cut at each mark and up to `limit` characters fit; findings of count 0 are left out. */
function torn(marked: string, limit = 200, prefix = ''): Record<string, number> {
  const findings = findingsOf(marked, limit, prefix);
  const counts = AVOIDABLE_CUTS.map((name) => [name, findings[name].count] as const);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

function findingsOf(marked: string, limit = 200, prefix = '') {
  const parts = marked.split(CUT);
  const document = parseSource({ documentId: 'a.md', mediaType: 'text/markdown', text: parts.join('') });
  let start = 0;
  const chunks = parts.map((part) => {
    const span = { start, end: start + part.length };
    start = span.end;
    return { span, embedText: prefix + part } as Chunk;
  });
  return findAvoidableCuts(document, chunks, (from, to) => to - from <= limit);
}

describe('findAvoidableCuts', () => {
  it('finds nothing where cuts fall between blocks and sentences', () => {
    expect(torn('# Locks\n\nShut the gate. ¦Wait for green.\n\n¦- one\n- two\n\n¦Done.')).toEqual({});
  });

  it('finds a sentence that was cut, unless it is over the limit', () => {
    const text = 'Shut the gate ¦before you leave. Wait for green.';
    expect(torn(text)).toEqual({ sentences: 1 });
    expect(torn(text, 20)).toEqual({});
  });

  it('counts a sentence once however often it is cut', () => {
    expect(torn('Shut ¦the ¦gate. Wait ¦for green.')).toEqual({ sentences: 2 });
  });

  it('finds words, in any script', () => {
    expect(torn('Shut the ga¦te.')).toEqual({ words: 1, sentences: 1 });
    expect(torn('版本 3.1¦4 发布。')).toEqual({ words: 1, sentences: 1 });
    expect(torn('x'.repeat(400) + CUT + 'x'.repeat(400))).toEqual({});
  });

  it('finds rows and tables that fit, and chunks without the header', () => {
    const header = '| port | high |\n| --- | --- |\n';
    expect(torn(`${header}| Oslo | 1.2 |\n¦| Bergen | 0.9 |\n`)).toEqual({ tables: 1, tableHeadersLost: 1 });
    expect(torn(`${header}| Oslo | 1.2 |\n¦| Bergen | 0.9 |\n`, 50)).toEqual({ tableHeadersLost: 1 });
    expect(torn(`${header}| Oslo | 1.2 |\n¦| Bergen | 0.9 |\n`, 50, header)).toEqual({});
    expect(torn(`${header}| Oslo ¦| 1.2 |\n`, 40, header)).toEqual({ tableRows: 1 });
  });

  it('finds code blocks and list items that fit', () => {
    expect(torn('```\na\n¦b\n```\n')).toEqual({ codeBlocks: 1 });
    expect(torn('- one\n- two\n  ¦- deep\n- three\n')).toEqual({ listItems: 1 });
  });

  it('finds headings whose text went to the next chunk', () => {
    expect(torn('# Locks\n\n## Gates\n\n¦Shut them.')).toEqual({ headingsAlone: 1 });
    expect(torn('# Locks\n\n¦## Gates\n\nShut them.')).toEqual({ headingsAlone: 1 });
    expect(torn('## Empty\n\n¦## Gates\n\nShut them.')).toEqual({});
    expect(torn('Text.\n\n¦# Locks\n\nShut them. ¦Wait.')).toEqual({});
  });

  it('finds lists and code without the sentence that introduces them', () => {
    expect(torn('Wear gloves for these:\n\n¦- one\n- two\n')).toEqual({ introductionsLost: 1 });
    expect(torn('Wear gloves for these:\n\n- one\n¦- two\n')).toEqual({ introductionsLost: 1 });
    expect(torn('Long story. ¦Wear gloves for these:\n\n- one\n¦- two\n')).toEqual({ introductionsLost: 1 });
    expect(torn('Wear gloves for these:\n\n- one\n¦- two\n', 200, 'Wear gloves for these:\n')).toEqual({});
    expect(torn('Run:\n\n¦```\na\n```\n')).toEqual({ introductionsLost: 1 });
    expect(torn('No introduction.\n\n¦- one\n- two\n')).toEqual({});
  });

  it('shows three examples with the text on both sides', () => {
    const { sentences } = findingsOf('One ant¦ ran. Two bees¦ flew. Three cats¦ slept. Four dogs¦ dug.');
    expect(sentences.count).toBe(4);
    expect(sentences.examples).toHaveLength(3);
    expect(sentences.examples[0]).toEqual({
      offset: 7,
      before: 'One ant',
      after: ' ran. Two bees flew. Three cats slept. F',
    });
  });

  it('shows whole characters', () => {
    const { sentences } = findingsOf(`${'🧭'.repeat(30)}x${CUT} ${'🧭'.repeat(30)}y.`);
    for (const side of [sentences.examples[0].before, sentences.examples[0].after])
      expect(side).not.toMatch(LONE_SURROGATE);
  });
});
