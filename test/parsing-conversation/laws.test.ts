/** What holds for every conversation, whatever is in it: random messages in each format, and random text made of what formats are made of. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isTranscript } from '../../src/parsing/conversation/transcript.ts';
import { expectLawful, parseAs } from './conversation-kit.ts';

const SEED = 20_240_312;

const word = fc.constantFrom(
  'tide',
  'Ebbe',
  'über',
  '潮',
  'a:b',
  '10:32',
  '<b>',
  '>',
  '"',
  '\\',
  '\ud83d\ude00',
  '\0',
  '--',
  '\u2028',
  'From',
  '=3D',
  '\t',
);
const sentence = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(' '));
const message = fc.record({
  speaker: fc.constantFrom('Ida', 'Jonas', 'Mr. Aas', '张三'),
  text: fc.array(sentence, { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n')),
  minute: fc.integer({ min: 0, max: 5_000 }),
  thread: fc.option(fc.nat({ max: 3 }), { nil: undefined }),
});
const messages = fc.array(message, { minLength: 6, maxLength: 20 });
type Message = typeof message extends fc.Arbitrary<infer T> ? T : never;

const seconds = (minute: number) => 1_710_000_000 + minute * 60;
const iso = (minute: number) => new Date(seconds(minute) * 1000).toISOString();

/** The ways in which a list of messages can be exported as JSON. */
const EXPORTS: readonly ((list: readonly Message[]) => unknown)[] = [
  (list) =>
    list.map(({ speaker, text, minute, thread }, i) => ({
      ...{
        type: 'message',
        user: 'U1',
        user_profile: { real_name: speaker },
        text,
        ts: `${seconds(minute)}.00000${i}`,
      },
      ...(thread === undefined ? {} : { thread_ts: `t${thread}` }),
    })),
  (list) => ({
    channel: { name: 'quay' },
    messages: list.map(({ speaker, text, minute, thread }, i) => ({
      ...{ content: text, id: String(i), timestamp: iso(minute), author: { id: speaker, name: speaker } },
      ...(thread === undefined ? {} : { reference: { messageId: String(thread) } }),
    })),
  }),
  (list) => ({ transcript: list.map(({ speaker, text }) => ({ speaker, text })) }),
  (list) =>
    list.map(({ speaker, text, minute }) => ({
      role: 'user',
      name: speaker,
      content: [{ text }],
      created: seconds(minute),
    })),
];

test('every message of an export is in the text once, and leads back to the file', () => {
  fc.assert(
    fc.property(messages, fc.constantFrom(...EXPORTS), fc.constantFrom(undefined, 2), (list, write, indent) => {
      const numbered = list.map((each, i) => ({ ...each, text: `#${i}# ${each.text}` }));
      const raw = JSON.stringify(write(numbered), null, indent);
      const document = parseAs('export.json', raw);
      expectLawful(document, raw);
      expect(document.origin.pieces).toBeDefined();
      for (const [i, { text }] of numbered.entries()) {
        expect(document.text).toContain(text.trimEnd());
        expect(document.text.split(`#${i}#`)).toHaveLength(2);
      }
    }),
    { numRuns: 300, seed: SEED },
  );
});

const LINES: readonly ((each: Message) => string)[] = [
  ({ speaker, text }) => `${speaker}: ${text}`,
  ({ speaker, text, minute }) =>
    `[${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}:00] ${speaker}: ${text}`,
  ({ text, minute, speaker }) =>
    `[10:${String(minute % 60).padStart(2, '0')}] <${speaker.length}x${minute % 3 ? 'a' : 'b'}> ${text}`.replace(
      /<\d/,
      '<',
    ),
  ({ speaker, text, minute }) => `12/03/2024, 10:${String(minute % 60).padStart(2, '0')} - ${speaker}: ${text}`,
  ({ speaker, text, minute }) => `${speaker}  00:${String(minute % 60).padStart(2, '0')}:00\n${text}\n`,
  ({ speaker, text, minute }) => `--- Comment by ${speaker} on ${iso(minute).slice(0, 10)} ---\n${text}\n`,
  ({ text, minute }) => `${minute}\n00:00:${String(minute % 60).padStart(2, '0')},000 --> 00:01:00,000\n${text}\n`,
];

test('chat logs, transcripts and subtitles keep their text, all of it in blocks', () => {
  let recognised = 0;
  fc.assert(
    fc.property(messages, fc.constantFrom(...LINES), fc.constantFrom('\n', '\r\n'), (list, line, lineEnd) => {
      const raw = list.map(line).join('\n').replaceAll('\n', lineEnd);
      const document = parseAs('chat.txt', raw);
      expectLawful(document, raw);
      expect(document.text).toBe(raw.replaceAll('\r\n', '\n'));
      if (isTranscript(document.text)) recognised++;
    }),
    { numRuns: 500, seed: SEED },
  );
  expect(recognised).toBeGreaterThan(250);
});

const FRAGMENTS = [
  ...[
    'Ida: ',
    'Jonas: ',
    '张三：',
    '[10:32] ',
    '(0:03) ',
    '00:00:01,000 --> 00:00:02,000',
    '<nick> ',
    '* nick ',
    '=== ',
    '-!- ',
  ],
  ...[
    '12/03/2024, 10:32 - ',
    '--- Comment by Ida on 2024-03-12 ---',
    'WEBVTT',
    'NOTE ',
    'STYLE',
    '1',
    '<v Ida>',
    '-->',
    '\n',
    '\n\n',
    '\n',
    '\r\n',
  ],
  ...[
    'From: a@b',
    'From a@b 2024',
    'Subject: =?utf-8?Q?=C3=B6?=',
    'Date: 12 Mar 2024 10:00:00 +0000',
    'Content-Type: multipart/mixed; boundary=b',
    '--b',
    '--b--',
  ],
  ...[
    'Content-Type: text/html',
    'Content-Transfer-Encoding: base64',
    'Content-Transfer-Encoding: quoted-printable',
    '=C3',
    '=',
    '=C3=B6',
    'w6Q=',
    '<p>',
    '<blockquote>',
    '&amp;',
  ],
  ...[
    '> ',
    'On Monday Ida wrote:',
    '-----Original Message-----',
    '[',
    ']',
    '{',
    '}',
    '{"speaker":"a","text":"b\\n\\ud83d"}',
    ',',
    '"text":',
    '"a"',
    '\\',
    'word ',
    '\0',
    '\ud800',
    '\ufeff',
  ],
];

test('random text made of what conversations are made of: nothing thrown, nothing lost, every span right', () => {
  const text = fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 40 }).map((parts) => parts.join(''));
  const name = fc.constantFrom('x.txt', 'x.srt', 'x.vtt', 'x.eml', 'x.mbox', 'x.log');
  fc.assert(
    fc.property(fc.oneof(text, fc.string({ unit: 'binary' })), name, (raw, file) => {
      const document = parseAs(file, raw);
      expectLawful(document, raw);
    }),
    { numRuns: 3000, seed: SEED },
  );
});
