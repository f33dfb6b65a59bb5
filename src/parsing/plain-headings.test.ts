import { describe, expect, test } from 'vitest';
import { KIND } from '../model/block.ts';
import { scanPlainText } from './plain-text.ts';

/** Headings as `level title`, in order. */
function headings(text: string): string[] {
  const { blocks, labels } = scanPlainText(text);
  const found: string[] = [];
  for (let i = 0; i < blocks.count; i++) {
    if (blocks.kinds[i] === KIND.heading) found.push(`${blocks.levels[i]} ${labels?.get(i)}`);
  }
  return found;
}

const PROSE = 'The harbour master keeps the log, and signs it at the end\nof every watch.';

test('titles over a rule of their length are headings, by the order in which the rules come', () => {
  const text = `Harbour Guide\n=============\n\n${PROSE}\n\nMooring\n-------\n${PROSE}\n\nFees\n----\n\n${PROSE}\n`;
  expect(headings(text)).toEqual(['1 Harbour Guide', '2 Mooring', '2 Fees']);
  const { blocks } = scanPlainText(text);
  expect(text.slice(blocks.starts[0], blocks.ends[0])).toBe('Harbour Guide\n=============');
});

test('a rule over and under a title is part of the heading', () => {
  expect(headings(`*****\nTides\n*****\n\n${PROSE}\n\nWinds\n~~~~~\n\n${PROSE}`)).toEqual(['1 Tides', '2 Winds']);
});

test('rules between paragraphs, table rules and one underline alone are no headings', () => {
  expect(headings(`${PROSE}\n--------\n\n${PROSE}\n\nName   Berth\n-----  -----\nIda    4\n`)).toEqual([]);
  expect(headings(`Harbour\n=======\n\n${PROSE}`)).toEqual([]);
});

test('chapters with their title behind, beside or under the number', () => {
  const text = `CHAPTER I.\nThe Quay\n\n${PROSE}\n\nCHAPTER II. The Locks\n\n${PROSE}\n\nChapter 3: The Sea\n\n${PROSE}\n`;
  expect(headings(text)).toEqual(['1 CHAPTER I. The Quay', '1 CHAPTER II. The Locks', '1 Chapter 3: The Sea']);
});

test('parts stand over chapters, and a prologue beside them', () => {
  const text = ['PROLOGUE', PROSE, 'PART ONE', 'Chapter 1', PROSE, 'Chapter 2', PROSE].join('\n\n');
  expect(headings(text)).toEqual(['2 PROLOGUE', '1 PART ONE', '2 Chapter 1', '2 Chapter 2']);
});

test('chapters in other languages', () => {
  expect(headings(`Kapitel 1\n\n${PROSE}\n\nKapitel 2: Schleusen\n\n${PROSE}`)).toHaveLength(2);
  expect(headings(`第一章 港\n\n海は静かだった。\n\n第二章 門\n\n門は開いていた。`)).toEqual([
    '1 第一章 港',
    '1 第二章 門',
  ]);
});

test.each([
  ['अध्याय 1', 'अध्याय २ नियम', 'नियम यहाँ हैं।'],
  ['الفصل الأول: المقدمة', 'الفصل الثاني: التثبيت', 'هذا النص في الدليل.'],
  ["פרק א': מבוא", "פרק ב': כללים", 'זה הטקסט של הפרק.'],
])('chapters in scripts without capitals: %s', (one, two, prose) => {
  expect(headings(`${one}\n\n${prose}\n\n${two}\n\n${prose}`)).toEqual([`1 ${one}`, `1 ${two}`]);
});

test('articles with a title in brackets, with or without blank lines around them', () => {
  const text =
    '第1章 総則\n\n第1条（目的）\n海の規約です。\n第2条の2（定義）\n次のとおりです。\n\n第3条 船は、第1条（目的）による。\n';
  expect(headings(text)).toEqual(['1 第1章 総則', '2 第1条（目的）', '2 第2条の2（定義）']);
});

test('a table of contents and sentences about chapters are no headings', () => {
  const contents = ' CHAPTER I.   The Quay\n CHAPTER II.  The Locks\n CHAPTER III. The Sea';
  const spaced = contents.replaceAll('\n', '\n\n');
  expect(headings(`${contents}\n\n${PROSE}`)).toEqual([]);
  expect(headings(`${spaced}\n\n${PROSE}`)).toEqual([]);
  expect(headings(`Chapter 3 was long.\n\nPart of it was lost.\n\nChapter 4 is longer\n\n${PROSE}`)).toEqual([]);
});

test('numbered titles by their depth, with appendices', () => {
  const text = [
    ...['1.  Introduction', `   ${PROSE}`, '1.1.  Terms', `   ${PROSE}`, '1.1.1.  origin-form', `   ${PROSE}`],
    ...['2.  Message Format', `   ${PROSE}`, 'Appendix A.  History', `   ${PROSE}`, 'A.1.  Before', `   ${PROSE}`],
  ].join('\n\n');
  expect(headings(text)).toEqual([
    ...['1 1. Introduction', '2 1.1. Terms', '3 1.1.1. origin-form'],
    ...['1 2. Message Format', '1 Appendix A. History', '2 A.1. Before'],
  ]);
});

test('numbers without a full stop count where parts of them do', () => {
  const parts = ['1 Introduction', PROSE, '1.1 Scope', PROSE, '5 July 2020', PROSE, '1.2 Terms', PROSE];
  const text = [...parts, '2 Rules', '2.1 Fees', PROSE, '3 Open questions', PROSE].join('\n\n');
  expect(headings(text)).toEqual([
    ...['1 1 Introduction', '2 1.1 Scope', '2 1.2 Terms', '1 2 Rules', '2 2.1 Fees', '1 3 Open questions'],
  ]);
  expect(headings(['1 Apple', PROSE, '2 Pears', PROSE, '3 Plums', PROSE].join('\n\n'))).toEqual([]);
  expect(headings(['3 Apples', PROSE, '1.1 Quays', PROSE, '1.2 Locks', PROSE, '1.3 Fees', PROSE].join('\n\n'))).toEqual(
    [...['2 1.1 Quays', '2 1.2 Locks', '2 1.3 Fees']],
  );
});

test('capitals right over text that is further in are headings, as in a manual page', () => {
  const body = `       ${PROSE}\n${PROSE}`.replaceAll('\n', '\n       ');
  const page = ['NAME', 'SYNOPSIS', 'SEE ALSO'].map((title) => `${title}\n${body}\n`).join('\n');
  expect(headings(`LOG(1)      Harbour Manual      LOG(1)\n\n${page}`)).toEqual(['1 NAME', '1 SYNOPSIS', '1 SEE ALSO']);
  expect(headings(['NAME', 'SYNOPSIS', 'SEE ALSO'].map((title) => `${title}\n${PROSE}\n`).join('\n'))).toEqual([]);
});

describe('entries of a changelog', () => {
  const item = `    *) ${PROSE.replace('\n', '\n       ')}`;

  test.each([
    ['Changes in quay 1.2    3 May 2020', 'Changes in quay 1.1    2 May 2020'],
    ['2020-05-03  Ida Quay  <ida@example.org>', '2020-05-02  Otto Lock  <otto@example.org>'],
    ['quay (1.2-1) unstable; urgency=low', 'quay (1.1-3) unstable; urgency=low'],
    ['v1.2.0', 'v1.1.10'],
  ])('%s', (one, two) => {
    const titles = [one, two].map((line) => `1 ${line.replace(/\s+/g, ' ')}`);
    expect(headings(`${one}\n\n${item}\n\n${item}\n\n${two}\n\n${item}\n`)).toEqual(titles);
    expect(headings(`${one}\n\n* Red\n* Green\n\n${two}\n* Blue\n* Black\n`)).toEqual(titles);
    expect(headings(`${one}\n\n${PROSE}\n\n${two}\n\n${PROSE}`)).toEqual([]);
  });

  test('items of a numbered list are none, nor are lines above each other', () => {
    expect(headings(`1. Open the gate\n\n${item}\n\n2. Wait for it\n\n${item}\n`)).toEqual([]);
    expect(headings('Berth 1\n\nBerth 2\n\nBerth 3\n\n  free\n  free\n  free\n')).toEqual([]);
  });

  test('nothing else may stand at the margin', () => {
    expect(headings(`Berth 1\n\n${item}\n\nThe log says so.\n\nBerth 2\n\n${item}\n`)).toEqual([]);
  });
});

test('numbered lists and steps are no headings', () => {
  expect(headings(`1. Red\n\n2. Green\n\n3. Blue\n\n4. Black\n\n${PROSE}`)).toEqual([]);
  const steps = ['1. Open the upper gate', PROSE, '2. Wait for the water', PROSE, '3. Close the lower gate', PROSE];
  expect(headings(steps.join('\n\n'))).toEqual([]);
  expect(headings(`1. Red.\n\n${PROSE}\n\n2. Green.\n\n${PROSE}\n\n3. Blue.\n\n${PROSE}`)).toEqual([]);
});

test('page furniture neither breaks headings nor becomes one', () => {
  const page =
    'Smith                  Harbour Rules                  [Page 3]\n\f\nRFC 9          Harbour Rules          June 2014';
  const text = [
    ...[
      'Abstract',
      `   ${PROSE.replace('\n', '\n   ')}`,
      '1.  Scope',
      '   One\n   two\n   three\n   four\n   five.',
      page,
      '   Four\n   five.',
    ],
    ...[
      '2.  Rules',
      '   One\n   two\n   three\n   four\n   five.',
      page,
      '3.  Fees',
      '   One\n   two\n   three\n   four.',
    ],
  ].join('\n\n');
  expect(headings(text)).toEqual(['1 Abstract', '1 1. Scope', '1 2. Rules', '1 3. Fees']);
});

test('lines in capitals are headings where there are several, each its own', () => {
  const text = ['NAME', PROSE, 'SYNOPSIS', PROSE, 'EXIT STATUS', PROSE].join('\n\n');
  expect(headings(text)).toEqual(['1 NAME', '1 SYNOPSIS', '1 EXIT STATUS']);
  expect(headings(`NAME\n\n${PROSE}\n\nSYNOPSIS\n\n${PROSE}`)).toEqual([]);
  expect(headings(['STOP!', PROSE, 'WAIT.', PROSE, 'A = B', PROSE].join('\n\n'))).toEqual([]);
  const play = ['IDA', PROSE, 'OTTO', PROSE, 'IDA', PROSE, 'OTTO', PROSE, 'IDA', PROSE, 'OTTO', PROSE].join('\n\n');
  expect(headings(play)).toEqual([]);
});

test('wiki marks give the level, also with spaces between them', () => {
  expect(headings(`= Harbour =\n\n${PROSE}\n\n== Fees ==\n${PROSE}\n=== Winter ===\n${PROSE}`)).toEqual([
    ...['1 Harbour', '2 Fees', '3 Winter'],
  ]);
  expect(headings(` = Harbour = \n \n ${PROSE}\n \n = = Fees = = \n \n ${PROSE}`)).toEqual(['1 Harbour', '2 Fees']);
  expect(headings('== done\n\n=== 3 passed in 2.1s ==========\n\n= a\n')).toEqual([]);
});

test('the first heading is the title without its decoration', async () => {
  const { parseSource } = await import('./parse.ts');
  const text = `= Harbour =\n\n${PROSE}\n\n== Fees ==\n\n${PROSE}`;
  expect(parseSource({ documentId: 'a', mediaType: 'text/plain', text }).title).toBe('Harbour');
});

test('sections numbered in Chinese are headings where text stands between them, and items of a list where none does', () => {
  const text =
    '通知\n\n一、总体要求\n\n坚持原则。\n\n二、主要任务\n\n（一）加强领导。\n（二）落实责任。\n\n三、保障措施\n\n加大投入。';
  expect(headings(text)).toEqual(['1 一、总体要求', '1 二、主要任务', '1 三、保障措施']);
  expect(headings('一、甲\n\n二、乙\n\n三、丙')).toEqual([]);
  expect(headings('一、甲说，好。\n\n文字。\n\n二、乙说，好。\n\n文字。\n\n三、丙说，好。\n\n文字。')).toEqual([]);
});
