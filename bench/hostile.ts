/** Benchmark: a name and a scale → an input that breaks naive parsers and chunkers; twice the scale, twice the length. */

const SENTENCE = 'A reader who opens the window hears rain, distant bells, and somebody counting steps. ';

/** At scale 1 each has 12,000 to 700,000 characters. */
export const HOSTILE_INPUTS: Readonly<Record<string, (scale: number) => string>> = {
  'nested quotes': (scale) => `${'> '.repeat(12_500 * scale)}end\n`,
  'quotes one deeper on each line': (scale) => staircase(scale, 400, (n) => `${'>'.repeat(n)} more\n`),
  'nested lists': (scale) => staircase(scale, 250, (n) => `${'  '.repeat(n)}- item\n`),
  'open brackets': (scale) => `${'['.repeat(12_500 * scale)}\n`,
  'unfinished links': (scale) => `${'[a]('.repeat(12_500 * scale)}\n`,
  'emphasis marks': (scale) => `${'*a_ '.repeat(12_500 * scale)}\n`,
  'hash lines': (scale) => '#\n'.repeat(62_500 * scale),
  'short sections': (scale) => '## Title\n\nBody.\n\n'.repeat(7_500 * scale),
  'unclosed fence': (scale) => `\`\`\`js\n${'let total = price * 3; // # no heading\n'.repeat(3_500 * scale)}`,
  'backtick runs': (scale) => staircase(scale, 350, (n) => `${'`'.repeat(n)} `),
  'table of 12,500 rows': (scale) =>
    `| id | name | value |\n|---|---|---|\n${'| 7 | pebble | 2.5 |\n'.repeat(12_500 * scale)}`,
  'list of 25,000 items': (scale) => '- an item of a long list\n'.repeat(25_000 * scale),
  'one word of 125,000 letters': (scale) => 'n'.repeat(125_000 * scale),
  'one line of prose': (scale) => SENTENCE.repeat(1_500 * scale),
  '125,000 spaces': (scale) => `a${' '.repeat(125_000 * scale)}b`,
  '125,000 line feeds': (scale) => `a${'\n'.repeat(125_000 * scale)}b`,
  'paragraphs with CRLF': (scale) => `${SENTENCE.repeat(3)}\r\n\r\n`.repeat(500 * scale),
  'ZWJ emoji': (scale) => '👨‍👩‍👧‍👦'.repeat(11_000 * scale),
  'combining marks': (scale) => `o${'\u0308'.repeat(20)}`.repeat(6_000 * scale),
  'lone surrogates': (scale) => '\udbff word \udfff! '.repeat(10_000 * scale),
  'HTML tags never closed': (scale) => `${'<section>'.repeat(12_500 * scale)}end\n`,
  'link definitions': (scale) => Array.from({ length: 6_000 * scale }, (_, n) => `[r${n}]: /to/${n}\n`).join(''),
  'full stops': (scale) => '. '.repeat(62_500 * scale),
};

/** Lines that each are longer than the one before: their number grows with the root of the scale. */
function staircase(scale: number, steps: number, line: (n: number) => string): string {
  return Array.from({ length: Math.round(steps * Math.sqrt(scale)) }, (_, n) => line(n + 1)).join('');
}
