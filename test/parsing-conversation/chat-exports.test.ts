/** Chat, meeting and ticket exports in JSON: the text a person reads, threads, and the way back to the file. */
import { expect, test } from 'vitest';
import { blockAt } from '../../src/model/block.ts';
import { toRawSpan } from '../../src/model/origin.ts';
import { isChatExport } from '../../src/parsing/conversation/chat-export.ts';
import { expectLawful, outline, parseAs } from './conversation-kit.ts';

function parseJson(value: unknown, name = 'export.json') {
  const raw = JSON.stringify(value, null, 2);
  const document = parseAs(name, raw);
  expectLawful(document, raw);
  return { raw, document };
}

const SLACK = [
  {
    type: 'message',
    user: 'U1',
    user_profile: { real_name: 'Ida Holm' },
    text: 'Is the ramp open?',
    ts: '1710239520.000100',
    thread_ts: '1710239520.000100',
    reply_count: 1,
  },
  {
    type: 'message',
    user: 'U2',
    user_profile: { real_name: 'Jonas Berg' },
    text: 'Lunch is at noon.',
    ts: '1710239580.000200',
  },
  {
    type: 'message',
    subtype: 'channel_join',
    user: 'U3',
    text: '<@U3> has joined the channel',
    ts: '1710239590.000200',
  },
  {
    type: 'message',
    user: 'U1',
    text: 'What is for lunch?',
    ts: '1710239640.000300',
    reactions: [{ name: 'fish', count: 2 }],
  },
  {
    type: 'message',
    user: 'U2',
    text: 'Until six.\nThen the tide is too low.',
    ts: '1710246720.000400',
    thread_ts: '1710239520.000100',
    files: [{ name: 'tide.pdf' }],
  },
  { type: 'message', user: 'U4', files: [{ name: 'photo.jpg' }], ts: '1710246730.000500', upload: true },
];

test('Slack: replies are gathered under their thread, in the order of time, users by their names', () => {
  const { document } = parseJson(SLACK);
  expect(outline(document)).toEqual([
    'thread 1 Lunch is at noon. | Jonas Berg (2024-03-12 10:33): Lunch is at noon.⏎U3 (2024-03-12 10:33): <@U3> has joined the channel⏎Ida Holm (2024-03-12 10:34): What is for lunch?',
    '  turn 1 Jonas Berg (2024-03-12 10:33) | Jonas Berg (2024-03-12 10:33): Lunch is at noon.',
    '  turn 1 U3 (2024-03-12 10:33) | U3 (2024-03-12 10:33): <@U3> has joined the channel',
    '  turn 1 Ida Holm (2024-03-12 10:34) | Ida Holm (2024-03-12 10:34): What is for lunch?',
    'thread 1 Is the ramp open? | Ida Holm (2024-03-12 10:32): Is the ramp open?⏎Jonas Berg (2024-03-12 12:32): Until six.⏎Then the tide is too low.',
    '  turn 1 Ida Holm (2024-03-12 10:32) | Ida Holm (2024-03-12 10:32): Is the ramp open?',
    '  turn 2 Jonas Berg (2024-03-12 12:32) | Jonas Berg (2024-03-12 12:32): Until six.⏎Then the tide is too low.',
  ]);
  expect(document.times?.get(1)).toEqual({ start: '2024-03-12T10:33:00.000Z', end: '2024-03-12T10:33:00.000Z' });
  expect(document.diagnostics).toMatchObject([
    { code: 'content-left-out', message: expect.stringContaining('2 attachments') },
  ]);
  expect(document.diagnostics[0].message).toContain('1 entry without a text');
});

test('Discord: newest first, replies by reference, channel as title', () => {
  const at = (minute: string) => `2024-03-12T10:${minute}:00+01:00`;
  const { document } = parseJson({
    guild: { name: 'Harbour' },
    channel: { name: 'crane' },
    messages: [
      { id: '4', author: { name: 'jonas' }, content: 'On Friday.', timestamp: at('40'), reference: { messageId: '1' } },
      { id: '3', author: { name: 'ida', nickname: 'Ida' }, content: 'Hello', timestamp: at('35'), attachments: [] },
      { id: '2', author: { name: 'jonas' }, content: 'Hi', timestamp: at('33') },
      { id: '1', author: { name: 'ida', nickname: 'Ida' }, content: 'When does the crane come?', timestamp: at('32') },
    ],
  });
  expect(document.title).toBe('crane');
  expect(outline(document).map((line) => line.split(' | ')[0])).toEqual([
    'thread 1 crane',
    '  turn 1 jonas (2024-03-12 10:33)',
    '  turn 1 Ida (2024-03-12 10:35)',
    'thread 1 When does the crane come?',
    '  turn 1 Ida (2024-03-12 10:32)',
    '  turn 1 jonas (2024-03-12 10:40)',
  ]);
  expect(document.times?.get(1)?.start).toBe('2024-03-12T10:33:00+01:00');
});

test('a meeting: turns at the top level, what is not said left out and counted', () => {
  const { document } = parseJson({
    queries: [{ query: 'What was decided about the ferry ramp in this meeting?' }],
    meeting_transcripts: [
      { speaker: 'Chair', content: 'Shall we begin with the crane that does not stop?' },
      { speaker: 'Engineer', content: 'The brake has to be changed before winter comes.' },
      { speaker: 'Chair', content: 'Then let us order a new one this week.' },
    ],
  });
  expect(outline(document)[1]).toBe('turn 1 Engineer | Engineer: The brake has to be changed before winter comes.');
  expect(document.blocks.count).toBe(3);
  expect(document.diagnostics[0].message).toContain('1 other string that reads');
});

test('role and content, with content in parts', () => {
  const { document } = parseJson({
    messages: [
      { role: 'system', content: 'You know the tides.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'When is high water?' },
          { type: 'text', text: 'And low water?' },
        ],
      },
      { role: 'assistant', content: 'At 06:12 and at 12:25.' },
    ],
  });
  expect(outline(document)).toEqual([
    'turn 1 system | system: You know the tides.',
    'turn 1 user | user: When is high water?⏎And low water?',
    'turn 1 assistant | assistant: At 06:12 and at 12:25.',
  ]);
});

test('one conversation on each line of a .jsonl file', () => {
  const conversation = (word: string) =>
    JSON.stringify({
      messages: [
        { role: 'user', content: `${word} tide?` },
        { role: 'assistant', content: `${word}.` },
      ],
    });
  const raw = `${conversation('High')}\n${conversation('Low')}\n`;
  const document = parseAs('chats.jsonl', raw);
  expectLawful(document, raw);
  expect(
    outline(document)
      .filter((line) => line.startsWith('thread'))
      .map((line) => line.split(' | ')[0]),
  ).toEqual(['thread 1 High tide?', 'thread 1 Low tide?']);
});

test('Telegram writes links as pieces of one line; a segment has its end', () => {
  const said = (id: number, from: string, text: unknown, more = {}) => ({
    id,
    type: 'message',
    from,
    text,
    date: `2024-03-12T10:3${id}:00`,
    ...more,
  });
  const { document } = parseJson({
    name: 'Harbour group',
    messages: [
      said(1, 'Ida', ['See ', { type: 'link', text: 'tide.example' }, ' today.']),
      said(2, 'Jonas', 'Yes'),
      said(3, 'Ida', 'No', { reply_to_message_id: 2 }),
    ],
  });
  expect(document.text).toContain('Ida (2024-03-12 10:31): See tide.example today.\n');
  expect(document.title).toBe('Harbour group');
  const segments = [
    { speaker: 'A', start: 0.5, end: 2.25, text: 'Hello.' },
    { speaker: 'B', start: 2.5, end: 4, text: 'Hello.' },
  ];
  expect(parseJson({ segments }).document.times?.get(0)).toEqual({ start: '00:00:00.500', end: '00:00:02.250' });
});

test('tickets with comments: each ticket is a thread with its title and description', () => {
  const ticket = (n: number) => ({
    key: `QUAY-${n}`,
    title: `Crane ${n} does not stop`,
    description: 'The brake needs three tries.',
    reporter: { displayName: 'Ida Holm' },
    created: `2024-03-0${n}T08:00:00Z`,
    comments: [
      {
        author: { displayName: 'Jonas' },
        body: '> The brake needs three tries.\n\nOrdered.',
        created: `2024-03-0${n}T09:00:00Z`,
      },
    ],
  });
  const { document } = parseJson([ticket(1), ticket(2)]);
  expect(outline(document).slice(0, 5)).toEqual([
    expect.stringContaining('thread 1 Crane 1 does not stop | Ida Holm (2024-03-01 08:00): Crane 1 does not stop⏎'),
    '  turn 1 Ida Holm (2024-03-01 08:00) | Ida Holm (2024-03-01 08:00): Crane 1 does not stop⏎The brake needs three tries.',
    '  turn 1 Jonas (2024-03-01 09:00) | Jonas (2024-03-01 09:00): > The brake needs three tries.⏎⏎Ordered.',
    '    paragraph 0 | Jonas (2024-03-01 09:00):',
    '    blockquote 0 | > The brake needs three tries.',
  ]);
});

test('a ticket whose description has no author: title and description stand in front', () => {
  const { document } = parseJson({
    title: 'Ramp closed',
    description: 'Nobody knows why.',
    comments: [
      { author: 'Ida', body: 'The tide is too low.', created_at: '2024-03-12 10:32:00' },
      { author: 'Jonas', body: 'I see.', created_at: '2024-03-12 10:33:00' },
    ],
  });
  expect(document.title).toBe('Ramp closed');
  expect(outline(document)).toEqual([
    'paragraph 0 | Ramp closed',
    'turn 1 | Nobody knows why.',
    'turn 1 Ida (2024-03-12 10:32) | Ida (2024-03-12 10:32): The tide is too low.',
    'turn 1 Jonas (2024-03-12 10:33) | Jonas (2024-03-12 10:33): I see.',
  ]);
});

test('channels in one file stay apart', () => {
  const said = (channel: string, user: string, text: string, minute: number) => ({
    channel,
    user,
    text,
    ts: `17102395${minute}.0`,
  });
  const { document } = parseJson([
    said('quay', 'ida', 'One', 20),
    said('crane', 'ida', 'Two', 21),
    said('quay', 'jonas', 'Three', 22),
    said('crane', 'ida', 'Four', 23),
  ]);
  expect(document.text.split('\n\n').map((part) => part.match(/: \w+/g)?.join(''))).toEqual([
    ': One: Three',
    ': Two: Four',
  ]);
  expect(
    outline(document)
      .filter((line) => line.startsWith('thread'))
      .map((line) => line.split(' | ')[0]),
  ).toEqual(['thread 1 quay', 'thread 1 crane']);
});

test('the raw span of a turn holds the string of its message, escapes and all', () => {
  const said = ['plain', 'two\nlines "quoted" \\ and a tab\t.', 'é 😀 \u2028', '\r\nCRLF\r\ninside', '今天'];
  const messages = said.map((content, i) => ({
    content,
    author: { name: i % 2 ? 'Ida' : 'Jonas' },
    timestamp: `2024-03-12T10:3${i}:00Z`,
  }));
  for (const raw of [
    JSON.stringify({ messages }),
    escaped(JSON.stringify({ messages }, null, '\t')).replaceAll('\n', '\r\n'),
  ]) {
    const document = parseAs('x.json', raw);
    expectLawful(document, raw);
    for (let i = 0; i < messages.length; i++) {
      const { start, end } = toRawSpan(document.origin, blockAt(document.blocks, i).span);
      const literal = JSON.stringify(messages[i].content.trim()).slice(1, -1);
      expect([literal, escaped(literal)].some((each) => raw.slice(start, end).includes(each))).toBe(true);
    }
  }
});

test('a cut inside a message leads back to the character', () => {
  const raw = JSON.stringify([
    { speaker: 'Ida', text: 'low\ntide at six' },
    { speaker: 'Jonas', text: 'and' },
  ]);
  const { text, origin } = parseAs('x.json', raw);
  const start = text.indexOf('tide');
  const span = toRawSpan(origin, { start, end: start + 4 });
  expect(raw.slice(span.start, span.end)).toBe('tide');
});

/** As exporters write that keep to ASCII. */
function escaped(json: string): string {
  return json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

test.each([
  ['a package', { name: 'kit', version: '1.0.0', author: 'Ida', description: 'Tools for a harbour' }],
  [
    'settings',
    [
      { name: 'PORT', value: '8080' },
      { name: 'HOST', value: 'quay' },
      { name: 'PORT', value: '8081' },
    ],
  ],
  [
    'books',
    [
      { author: 'Holm', title: 'Tides', description: 'On water.' },
      { author: 'Berg', title: 'Ropes', description: 'On knots.' },
    ],
  ],
  [
    'components',
    Array.from({ length: 6 }, (_, i) => ({
      name: `p${i}`,
      author: i % 2 ? 'a' : 'b',
      description: 'does things',
      type: 'library',
      version: '1',
    })),
  ],
  ['GeoJSON', { type: 'FeatureCollection', features: [{ type: 'Feature', properties: { title: 'M 4.5', time: 1 } }] }],
  ['numbers', [1, 2, 3]],
  ['text that talks about messages', 'messages: [{ role, content }]'],
])('%s is no chat export', (_name, value) => {
  expect(isChatExport(JSON.stringify(value))).toBe(false);
});

test('a chat export that is cut off is read as what it is, with every character', () => {
  const raw = JSON.stringify(SLACK).slice(0, -20);
  expect(parseAs('export.json', raw).text).toBe(raw);
});
