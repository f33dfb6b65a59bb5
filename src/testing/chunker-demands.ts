/** Test kit: what single cases ask beyond the laws, such as whole sentences, repeated headers or the section path. */
import { embeddedText, type JudgedChunk } from './chunker-adapter.ts';
import type { Demand } from './chunker-case.ts';
import { quote } from './chunker-places.ts';

/** Without white space, escapes and table padding, so that a chunker may write these as it likes. */
function bare(text: string): string {
  return text.replace(/[\s\\]+/g, '').replace(/:?-{2,}:?/g, '-');
}

function some(chunks: readonly JudgedChunk[], holds: (chunk: JudgedChunk) => boolean): boolean {
  return chunks.some(holds);
}

/** Each part (a sentence, a number, a row) that fits the limit stands whole in some chunk. */
export function keepsWhole(...parts: readonly string[]): Demand {
  return ({ chunks, limit, sizeOf }) => {
    const torn = parts.find(
      (part) => sizeOf(part) <= limit && !some(chunks, ({ text }) => bare(text).includes(bare(part))),
    );
    return torn === undefined ? '' : `${quote(torn)} is cut although it fits`;
  };
}

/** All parts stand in one chunk, its context counted. */
export function keepsTogether(...parts: readonly string[]): Demand {
  return ({ chunks }) => {
    const together = some(chunks, (chunk) => parts.every((part) => bare(embeddedText(chunk)).includes(bare(part))));
    return together ? '' : `${parts.map(quote).join(' and ')} are in no chunk together`;
  };
}

/** Nothing stands between the parts that were two: no chunk holds `glued`. */
export function neverGlues(glued: string): Demand {
  return ({ chunks }) =>
    some(chunks, (chunk) => embeddedText(chunk).includes(glued)) ? `${quote(glued)} stands together` : '';
}

export function givesNothing(): Demand {
  return ({ chunks }) => (chunks.every(({ text }) => text.trim() === '') ? '' : `${chunks.length} chunks of nothing`);
}

/** Chunks that hold `pattern` hold `line` too, context counted, and only once. */
export function repeatsLine(line: string, pattern: RegExp): Demand {
  return ({ chunks }) => {
    for (const [index, chunk] of chunks.entries()) {
      const embedded = embeddedText(chunk);
      if (!pattern.test(chunk.text)) continue;
      const times = bare(embedded).split(bare(line)).length - 1;
      if (times !== 1) return `chunk ${index + 1}: ${quote(line)} is there ${times} times`;
    }
    return '';
  };
}

/** Every part of a table is one table: its lines that begin with a bar follow each other, the second rules a line. */
export function partsAreTables(): Demand {
  return ({ chunks }) => {
    for (const [index, chunk] of chunks.entries()) {
      const lines = embeddedText(chunk).split('\n');
      const rows = lines.flatMap((line, at) => (line.trimStart().startsWith('|') ? [at] : []));
      if (rows.length < 2) continue;
      const broken = rows.some((at, i) => i > 0 && at !== rows[i - 1] + 1);
      if (broken || !/^[\s|:-]+$/.test(lines[rows[1]])) return `chunk ${index + 1} is no valid table`;
    }
    return '';
  };
}

/** Every chunk with a line of code opens the fence before and closes it behind. */
export function balancesFences(fence: string): Demand {
  return ({ chunks }) => {
    for (const [index, chunk] of chunks.entries()) {
      const marks = embeddedText(chunk)
        .split('\n')
        .filter((line) => line.trimStart().startsWith(fence)).length;
      if (marks % 2 === 1) return `chunk ${index + 1}: a fence is open at its end: ${quote(chunk.text)}`;
    }
    return '';
  };
}

/** No chunk ends with a heading line. */
export function endsWithNoHeading(): Demand {
  return ({ chunks }) => {
    const index = chunks.findIndex(({ text }) => /(^|\n)#{1,6} [^\n]*$/.test(text.trimEnd()));
    return index < 0 ? '' : `chunk ${index + 1} ends with a heading: ${quote(chunks[index].text)}`;
  };
}

/**
 * The chunk that holds `words` has this path. A chunker may leave out the last titles where they stand in the chunk
 * itself, in front of the words.
 */
export function hasPath(words: string, ...path: readonly string[]): Demand {
  return ({ chunks }) => {
    const chunk = chunks.find(({ text }) => text.includes(words));
    if (chunk === undefined) return `${quote(words)} is in no chunk`;
    const given = chunk.path ?? [];
    const own = chunk.text.slice(0, chunk.text.indexOf(words));
    const short = path.slice(given.length);
    const right = given.every((title, i) => title === path[i]) && short.every((title) => own.includes(title));
    return right && given.length <= path.length
      ? ''
      : `the path of ${quote(words)} is ${JSON.stringify(given)} in place of ${JSON.stringify(path)}`;
  };
}

/** `words` are in no embedded text. */
export function neverEmbeds(words: string): Demand {
  return ({ chunks }) =>
    some(chunks, (chunk) => embeddedText(chunk).includes(words)) ? `${quote(words)} is embedded` : '';
}

/** `words` are in no embedded text twice. */
export function embedsOnce(words: string): Demand {
  return ({ chunks }) => {
    const index = chunks.findIndex((chunk) => embeddedText(chunk).split(words).length > 2);
    return index < 0 ? '' : `chunk ${index + 1} has ${quote(words)} twice`;
  };
}

/** What explains a chunk stands in front of it: the embedded text ends with the chunk's own. */
export function leadsToText(): Demand {
  return ({ chunks }) => {
    const index = chunks.findIndex((chunk) => !embeddedText(chunk).trimEnd().endsWith(chunk.text.trimEnd()));
    return index < 0 ? '' : `chunk ${index + 1} does not end with its own text: ${quote(chunks[index].text)}`;
  };
}

/** Every chunk but the first repeats something of the one before. */
export function overlaps(): Demand {
  return ({ placed: { places }, chunks, input }) => {
    for (let i = 1; i < places.length; i++) {
      const [before, place] = [places[i - 1], places[i]];
      if (before === null || place === null || place.start < before.end) continue;
      const repeated = embeddedText(chunks[i]).slice(0, embeddedText(chunks[i]).indexOf(chunks[i].text.trim()));
      if (repeated.trim() !== '' && input.slice(0, before.end).includes(repeated.trim())) continue;
      return `chunk ${i + 1} repeats nothing: ${quote(chunks[i].text)}`;
    }
    return '';
  };
}

/** The white space in front of a line is at the end of one chunk, at the start of the next, or part here, part there. */
export function keepsIndentation(): Demand {
  return ({ input, chunks, placed: { places } }) => {
    for (const [index, place] of places.entries()) {
      if (place === null) continue;
      const indent = input.slice(input.lastIndexOf('\n', place.start - 1) + 1, place.start);
      const before = index > 0 ? (/\s*$/.exec(chunks[index - 1].text)?.[0] ?? '') : '';
      const own = /^\s*/.exec(chunks[index].text)?.[0] ?? '';
      if (indent.trim() === '' && !(before + own).endsWith(indent))
        return `chunk ${index + 1} has lost its indentation: ${quote(chunks[index].text)}`;
    }
    return '';
  };
}

/** Every chunk but the last ends at one of these characters. */
export function endsAt(ends: RegExp): Demand {
  return ({ chunks }) => {
    const index = chunks.findIndex(({ text }) => !ends.test(text.trimEnd()));
    return index < 0 || index === chunks.length - 1
      ? ''
      : `chunk ${index + 1} ends inside a sentence: ${quote(chunks[index].text.slice(-16))}`;
  };
}
