/** SubRip and WebVTT: one turn for each cue, nothing lost. */
import { expect, test } from 'vitest';
import { expectLawful, outline, parseAs, turns } from './conversation-kit.ts';

const SRT = `1
00:00:01,000 --> 00:00:03,000
The ferry leaves
at noon

2
00:00:03,100 --> 00:00:05,000
and comes back at six.

3
00:00:05,200 --> 00:00:07,000
- Really?
- Every day.

4
00:00:19,500 --> 00:00:21,000 X1:10 X2:20 Y1:1 Y2:2
<i>Bells.</i>
`;

test('a cue is a turn with its number and times; its level tells whether the sentence goes on', () => {
  const document = parseAs('film.srt', SRT);
  expectLawful(document, SRT);
  expect(outline(document)).toEqual([
    'turn 1 00:00:01 | 1⏎00:00:01,000 --> 00:00:03,000⏎The ferry leaves⏎at noon',
    'turn 0 00:00:03 | 2⏎00:00:03,100 --> 00:00:05,000⏎and comes back at six.',
    'turn 1 00:00:05 | 3⏎00:00:05,200 --> 00:00:07,000⏎- Really?⏎- Every day.',
    'turn 2 00:00:19 | 4⏎00:00:19,500 --> 00:00:21,000 X1:10 X2:20 Y1:1 Y2:2⏎<i>Bells.</i>',
  ]);
  expect([...(document.times?.values() ?? [])][1]).toEqual({ start: '00:00:03.100', end: '00:00:05.000' });
});

test('a byte-order mark and CRLF change nothing but the way back', () => {
  const raw = `\ufeff${SRT.replaceAll('\n', '\r\n')}`;
  const document = parseAs('film.srt', raw);
  expectLawful(document, raw);
  expect(outline(document)).toEqual(outline(parseAs('film.srt', SRT)));
});

test('cues without numbers, without blank lines, and with blank lines inside', () => {
  const text = `00:00:01,000 --> 00:00:02,000
One

two.
2
00:00:02,000 --> 00:00:03,000
1984
3
00:00:03,000 --> 00:00:04,000
Three.`;
  const document = parseAs('film.srt', text);
  expectLawful(document, text);
  expect(outline(document).map((line) => line.slice(line.indexOf('|') + 2))).toEqual([
    '00:00:01,000 --> 00:00:02,000⏎One⏎⏎two.',
    '2⏎00:00:02,000 --> 00:00:03,000⏎1984',
    '3⏎00:00:03,000 --> 00:00:04,000⏎Three.',
  ]);
});

test('WebVTT: header, notes, styles, identifiers, settings and voices', () => {
  const text = `WEBVTT - Harbour talk
Kind: captions

STYLE
::cue { color: white }

NOTE
checked by Ida

intro
00:01.000 --> 00:04.000 position:10% align:start
<v Ida Holm>The crane is old.</v>

00:04.100 --> 00:06.000
<v.loud Jonas>How old?</v>

01:00:00.000 --> 01:00:02.000
<v Jonas>Very old.</v>
`;
  const document = parseAs('talk.vtt', text);
  expectLawful(document, text);
  expect(outline(document)).toEqual([
    'paragraph 0 | WEBVTT - Harbour talk⏎Kind: captions',
    'paragraph 0 | STYLE⏎::cue { color: white }',
    'paragraph 0 | NOTE⏎checked by Ida',
    'turn 1 Ida Holm (00:00:01) | intro⏎00:01.000 --> 00:04.000 position:10% align:start⏎<v Ida Holm>The crane is old.</v>',
    'turn 1 Jonas (00:00:04) | 00:04.100 --> 00:06.000⏎<v.loud Jonas>How old?</v>',
    'turn 2 Jonas (01:00:00) | 01:00:00.000 --> 01:00:02.000⏎<v Jonas>Very old.</v>',
  ]);
});

test('names in front of cues are speakers where they come back', () => {
  const cue = (i: number, text: string) => `${i}\n00:00:0${i}.000 --> 00:00:0${i}.900\n${text}\n\n`;
  const said = [
    'Ida Holm: Hello there.',
    'Jonas: Hello.',
    'Ida Holm: Two things: the ramp',
    'Jonas: Yes?',
    'Warning: ice',
  ];
  const text = `WEBVTT\n\n${said.map((each, i) => cue(i + 1, each)).join('')}`;
  expect(turns(parseAs('meeting.vtt', text))).toEqual([
    '1 Ida Holm (00:00:01)',
    '1 Jonas (00:00:02)',
    '1 Ida Holm (00:00:03)',
    '1 Jonas (00:00:04)',
    '1 00:00:05',
  ]);
});

test('subtitles in a .txt file are subtitles; a file without a cue is text', () => {
  expect(turns(parseAs('film.txt', SRT))).toHaveLength(4);
  expect(outline(parseAs('empty.srt', 'No cue here.'))).toEqual(['paragraph 0 | No cue here.']);
});
