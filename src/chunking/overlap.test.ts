import { expect, test } from 'vitest';
import { parseSource } from '../parsing/parse.ts';
import { htmlTokens, kindOf, TOKEN } from '../text/html-tokens.ts';
import { chunkDocument } from './chunk.ts';
import type { ChunkOptions } from './options.ts';
import { overlapStart } from './overlap.ts';
import { PLAIN_STRATEGIES } from './presets.ts';
import { CHARACTER_SIZER } from './sizer.ts';

const LINK = '<a class="wide" href="/berths?deep=1" title="Berths. They are <b>deep</b> here.">berths</a>';
const SENTENCES = Array.from({ length: 40 }, (_, i) => `Berth ${i} of the ${LINK} is free <br class="s"> today.`);

/** Whether `at` lies inside a tag of `text`. */
function isInTag(text: string, at: number): boolean {
  const { tokens, starts } = htmlTokens(text, 0, text.length);
  return tokens.some((token, i) => kindOf(token) !== TOKEN.text && starts[i] < at && at < starts[i + 1]);
}

const WAYS: readonly ChunkOptions[] = [
  { overlapSentences: 1 },
  { adaptiveOverlap: true },
  ...[10, 20, 33, 47, 60, 90].map((overlapChars) => ({ overlapChars })),
];

test.each(['text/html', 'text/markdown'])('overlap never begins inside a tag of %s', (mediaType) => {
  const text = mediaType === 'text/html' ? `<p>${SENTENCES.join(' ')}</p>` : SENTENCES.join(' ');
  const document = parseSource({ documentId: 'berths', mediaType, text });
  const ways = PLAIN_STRATEGIES.flatMap((strategy) =>
    [130, 260, 400].flatMap((maxChars) => WAYS.map((way) => ({ strategy, maxChars, ...way }))),
  );
  const starts = ways.flatMap((options) =>
    chunkDocument(document, options).flatMap(({ overlap }) =>
      overlap === null ? [] : [{ options, at: overlap.start }],
    ),
  );
  expect(starts.length).toBeGreaterThan(500);
  expect(starts.filter(({ at }) => isInTag(text, at))).toEqual([]);
});

test('a tag is repeated whole where it fits, else left out; a less-than sign is none', () => {
  const repeated = (text: string, overlapChars: number, maxChars = 60) => {
    const document = parseSource({ documentId: 'a', mediaType: 'text/html', text });
    return chunkDocument(document, { strategy: 'sentence', maxChars, overlapChars }).flatMap(({ overlap }) =>
      overlap === null ? [] : [document.text.slice(overlap.start, overlap.end)],
    );
  };
  const text = 'Here and there we see <a href="x" id="y">the sea</a>. Ships come in from far away.';
  expect(repeated(text, 6, 45)[0]).toBe('<a href="x" id="y">the sea</a>. ');
  expect(repeated('When a <b && c > d, we wait for them. Ships come in from far away.', 20, 55)[0]).toBe(
    'd, we wait for them. ',
  );
});

test('a tag that begins thousands of characters in front is found, and signs in front of it and in it do not hide it', () => {
  const tag = `<a title="${'wide < sea '.repeat(6)}${'sea '.repeat(2000)}">`;
  const text = `When 1 < 2 ${tag}we sail. Ships come.`;
  const request = { asked: 100, sentences: 0, aligned: 'none', room: 20_000 } as const;
  const chunkStart = text.indexOf('Ships');
  expect(overlapStart(text, 0, chunkStart, CHARACTER_SIZER, request)).toBe(text.indexOf('<a'));
});

test('overlap in characters begins at the last word that gives what is asked', () => {
  const text = `${'one two three four five six '.repeat(12)}end`;
  const chunkStart = text.length - 3;
  for (let asked = 1; asked < 300; asked++) {
    const starts = [...text.matchAll(/\S+/g)].map(({ index }) => index);
    const expected = starts.filter((at) => at < chunkStart && chunkStart - 1 - at >= asked).at(-1);
    const request = { asked, sentences: 0, aligned: 'none', room: 1000 } as const;
    expect(overlapStart(text, 0, chunkStart, CHARACTER_SIZER, request)).toBe(expected);
  }
});
