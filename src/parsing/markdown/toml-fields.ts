/** Parsing: reads the plain fields of TOML front matter: texts, numbers, days, truth values and lists of texts, a line each. */
import type { JsonObject, JsonValue } from '../../model/json.ts';

/** A key without quotes or dots, and what stands behind its equals sign. */
const FIELD = /^[ \t]*([A-Za-z\d][\w-]{0,60})[ \t]*=[ \t]*(\S.*)$/;
const TABLE = /^[ \t]*\[/;
/** Behind these, lines may be text. */
const LONG_TEXT = /"""|'''/;
const TEXT = /"(?:[^"\\]|\\.)*"|'[^']*'/g;
const ONE_TEXT = /^(?:"(?:[^"\\]|\\.)*"|'[^']*')[ \t]*(?:#.*)?$/;
const TEXTS = /^\[(?:[ \t]*(?:"(?:[^"\\]|\\.)*"|'[^']*')[ \t]*(?:,|(?=\])))*[ \t]*\][ \t]*(?:#.*)?$/;
const BARE = /^([^\s#]+(?: \d\d:[\d:.Z+-]+)?)[ \t]*(?:#.*)?$/;
const NUMBER = /^[+-]?\d+(?:\.\d+)?$/;
const DAY = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:[\d:.Z+-]+)?$/;

/** The fields of `body` in front of its first table; values of any other form are left out. Throws nothing. */
export function tomlFields(body: string): JsonObject {
  const fields: Record<string, JsonValue> = {};
  for (const line of body.split('\n')) {
    if (TABLE.test(line) || LONG_TEXT.test(line)) break;
    const found = FIELD.exec(line);
    const value = found === null ? undefined : readValue(found[2].trimEnd());
    if (found !== null && value !== undefined && !Object.hasOwn(fields, found[1])) fields[found[1]] = value;
  }
  return fields;
}

function readValue(source: string): JsonValue | undefined {
  if (ONE_TEXT.test(source)) return textOf(source.match(TEXT)?.[0] ?? '');
  if (TEXTS.test(source)) {
    const texts = (source.match(TEXT) ?? []).map(textOf);
    return texts.includes(undefined) ? undefined : (texts as string[]);
  }
  const bare = BARE.exec(source)?.[1] ?? '';
  if (NUMBER.test(bare)) return Number(bare);
  if (DAY.test(bare)) return bare;
  return bare === 'true' ? true : bare === 'false' ? false : undefined;
}

/** What a quoted text says; undefined where it has escapes that JSON does not know. */
function textOf(quoted: string): string | undefined {
  if (quoted.startsWith("'")) return quoted.slice(1, -1);
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return undefined;
  }
}
