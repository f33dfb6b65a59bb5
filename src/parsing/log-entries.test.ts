import { expect, test } from 'vitest';
import { scanPlainText } from './plain-text.ts';

function slices(text: string): string[] {
  const { blocks } = scanPlainText(text);
  return Array.from({ length: blocks.count }, (_, i) => text.slice(blocks.starts[i], blocks.ends[i]));
}

const ENTRIES = [
  '2031-05-04 10:00:00,120 INFO lock opened',
  '2031-05-04 10:00:07,004 ERROR gate stuck\njava.lang.IllegalStateException: gate\n\tat lock.Gate.open(Gate.java:7)\n\n\tat lock.Main.main(Main.java:3)',
  '2031-05-04 10:00:09,000 WARN retry',
  '2031-05-04 10:00:11,000 INFO gate open',
];

test('each entry of a log is a paragraph, with its stack trace', () => {
  expect(slices(ENTRIES.join('\n'))).toEqual(ENTRIES);
});

test('lines in front of the first entry are paragraphs of their own', () => {
  expect(slices(`started by hand\n\n${ENTRIES.join('\n')}`)).toEqual(['started by hand', ...ENTRIES]);
});

test.each([
  ['ISO', '2031-05-04T10:00:00Z a'],
  ['bracketed', '[2031-05-04 10:00:00] a'],
  ['web server', '[04/May/2031:10:00:00 +0000] a'],
  ['syslog', 'May  4 10:00:00 host a'],
  ['time alone', '10:00:00.250 a'],
  ['glog', 'E0504 10:00:00.250 a'],
])('%s stamps begin entries', (_, entry) => {
  const entries = Array.from({ length: 5 }, (_, i) => `${entry}${i}`);
  expect(slices(entries.join('\n'))).toEqual(entries);
});

test('prose with dates in it is no log', () => {
  const text =
    '2031-05-04 was a Sunday, and the lock was\nclosed. 10:00:00 is\nlate, said May 4 10:00:00 when\n2031-05-05 came.';
  expect(slices(text)).toHaveLength(1);
  const diary = `${ENTRIES[0]}\n\nA long entry of a diary follows.\n\nAnd goes on.\n\nAnd on.\n\n`.repeat(5);
  expect(slices(diary)).toHaveLength(20);
});
