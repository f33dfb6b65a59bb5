/** Test kit: cases of the chunker suite that are source code or records. */
import type { ConformanceCase } from './chunker-case.ts';
import { keepsTogether, keepsWhole, repeatsLine } from './chunker-demands.ts';

const TYPESCRIPT = 'text/x-typescript';
const PYTHON = 'text/x-python';

const handler = (name: string) =>
  `/** Moves the ${name}. */\nexport function ${name}(from: number, to: number): number {\n  const way = to - from;\n  return way * 2;\n}\n`;
const HANDLERS = ['lift', 'lower', 'swing', 'hoist', 'anchor'].map(handler);

const CODE: readonly ConformanceCase[] = [
  {
    id: 'F17-code',
    kind: 'code',
    title: 'every line of a source file is there',
    text: "#!/usr/bin/env node\n'use strict';\nlet depth = 1;\ndepth++;\n// the last words\n",
    mediaType: TYPESCRIPT,
    sizes: { characters: { limit: 40 }, tokens: { limit: 16 } },
  },
  {
    id: 'F18',
    kind: 'code',
    title: 'a literal above the limit is cut, not dropped',
    text: `const rope = \`${'r'.repeat(4000)}\`;\ncoil(rope);\n`,
    mediaType: TYPESCRIPT,
    sizes: { characters: { limit: 1200 }, tokens: { limit: 240 } },
  },
  {
    id: 'F27',
    kind: 'code',
    title: 'a signature over many lines stays with its body',
    text: `${HANDLERS[0]}\nexport async function\n  readGauge(\n    basin\n  ) {\n  return basin.level\n}\n\n${HANDLERS[1]}`,
    mediaType: TYPESCRIPT,
    sizes: { characters: { limit: 160 }, tokens: { limit: 50 } },
    demands: [keepsTogether('readGauge', 'return basin.level')],
  },
  {
    id: 'code-functions',
    kind: 'code',
    title: 'functions that fit are whole, with the comment above them',
    text: HANDLERS.join('\n'),
    mediaType: TYPESCRIPT,
    sizes: { characters: { limit: 320 }, tokens: { limit: 90 } },
    demands: [keepsWhole(...HANDLERS)],
  },
  {
    id: 'code-syntax-error',
    kind: 'code',
    title: 'a file that does not parse loses nothing',
    text: 'def lift(a:\n    return a +\n\nclass Crane\n    def swing(self):\n        pass\n\n)) = 3\n',
    mediaType: PYTHON,
    sizes: { characters: { limit: 60 }, tokens: { limit: 20 } },
  },
  {
    id: 'F39-code',
    kind: 'code',
    title: 'an expression 3,000 levels deep needs no stack',
    text: `const y = ${'('.repeat(3000)}2${')'.repeat(3000)};\n`,
    mediaType: TYPESCRIPT,
    sizes: { characters: { limit: 400 }, tokens: { limit: 150 } },
  },
];

const RECORDS: readonly ConformanceCase[] = [
  {
    id: 'F23',
    kind: 'records',
    title: 'keys with empty values are there',
    text: '{"ropes":{},"hooks":[],"crew":{"mate":{},"cook":""},"lamp":null}',
    mediaType: 'application/json',
    sizes: { characters: { limit: 30 }, tokens: { limit: 16 } },
  },
  {
    id: 'F51',
    kind: 'records',
    title: 'the path of keys counts',
    text: `{"yard":{"north":{"shed":{"shelf":{"box":"${'nail '.repeat(40)}"}}}}}`,
    mediaType: 'application/json',
    sizes: { characters: { limit: 90 }, tokens: { limit: 30 } },
  },
  {
    id: 'F72',
    kind: 'records',
    title: 'the header of a CSV file goes with every row',
    text: `\ufeffport,depth,crane\n${Array.from({ length: 24 }, (_, i) => `Quay ${i},${i + 3} m,${i % 2 ? 'yes' : 'no'}\n`).join('')}`,
    mediaType: 'text/csv',
    sizes: { characters: { limit: 90 }, tokens: { limit: 50 } },
    demands: [repeatsLine('port,depth,crane', /Quay \d/)],
    mayRepeat: ['port,depth,crane'],
  },
];

export const RECORD_CASES: readonly ConformanceCase[] = [...CODE, ...RECORDS];
