/** Transcripts, chat logs and tickets in plain text. */
import { expect, test } from 'vitest';
import { expectLawful, outline, parseAs, turns } from './conversation-kit.ts';

test('lines of "Speaker: text" are turns; the title and the list of people in front are not', () => {
  const text = `Harbour committee

Present: Ida Holm, Jonas Berg

Ida Holm: Shall we begin with the crane?
Jonas Berg: The crane was inspected on Monday. Two points: the brake is worn,
and the cable has to be changed before winter.
Ida Holm: Who pays for the cable?
Jonas Berg: We do, out of the repair fund.

Ida Holm: Good. Next is the ferry ramp.
Mr. Aas: I would like to say something about the ramp.
Jonas Berg: Please do.
`;
  const document = parseAs('minutes.txt', text);
  expectLawful(document, text);
  const lines = outline(document);
  expect(lines.filter((line) => line.startsWith('turn'))).toEqual([
    'turn 1 Ida Holm | Ida Holm: Shall we begin with the crane?',
    'turn 1 Jonas Berg | Jonas Berg: The crane was inspected on Monday. Two points: the brake is worn,⏎and the cable has to be changed before winter.',
    'turn 1 Ida Holm | Ida Holm: Who pays for the cable?',
    'turn 1 Jonas Berg | Jonas Berg: We do, out of the repair fund.',
    'turn 1 Ida Holm | Ida Holm: Good. Next is the ferry ramp.⏎Mr. Aas: I would like to say something about the ramp.',
    'turn 1 Jonas Berg | Jonas Berg: Please do.',
  ]);
  expect(document.title).toBe('Harbour committee');
});

test('stamps in front of the speaker count from the beginning of the recording; a long silence is a pause', () => {
  const line = (time: string, who: string) => `[${time}] ${who}: And so the harbour was closed for the night.\n`;
  const text =
    line('00:00:05', 'Ida') +
    line('00:00:12', 'Jonas') +
    line('00:00:20', 'Jonas') +
    line('00:00:29', 'Ida') +
    line('00:04:40', 'Ida') +
    line('00:04:49', 'Jonas');
  const document = parseAs('call.txt', text);
  expectLawful(document, text);
  expect(turns(document)).toEqual([
    '1 Ida (00:00:05)',
    '1 Jonas (00:00:12)',
    '0 Jonas (00:00:20)',
    '1 Ida (00:00:29)',
    '2 Ida (00:04:40)',
    '1 Jonas (00:04:49)',
  ]);
  expect(document.times?.get(4)).toEqual({ start: '00:04:40.000', end: '00:04:40.000' });
});

test('a stamp behind the speaker, and times of two numbers that begin at zero', () => {
  const text = `Ida (0:03): Welcome to the harbour tour.
Jonas (0:09): Thank you for having me.
Ida (0:15): What do we see there?
Jonas (10:32): That is the old lighthouse.
Ida (61:04): And that was all for today.
`;
  const document = parseAs('tour.txt', text);
  expectLawful(document, text);
  expect(turns(document)[3]).toBe('2 Jonas (10:32)');
  expect(document.times?.get(3)?.start).toBe('00:10:32.000');
  expect(document.times?.get(4)?.start).toBe('01:01:04.000');
});

test('names and times in lines of their own, as recorders write them', () => {
  const text = `Speaker 1  00:00:12
Good morning, everybody. We are here to talk about the ferry,
and about what it costs.

Speaker 2  00:00:31
It costs too much.

Speaker 1  00:00:35
Compared with what?

Unknown Speaker  00:00:38
With the bridge.

Speaker 2  00:00:41
Exactly.
`;
  const document = parseAs('otter.txt', text);
  expectLawful(document, text);
  expect(outline(document)[0]).toBe(
    'turn 1 Speaker 1 (00:00:12) | Speaker 1  00:00:12⏎Good morning, everybody. We are here to talk about the ferry,⏎and about what it costs.',
  );
  expect(turns(document)).toHaveLength(5);
});

test('IRC: nicks, actions, people who come and go, and midnight', () => {
  const text = `--- Log opened Tue Mar 12 23:50:00 2024
[23:58] <tide> is the harbour server down again?
[23:58] <@buoy> not from here
[23:59] * tide tries once more
[23:59] -!- gull [~gull@example.org] has joined #harbour
--- Day changed Wed Mar 13 2024
[00:01] <tide> works now, sorry
[00:01] <gull> hello
[00:31] <buoy> good night
`;
  const document = parseAs('harbour.log', text);
  expectLawful(document, text);
  expect(turns(document)).toEqual([
    '1 -',
    '1 tide (2024-03-12 23:58)',
    '1 buoy (2024-03-12 23:58)',
    '1 tide (2024-03-12 23:59)',
    '0 2024-03-12 23:59',
    '0 -',
    '0 tide (2024-03-13 00:01)',
    '1 gull (2024-03-13 00:01)',
    '2 buoy (2024-03-13 00:31)',
  ]);
});

test('IRC without dates: a clock that jumps back has passed midnight and is no pause', () => {
  const text = ['23:58 <a> x y', '23:59 <b> x y', '00:00 <a> x y', '00:01 <b> x y', '04:00 <a> x y'].join('\n');
  expect(turns(parseAs('x.txt', text)).map((turn) => turn[0])).toEqual(['1', '1', '1', '1', '2']);
});

test('phone chats: lines that go on, notices, and the order of day and month', () => {
  const text = `12/03/2024, 10:31 - Messages are end-to-end encrypted.
12/03/2024, 10:32 - Ida Holm: Is the ramp open?
I have to bring the boat:
both boats, in fact
12/03/2024, 10:33 - Jonas: Yes
12/03/2024, 10:33 - Jonas: until six
13/03/2024, 09:00 - Ida Holm: Thank you
13/03/2024, 09:01 - Jonas: 👍
`;
  const document = parseAs('chat.txt', text);
  expectLawful(document, text);
  expect(turns(document)).toEqual([
    '1 2024-03-12 10:31',
    '1 Ida Holm (2024-03-12 10:32)',
    '1 Jonas (2024-03-12 10:33)',
    '0 Jonas (2024-03-12 10:33)',
    '2 Ida Holm (2024-03-13 09:00)',
    '1 Jonas (2024-03-13 09:01)',
  ]);
  expect(outline(document)[1]).toContain('⏎I have to bring the boat:⏎both boats, in fact');
});

test('phone chats with brackets, seconds, direction marks and half days', () => {
  const rows = [
    '‎[3/9/24, 9:05:11 PM] Ida: one',
    '[3/10/24, 9:06:00 PM] Jonas: two',
    '[3/11/24, 12:10:00 AM] Ida: three',
  ];
  const more = ['[3/12/24, 8:00:00 AM] Jonas: four', '[3/13/24, 8:00:00 AM] Ida: five'];
  const document = parseAs('chat.txt', [...rows, ...more].join('\n'));
  expect(document.times?.get(0)?.start).toBe('2024-03-09T21:05:11');
  expect(document.times?.get(2)?.start).toBe('2024-03-11T00:10:00');
});

test('comments of a ticket, with what they quote', () => {
  const text = `Crane does not stop

The brake needs three tries.

--- Comment by Ida Holm on 2024-03-12 10:32 ---
I have seen that too.

--- Comment by Jonas on 2024-03-14 08:00 ---
On 12 March Ida wrote:
> I have seen that too.
Then let us order a new one.
`;
  const document = parseAs('ticket.txt', text);
  expectLawful(document, text);
  expect(outline(document).slice(-4)).toEqual(
    [
      'turn 1 Ida Holm (2024-03-12 10:32) | --- Comment by Ida Holm on 2024-03-12 10:32 ---⏎I have seen that too.',
      'turn 1 Jonas (2024-03-14 08:00) | --- Comment by Jonas on 2024-03-14 08:00 ---⏎On 12 March Ida wrote:⏎> I have seen that too.⏎Then let us order a new one.',
      '  paragraph 0 | --- Comment by Jonas on 2024-03-14 08:00 ---',
      '  blockquote 0 | On 12 March Ida wrote:⏎> I have seen that too.',
      '  paragraph 0 | Then let us order a new one.',
    ].slice(-4),
  );
});

test('a transcript in Chinese: full-width colons, no spaces; one long turn without a mark stays one block', () => {
  const long = '今天开会讨论预算然后我们决定推迟'.repeat(60);
  const text = `说话人1：大家好，我们开始开会。\n说话人2：好的，今天讨论什么？\n说话人1：${long}\n说话人2：我同意，下周再谈。\n说话人1：散会。我们下周再见。\n`;
  const document = parseAs('会议.txt', text);
  expectLawful(document, text);
  expect(turns(document)).toEqual(['1 说话人1', '1 说话人2', '1 说话人1', '1 说话人2', '1 说话人1']);
  expect(document.text.slice(document.blocks.starts[2], document.blocks.ends[2])).toBe(`说话人1：${long}`);
});

test('the same words without any speaker are a paragraph, not lost', () => {
  const text = '今天开会讨论预算然后我们决定推迟'.repeat(60);
  const document = parseAs('会议.txt', text);
  expect(outline(document)).toEqual([`paragraph 0 | ${text}`]);
});
