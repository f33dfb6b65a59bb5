/** Benchmark: a number → a document of generated documentation or prose, the same for the same number everywhere. */
import { type Dice, diceOf } from './dice.ts';

/** How a language makes what documents consist of. */
export interface Voice {
  /** One sentence, marks of Markdown among its words where `marked`; with its full stop. */
  readonly sentence: (dice: Dice, marked: boolean) => string;
  /** A sentence that announces a list. */
  readonly intro: (dice: Dice) => string;
  readonly title: (dice: Dice) => string;
  /** For the head of a table. */
  readonly word: (dice: Dice) => string;
  /** Between two sentences. */
  readonly space: string;
  /** Longest line of a paragraph, where lines are ended between words; else a paragraph is one line. */
  readonly columns?: number;
}

export const WORDS = `the a of to and in for with when from that this each every after before under without between
request response queue worker record index document chunk limit size token parser reader writer table column row key
value cache session account region service cluster node replica leader follower lease timeout retry budget quota policy
permission role token secret certificate rotation schedule backup restore snapshot version release upgrade migration
change field option default setting flag command argument file directory path line offset range error warning message
is are must can should may returns holds keeps writes reads sends waits starts stops fails succeeds grows falls checks
small large empty whole partial exact slow fast old new first last second next previous local remote public private`
  .trim()
  .split(/\s+/);
export const NAMES = [
  'maxItems',
  'retryDelay',
  'parseHeader',
  'openStore',
  'leaseMs',
  'user_id',
  'configPath',
  'readRange',
];
const LANGUAGES = ['ts', 'sh', 'python', 'json', ''];

/** A document of about 2,000 to 40,000 characters: headings, paragraphs, lists, tables, code, quotes; every other one has short lines. */
export function generatedMarkdown(seed: number): string {
  return markdownOf(diceOf(seed), seed % 2 === 0 ? ENGLISH : { ...ENGLISH, columns: MARKDOWN_COLUMNS });
}

export function markdownOf(dice: Dice, voice: Voice): string {
  const parts = [`# ${voice.title(dice)}`, paragraph(dice, voice)];
  for (let sections = 2 + dice.roll(6); sections > 0; sections--) {
    parts.push(`## ${voice.title(dice)}`, ...blocks(dice, voice));
    for (let deeper = dice.roll(3); deeper > 0; deeper--)
      parts.push(`### ${voice.title(dice)}`, ...blocks(dice, voice));
  }
  return `${parts.join('\n\n')}\n`;
}

/** A text of about 20,000 to 130,000 characters: paragraphs with blank lines between them, short ones and very long ones. */
export function generatedProse(seed: number): string {
  const dice = diceOf(seed);
  const voice = seed % 2 === 0 ? NARRATION : { ...NARRATION, columns: BOOK_COLUMNS };
  const paragraphs = Array.from({ length: 30 + dice.roll(200) }, () => paragraph(dice, voice, false));
  return `${paragraphs.join('\n\n')}\n`;
}

const MARKDOWN_COLUMNS = 88;
const BOOK_COLUMNS = 72;

/** Of one to six sentences, and now and then of up to 40: much of the text of real documents is in long paragraphs. */
export function paragraph(dice: Dice, voice: Voice, marked = true): string {
  const length = 1 + dice.roll(6) + longTail(dice, 35);
  const sentences = Array.from({ length }, () => voice.sentence(dice, marked));
  const text = sentences.join(voice.space);
  return voice.columns === undefined ? text : wrapped(text, voice.columns);
}

/** 0 in nine of ten cases, else anything below `most`. */
export function longTail(dice: Dice, most: number): number {
  return dice.roll(10) === 0 ? dice.roll(most) : 0;
}

function wrapped(text: string, columns: number): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > columns) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].join('\n');
}

export const ENGLISH: Voice = {
  sentence: (dice, marked) => `${words(dice, marked)}.`,
  intro: (dice) => `${words(dice, true)}:`,
  title: (dice) => capital(Array.from({ length: 1 + dice.roll(4) }, () => dice.pick(WORDS)).join(' ')),
  word: (dice) => dice.pick(WORDS),
  space: ' ',
};

/** As in a book: people speak. */
const NARRATION: Voice = {
  ...ENGLISH,
  sentence: (dice) => {
    const text = words(dice, false);
    const kind = dice.roll(12);
    if (kind === 0) return `“${text}?” ${capital(dice.pick(WORDS))} said no more.`;
    if (kind === 1) return `${text}; ${words(dice, false).toLowerCase()}!`;
    return `${text}.`;
  },
};

function words(dice: Dice, marked: boolean): string {
  const made = Array.from({ length: 6 + dice.roll(18) }, () => {
    const word = marked ? markedWord(dice) : dice.pick(WORDS);
    return word + (dice.roll(12) === 0 ? ',' : '');
  });
  return capital(made.join(' ')).replace(/,$/, '');
}

function markedWord(dice: Dice): string {
  const word = dice.pick(WORDS);
  const mark = dice.roll(40);
  if (mark === 0) return `\`${dice.pick(NAMES)}\``;
  if (mark === 1) return `**${word}**`;
  if (mark === 2) return `[${word} ${dice.pick(WORDS)}](../guide/${word}.md#${dice.pick(WORDS)})`;
  return word;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function blocks(dice: Dice, voice: Voice): string[] {
  const made = [paragraph(dice, voice)];
  for (let more = dice.roll(4); more > 0; more--) {
    const kind = dice.roll(10);
    if (kind < 4) made.push(paragraph(dice, voice));
    else if (kind < 6) made.push(voice.intro(dice), list(dice, voice));
    else if (kind < 8) made.push(codeBlock(dice));
    else if (kind < 9) made.push(table(dice, voice));
    else made.push(paragraph(dice, voice).replace(/^/gm, '> '));
  }
  return made;
}

function list(dice: Dice, voice: Voice): string {
  const ordered = dice.roll(3) === 0;
  const items = Array.from({ length: 3 + dice.roll(8) + longTail(dice, 40) }, (_, i) => {
    const item = `${ordered ? `${i + 1}.` : '-'} ${voice.sentence(dice, true)}`;
    return dice.roll(6) > 0 ? item : `${item}\n${ordered ? '   ' : '  '}- ${voice.sentence(dice, true)}`;
  });
  return items.join('\n');
}

function table(dice: Dice, voice: Voice): string {
  const columns = 2 + dice.roll(4);
  const row = (cell: () => string): string => `| ${Array.from({ length: columns }, cell).join(' | ')} |`;
  const rows = Array.from({ length: 3 + dice.roll(14) + longTail(dice, 80) }, () => row(() => voice.title(dice)));
  return [row(() => voice.word(dice)), row(() => '---'), ...rows].join('\n');
}

function codeBlock(dice: Dice): string {
  return ['```'.concat(dice.pick(LANGUAGES)), codeLines(dice), '```'].join('\n');
}

/** Three to 22 lines that look like source code, now and then up to 100. */
export function codeLines(dice: Dice): string {
  const lines = Array.from({ length: 3 + dice.roll(20) + longTail(dice, 80) }, () => {
    const indent = '  '.repeat(dice.roll(3));
    return dice.roll(8) === 0
      ? ''
      : `${indent}const ${dice.pick(NAMES)} = ${dice.pick(NAMES)}(${dice.roll(1000)}, '${dice.pick(WORDS)}');`;
  });
  return lines.join('\n');
}
