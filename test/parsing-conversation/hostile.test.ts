/** Input made to hurt: nothing is thrown or lost, and the work grows with the input and no faster. */
import { expect, test } from 'vitest';
import { expectLawful, parseAs } from './conversation-kit.ts';

const turn = (i: number) => `${i % 2 ? 'Ida' : 'Jonas'}: turn number ${i} of this talk\n`;
const talk = Array.from({ length: 20 }, (_, i) => turn(i)).join('');
const nested = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth);
const chat = (text: string) =>
  JSON.stringify([
    { speaker: 'Ida', text: 'hello' },
    { speaker: 'Jonas', text },
  ]);
const channels = (count: number) => {
  const said = [0, 1, 2, 3].map((i) => ({
    user: i % 2 ? 'ida' : 'jonas',
    text: `And so it goes on ${i}.`,
    ts: `171000000${i}`,
  }));
  return JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`channel-${i}`, said])));
};
const mail = (headers: string, body: string) => `From: Ida <a@b>\nSubject: x\n${headers}\n${body}`;

const INPUTS: readonly (readonly [string, string, string])[] = [
  ['a line of a megabyte', 'x.txt', `${talk}Ida: ${'word '.repeat(200_000)}`],
  ['a line of a megabyte that is nothing else', 'x.txt', 'x'.repeat(1_000_000)],
  ['a million colons', 'x.txt', ':'.repeat(1_000_000)],
  ['a million colons in a turn', 'x.txt', `${talk}Ida: ${':'.repeat(1_000_000)}`],
  ['a hundred thousand lines with a colon', 'x.txt', 'Ida:\n'.repeat(100_000)],
  [
    'a hundred thousand names that come once',
    'x.txt',
    Array.from({ length: 100_000 }, (_, i) => `N${i}: said\n`).join(''),
  ],
  ['spaces', 'x.txt', talk + ' '.repeat(1_000_000)],
  ['NULs', 'x.txt', `${talk}Ida: ${'\0'.repeat(100_000)}\n${talk}`],
  [
    'times that run backwards',
    'x.txt',
    Array.from({ length: 10_000 }, (_, i) => `[${String(99 - (i % 90))}:00:00] ${turn(i)}`).join(''),
  ],
  [
    'impossible dates',
    'x.txt',
    Array.from({ length: 100 }, (_, i) => `99/99/2024, 77:${10 + (i % 50)} - ${turn(i)}`).join(''),
  ],
  ['brackets', 'x.txt', `${talk}${'['.repeat(200_000)}\n${'('.repeat(200_000)}`],
  ['cues without end', 'x.srt', '00:00:01,000 --> 00:00:02,000\n'.repeat(50_000)],
  [
    'cues that begin before the last one',
    'x.vtt',
    `WEBVTT\n\n${'00:09.000 --> 00:01.000\nword\n\n00:01.000 --> 00:02.000\n-\n\n'.repeat(2_000)}`,
  ],
  ['a time line of a megabyte', 'x.srt', `1\n00:00:01,000 --> 00:00:02,000 ${'x'.repeat(1_000_000)}\nword`],
  ['arrays in arrays', 'x.json', nested('[', ']', 100_000)],
  [
    'messages in messages',
    'x.json',
    `${'[{"author":"a","text":"b","replies":'.repeat(20_000)}[]${'}]'.repeat(20_000)}`,
  ],
  ['content in content', 'x.json', `${'[{"author":"a","content":'.repeat(20_000)}"end"${'}]'.repeat(20_000)}`],
  ['content that is no text', 'x.json', `${'[{"author":"a","content":'.repeat(20_000)}[]${'}]'.repeat(20_000)}`],
  ['a string of a megabyte', 'x.json', chat('x'.repeat(1_000_000))],
  ['escapes', 'x.json', chat('\n\t"\\'.repeat(100_000))],
  [
    'half characters',
    'x.json',
    `[{"speaker":"a","text":"${'\\ud83d'.repeat(10_000)}"},{"speaker":"b","text":"\\ude00"}]`,
  ],
  [
    'answers in a ring',
    'x.json',
    JSON.stringify({
      messages: Array.from({ length: 5_000 }, (_, i) => ({
        id: `${i}`,
        reply_to: `${(i + 1) % 5_000}`,
        author: 'a',
        text: `t${i}`,
        date: '2024-01-01',
      })),
    }),
  ],
  ['JSON that stops', 'x.json', chat('x').slice(0, -3)],
  ['JSON with something behind it', 'x.json', `${chat('x')}]`],
  ['a header of a megabyte', 'x.eml', mail(`X: ${'a'.repeat(1_000_000)}\n`, 'body')],
  ['header lines that go on for ever', 'x.eml', mail(' folded\n'.repeat(100_000), 'body')],
  ['a hundred thousand headers', 'x.eml', mail('X: y\n'.repeat(100_000), 'body')],
  ['words of headers', 'x.eml', mail(`To: ${'=?utf-8?Q?a?= '.repeat(50_000)}\n`, 'body')],
  [
    'parts in parts',
    'x.eml',
    mail(
      'Content-Type: multipart/mixed; boundary=b0\n',
      Array.from({ length: 300 }, (_, i) => `--b${i}\nContent-Type: multipart/mixed; boundary=b${i + 1}\n\n`).join(''),
    ),
  ],
  [
    'mails in mails',
    'x.eml',
    mail('Content-Type: message/rfc822\n', 'From: a\nContent-Type: message/rfc822\n\n'.repeat(5_000)),
  ],
  [
    'fifty thousand parts',
    'x.eml',
    mail('Content-Type: multipart/mixed; boundary=b\n', '--b\n\nword\n'.repeat(50_000)),
  ],
  ['encoded bytes without end', 'x.eml', mail('Content-Transfer-Encoding: quoted-printable\n', '=C3'.repeat(200_000))],
  ['base64 that is none', 'x.eml', mail('Content-Transfer-Encoding: base64\n', '!?'.repeat(200_000))],
  ['tags in tags', 'x.eml', mail('Content-Type: text/html\n', nested('<blockquote>x', '</blockquote>', 5_000))],
  ['entities', 'x.eml', mail('Content-Type: text/html\n', '&amp;'.repeat(50_000))],
  ['quotes', 'x.eml', mail('', '> '.repeat(200_000) + '\n>'.repeat(100_000))],
  ['dashes', 'x.eml', mail('', `${'-'.repeat(200_000)}x\n${'_'.repeat(200_000)}\n`)],
  ['introductions', 'x.eml', mail('', `${'On Monday Ida wrote:\n'.repeat(20_000)}> x`)],
  ['ten thousand mails', 'x.mbox', `From a@b x 2024\n${mail('', 'body')}\n\n`.repeat(10_000)],
];

test.each(INPUTS)(
  '%s',
  (_name, file, raw) => {
    expectLawful(parseAs(file, raw), raw);
  },
  20_000,
);

test('thousands of channels in one object', () => {
  expect(parseAs('x.json', channels(20_000)).blocks.count).toBeGreaterThan(80_000);
}, 20_000);

test('a transcript stays one when it is full of NULs, and its turns stay', () => {
  const document = parseAs('x.txt', `${talk}Ida: ${'\0'.repeat(1000)}\n`);
  expect(document.labels?.size).toBe(21);
});
