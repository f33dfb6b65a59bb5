/** Benchmark: a number → a document of generated documentation or prose, the same for the same number everywhere. */

const WORDS = `the a of to and in for with when from that this each every after before under without between
request response queue worker record index document chunk limit size token parser reader writer table column row key
value cache session account region service cluster node replica leader follower lease timeout retry budget quota policy
permission role token secret certificate rotation schedule backup restore snapshot version release upgrade migration
change field option default setting flag command argument file directory path line offset range error warning message
is are must can should may returns holds keeps writes reads sends waits starts stops fails succeeds grows falls checks
small large empty whole partial exact slow fast old new first last second next previous local remote public private`
  .trim()
  .split(/\s+/);
const NAMES = ['maxItems', 'retryDelay', 'parseHeader', 'openStore', 'leaseMs', 'user_id', 'configPath', 'readRange'];
const LANGUAGES = ['ts', 'sh', 'python', 'json', ''];

interface Dice {
  /** A whole number from 0 to `below` - 1. */
  roll(below: number): number;
  pick<T>(from: readonly T[]): T;
}

/** The mulberry32 generator: 32 bits of state, good enough to vary text. */
function diceOf(seed: number): Dice {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  const roll = (below: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) % below;
  };
  return { roll, pick: (from) => from[roll(from.length)] };
}

/** A document of about 2,000 to 15,000 characters: headings, paragraphs, lists, tables, code, quotes. */
export function generatedMarkdown(seed: number): string {
  const dice = diceOf(seed);
  const parts = [`# ${title(dice)}`, paragraph(dice, markedWord)];
  for (let sections = 2 + dice.roll(6); sections > 0; sections--) {
    parts.push(`## ${title(dice)}`, ...blocks(dice));
    for (let deeper = dice.roll(3); deeper > 0; deeper--) parts.push(`### ${title(dice)}`, ...blocks(dice));
  }
  return `${parts.join('\n\n')}\n`;
}

/** A text of about 8,000 to 40,000 characters: paragraphs of one line each, blank lines between them. */
export function generatedProse(seed: number): string {
  const dice = diceOf(seed);
  const paragraphs = Array.from({ length: 15 + dice.roll(45) }, () => paragraph(dice, (d) => d.pick(WORDS)));
  return `${paragraphs.join('\n\n')}\n`;
}

function blocks(dice: Dice): string[] {
  const made = [paragraph(dice, markedWord)];
  for (let more = dice.roll(4); more > 0; more--) {
    const kind = dice.roll(10);
    if (kind < 4) made.push(paragraph(dice, markedWord));
    else if (kind < 6) made.push(`${sentence(dice, markedWord).slice(0, -1)}:`, list(dice));
    else if (kind < 8) made.push(codeBlock(dice));
    else if (kind < 9) made.push(table(dice));
    else made.push(paragraph(dice, markedWord).replace(/^/gm, '> '));
  }
  return made;
}

function markedWord(dice: Dice): string {
  const word = dice.pick(WORDS);
  const mark = dice.roll(40);
  if (mark === 0) return `\`${dice.pick(NAMES)}\``;
  if (mark === 1) return `**${word}**`;
  if (mark === 2) return `[${word} ${dice.pick(WORDS)}](../guide/${word}.md#${dice.pick(WORDS)})`;
  return word;
}

function title(dice: Dice): string {
  const words = Array.from({ length: 1 + dice.roll(4) }, () => dice.pick(WORDS));
  return capital(words.join(' '));
}

function sentence(dice: Dice, word: (dice: Dice) => string): string {
  const words = Array.from({ length: 6 + dice.roll(18) }, () => word(dice) + (dice.roll(12) === 0 ? ',' : ''));
  return `${capital(words.join(' ')).replace(/,$/, '')}.`;
}

function paragraph(dice: Dice, word: (dice: Dice) => string): string {
  return Array.from({ length: 1 + dice.roll(6) }, () => sentence(dice, word)).join(' ');
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function list(dice: Dice): string {
  const ordered = dice.roll(3) === 0;
  const items = Array.from({ length: 3 + dice.roll(8) }, (_, i) => {
    const item = `${ordered ? `${i + 1}.` : '-'} ${sentence(dice, markedWord)}`;
    return dice.roll(6) > 0 ? item : `${item}\n${ordered ? '   ' : '  '}- ${sentence(dice, markedWord)}`;
  });
  return items.join('\n');
}

function table(dice: Dice): string {
  const columns = 2 + dice.roll(4);
  const row = (cell: () => string): string => `| ${Array.from({ length: columns }, cell).join(' | ')} |`;
  const rows = Array.from({ length: 3 + dice.roll(14) }, () => row(() => title(dice)));
  return [row(() => dice.pick(WORDS)), row(() => '---'), ...rows].join('\n');
}

function codeBlock(dice: Dice): string {
  const lines = Array.from({ length: 3 + dice.roll(20) }, () => {
    const indent = '  '.repeat(dice.roll(3));
    return dice.roll(8) === 0
      ? ''
      : `${indent}const ${dice.pick(NAMES)} = ${dice.pick(NAMES)}(${dice.roll(1000)}, '${dice.pick(WORDS)}');`;
  });
  return ['```'.concat(dice.pick(LANGUAGES)), ...lines, '```'].join('\n');
}
