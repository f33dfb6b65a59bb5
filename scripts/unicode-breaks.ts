/**
 * Checks cuts against Unicode's own test files, which the project does not hold:
 * `npx tsx scripts/unicode-breaks.ts GraphemeBreakTest.txt WordBreakTest.txt`. Each line of such a file is a text with
 * its breaks. Cuts of every size from 1 to 50 must lie at grapheme breaks, and cuts said to lie between words at word
 * breaks; so must the chunks of the same texts, as plain text and as Markdown, by every plain strategy, with overlap and
 * without. Prints what fails and ends with 1 when anything does.
 */
import { readFileSync } from 'node:fs';
import { chunkDocument } from '../src/chunking/chunk.ts';
import type { ChunkOptions } from '../src/chunking/options.ts';
import { PLAIN_STRATEGIES } from '../src/chunking/presets.ts';
import { parseSource } from '../src/parsing/parse.ts';
import { isGraphemeBoundary, lastCutBefore, type WordCut } from '../src/text/word-cuts.ts';

const LARGEST_LIMIT = 50;
const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });

interface BreakCase {
  readonly text: string;
  readonly breaks: ReadonlySet<number>;
}

function casesOf(path: string): readonly BreakCase[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.map((line) => line.split('#')[0].trim()).flatMap((line) => (line === '' ? [] : [caseOf(line)]));
}

function caseOf(line: string): BreakCase {
  let text = '';
  const breaks = new Set<number>();
  for (const part of line.split(/\s+/)) {
    if (part === '÷') breaks.add(text.length);
    else if (part !== '×') text += String.fromCodePoint(Number.parseInt(part, 16));
  }
  return { text, breaks };
}

/** All texts of the file as one, with a letter between two of them, so that cuts of all sizes meet all texts. */
function joined(cases: readonly BreakCase[]): BreakCase {
  const parts = cases.map(({ text }) => `${text}\n`);
  const breaks = new Set<number>();
  let offset = 0;
  cases.forEach(({ text, breaks: own }) => {
    for (const at of own) breaks.add(offset + at);
    offset += text.length + 1;
    breaks.add(offset);
  });
  return { text: parts.join(''), breaks };
}

function cutsOf(text: string, limit: number): readonly WordCut[] {
  const cuts: WordCut[] = [];
  for (let from = 0; text.length - from > limit; from = cuts[cuts.length - 1].at)
    cuts.push(lastCutBefore(text, from, text.length, from + limit, () => false));
  return cuts.filter(({ at }) => at < text.length);
}

function graphemeBreaks(text: string): ReadonlySet<number> {
  return new Set([...segmenter.segment(text)].map(({ index }) => index));
}

let failures = 0;
function fail(path: string, text: string, at: number, what: string): void {
  failures++;
  const points = [...text.slice(Math.max(0, at - 8), at), '^', ...text.slice(at, at + 8)].map((character) =>
    character.codePointAt(0)?.toString(16),
  );
  console.log(`${path}: ${what} at ${at} of ${points.join(' ')}`);
}

/** Breaks of a grapheme file that the segmenter has too: a newer Unicode than the file's may join more, never less. */
function clustersOf({ text, breaks }: BreakCase, ofWords: boolean): ReadonlySet<number> {
  const clusters = graphemeBreaks(text);
  return ofWords ? clusters : new Set([...breaks].filter((at) => clusters.has(at)));
}

/** Ends of chunks and starts of overlaps that lie inside a cluster are failures; returns how many places were looked at. */
function checkChunks(path: string, { text }: BreakCase, allowed: ReadonlySet<number>, mediaType: string): number {
  const document = parseSource({ documentId: 'breaks', mediaType, text });
  // Where line ends were changed, the file's breaks are those of another text.
  const clusters = document.text === text ? allowed : graphemeBreaks(document.text);
  let places = 0;
  for (const options of chunkings()) {
    const ends = chunkDocument(document, options).flatMap(({ span, overlap }) => [
      overlap?.start,
      span.start,
      span.end,
    ]);
    for (const at of ends) {
      if (at === undefined || at === 0 || at === document.text.length) continue;
      places++;
      if (!clusters.has(at)) fail(path, document.text, at, `cluster cut: ${mediaType}, ${JSON.stringify(options)}`);
    }
  }
  return places;
}

function* chunkings(): Generator<ChunkOptions> {
  for (const strategy of PLAIN_STRATEGIES)
    for (let maxChars = 1; maxChars <= LARGEST_LIMIT; maxChars++)
      for (const overlapChars of new Set([0, maxChars >> 2]))
        yield { strategy, maxChars, overlapChars, context: false };
}

for (const path of process.argv.slice(2)) {
  const words = /word/i.test(path);
  const cases = casesOf(path);
  let cuts = 0;
  let places = 0;
  for (const each of [...cases, joined(cases)]) {
    const { text, breaks } = each;
    const allowed = clustersOf(each, words);
    for (let at = 1; at < text.length; at++)
      if (!words && isGraphemeBoundary(text, 0, at) !== allowed.has(at))
        fail(path, text, at, 'wrong grapheme boundary');
    for (let limit = 1; limit <= LARGEST_LIMIT; limit++)
      for (const { at, signal } of cutsOf(text, limit)) {
        cuts++;
        if (!allowed.has(at)) fail(path, text, at, `cluster cut at size ${limit}`);
        if (words && signal !== 'grapheme' && !breaks.has(at)) fail(path, text, at, `word cut at size ${limit}`);
      }
    for (const mediaType of ['text/plain', 'text/markdown']) places += checkChunks(path, each, allowed, mediaType);
  }
  const sizes = `of sizes 1 to ${LARGEST_LIMIT}`;
  console.log(`${path}: ${cases.length} cases, ${cuts} cuts ${sizes}, ${places} ends of chunks ${sizes}`);
}
console.log(failures === 0 ? 'no failures' : `${failures} failures`);
process.exitCode = failures === 0 ? 0 : 1;
