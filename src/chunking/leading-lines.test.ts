import { expect, it } from 'vitest';
import { parseSource } from '../parsing/parse.ts';
import { writtenText } from '../text/html-lines.ts';
import { chunkDocument } from './chunk.ts';
import { isTitleLine } from './leading-lines.ts';

const SENTENCE = 'The samples were kept at four degrees and counted by two readers on the second day.';
/** One line that is longer than anyone wraps. */
const TEXT = `${SENTENCE} ${SENTENCE}`;

/** The chunks of a plain text that cannot be one. */
function chunks(text: string, maxChars: number, mediaType = 'text/plain'): string[] {
  const document = parseSource({ documentId: 'd', mediaType, text });
  return chunkDocument(document, { maxChars }).map((chunk) => chunk.text);
}

it.each([
  ['in the line above', `${TEXT}\nHow they were kept\n${TEXT}`],
  ['behind a blank line', `${TEXT}\n\nHow they were kept\n${TEXT}`],
  ['between blank lines', `${TEXT}\n\nHow they were kept\n\n${TEXT}`],
  ['of two lines', `${TEXT}\n\nResults\nHow they were kept\n${TEXT}`],
])('a title %s goes with its text', (_, text) => {
  const [first, second] = chunks(text, 240);
  expect(first).toBe(TEXT);
  expect(second).toMatch(/^(Results\n)?How they were kept\n\n?The samples.*day\.$/);
});

it('a title goes with the list under it', () => {
  const list = `- ${SENTENCE}\n- Then they were washed.`;
  const texts = chunks(`${TEXT}\n\nHow they were kept\n\n${list}`, 240);
  expect(texts).toEqual([TEXT, `How they were kept\n\n${list}`]);
});

it('a list that does not fit carries its title', () => {
  const items = [1, 2, 3, 4].map((n) => `${n}. ${SENTENCE}`);
  const text = `${TEXT}\n\nHow they were kept\n\n${items.join('\n')}`;
  const document = parseSource({ documentId: 'd', mediaType: 'text/plain', text });
  const parts = chunkDocument(document, { maxChars: 260 }).slice(1);
  expect(parts[0].text.startsWith('How they were kept')).toBe(true);
  for (const { context } of parts.slice(1))
    expect(context).toContainEqual(expect.objectContaining({ type: 'listIntroduction', text: 'How they were kept' }));
});

it('a title stands apart before its text is torn', () => {
  const title = 'How they were kept';
  expect(chunks(`${TEXT}\n\n${title}\n${TEXT}`, TEXT.length + 5)).toContain(TEXT);
});

it.each([
  ['How they were kept', true],
  ['3.2 Kept: how, and where', true],
  ['They were kept cold.', false],
  ['“They were kept cold.”', false],
  ['How they were kept,', false],
  ['as they were kept', false],
  ['- 42 -', false],
  [`How they were kept ${'and counted '.repeat(8)}`, false],
])('%s: a title, %s', (line, title) => {
  const document = parseSource({ documentId: 'd', mediaType: 'text/plain', text: `${line}\n\n${TEXT}` });
  expect(isTitleLine(document, 0, 1)).toBe(title);
});

it('short lines among each other are no titles', () => {
  const list = ['Alpha Road', 'Bravo Road', 'Charlie Road', 'Delta Road'].join('\n\n');
  expect(chunks(list, 26)).toEqual(['Alpha Road\n\nBravo Road', 'Charlie Road\n\nDelta Road']);
});

const CONTRACT = [
  'THIS AGREEMENT is made between Alder Works Limited and Birch Mills Limited.',
  '1. Definitions',
  '1.1 In this Agreement the words below have the meaning that is given beside them.',
  '1.2 Confidential Information does not include:',
  '(a) information that is public on the day of this Agreement; or',
  '(b) information that the Receiving Party knew before that day.',
  '2. Term',
  '2.1 This Agreement lasts for three years from the day on which both parties have signed it.',
].join('\n');

it('a clause that ends with a colon goes with the first clause of its list', () => {
  for (const maxChars of [150, 180, 210, 240, 270])
    for (const text of chunks(CONTRACT, maxChars)) expect(text, `${maxChars}`).not.toMatch(/include:$/);
});

it.each([
  ['text/markdown', '<details>\n<summary>How were they kept?</summary>\n\n', '\n\n</details>'],
  ['text/html', '<details><summary>How were they kept?</summary><p>', '</p></details>'],
])(
  'the summary of details goes with the first block of them, not with the text in front: %s',
  (mediaType, open, close) => {
    const before = mediaType === 'text/html' ? '<p>A short line in front.</p>\n' : 'A short line in front.\n\n';
    const document = parseSource({ documentId: 'd', mediaType, text: `${before}${open}${TEXT}${close}` });
    const maxChars = writtenText(`${open}${TEXT}${close}`, { mediaType, kind: 'text' }).length;
    const texts = chunkDocument(document, { maxChars }).map(({ text }) => text);
    expect(texts).toEqual([before.trim(), `${open}${TEXT}${close}`]);
  },
);
