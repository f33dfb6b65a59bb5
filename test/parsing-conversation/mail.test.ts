/** Mail: decoded text with its headers, quotes told from new text, threads, and the way back to the file. */
import { expect, test } from 'vitest';
import { toRawSpan } from '../../src/model/origin.ts';
import { expectLawful, outline, parseAs, turns } from './conversation-kit.ts';

const HEAD = `From: Ida Holm <ida@quay.example>
To: Jonas <jonas@quay.example>
Date: Tue, 12 Mar 2024 10:32:00 +0100
Subject: The ramp
Message-ID: <1@quay.example>
`;

function parseMail(raw: string, name = 'mail.eml') {
  for (const each of [raw, raw.replaceAll('\n', '\r\n')]) expectLawful(parseAs(name, each), each);
  const document = parseAs(name, raw);
  expect(outline(parseAs(name, raw.replaceAll('\n', '\r\n')))).toEqual(outline(document));
  return document;
}

test('a plain mail: headers a reader sees, and the body', () => {
  const document = parseMail(`Received: from somewhere\n${HEAD}\nHello Jonas,\n\nis the ramp open?\n\n-- \nIda\n`);
  expect(document.title).toBe('The ramp');
  expect(document.text).toBe(
    'From: Ida Holm <ida@quay.example>\nTo: Jonas <jonas@quay.example>\nDate: Tue, 12 Mar 2024 10:32:00 +0100\nSubject: The ramp\n\n' +
      'Hello Jonas,\n\nis the ramp open?\n\n-- \nIda\n\n',
  );
  expect(turns(document)).toEqual(['1 Ida Holm (2024-03-12 10:32)']);
  expect(document.times?.get(0)?.start).toBe('2024-03-12T10:32:00+01:00');
});

test('a quoted reply is a block quote with the line that introduces it, however that is wrapped', () => {
  const document = parseMail(`${HEAD}
It is open.

On Tue, Mar 12, 2024 at 10:00 AM Ida Holm
<ida@quay.example> wrote:
> is the ramp open?
>
> > really?

Until six, that is.
`);
  expect(outline(document).slice(1)).toEqual([
    expect.stringMatching(/^ {2}paragraph 0 \| From: Ida Holm.*⏎⏎It is open\.$/),
    '  blockquote 0 | On Tue, Mar 12, 2024 at 10:00 AM Ida Holm⏎<ida@quay.example> wrote:⏎> is the ramp open?⏎>⏎> > really?',
    '  paragraph 0 | Until six, that is.',
  ]);
});

test('the older mail under a reply is quoted to the end', () => {
  for (const opening of ['-----Original Message-----\n', '________________________________\n', '']) {
    const document = parseMail(
      `${HEAD}\nYes.\n\n${opening}From: Jonas\nSent: Monday\nTo: Ida\n\nIs it?\n\nIs it really?\n`,
    );
    const quote = outline(document).at(-1) ?? '';
    expect(quote.startsWith('  blockquote 0 | ')).toBe(true);
    expect(quote.endsWith('Is it?⏎⏎Is it really?')).toBe(true);
  }
});

test('words in headers, quoted-printable and base64 are decoded, and lead back to their line', () => {
  const head = HEAD.replace('The ramp', '=?utf-8?Q?Die_Rampe_=C3=B6ffnet?=\n =?utf-8?B?IGhldXRl?=').replace(
    'Ida Holm',
    '=?iso-8859-1?Q?J=F8rn?=',
  );
  const quoted = parseMail(
    `${head}Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\nSch=C3=B6nes Wetter, =\nnicht =3D kalt.  \n=F0=9F=98=80\n`,
  );
  expect(quoted.title).toBe('Die Rampe öffnet heute');
  expect(turns(quoted)).toEqual(['1 Jørn (2024-03-12 10:32)']);
  expect(quoted.text).toContain('Schönes Wetter, nicht = kalt.\n😀\n');

  const body = 'Grüße aus dem Hafen.\r\n'.repeat(8);
  const raw = `${HEAD}Content-Type: text/plain; charset="utf-8"\nContent-Transfer-Encoding: base64\n\n${base64(body)}\n`;
  const document = parseMail(raw);
  expect(document.text).toContain('Grüße aus dem Hafen.\n'.repeat(8));
  const start = document.text.lastIndexOf('Hafen');
  const span = toRawSpan(document.origin, { start, end: start + 5 });
  expect(span.start).toBeGreaterThan(raw.lastIndexOf('\n', raw.length - 80));
  expect(span.end).toBeLessThanOrEqual(raw.length);
});

test('bytes of other charsets, also where a byte of a character looks like ASCII', () => {
  const mail = (charset: string, body: string) =>
    parseMail(
      `${HEAD}Content-Type: text/plain; charset=${charset}\nContent-Transfer-Encoding: quoted-printable\n\n${body}\n`,
    ).text;
  expect(mail('iso-8859-1', 'Gr=FC=DFe')).toContain('Grüße');
  expect(mail('shift_jis', '=95\\=8E=A6')).toContain('表示');
  expect(mail('no-such-charset', 'Gr=C3=BC=C3=9Fe')).toContain('Grüße');
});

const MULTIPART = `${HEAD}MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="outer"

This is a message in parts.
--outer
Content-Type: multipart/alternative; boundary=inner

--inner
Content-Type: text/plain

The plain words.
--inner
Content-Type: text/html

<p>The <b>rich</b> words.</p>
--inner--
--outer
Content-Type: application/pdf; name="tide.pdf"
Content-Disposition: attachment

JVBERi0=
--outer
Content-Type: text/plain

A note below.
--outer--
epilogue
`;

test('of alternatives the plain one is read; attachments are counted', () => {
  const document = parseMail(MULTIPART);
  expect(document.text).toContain('The plain words.');
  expect(document.text).toContain('A note below.');
  expect(document.text).not.toMatch(/rich|JVBER|in parts|epilogue/);
  expect(document.diagnostics).toMatchObject([
    { code: 'content-left-out', message: expect.stringContaining('1 part without text') },
  ]);
});

test('HTML alone becomes text, its quotes marked as in plain mail', () => {
  const html = `<html><head><style>p { color: red }</style></head><body><p>It is <b>open</b>&nbsp;today &amp; tomorrow.<br>Come!</p>
<ul><li>one</li><li>two</li></ul><div>Ida wrote:</div><blockquote><p>Is it?</p><p>Really?</p></blockquote></body></html>`;
  const document = parseMail(`${HEAD}Content-Type: text/html\n\n${html}\n`);
  expect(document.text.slice(document.text.indexOf('It is'))).toBe(
    'It is open today & tomorrow.\nCome!\n\none\ntwo\n\nIda wrote:\n\n> Is it?\n\n> Really?\n',
  );
  expect(outline(document).at(-1)).toBe('  blockquote 0 | Ida wrote:⏎⏎> Is it?⏎⏎> Really?');
});

test('an enclosed mail is read with its headers, as a quote', () => {
  const document = parseMail(`${HEAD}Content-Type: multipart/mixed; boundary=b

--b
Content-Type: text/plain

See below.
--b
Content-Type: message/rfc822

From: Jonas <jonas@quay.example>
Date: Mon, 11 Mar 2024 08:00:00 +0000
Subject: Tides

Low water at noon.
--b--
`);
  expect(outline(document).at(-1)).toBe(
    '  blockquote 0 | From: Jonas <jonas@quay.example>⏎Date: Mon, 11 Mar 2024 08:00:00 +0000⏎Subject: Tides⏎⏎Low water at noon.',
  );
});

test('an mbox: threads by references, by answers to subjects, in the order of time', () => {
  const mail = (n: number, hour: number, subject: string, more = '') =>
    `From ida@quay.example Tue Mar 12 10:32:00 2024
From: ${n % 2 ? 'Ida' : 'Jonas'} <x@quay.example>
Date: 12 Mar 2024 ${hour}:00:00 GMT
Subject: ${subject}
Message-ID: <${n}@quay>
${more}
Text number ${n}.

`;
  const raw = [
    mail(1, 10, 'Ramp'),
    mail(2, 13, 'Other words', 'References: <0@gone> <1@quay>\n'),
    mail(3, 11, 'Crane'),
    mail(4, 12, 'Re: Ramp', 'In-Reply-To: <1@quay>\n'),
    mail(5, 14, 'AW: Re: crane'),
    mail(6, 15, 'Crane'),
  ].join('');
  const document = parseMail(raw, 'box.mbox');
  expect(outline(document).map((line) => line.split(' | ')[0])).toEqual([
    'thread 1 Ramp',
    '  turn 1 Ida (2024-03-12 10:00)',
    '  turn 1 Jonas (2024-03-12 12:00)',
    '  turn 0 Jonas (2024-03-12 13:00)',
    'thread 1 Crane',
    '  turn 1 Ida (2024-03-12 11:00)',
    '  turn 0 Ida (2024-03-12 14:00)',
    'thread 1 Crane',
    '  turn 1 Jonas (2024-03-12 15:00)',
  ]);
  for (let n = 1; n <= 6; n++) expect(document.text.split(`Text number ${n}.`)).toHaveLength(2);
});

test('what begins like no mail is text', () => {
  expect(outline(parseAs('x.eml', 'Hello there.\n'))).toEqual(['paragraph 0 | Hello there.']);
});

function base64(text: string): string {
  return (
    Buffer.from(text)
      .toString('base64')
      .match(/.{1,76}/g) ?? []
  ).join('\n');
}

test('a day that does not exist is no date', () => {
  const mail = (day: string) => parseMail(`${HEAD.replace('12 Mar 2024', day)}\nHello.\n`);
  expect(turns(mail('29 Feb 2024'))).toEqual(['1 Ida Holm (2024-02-29 10:32)']);
  for (const day of ['30 Feb 2024', '29 Feb 2023', '31 Apr 2024', '0 Mar 2024']) {
    expect(mail(day).times?.size ?? 0, day).toBe(0);
    expect(turns(mail(day)), day).toEqual(['1 Ida Holm']);
  }
});
