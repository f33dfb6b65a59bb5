/** Parsing: reads front matter of plain `key: value` lines without a YAML reader, which most of it needs no rules of. */
import type { JsonObject } from '../../model/json.ts';

/**
 * A key and a value on one line: a whole number, a day, a quoted text without escapes, or words that begin with a letter
 * and hold neither a comment nor a mapping. Values that YAML reads otherwise, even perhaps, do not match.
 */
const FIELD =
  /([A-Za-z][\w-]{0,60}): +(?:(0|[1-9]\d{0,14})|(\d{4}-\d\d-\d\d|[A-Za-z](?: *(?:[!"$-9;-~\xa1-\u1fff\u3041-\ud7ff]|:(?! |$)))*)|"([ !#-[\]-~\xa1-\u1fff\u3041-\ud7ff]*)"|'([ -&(-~\xa1-\u1fff\u3041-\ud7ff]*)') *\n/my;
/** What YAML, in some version, takes for something else than text. */
const NO_TEXT = /^(?:true|false|null|yes|no|on|off|y|n)$/i;
const LONGEST_NO_TEXT = 5;

function isNoText(word: string): boolean {
  return word.length <= LONGEST_NO_TEXT && NO_TEXT.test(word);
}

/** The fields of `body`, lines that are all ended; undefined when there is none, or one is not as simple. Throws nothing. */
export function flatFields(body: string): JsonObject | undefined {
  if (body === '') return undefined;
  const fields: Record<string, string | number> = {};
  for (let at = 0; at < body.length; at = FIELD.lastIndex) {
    FIELD.lastIndex = at;
    const found = FIELD.exec(body);
    if (found === null) return undefined;
    const [, key, whole, words, double, single] = found;
    const plain = words?.trimEnd();
    if (Object.hasOwn(fields, key) || isNoText(key) || (plain !== undefined && isNoText(plain))) return undefined;
    fields[key] = whole === undefined ? (plain ?? double ?? single) : Number(whole);
  }
  return fields;
}
