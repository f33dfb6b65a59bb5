/** Parsing: recognises front matter at the start of a Markdown document and reads its fields. */
import { parseDocument } from 'yaml';
import type { JsonObject } from '../../model/json.ts';
import { BRACKET_OPEN, DASH, HASH, LF, PLUS, skipBlank } from './characters.ts';
import { flatFields } from './flat-fields.ts';
import { tomlFields } from './toml-fields.ts';

/** UTF-16 units; a longer block between `---` lines is content that happens to look like front matter. */
const MAX_LENGTH = 65_536;
const FENCE_LENGTH = 3;
/**
 * Levels of brackets, or of `- - -` and `? ? ?` marks on one line. The YAML reader recurses, and on a stack
 * thousands of levels deep V8 does not throw but end the process.
 */
const MAX_NESTING = 100;

export interface FrontMatter {
  /** After the closing fence, without its line feed. */
  readonly end: number;
  /** The YAML mapping; of TOML the plain fields in front of its first table. */
  readonly fields: JsonObject;
  /** Set when the text looks like front matter but is none: why. Then it is content. */
  readonly invalid?: string;
}

/**
 * Front matter at offset 0 of `text`: `---` lines around a YAML mapping, or `+++` lines around TOML, with
 * something on the first line inside. Undefined when there is nothing like it. Throws nothing.
 */
export function readFrontMatter(text: string): FrontMatter | undefined {
  const marker = text.charCodeAt(0);
  if (marker !== DASH && marker !== PLUS) return undefined;
  const bodyStart = endOfFence(text, 0, marker) + 1;
  if (bodyStart === 0 || bodyStart > text.length) return undefined;
  const firstLineEnd = endOfLine(text, bodyStart);
  const first = skipBlank(text, bodyStart, firstLineEnd);
  if (first === firstLineEnd) return undefined;
  const bodyEnd = findClosingFence(text, bodyStart, marker);
  if (bodyEnd < 0) return undefined;
  const end = endOfFence(text, bodyEnd, marker);
  if (marker === DASH) return readYaml(text.slice(bodyStart, bodyEnd), end);
  if (!looksLikeToml(text, first, firstLineEnd)) return undefined;
  return { end, fields: tomlFields(text.slice(bodyStart, bodyEnd)) };
}

function readYaml(body: string, end: number): FrontMatter | undefined {
  const flat = flatFields(body);
  if (flat !== undefined) return { end, fields: flat };
  if (nestingOf(body) > MAX_NESTING) return { end, fields: {}, invalid: `nested over ${MAX_NESTING} levels deep` };
  try {
    const parsed = parseDocument(body, { prettyErrors: false });
    if (parsed.errors.length > 0) return { end, fields: {}, invalid: parsed.errors[0].message };
    // The way through JSON turns what YAML has and JSON has not (NaN, infinities) into null.
    const value: unknown = JSON.parse(JSON.stringify(parsed.toJS() ?? null));
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined;
    return { end, fields: value as JsonObject };
  } catch (error) {
    // Alias bombs and nesting too deep for the YAML reader: the document is still read, as content.
    return { end, fields: {}, invalid: error instanceof Error ? error.message : String(error) };
  }
}

/** An upper bound, blind to quotes: the most brackets open at once, or marks in a row at the start of a line. */
function nestingOf(body: string): number {
  let deepest = 0;
  let brackets = 0;
  let marks = 0;
  for (let at = 0; at < body.length; at++) {
    const character = body[at];
    if (character === '[' || character === '{') brackets++;
    else if (character === ']' || character === '}') brackets = Math.max(0, brackets - 1);
    if (character !== ' ' && character !== '\t') marks = isNestingMark(character, body[at + 1]) ? marks + 1 : 0;
    deepest = Math.max(deepest, brackets, marks);
  }
  return deepest;
}

function isNestingMark(character: string, next: string | undefined): boolean {
  return (character === '-' || character === '?' || character === ':') && (next === ' ' || next === '\t');
}

/** Offset of the closing fence line, or -1. */
function findClosingFence(text: string, bodyStart: number, marker: number): number {
  const limit = Math.min(text.length, bodyStart + MAX_LENGTH);
  for (let at = bodyStart; at < limit; at = endOfLine(text, at) + 1) {
    if (text.charCodeAt(at) === marker && endOfFence(text, at, marker) >= 0) return at;
  }
  return -1;
}

/** End of the fence line at `at` (three markers and white space), or -1 when it is none. */
function endOfFence(text: string, at: number, marker: number): number {
  for (let i = 0; i < FENCE_LENGTH; i++) if (text.charCodeAt(at + i) !== marker) return -1;
  const end = skipBlank(text, at + FENCE_LENGTH, text.length);
  return end === text.length || text.charCodeAt(end) === LF ? end : -1;
}

/** A table header, a comment, or a key with its equals sign. */
function looksLikeToml(text: string, first: number, end: number): boolean {
  const code = text.charCodeAt(first);
  return code === BRACKET_OPEN || code === HASH || text.slice(first, end).includes('=');
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}
