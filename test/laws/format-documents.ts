/** Random sources of every format but Markdown and plain text: well-formed ones, damaged ones, and loose parts in any order. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { stringify } from 'yaml';
import type { Source } from '../../src/model/document.ts';
import { CODE_LANGUAGES } from '../../src/parsing/code/languages.ts';
import { LONG, NOISE, PROSE, SCRIPTS } from './fragments.ts';

const text = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...PROSE) },
  { weight: 3, arbitrary: fc.constantFrom(...SCRIPTS) },
  { weight: 1, arbitrary: fc.constantFrom(...LONG) },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constantFrom(...PROSE), fc.integer({ min: 2, max: 9 })).map(([s, n]) => `${s} `.repeat(n)),
  },
);
const line = text.map((value) => value.replace(/\s+/g, ' '));
const name = fc.constantFrom('port', 'high-water', 'a b', 'Größe', 'id', 'title', 'x'.repeat(50), '名');
const scalar = fc.oneof(line, fc.constantFrom('', '1', '-2.5e3', 'true', 'null', '2024-01-02'));

/** Plain data of a few levels. */
const data = fc.letrec<{ value: unknown; tree: unknown }>((tie) => ({
  value: fc.oneof({ withCrossShrink: true, maxDepth: 4 }, scalar, tie('tree')),
  tree: fc.oneof(
    fc.array(tie('value'), { maxLength: 6 }),
    fc.dictionary(name, tie('value'), { maxKeys: 6, noNullPrototype: true }),
  ),
})).tree;

/** Parts in any order, with one of `joins` behind each. */
function loose(parts: readonly string[], joins: readonly string[], maxLength = 24): fc.Arbitrary<string> {
  const part = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...parts) }, { weight: 1, arbitrary: line });
  return fc
    .array(fc.tuple(part, fc.constantFrom(...joins)), { maxLength })
    .map((pairs) => pairs.map((pair) => pair.join('')).join(''));
}

/** `whole` as it is, or with a stretch taken out, noise put in, or its end lost. */
function damaged(whole: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const damage = fc.tuple(whole, fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(40), fc.constantFrom('', ...NOISE));
  return fc.oneof(
    { weight: 2, arbitrary: whole },
    {
      weight: 1,
      arbitrary: damage.map(([value, share, length, noise]) => {
        const at = Math.floor(share * value.length);
        return value.slice(0, at) + noise + value.slice(at + length);
      }),
    },
  );
}

const json = damaged(
  fc.tuple(data, fc.constantFrom(undefined, 1, 4), fc.boolean()).map(([value, indent, comments]) => {
    const written = JSON.stringify(value, null, indent);
    return comments ? written.replaceAll(',\n', ', // a comment. Of two\n') : written;
  }),
);
const jsonLines = damaged(
  fc.array(data, { maxLength: 6 }).map((rows) => rows.map((row) => JSON.stringify(row)).join('\n')),
);

const yaml = damaged(
  fc.oneof(
    data.map((value) => stringify(value)),
    loose(
      [
        'a: ',
        'key:\n',
        '- ',
        '- - ',
        '? q\n',
        '# c',
        '---',
        '...',
        '&x ',
        '*x',
        '|',
        '>-',
        '"q\\n"',
        "'s'",
        '{a: 1, b: [',
        ']}',
      ],
      ['\n', '\n', '\n  ', '\n    ', ' ', ''],
    ),
  ),
);
const toml = loose(
  [
    '[a.b]',
    '[[port]]',
    '[x',
    'k = 1',
    '"q k" = "v"',
    'list = [1,',
    '2]',
    't = """',
    '"""',
    'd = { a = 1 }',
    '# note. Two',
    "l = '''",
  ],
  ['\n', '\n', '\n\n', '  ', ', '],
);
const ini = loose(
  [
    '[section]',
    '[a "b"]',
    'key = value',
    'key: value',
    'k=',
    '; note',
    '# note. Two',
    '!x',
    '\\',
    'export A=1',
    'B="x',
  ],
  ['\n', '\n', '\n\n', '\n  ', ' '],
);

const xmlNode = fc.letrec<{ node: string; inner: string }>((tie) => ({
  node: fc
    .tuple(
      fc.constantFrom('p', 'row', 'sec', 'a:b'),
      fc.constantFrom('', ' id="1"', ' name="Lock. Gate"'),
      tie('inner'),
    )
    .map(([tag, attributes, inner]) =>
      inner === '' ? `<${tag}${attributes}/>` : `<${tag}${attributes}>${inner}</${tag}>`,
    ),
  inner: fc
    .array(
      fc.tuple(
        fc.oneof(
          { maxDepth: 4 },
          line,
          tie('node'),
          fc.constantFrom('<!-- c. d -->', '<![CDATA[<x> a. b]]>', '&amp;', '<?pi x?>', '<b>x</b>'),
        ),
        fc.constantFrom('', '\n', '\n  ', ' '),
      ),
      { maxLength: 5 },
    )
    .map((parts) => parts.map((part) => part.join('')).join('')),
})).node;
const xml = damaged(
  fc
    .tuple(fc.constantFrom('', '<?xml version="1.0"?>\n', '<!DOCTYPE a [<!ENTITY b "c">]>\n'), xmlNode)
    .map((parts) => parts.join('')),
);
const html = damaged(
  fc
    .tuple(
      xmlNode,
      loose(
        ['<h2>Gates</h2>', '<table><tr><td>', '</td></tr></table>', '<br>', '<li>', '<pre>', '</div>', '<script>'],
        ['\n', '', ' '],
      ),
    )
    .map((parts) => `<html><body><h1>Locks</h1>${parts.join('')}</body></html>`),
);

/** Rows of cells, quoted where they must be and sometimes where not. */
function delimited(delimiter: string): fc.Arbitrary<string> {
  const cell = fc.oneof(scalar, fc.constantFrom('a "b"', 'two\nlines', delimiter, ' x '));
  const written = cell.map((value) =>
    /["\n]/.test(value) || value.includes(delimiter) ? `"${value.replaceAll('"', '""')}"` : value,
  );
  const rows = fc
    .integer({ min: 1, max: 7 })
    .chain((width) => fc.array(fc.array(written, { minLength: width, maxLength: width }), { maxLength: 12 }));
  return damaged(rows.map((cells) => cells.map((row) => row.join(delimiter)).join('\n')));
}

const message = fc.record({
  speaker: fc.constantFrom('Ida', 'Jonas', 'Mr. Aas', '张三'),
  text: fc.array(text, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('\n')),
  minute: fc.integer({ min: 0, max: 1400 }),
  thread: fc.nat(3),
});
const messages = fc.array(message, { minLength: 4, maxLength: 14 });
type Message = typeof message extends fc.Arbitrary<infer T> ? T : never;

const two = (value: number): string => String(value).padStart(2, '0');
const clock = (minute: number): string => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
const oneLine = ({ text: value }: Message): string => value.replace(/\s+/g, ' ');
const written = (render: (message: Message, index: number) => string, join: string): fc.Arbitrary<string> =>
  damaged(messages.map((list) => list.map(render).join(join)));

const transcript = fc.oneof(
  written((each) => `${each.speaker}: ${oneLine(each)}`, '\n'),
  written((each) => `${each.speaker}:\n${each.text}`, '\n\n'),
  written((each) => `[${clock(each.minute)}] <${each.speaker.replaceAll(' ', '_')}> ${oneLine(each)}`, '\n'),
  written((each) => `12/03/2024, ${clock(each.minute)} - ${each.speaker}: ${each.text}`, '\n'),
);
const cue = (mark: string) => (each: Message, index: number) =>
  `${index + 1}\n00:${clock(each.minute % 60)}${mark}000 --> 00:${clock((each.minute % 60) + 1)}${mark}500\n${each.text.replaceAll('\n\n', '\n')}`;
const srt = written(cue(','), '\n\n');
const vtt = written(cue('.'), '\n\n').map((cues) => `WEBVTT\n\n${cues}`);

const EXPORTS: readonly ((list: readonly Message[]) => unknown)[] = [
  (list) =>
    list.map((each, i) => ({
      type: 'message',
      user: 'U1',
      user_profile: { real_name: each.speaker },
      text: each.text,
      ts: `${1_710_000_000 + each.minute * 60}.00000${i}`,
      ...(each.thread === 0 ? {} : { thread_ts: `t${each.thread}` }),
    })),
  (list) => ({ transcript: list.map((each) => ({ speaker: each.speaker, text: each.text })) }),
  (list) =>
    list.map((each) => ({ role: 'user', name: each.speaker, content: [{ text: each.text }], created: each.minute })),
];
const chat = damaged(
  fc
    .tuple(messages, fc.constantFrom(...EXPORTS), fc.constantFrom(undefined, 2))
    .map(([list, shape, indent]) => JSON.stringify(shape(list), null, indent)),
);
const mail = damaged(
  messages.map((list) => {
    const bodies = list.map(
      (each) => `On Mon, ${each.speaker} wrote:\n> ${each.text.replaceAll('\n', '\n> ')}\n\n${oneLine(each)}`,
    );
    return `From: Ida <ida@lock.example>\nTo: crew@lock.example\nSubject: Re: gates\nDate: Mon, 11 Mar 2024 10:00:00 +0000\n\n${bodies.join('\n\n')}\n`;
  }),
);

const CLAUSES = [
  ...[
    '1. DEFINITIONS',
    '1.1 "Berth" means the mooring place of Schedule A.',
    '1.2 "Fee" means the yearly fee under Section 3.1.',
  ],
  ...[
    '2. USE',
    '2.1 The Tenant shall use the Berth and shall not:',
    '(a) live aboard;',
    '(b) let the Berth, unless',
    '(i) Owner agrees; and',
  ],
  ...[
    'ARTICLE II',
    'Section 3. Fees. The Fee is due in advance.',
    '3.1 Section 9 of the Act does not apply.',
    'Schedule A',
    '§ 4 Ende',
  ],
  ...['IN WITNESS WHEREOF, the Parties have signed.', '   wrapped and indented', 'WHEREAS, Owner runs the marina; and'],
];
const contract = damaged(
  loose(CLAUSES, ['\n', '\n', '\n\n', ' '], 30).map(
    (body) =>
      `LEASE AGREEMENT\n\nThis Agreement (the "Agreement") is made between Quay Ltd. ("Owner") and the person in Schedule A (the "Tenant"). The Parties agree:\n\n1. DEFINITIONS\n1.1 "Berth" means the mooring place.\n1.2 "Fee" means the fee.\n2. USE\n2.1 The Tenant shall pay the Fee for the Berth.\n${body}`,
  ),
);

const FIXTURES = CODE_LANGUAGES.map((language) =>
  readFileSync(new URL(`../parsing-code/fixtures/${language}.txt`, import.meta.url), 'utf8').split('\n'),
);
const CODE_TYPES: readonly string[] = [
  ...['text/x-typescript', 'text/x-tsx', 'text/javascript', 'text/x-python', 'text/x-go', 'text/x-rust', 'text/x-java'],
  ...[
    'text/x-c++',
    'text/x-csharp',
    'text/x-ruby',
    'text/x-php',
    'text/x-shellscript',
    'text/x-powershell',
    'text/css',
  ],
];
/** Lines of one language's fixture, from anywhere, some times over, with text in comments and strings between. */
function code(language: number): fc.Arbitrary<string> {
  const lines = FIXTURES[language];
  const stretch = fc
    .tuple(fc.nat(lines.length), fc.integer({ min: 1, max: 25 }))
    .map(([from, count]) => lines.slice(from, from + count).join('\n'));
  const extra = fc.tuple(line, fc.constantFrom('// ', '# ', '/* ', '    "', '  ')).map(([value, mark]) => mark + value);
  return damaged(
    fc
      .array(fc.oneof({ weight: 4, arbitrary: stretch }, { weight: 1, arbitrary: extra }), {
        minLength: 1,
        maxLength: 5,
      })
      .map((parts) => parts.join('\n')),
  );
}

const of = (mediaType: string, documentId: string, body: fc.Arbitrary<string>): fc.Arbitrary<Source> =>
  fc
    .tuple(body, fc.constantFrom('\n', '\n', '\n', '\r\n'), fc.constantFrom('', '', '', '\ufeff'))
    .map(([value, end, mark]) => ({
      mediaType,
      documentId,
      text: mark + (end === '\n' ? value : value.replaceAll('\n', end)),
    }));

const OTHER_CODE = ['text/x-kotlin', 'text/x-sql', 'text/x-haskell'];

/** By format, random sources of it. */
export const FORMAT_SOURCES: Readonly<Record<string, fc.Arbitrary<Source>>> = {
  code: fc.nat(CODE_TYPES.length - 1).chain((language) => of(CODE_TYPES[language], 'code', code(language))),
  'other code': fc
    .nat(FIXTURES.length - 1)
    .chain((language) => of(OTHER_CODE[language % OTHER_CODE.length], 'code', code(language))),
  json: of('application/json', 'data.json', json),
  'json lines': of('application/jsonl', 'data.jsonl', jsonLines),
  yaml: of('application/yaml', 'data.yaml', yaml),
  toml: of('application/toml', 'data.toml', toml),
  ini: fc
    .constantFrom('text/x-ini', 'text/x-java-properties', 'text/x-dotenv')
    .chain((type) => of(type, 'data.ini', ini)),
  xml: of('application/xml', 'data.xml', xml),
  html: of('text/html', 'page.html', html),
  csv: of('text/csv', 'data.csv', fc.constantFrom(',', ';', '|').chain(delimited)),
  tsv: of('text/tab-separated-values', 'data.tsv', delimited('\t')),
  transcript: of('text/plain', 'talk.txt', transcript),
  subtitles: fc.oneof(of('application/x-subrip', 'talk.srt', srt), of('text/vtt', 'talk.vtt', vtt)),
  chat: of('application/json', 'chat.json', chat),
  mail: of('message/rfc822', 'mail.eml', mail),
  contract: of('text/plain', 'lease.txt', contract),
};
