import { describe, expect, it } from 'vitest';
import { parseSource } from '../parsing/parse.ts';
import { chunkDocument } from './chunk.ts';
import { type ChunkOptions, resolveChunkOptions } from './options.ts';
import { sentenceChunks } from './sentence-chunks.ts';
import { verifyChunks } from './verify.ts';

function parse(text: string, mediaType = 'text/markdown') {
  return parseSource({ documentId: 'lock.md', mediaType, text });
}

/** The texts of the sentence chunks. */
function sentences(text: string, chunking: ChunkOptions = { maxChars: 800 }, mediaType?: string): readonly string[] {
  const document = parse(text, mediaType);
  return sentenceChunks(document, chunkDocument(document, chunking), { chunking }).map((chunk) => chunk.text);
}

const LONG = `The keeper ${'turns the wheel and '.repeat(14)}rests.`;

describe('sentenceChunks', () => {
  it('joins up to three sentences', () => {
    expect(sentences('One is. Two is. Three is. Four is. Five is.')).toEqual([
      'One is. Two is. Three is.',
      'Four is. Five is.',
    ]);
  });

  it('leaves a long sentence alone, and takes a short one into its neighbour', () => {
    expect(sentences(`${LONG} Then he waits for a quarter of an hour, and looks at the level. So.`)).toEqual([
      LONG,
      'Then he waits for a quarter of an hour, and looks at the level. So.',
    ]);
    const almost = `The keeper ${'turns the wheel and '.repeat(11)}rests.`;
    expect(sentences(`${almost} So.`)).toEqual([`${almost} So.`]);
  });

  it('keeps a heading with its first sentence, and says it as context behind that', () => {
    const document = parse(`# Manual\n\n## Gates\n\n${LONG} They close at nine.`);
    const chunking = { maxChars: 800 };
    const [first, second] = sentenceChunks(document, chunkDocument(document, chunking), { chunking });
    expect(first.text).toBe(`# Manual\n\n## Gates\n\n${LONG}`);
    expect(second.embedText).toBe('Manual > Gates\n\nThey close at nine.');
    expect(second.header).toBe('Manual > Gates');
    expect(second.boundary.start).toEqual({ signal: 'sentence', strength: 0.55 });
  });

  it('ends at the end of a paragraph that is not short', () => {
    const paragraph = 'The lower gate is opened when the green lamp is lit, never before.';
    expect(sentences(`${paragraph}\n\n${paragraph} Wait.\n\nNo.\n\nYes.`)).toEqual([
      paragraph,
      `${paragraph} Wait.`,
      'No.\n\nYes.',
    ]);
  });

  it('takes list items as they come, and lends them their introduction', () => {
    const introduction = 'Before a boat enters the lock, the keeper who is on duty does all of this in this order:';
    const items = ['Look at the level.', 'Ring the bell.', 'Light the lamp.', 'Wait.'].map((item) => `- ${item}`);
    const document = parse(`# Lock\n\n${introduction}\n\n${items.join('\n')}`);
    const made = sentenceChunks(document, chunkDocument(document, { maxChars: 800 }), { chunking: { maxChars: 800 } });
    expect(made.map(({ text }) => text)).toEqual([`# Lock\n\n${introduction}`, items.slice(0, 3).join('\n'), items[3]]);
    expect(made[2].embedText).toBe(`Lock\n\n${introduction}\n\n- Wait.`);
    expect(made[2].context).toContainEqual(expect.objectContaining({ type: 'listIntroduction', text: introduction }));
  });

  it('never cuts inside a link or inline code', () => {
    const link = '[See page one. Then page two.](https://depot.example)';
    expect(sentences(`One is. Two is. Three is. ${link} goes. \`x. Y.\` goes. Done is.`)).toEqual([
      'One is. Two is. Three is.',
      `${link} goes. \`x. Y.\` goes. Done is.`,
    ]);
  });

  it('goes on in a paragraph that passages were cut from', () => {
    const sentence = 'The gate is heavy and moves but slowly in the cold.';
    const text = Array.from({ length: 8 }, (_, i) => `${i} ${sentence}`).join(' ');
    const chunking: ChunkOptions = { maxChars: 330, targetChars: 330 };
    const passages = chunkDocument(parse(text), chunking);
    expect(passages.length).toBe(2);
    const made = sentences(text, chunking);
    expect(made.map((own) => own.match(/\d/g)?.join(''))).toEqual(['012', '3', '456', '7'].slice(0, made.length));
    expect(made).toHaveLength(4);
  });

  it('makes none of tables, code and records', () => {
    expect(sentences('| a | b |\n|---|---|\n| One. Two. | 3 |')).toEqual([]);
    expect(sentences('```js\nlet a = 1;\n```')).toEqual([]);
    expect(sentences('{"a": "One. Two."}', { maxChars: 800 }, 'application/json')).toEqual([]);
  });

  it('leaves a small table in prose whole', () => {
    const table = '| a | b |\n|---|---|\n| One. Two. | 3 |\n| Four. Five. Six. | 5, which is the last of the row |';
    const paragraph = 'The lower gate is opened when the green lamp is lit. It is never opened before that.';
    expect(sentences(`${paragraph}\n\n${table}\n\n${paragraph}`)).toEqual([paragraph, table, paragraph]);
  });

  it('names the speaker where a turn goes on', () => {
    const text = `Ann: ${LONG} And he sings.\nBob: Does he?\nAnn: He does.\nBob: Ah.\nAnn: Yes.\nBob: So.\n`;
    const document = parse(text, 'text/plain');
    const chunking: ChunkOptions = { maxChars: 600 };
    const made = sentenceChunks(document, chunkDocument(document, chunking), { chunking });
    expect(made.map((chunk) => chunk.text)).toEqual([
      `Ann: ${LONG}`,
      'And he sings.\nBob: Does he?\nAnn: He does.',
      'Bob: Ah.\nAnn: Yes.\nBob: So.',
    ]);
    expect(made[0].kind).toBe('turns');
    expect(made[1].embedText).toContain('Ann:\nAnd he sings.');
  });

  it('keeps the limit of the passages, whatever is asked of it', () => {
    const document = parse(`# A rather long title for a page\n\n${LONG} End.`);
    const chunking: ChunkOptions = { maxChars: 60 };
    const made = sentenceChunks(document, chunkDocument(document, chunking), { chunking, size: 500 });
    expect(made.every(({ embedText }) => embedText.length <= 60)).toBe(true);
    expect(made.filter(({ notes }) => notes.includes('sentence-cut')).length).toBeGreaterThan(2);
  });

  it('takes another size and another number of sentences', () => {
    const document = parse('One is. Two is. Three is.');
    const passages = chunkDocument(document, { maxChars: 800 });
    const texts = (options: object) => sentenceChunks(document, passages, options).map(({ text }) => text);
    expect(texts({ mostSentences: 1 })).toEqual(['One is.', 'Two is.', 'Three is.']);
    expect(texts({ size: 16 })).toEqual(['One is. Two is.', 'Three is.']);
    expect(() => texts({ size: 0 })).toThrow('size is 0: give a whole number of at least 1.');
    expect(() => texts({ sise: 1 })).toThrow('did you mean "size"?');
  });
});

describe("granularity 'both'", () => {
  const text = `# Manual\n\n${LONG} They close at nine.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n${'More of it. '.repeat(30)}`;
  const options: ChunkOptions = { maxChars: 320, granularity: 'both' };

  it('puts the sentence chunks behind all passages, each linked among its own', () => {
    const chunks = chunkDocument(parse(text), options);
    const passages = chunkDocument(parse(text), { maxChars: 320 });
    expect(chunks.slice(0, passages.length)).toEqual(passages);
    const made = chunks.slice(passages.length);
    expect(made.map(({ index }) => index)).toEqual(made.map((_, i) => passages.length + i));
    expect(made.map(({ previousId }) => previousId)).toEqual([null, ...made.slice(0, -1).map(({ id }) => id)]);
    expect(passages.at(-1)?.nextId).toBeNull();
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(chunks.length);
    for (const { parentId, span, granularity } of made) {
      const parent = passages.find(({ id }) => id === parentId);
      expect(granularity).toBe('sentence');
      expect(parent !== undefined && parent.span.start <= span.start && span.end <= parent.span.end).toBe(true);
    }
  });

  it.each<readonly [string, (chunks: ReturnType<typeof chunkDocument>) => ReturnType<typeof chunkDocument>, string]>([
    ['a sentence chunk is missing', (chunks) => chunks.slice(0, -1), 'This text is in no sentence chunk.'],
    [
      'one names another passage',
      (chunks) => [...chunks.slice(0, -1), { ...chunks[chunks.length - 1], parentId: chunks[0].id }],
      'A sentence chunk leaves its passage, or begins in the one before.',
    ],
    [
      'one names no passage',
      (chunks) => [...chunks.slice(0, -1), { ...chunks[chunks.length - 1], parentId: 'nowhere' }],
      'The parent is no passage of prose.',
    ],
  ])('verifyChunks sees when %s', (_, spoil, message) => {
    const document = parse(text);
    const chunks = chunkDocument(document, options);
    const failures = (list: typeof chunks) =>
      verifyChunks(document, list, resolveChunkOptions(options)).checks.flatMap((check) => check.failures);
    expect(failures(chunks)).toEqual([]);
    expect(failures(spoil(chunks)).map((failure) => failure.message)).toContain(message);
  });

  it('is refused when it is none', () => {
    expect(() => chunkDocument(parse(text), { granularity: 'all' as 'both' })).toThrow(
      'granularity is "all": use passage or both.',
    );
  });
});

it('a rule in front of a heading belongs to its section, and verifying says so too', () => {
  const text = '# Zero\n\ntext\n\n---\n\n# One\n\ntext\n\n---\n\n# Two';
  const document = parseSource({ documentId: 'rules.md', mediaType: 'text/markdown', text });
  const options = { strategy: 'sentence', maxChars: 60, granularity: 'both' } as const;
  const chunks = chunkDocument(document, options);
  const paths = chunks.filter(({ granularity }) => granularity === 'sentence').map(({ sectionPath }) => sectionPath);
  expect(paths).toEqual([['Zero'], ['One'], ['Two']]);
  const { checks } = verifyChunks(document, chunks, resolveChunkOptions(options));
  expect(checks.flatMap(({ failures }) => failures)).toEqual([]);
});

it('belongs to the first of two headings with a page break between them, as its passage does', () => {
  const document = parse('# A\n\f\n# B\n\ntext\n');
  const options = { strategy: 'sentence', maxChars: 60, granularity: 'both' } as const;
  const chunks = chunkDocument(document, options);
  expect(chunks.map(({ sectionPath }) => sectionPath)).toEqual([['A'], ['A']]);
  const { checks } = verifyChunks(document, chunks, resolveChunkOptions(options));
  expect(checks.flatMap(({ failures }) => failures)).toEqual([]);
});
