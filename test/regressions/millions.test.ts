/** What repeats millions of times: patterns keep a way back from each turn of a group, and a call takes so many arguments only. */
import { expect, test } from 'vitest';
import { hashEmbedder } from '../../src/embedders/hash.ts';
import type { ChatSource } from '../../src/parsing/conversation/chat-message.ts';
import { chatParts } from '../../src/parsing/conversation/chat-parts.ts';
import { parseSource } from '../../src/parsing/parse.ts';
import { shinglesOf } from '../../src/retrieval/similarity.ts';
import { analyzeQuery } from '../../src/text/query-terms.ts';

const millions = (unit: string, count: number): string => unit.repeat(count * 1_000_000);
const parse = (name: string, mediaType: string, text: string) => parseSource({ documentId: name, mediaType, text });

test('spaces that do not break are no text of a page', () => {
  const { blocks } = parse('a.html', 'text/html', `<p>&nbsp;${millions(' ', 17)}</p><p>word</p>`);
  expect(blocks.count).toBe(parse('b.html', 'text/html', '<p>&nbsp;</p><p>word</p>').blocks.count);
});

test('words of a mail in HTML come through', () => {
  const words = millions('a ', 5);
  const { text } = parse('a.eml', 'message/rfc822', `From: a@b.c\nContent-Type: text/html\n\n<p>${words}</p>`);
  expect(text.trimEnd().endsWith(words.trim())).toBe(true);
});

test('threads of a chat are all there', () => {
  const conversation = { title: 'chat', titleNode: -1 };
  const thread = {
    ids: [],
    replies: [],
    parent: -1,
    title: 't',
    node: 0,
    texts: [0],
    inline: false,
    speaker: 'a',
    moment: undefined,
    until: undefined,
    conversation,
  };
  const entries = Array.from({ length: 140_000 }, () => thread);
  expect(chatParts({} as ChatSource, entries)).toHaveLength(entries.length);
});

test('words of letters without end', async () => {
  const word = millions('中', 9);
  expect(shinglesOf(word).size).toBe(0);
  await expect(hashEmbedder().embed([word])).resolves.toHaveLength(1);
});

test('a query in quotation marks', () => {
  expect(analyzeQuery(`'${millions('-', 6)} 中'`).phrases).toEqual([]);
});
