/** Test kit: cases of the chunker suite about characters and sentences of plain text. */
import type { ConformanceCase } from './chunker-case.ts';
import { endsAt, keepsWhole } from './chunker-demands.ts';

const CHARACTERS: readonly ConformanceCase[] = [
  {
    id: 'F56',
    kind: 'characters',
    title: 'no half of a surrogate pair',
    text: '🪁'.repeat(40),
    sizes: { characters: { limit: 7 }, tokens: { limit: 8 } },
  },
  {
    id: 'F57',
    kind: 'characters',
    title: 'a rare character on the border of a chunk stays whole',
    text: `${'s'.repeat(59)}𠀋${'t'.repeat(59)}`,
    sizes: { characters: { limit: 60 }, tokens: { limit: 12 } },
  },
  {
    id: 'F58',
    kind: 'characters',
    title: 'families, flags and professions stay whole',
    text: '👩🏽‍🌾👨‍👩‍👧🏴‍☠️🇳🇴'.repeat(8),
    sizes: { characters: { limit: 12 }, tokens: { limit: 12 } },
  },
  {
    id: 'F59',
    kind: 'characters',
    title: 'an odd limit tears no emoji',
    text: '🛶🛶🛶🛶🛶',
    sizes: { characters: { limit: 5 }, tokens: { limit: 7 } },
  },
  {
    id: 'F63',
    kind: 'characters',
    title: 'Chinese without a stop is cut at the limit',
    text: '大家下午讨论明年的计划然后决定再等一个星期'.repeat(40),
    sizes: { characters: { limit: 50 }, tokens: { limit: 50 } },
  },
  {
    id: 'F64',
    kind: 'characters',
    title: 'marks stay on their letters',
    text: 'किताब पढ़ो और शांति से बैठो। '.repeat(8) + 'בְּרֵאשִׁית בָּרָא׃ '.repeat(8),
    sizes: { characters: { limit: 9 }, tokens: { limit: 14 } },
  },
  {
    id: 'F66',
    kind: 'characters',
    title: 'no cut inside a letter with an accent',
    text: `${'ö'.repeat(80)} ${'o\u0308'.repeat(80)}`,
    sizes: { characters: { limit: 31 }, tokens: { limit: 21 } },
  },
  {
    id: 'F67',
    needs: ['words'],
    kind: 'characters',
    title: 'numbers in right-to-left text stay whole',
    text: 'הגובה הוא 12.75 מטר (בערך) וביום 3.11 נמדד שוב. סוף.',
    sizes: { characters: { limit: 12 }, tokens: { limit: 16 } },
    demands: [keepsWhole('12.75', '3.11')],
  },
];

const SENTENCES: readonly ConformanceCase[] = [
  {
    id: 'F61',
    kind: 'sentences',
    title: 'Chinese stops end sentences',
    text: '甲来了。乙走了！丙呢？'.repeat(10),
    needs: ['sentences'],
    sizes: { characters: { limit: 9 }, tokens: { limit: 14 } },
    demands: [endsAt(/[。！？]$/)],
  },
  {
    id: 'F62',
    kind: 'sentences',
    title: 'Hindi and Arabic stops end sentences',
    text: 'आज बारिश होगी। कल धूप निकलेगी। छाता कहाँ है? أين الكتاب؟ هو هنا. شكرا لك.',
    needs: ['sentences'],
    sizes: { characters: { limit: 20 }, tokens: { limit: 20 } },
    demands: [keepsWhole('आज बारिश होगी।', 'कल धूप निकलेगी।', 'छाता कहाँ है?', 'أين الكتاب؟', 'هو هنا.', 'شكرا لك.')],
  },
  {
    id: 'F104',
    kind: 'sentences',
    title: 'abbreviations end no sentence',
    text: 'Mrs. Okafor met Prof. Lund at 7 a.m. near St. Olav. Both were late.',
    needs: ['sentences'],
    sizes: { characters: { limit: 56 }, tokens: { limit: 21 } },
    demands: [keepsWhole('Mrs. Okafor met Prof. Lund at 7 a.m. near St. Olav.', 'Both were late.')],
  },
  {
    id: 'F106',
    kind: 'sentences',
    title: 'decimals, versions and addresses are not cut',
    text: 'The rod is 2.71828 m long. Ask host.example.test/v3.4 by 6 p.m. today! Pay $1,250.00 then.',
    needs: ['sentences'],
    sizes: { characters: { limit: 30 }, tokens: { limit: 12 } },
    demands: [keepsWhole('2.71828', 'host.example.test/v3.4', '$1,250.00')],
  },
  {
    id: 'F107',
    kind: 'sentences',
    title: 'a sentence end is better than a space',
    text: 'The kiln is hot. Close the outer door now. Wait for the bell. He wrote "done." (Then he slept.) Why so?!',
    needs: ['sentences'],
    sizes: { characters: { limit: 27 }, tokens: { limit: 9 } },
    demands: [
      keepsWhole(
        'The kiln is hot.',
        'Close the outer door now.',
        'Wait for the bell.',
        'He wrote "done."',
        '(Then he slept.)',
        'Why so?!',
      ),
    ],
  },
];

export const TEXT_CASES: readonly ConformanceCase[] = [...CHARACTERS, ...SENTENCES];
