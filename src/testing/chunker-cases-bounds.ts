/** Test kit: cases of the chunker suite about ending in time, keeping the limit, and odd input. */
import type { ConformanceCase } from './chunker-case.ts';
import { givesNothing } from './chunker-demands.ts';

const ENDLESS: readonly ConformanceCase[] = [
  {
    id: 'F33',
    kind: 'endless',
    title: 'overlap as large as the limit is refused, or does not matter',
    text: 'six five four three two one zero',
    sizes: { characters: { limit: 8, overlap: 8 }, tokens: { limit: 2, overlap: 2 } },
    mayThrow: true,
  },
  {
    id: 'F34',
    kind: 'endless',
    title: 'a long address under overlap ends',
    text: `https://shed.example/${'q7'.repeat(1500)}`,
    sizes: { characters: { limit: 120, overlap: 20 }, tokens: { limit: 50, overlap: 10 } },
  },
  {
    id: 'F36',
    kind: 'endless',
    title: 'text without spaces under overlap ends',
    text: '9876543210'.repeat(250),
    sizes: { characters: { limit: 60, overlap: 15 }, tokens: { limit: 60, overlap: 15 } },
  },
  {
    id: 'F37',
    kind: 'endless',
    title: 'one word of 100,000 letters needs no stack',
    text: 'n'.repeat(100_000),
    sizes: { characters: { limit: 500 }, tokens: { limit: 200 } },
  },
  {
    id: 'F39',
    kind: 'endless',
    title: '15,000 brackets inside each other need no stack',
    text: `y=${'('.repeat(15_000)}2${')'.repeat(15_000)}`,
    sizes: { characters: { limit: 400 }, tokens: { limit: 150 } },
  },
  {
    id: 'F42',
    kind: 'endless',
    title: 'overlap ends with the text',
    text: 'zyxwvutsrq',
    sizes: { characters: { limit: 4, overlap: 3 }, tokens: { limit: 3, overlap: 2 } },
  },
  {
    id: 'F44',
    kind: 'endless',
    title: 'a very large chunk is no argument list',
    text: 'lo '.repeat(100_000),
    sizes: { characters: { limit: 250_000 }, tokens: { limit: 90_000 } },
  },
];

const LIMIT: readonly ConformanceCase[] = [
  {
    id: 'F46',
    kind: 'limit',
    title: 'a sentence that comes again and again is still cut at the limit',
    text: 'We say the same once more. '.repeat(200),
    sizes: { characters: { limit: 300 }, tokens: { limit: 60 } },
  },
  {
    id: 'F48',
    kind: 'limit',
    title: 'overlap counts',
    text: 'north south east west '.repeat(60),
    sizes: { characters: { limit: 50, overlap: 24 }, tokens: { limit: 10, overlap: 5 } },
  },
  {
    id: 'F49',
    kind: 'limit',
    title: 'the final string is what counts',
    text: ' z'.repeat(60),
    sizes: { characters: { limit: 21 }, tokens: { limit: 20 } },
  },
  {
    id: 'F52',
    kind: 'limit',
    title: 'a line of 400,000 characters is no atom',
    text: 'let q=2;'.repeat(50_000),
    sizes: { characters: { limit: 1000 }, tokens: { limit: 240 } },
  },
  {
    id: 'F53',
    kind: 'limit',
    title: 'a long paragraph is cut at the limit',
    text: 'The baker opens at six, the mill at seven, and the market when the bell has rung twice. '.repeat(55),
    sizes: { characters: { limit: 350 }, tokens: { limit: 90 } },
  },
  {
    id: 'F54',
    kind: 'limit',
    title: 'a sentence above the limit is cut inside',
    text: `${'pebble '.repeat(90).trim()}.`,
    sizes: { characters: { limit: 40 }, tokens: { limit: 12 } },
  },
];

const EFFORT: readonly ConformanceCase[] = [
  {
    id: 'F108',
    kind: 'effort',
    title: 'a blank line far away costs nothing',
    text: `${'term '.repeat(60_000)}\n\nlast`,
    sizes: { characters: { limit: 1000 }, tokens: { limit: 240 } },
  },
  {
    id: 'F109',
    plainOnly: true,
    kind: 'effort',
    title: 'one long line of short parts ends in time',
    text: 'b;'.repeat(150_000),
    sizes: { characters: { limit: 1000 }, tokens: { limit: 240 } },
  },
  {
    id: 'F112',
    plainOnly: true,
    kind: 'effort',
    title: 'one character over and over ends in time',
    text: '='.repeat(60_000),
    sizes: { characters: { limit: 1000 }, tokens: { limit: 240 } },
  },
  {
    id: 'F114',
    plainOnly: true,
    kind: 'effort',
    title: 'openings that never close end in time',
    text: `${'<'.repeat(20_000)} ${'['.repeat(20_000)} ${'*b '.repeat(15_000)}`,
    sizes: { characters: { limit: 1000 }, tokens: { limit: 240 } },
  },
];

const ODD_INPUT: readonly ConformanceCase[] = [
  {
    id: 'F132',
    kind: 'odd-input',
    title: 'nothing gives nothing',
    text: '',
    sizes: { characters: { limit: 10 }, tokens: { limit: 4 } },
    demands: [givesNothing()],
  },
  {
    id: 'F132-blank',
    kind: 'odd-input',
    title: 'blank text gives nothing, or blanks',
    text: ' \n\t\n\u00a0 \n',
    sizes: { characters: { limit: 10 }, tokens: { limit: 4 } },
    demands: [givesNothing()],
  },
  {
    id: 'F132-zero-width',
    plainOnly: true,
    kind: 'odd-input',
    title: 'a zero-width space alone throws nothing',
    text: '\u200b',
    sizes: { characters: { limit: 10 }, tokens: { limit: 4 } },
  },
  {
    id: 'F131',
    kind: 'odd-input',
    title: 'the same text is cut in the same way, whatever was cut before',
    text: 'Ropes first.\n\nThen the knots, one by one, until the light goes.\n\nThen home.',
    before: ['Ropes first.\n\nThen the knots, one by one, until the light goes.\n\nThen home.', 'Bread.\n\nSalt.'],
    sizes: { characters: { limit: 32 }, tokens: { limit: 10 } },
  },
];

export const BOUND_CASES: readonly ConformanceCase[] = [...ENDLESS, ...LIMIT, ...EFFORT, ...ODD_INPUT];
