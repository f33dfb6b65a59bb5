/** Test kit: cases of the chunker suite that are Markdown: tables, fences, headings, front matter, line ends, lists. */
import type { ConformanceCase } from './chunker-case.ts';
import {
  balancesFences,
  embedsOnce,
  endsWithNoHeading,
  hasPath,
  keepsTogether,
  keepsWhole,
  leadsToText,
  neverEmbeds,
  partsAreTables,
  repeatsLine,
} from './chunker-demands.ts';

const MARKDOWN = 'text/markdown';

function rows(count: number, cells: (row: number) => readonly string[]): string {
  return Array.from({ length: count }, (_, i) => `| ${cells(i).join(' | ')} |\n`).join('');
}

const BOATS = '| boat | berth | mast |';
const RULE = '| --- | --- | --- |';
const boatRows = rows(36, (i) => [`boat ${i}`, `berth ${i * 2}`, `${i + 5} m`]);

const TABLES: readonly ConformanceCase[] = [
  {
    id: 'F68',
    kind: 'tables',
    title: 'every part of a long table has the header row once, and rows stay whole',
    text: `${BOATS}\n${RULE}\n${boatRows}`,
    mediaType: MARKDOWN,
    needs: ['markdown', 'tableHeaders'],
    sizes: { characters: { limit: 220 }, tokens: { limit: 80 } },
    demands: [repeatsLine(BOATS, /boat \d/), partsAreTables(), keepsWhole(...boatRows.trim().split('\n'))],
    mayRepeat: [BOATS, RULE],
  },
  {
    id: 'F69',
    kind: 'tables',
    title: 'parts under a caption are valid tables',
    text: `# Harbour\n\nTable 3. Berths in use\n\n${BOATS}\n${RULE}\n${boatRows}`,
    mediaType: MARKDOWN,
    needs: ['markdown', 'tableHeaders'],
    sizes: { characters: { limit: 260 }, tokens: { limit: 100 } },
    demands: [repeatsLine(BOATS, /boat \d/), partsAreTables(), embedsOnce('Table 3. Berths in use')],
    mayRepeat: [BOATS, RULE, 'Table 3. Berths in use', '# Harbour'],
  },
  {
    id: 'F71',
    kind: 'tables',
    title: 'the repeated header counts',
    text: `| setting of the lamp | unit | value by default |\n${RULE}\n${rows(60, (i) => [`lamp.${i}`, 'lx', `${i * 9}`])}`,
    mediaType: MARKDOWN,
    needs: ['markdown', 'tableHeaders'],
    sizes: { characters: { limit: 160 }, tokens: { limit: 70 } },
    demands: [repeatsLine('| setting of the lamp | unit | value by default |', /lamp\.\d/)],
    mayRepeat: ['| setting of the lamp | unit | value by default |', RULE],
  },
  {
    id: 'F73',
    kind: 'tables',
    title: 'a heading stays with its table',
    text: '## Ropes\n\n|id|cm|\n|-|-|\n|7|90|\n\n## Hooks\n\n|id|cm|\n|-|-|\n|8|12|\n',
    mediaType: MARKDOWN,
    needs: ['markdown'],
    sizes: { characters: { limit: 40 }, tokens: { limit: 30 } },
    demands: [keepsTogether('Ropes', '|7|90|'), keepsTogether('Hooks', '|8|12|'), endsWithNoHeading()],
  },
  {
    id: 'F74',
    kind: 'tables',
    title: 'rows with escaped bars stay whole',
    text: `| name | use |\n| --- | --- |\n${rows(12, (i) => [`x${i} \\| y${i}`, `for ${i}`])}`,
    mediaType: MARKDOWN,
    needs: ['markdown'],
    sizes: { characters: { limit: 90 }, tokens: { limit: 60 } },
    demands: [
      keepsWhole(
        ...rows(12, (i) => [`x${i} \\| y${i}`, `for ${i}`])
          .trim()
          .split('\n'),
      ),
    ],
    mayRepeat: ['| name | use |', '| --- | --- |'],
  },
];

const code = (count: number) => Array.from({ length: count }, (_, i) => `turn(${i});\n`).join('');

const FENCES: readonly ConformanceCase[] = [
  {
    id: 'F76',
    kind: 'fences',
    title: 'a fence that is cut is opened and closed in every part',
    text: `Before it.\n\n\`\`\`js\n${code(120)}\`\`\`\n\nBehind it.\n`,
    mediaType: MARKDOWN,
    needs: ['markdown', 'balancedFences'],
    sizes: { characters: { limit: 250 }, tokens: { limit: 90 } },
    demands: [balancesFences('```')],
    mayRepeat: ['```js', '```'],
  },
  {
    id: 'F76-whole',
    kind: 'fences',
    title: 'a fence that fits is not cut, blank lines or not',
    text: `${'Words in front of the code. '.repeat(3)}\n\n\`\`\`py\ndef a():\n    return 1\n\n\ndef b():\n    return 2\n\`\`\`\n\n${'Words behind the code. '.repeat(3)}\n`,
    mediaType: MARKDOWN,
    needs: ['markdown'],
    sizes: { characters: { limit: 100 }, tokens: { limit: 34 } },
    demands: [keepsWhole('def a():\n    return 1\n\n\ndef b():\n    return 2')],
  },
  {
    id: 'F77',
    kind: 'fences',
    title: 'a fence of four marks is not closed by three',
    text: '# Start\n\n````md\n```sh\n# only a comment\n```\n````\n\n# Next\n\nFinal words.\n',
    mediaType: MARKDOWN,
    needs: ['markdown', 'sectionPath'],
    sizes: { characters: { limit: 80 }, tokens: { limit: 40 } },
    demands: [hasPath('only a comment', 'Start'), hasPath('Final words', 'Next')],
  },
  {
    id: 'F78',
    kind: 'fences',
    title: 'tildes make fences too',
    text: '# Start\n\n~~~\n# only a comment\n~~~\n\n## Next\n\nFinal words.\n',
    mediaType: MARKDOWN,
    needs: ['markdown', 'sectionPath'],
    sizes: { characters: { limit: 60 }, tokens: { limit: 30 } },
    demands: [hasPath('only a comment', 'Start'), hasPath('Final words', 'Start', 'Next')],
  },
  {
    id: 'F79',
    kind: 'fences',
    title: 'a comment in a fence is no heading',
    text: '# Manual\n\n## Install\n\n```sh\n# fetch it\nfetch kit\n```\n\n### Check\n\nFinal words.\n',
    mediaType: MARKDOWN,
    needs: ['markdown', 'sectionPath'],
    sizes: { characters: { limit: 70 }, tokens: { limit: 30 } },
    demands: [hasPath('fetch kit', 'Manual', 'Install'), hasPath('Final words', 'Manual', 'Install', 'Check')],
  },
  {
    id: 'F81',
    kind: 'fences',
    title: 'a line like a heading is no place to cut a fence that fits',
    text: 'Opening words stand here.\n\n```sh\nping a\n## no heading\nping b\n```\n\nClosing words stand here.\n',
    mediaType: MARKDOWN,
    needs: ['markdown'],
    sizes: { characters: { limit: 48 }, tokens: { limit: 21 } },
    demands: [keepsWhole('ping a\n## no heading\nping b')],
  },
  {
    id: 'F41',
    kind: 'fences',
    title: 'a fence that cannot be opened again within the limit grows nothing',
    text: `\`\`\`rust\n${'k'.repeat(60)}`,
    mediaType: MARKDOWN,
    sizes: { characters: { limit: 6 }, tokens: { limit: 5 } },
    mayRepeat: ['```rust', '```'],
  },
];

const HEADINGS: readonly ConformanceCase[] = [
  {
    id: 'F38',
    kind: 'headings',
    title: 'a heading above the limit does not fill every chunk',
    text: `# ${'list of all boats in the inner harbour '.repeat(9)}\n\nrow seven\nrow eight`,
    mediaType: MARKDOWN,
    sizes: { characters: { limit: 150 }, tokens: { limit: 50 } },
  },
  {
    id: 'F47',
    kind: 'headings',
    title: 'headings that are put in front count',
    text: `${[1, 2, 3, 4, 5, 6].map((depth) => `${'#'.repeat(depth)} Depth ${depth} about sluices, weirs, pumps and who looks after them\n\n`).join('')}${'grain '.repeat(250)}`,
    mediaType: MARKDOWN,
    sizes: { characters: { limit: 300 }, tokens: { limit: 64 } },
  },
  {
    id: 'F82',
    kind: 'headings',
    title: 'a deeper title ends with a higher one',
    text: '# Isle\n\n## West\n\n### Cove\n\nSand here.\n\n## East\n\nRocks here.\n',
    mediaType: MARKDOWN,
    needs: ['markdown', 'sectionPath'],
    sizes: { characters: { limit: 40 }, tokens: { limit: 16 } },
    demands: [hasPath('Sand here', 'Isle', 'West', 'Cove'), hasPath('Rocks here', 'Isle', 'East')],
  },
  {
    id: 'F83',
    kind: 'headings',
    title: 'the first title stays when a second level begins',
    text: '# Isle\n\nAll of it.\n\n## West\n\nSand here.\n',
    mediaType: MARKDOWN,
    needs: ['markdown', 'sectionPath'],
    sizes: { characters: { limit: 30 }, tokens: { limit: 12 } },
    demands: [hasPath('All of it', 'Isle'), hasPath('Sand here', 'Isle', 'West')],
  },
  {
    id: 'F84',
    kind: 'headings',
    title: 'of two headings in a row none is lost',
    text: '# Isle\n## Ferry\n## Mill\nFlour here.\n',
    mediaType: MARKDOWN,
    needs: ['markdown', 'sectionPath'],
    sizes: { characters: { limit: 50 }, tokens: { limit: 20 } },
    demands: [hasPath('Flour here', 'Isle', 'Mill')],
  },
  {
    id: 'F86',
    kind: 'headings',
    title: 'a level that was left out does no harm',
    text: '# Isle\n\n#### Well\n\nWater here.\n\n## Mill\n\nFlour here.\n',
    mediaType: MARKDOWN,
    needs: ['markdown', 'sectionPath'],
    sizes: { characters: { limit: 30 }, tokens: { limit: 12 } },
    demands: [hasPath('Water here', 'Isle', 'Well'), hasPath('Flour here', 'Isle', 'Mill')],
  },
  {
    id: 'F87',
    kind: 'headings',
    title: 'the titles of one document do not lead the next',
    text: 'Only words, and no heading.\n',
    before: ['# Isle\n\n## West\n\nSand here.\n'],
    mediaType: MARKDOWN,
    needs: ['markdown', 'sectionPath'],
    sizes: { characters: { limit: 40 }, tokens: { limit: 16 } },
    demands: [hasPath('Only words')],
  },
  {
    id: 'F88',
    kind: 'headings',
    title: 'a heading is embedded once',
    text: '## Tolls\n\nTwo coins for a cart.\n',
    mediaType: MARKDOWN,
    needs: ['markdown'],
    sizes: { characters: { limit: 60 }, tokens: { limit: 20 } },
    demands: [embedsOnce('Tolls')],
  },
  {
    id: 'F89',
    kind: 'headings',
    title: 'no chunk ends with a heading',
    text: '## West\n\nSand and shells.\n\n## East\n\nRocks and weed.\n\n'.repeat(4),
    mediaType: MARKDOWN,
    needs: ['markdown'],
    sizes: { characters: { limit: 36 }, tokens: { limit: 12 } },
    demands: [endsWithNoHeading()],
  },
  {
    id: 'F91',
    kind: 'headings',
    title: 'rules of stars, bars and dashes throw nothing',
    text: 'one\n\n***\n\ntwo\n\n- - -\n\nthree\n\n____\n\nfour\n',
    mediaType: MARKDOWN,
    sizes: { characters: { limit: 12 }, tokens: { limit: 6 } },
    mayDrop: ['***', '- - -', '____'],
  },
  {
    id: 'F134',
    kind: 'headings',
    title: 'what explains a chunk stands in front of it',
    text: '# Locks\n\n## Order\n\nShut the gates, the high and the low.\n\nThen lift the sluices, one by one.\n',
    mediaType: MARKDOWN,
    needs: ['markdown', 'sectionPath'],
    sizes: { characters: { limit: 70 }, tokens: { limit: 20 } },
    demands: [leadsToText(), embedsOnce('Order'), hasPath('Then lift', 'Locks', 'Order')],
  },
];

const CARD = '---\ntitle: Ferry rules\nkeeper: night shift\n---';

const FRONT_MATTER: readonly ConformanceCase[] = [
  {
    id: 'F93',
    kind: 'front-matter',
    title: 'front matter is not embedded as prose',
    text: `${CARD}\n\n# Boarding\n\nCarts go first.\n`,
    mediaType: MARKDOWN,
    needs: ['markdown', 'frontMatter'],
    sizes: { characters: { limit: 80 }, tokens: { limit: 30 } },
    demands: [neverEmbeds('night shift')],
    mayDrop: [CARD],
  },
  {
    id: 'F94',
    kind: 'front-matter',
    title: 'a rule on the first line swallows nothing',
    text: '---\n\n# Boarding\n\nCarts go first.\n\n---\n\n# Leaving\n\nFeet go first.\n',
    mediaType: MARKDOWN,
    needs: ['markdown', 'sectionPath'],
    sizes: { characters: { limit: 40 }, tokens: { limit: 16 } },
    demands: [hasPath('Carts go', 'Boarding'), hasPath('Feet go', 'Leaving')],
    mayDrop: ['---'],
  },
];

const LINE_ENDS: readonly ConformanceCase[] = [
  {
    id: 'F96',
    kind: 'line-ends',
    title: 'a byte-order mark hides no heading',
    text: '\ufeff# Ferry\n\nIt leaves at nine.\n',
    mediaType: MARKDOWN,
    needs: ['markdown', 'sectionPath'],
    sizes: { characters: { limit: 50 }, tokens: { limit: 20 } },
    demands: [hasPath('leaves at nine', 'Ferry')],
  },
  {
    id: 'F97',
    kind: 'line-ends',
    title: 'all three line ends end a heading',
    text: '# Ferry\r\rIt leaves.\n\n## Dock\r\n\r\nIt waits.\r',
    mediaType: MARKDOWN,
    needs: ['markdown', 'sectionPath'],
    sizes: { characters: { limit: 40 }, tokens: { limit: 16 } },
    demands: [hasPath('It leaves', 'Ferry'), hasPath('It waits', 'Ferry', 'Dock')],
  },
  {
    id: 'F97-paragraphs',
    needs: ['paragraphs'],
    kind: 'line-ends',
    title: 'paragraphs with CRLF stay whole where they fit',
    text: 'The first of them has two sentences. Here is one.\r\n\r\nThe second has two as well. Here is one.\r\n\r\nThe third ends it. Here is one.\r\n',
    sizes: { characters: { limit: 60 }, tokens: { limit: 16 } },
    demands: [
      keepsWhole(
        'The first of them has two sentences. Here is one.',
        'The second has two as well. Here is one.',
        'The third ends it. Here is one.',
      ),
    ],
  },
];

const LISTS: readonly ConformanceCase[] = [
  {
    id: 'list-introduction',
    kind: 'lists',
    title: 'a list that fits stays with the line that introduces it',
    text: 'Some words about the weather stand in front of it all.\n\nBring these along:\n\n- a lamp with oil\n- a rope\n- bread\n\nOther words about the way home come behind all that.\n',
    mediaType: MARKDOWN,
    needs: ['markdown', 'lists'],
    sizes: { characters: { limit: 75 }, tokens: { limit: 22 } },
    demands: [keepsTogether('Bring these along:', 'a lamp with oil', 'bread')],
  },
  {
    id: 'list-items',
    kind: 'lists',
    title: 'items that fit are not cut',
    text: Array.from({ length: 14 }, (_, i) => `${i + 1}. Step ${i + 1} moves the crate to its place.\n`).join(''),
    mediaType: MARKDOWN,
    needs: ['markdown'],
    sizes: { characters: { limit: 130 }, tokens: { limit: 45 } },
    demands: [keepsWhole(...Array.from({ length: 14 }, (_, i) => `Step ${i + 1} moves the crate to its place.`))],
  },
];

const EFFORT: readonly ConformanceCase[] = [
  {
    id: 'F111',
    kind: 'effort',
    title: 'a heading over 30,000 paragraphs ends in time',
    text: `# H\n\n${'q\n\n'.repeat(30_000)}`,
    mediaType: MARKDOWN,
    sizes: { characters: { limit: 1000 }, tokens: { limit: 240 } },
  },
  {
    id: 'F39-quotes',
    kind: 'effort',
    title: '3,000 quotes inside each other need no stack',
    text: `${'>'.repeat(3000)} deep inside`,
    mediaType: MARKDOWN,
    sizes: { characters: { limit: 400 }, tokens: { limit: 150 } },
  },
];

export const MARKDOWN_CASES: readonly ConformanceCase[] = [
  ...TABLES,
  ...FENCES,
  ...HEADINGS,
  ...FRONT_MATTER,
  ...LINE_ENDS,
  ...LISTS,
  ...EFFORT,
];
