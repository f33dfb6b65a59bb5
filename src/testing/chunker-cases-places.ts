/** Test kit: cases of the chunker suite about where text stands, what of it is lost, and what is repeated. */
import type { ConformanceCase } from './chunker-case.ts';
import { keepsIndentation, neverGlues, overlaps } from './chunker-demands.ts';

const OFFSETS: readonly ConformanceCase[] = [
  {
    id: 'F01',
    kind: 'offsets',
    title: 'a paragraph that comes again has its own place',
    text: 'Gulls call.\n\nWaves fall.\n\nGulls call.\n\nWaves fall.\n\nGulls call.\n',
    sizes: { characters: { limit: 13 }, tokens: { limit: 5 } },
  },
  {
    id: 'F02',
    kind: 'offsets',
    title: 'places rise where words repeat',
    text: 'pull pull push '.repeat(30),
    sizes: { characters: { limit: 30 }, tokens: { limit: 8 } },
  },
  {
    id: 'F03',
    kind: 'offsets',
    title: 'unusual white space moves no place',
    text: 'oak  elm\t\tash\u00a0fir\u2003yew '.repeat(12),
    sizes: { characters: { limit: 16 }, tokens: { limit: 8 } },
  },
  {
    id: 'F04',
    kind: 'offsets',
    title: 'a token border inside a character moves no place and makes no empty chunk',
    text: '𝔄𝔅ℭ ⊗ 🜃 '.repeat(25),
    sizes: { characters: { limit: 5 }, tokens: { limit: 4 } },
  },
  {
    id: 'F06',
    kind: 'offsets',
    title: 'places count UTF-16 units in every script',
    text: 'Zoë rénove le château près de l’étang.\n\nÀ côté, un âne brait très fort.\n\n漢字と仮名。\n\n'.repeat(8),
    sizes: { characters: { limit: 120 }, tokens: { limit: 50 } },
  },
  {
    id: 'F08',
    kind: 'offsets',
    title: 'equal lines have places of their own',
    text: Array(12).fill('equal').join('\n'),
    sizes: { characters: { limit: 23 }, tokens: { limit: 10 } },
  },
  {
    id: 'F09',
    kind: 'offsets',
    title: 'places stay exact under overlap',
    text: 'heave ho stop. '.repeat(24),
    sizes: { characters: { limit: 48, overlap: 16 }, tokens: { limit: 16, overlap: 5 } },
  },
  {
    id: 'F11',
    kind: 'offsets',
    title: 'form feeds in the overlap move no place',
    text: 'one a b c\ftwo d e f\fthree g h i\ffour j k l',
    sizes: { characters: { limit: 14, overlap: 4 }, tokens: { limit: 7, overlap: 2 } },
  },
  {
    id: 'F13',
    kind: 'offsets',
    title: 'soft hyphens and ligatures stay, and move no place',
    text: 'The wind\u00adlass and the \ufb02ue are o\ufb03cial. The next line is plain. A third one ends it.',
    sizes: { characters: { limit: 50 }, tokens: { limit: 20 } },
  },
  {
    id: 'F14',
    plainOnly: true,
    kind: 'offsets',
    title: 'a place is never made up where white space was changed',
    text: 'Cell\tafter\tcell\nline two\n\n\tindented  twice\n',
    sizes: { characters: { limit: 12 }, tokens: { limit: 4 } },
  },
];

const LOST_TEXT: readonly ConformanceCase[] = [
  {
    id: 'F12',
    kind: 'lost-text',
    title: 'a blank page takes nothing with it',
    text: 'what page one says\f\fwhat page three says',
    sizes: { characters: { limit: 24 }, tokens: { limit: 6 } },
  },
  {
    id: 'F16',
    kind: 'lost-text',
    title: 'the last sentence is there without its full stop',
    text: 'Oars in. Sails up. Go north',
    sizes: { characters: { limit: 12 }, tokens: { limit: 5 } },
  },
  {
    id: 'F17',
    plainOnly: true,
    kind: 'lost-text',
    title: 'every line of a script is there',
    text: "#!/bin/sh\nset -e\nn=1\n\necho 'tide' # note\n# the end\n",
    sizes: { characters: { limit: 20 }, tokens: { limit: 9 } },
  },
  {
    id: 'F28',
    kind: 'lost-text',
    title: 'text behind a very long word is there',
    text: `${'w'.repeat(9000)} LAST`,
    sizes: { characters: { limit: 4000 }, tokens: { limit: 600 } },
  },
  {
    id: 'F29',
    kind: 'lost-text',
    title: 'overlap makes no chunk that lies inside its neighbour',
    text: 'Diary\nThe crew painted the lamp room in two days.\n\nRemarks\nNo rain.',
    sizes: { characters: { limit: 32, overlap: 8 }, tokens: { limit: 10, overlap: 3 } },
  },
  {
    id: 'F31',
    kind: 'lost-text',
    title: 'a line above the limit is cut, not dropped',
    text: `brief\n${'u'.repeat(3000)}\nbrief`,
    sizes: { characters: { limit: 250 }, tokens: { limit: 80 } },
  },
  {
    id: 'F32',
    kind: 'lost-text',
    title: 'no letter is lost between words',
    text: 'blåbær grøt ærlig øl '.repeat(20),
    sizes: { characters: { limit: 60 }, tokens: { limit: 25 } },
  },
];

const OVERLAP: readonly ConformanceCase[] = [
  {
    id: 'F99',
    kind: 'overlap',
    title: 'overlap that was asked for is there',
    text: Array.from({ length: 80 }, (_, i) => `bolt${i}`).join(' '),
    sizes: { characters: { limit: 60, overlap: 16 }, tokens: { limit: 24, overlap: 8 } },
    demands: [overlaps()],
  },
  {
    id: 'F101',
    kind: 'overlap',
    title: 'overlap is there inside a word too',
    text: 'bcdfghjklmnpqrstvwxz',
    sizes: { characters: { limit: 7, overlap: 2 } },
    demands: [overlaps()],
  },
  {
    id: 'F102',
    plainOnly: true,
    kind: 'overlap',
    title: 'the first line of a chunk keeps its indentation',
    text: 'jobs:\n  - name: wash\n    when:\n      day: 1\n  - name: dry\n    when:\n      day: 2\n',
    sizes: { characters: { limit: 30 }, tokens: { limit: 12 } },
    demands: [keepsIndentation()],
  },
  {
    id: 'F103',
    kind: 'overlap',
    title: 'paragraphs are not joined without what stood between them',
    text: 'finish\n\nbegin\n\nfinish\n\nbegin',
    sizes: { characters: { limit: 16, overlap: 6 }, tokens: { limit: 6, overlap: 2 } },
    demands: [neverGlues('finishbegin'), neverGlues('beginfinish')],
  },
  {
    id: 'F136',
    kind: 'overlap',
    title: 'blank lines between paragraphs stay',
    text: Array.from({ length: 10 }, (_, i) => `Shelf ${i} is empty.`).join('\n\n'),
    sizes: { characters: { limit: 60 }, tokens: { limit: 20 } },
    demands: Array.from({ length: 9 }, (_, i) => neverGlues(`Shelf ${i} is empty.\nShelf`)),
  },
];

export const PLACE_CASES: readonly ConformanceCase[] = [...OFFSETS, ...LOST_TEXT, ...OVERLAP];
