/** Known faults of chunkers: empty input, large metadata, and the exact string that is embedded. */
import { describe, expect, it, test } from 'vitest';
import { cutEveryWay, MARKDOWN, PLAIN } from './every-way.ts';

describe('F132 empty and blank texts', () => {
  it.each(['', '\n\n', '\ufeff', ' \t\n', '\u00a0'])('%j gives no chunk', (text) => {
    for (const mediaType of [MARKDOWN, PLAIN])
      for (const { name, chunks } of cutEveryWay(text, { chars: 10, tokens: 4 }, mediaType))
        expect(chunks, name).toEqual([]);
  });

  it('a zero-width space alone is no white space, and is kept', () => {
    for (const mediaType of [MARKDOWN, PLAIN])
      for (const { name, texts } of cutEveryWay('\u200b', { chars: 10, tokens: 4 }, mediaType))
        expect(texts, name).toEqual(['\u200b']);
  });
});

test('F133 a title longer than the chunk is clipped, and the chunk says so', () => {
  const text = `---\ntitle: ${'Canal manual '.repeat(160)}\n---\n\n# Gates\n\n${'Close both gates first. '.repeat(40)}`;
  for (const { name, chunks, strategy } of cutEveryWay(text, { chars: 256, tokens: 64 })) {
    expect(chunks.length, name).toBeGreaterThan(2);
    if (!['heading', 'structural'].includes(strategy)) continue;
    for (const { notes } of chunks) expect(notes, name).toContain('context-clipped');
  }
});

test('F133 a title as long as its document is not in every chunk', () => {
  const words = 'Close both gates first. '.repeat(2000);
  const documents = [
    [MARKDOWN, `${words}\n---\n`],
    [MARKDOWN, `# ${words}\n\n${`${words.slice(0, 480)}\n\n`.repeat(100)}`],
    ['text/html', `<title>${words}</title><h1>${words}</h1><p>${words}`],
    ['message/rfc822', `From: a@b.test\nSubject: ${words}\n\n${words}`],
  ] as const;
  for (const [mediaType, text] of documents)
    for (const { name, chunks } of cutEveryWay(text, { chars: 400, tokens: 100 }, mediaType)) {
      expect(chunks.length, name).toBeGreaterThan(50);
      for (const { sectionPath, header, metadata } of chunks)
        expect(JSON.stringify([sectionPath, header, metadata]).length, name).toBeLessThan(4000);
    }
});

test('F134 context stands before the text', () => {
  const text =
    '# Gates\n\n## Order\n\nClose both gates first, the upper and the lower.\n\nThen open the paddles, one after the other.\n';
  for (const { name, chunks } of cutEveryWay(text, { chars: 80, tokens: 20, strategies: ['heading', 'structural'] }))
    expect(
      chunks.map(({ embedText }) => embedText),
      name,
    ).toEqual([
      '# Gates\n\n## Order\n\nClose both gates first, the upper and the lower.',
      'Gates > Order\n\nThen open the paddles, one after the other.',
    ]);
});

test('F136 paragraph breaks are kept', () => {
  const text = Array.from({ length: 10 }, (_, i) => `Paragraph ${i} is short.`).join('\n\n');
  for (const { name, chunks } of cutEveryWay(text, { chars: 80, tokens: 24, overlap: 0, also: { context: false } })) {
    const between = chunks.slice(1).filter(({ span }) => text.slice(0, span.start).endsWith('\n\n')).length;
    const inside = chunks.reduce((sum, { embedText }) => sum + embedText.split('\n\n').length - 1, 0);
    expect(inside + between, name).toBe(9);
  }
  for (const { name, texts } of cutEveryWay(text, { chars: 1000, tokens: 240 })) expect(texts, name).toEqual([text]);
});

test('a media type says the same in any case, with parameters, and by its older name', () => {
  const text = `# Locks\n\n${'See [the page of the locks](https://docs.example/locks) and `lock --open now` first. '.repeat(8)}`;
  const spans = (mediaType: string, chars: number) =>
    cutEveryWay(text, { chars, tokens: chars >> 2 }, mediaType).map(({ chunks }) => chunks.map(({ span }) => span));
  for (const chars of [60, 100])
    for (const mediaType of ['Text/Markdown', 'text/markdown; charset=utf-8', 'text/x-markdown'])
      expect(spans(mediaType, chars), mediaType).toEqual(spans(MARKDOWN, chars));
});
