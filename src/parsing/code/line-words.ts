/** Parsing of source code without a grammar: tells from the first words of a line what begins or goes on there. */

/** What a line is to the units around it. */
export const LINE = {
  plain: 0,
  /** A comment, a decorator, an attribute: belongs to what follows. */
  comment: 1,
  /** Closes or continues what stands before it. */
  closer: 2,
  /** Inside a comment of several lines. */
  inside: 3,
} as const;

const CONTINUES = words(
  'end else elif elsif elseif except catch finally rescue ensure fi done esac then endif endfunction',
);
/** These continue as labels only: `public:`, but not `public int port()`. */
const LABELS = words('public private protected default');
/** `#` in front of these begins no comment. */
const DIRECTIVES = words('include define undef if ifdef ifndef else elif endif pragma import error region endregion');
const MODIFIERS = words(
  'export default public private protected internal static final abstract async override virtual inline pub unsafe extern const sealed partial open local readonly create or replace constexpr',
);
const DECLARES = words(
  'function def class interface struct enum union trait impl mod module namespace type fn func fun sub object record protocol extension defmodule defp macro_rules message service table view procedure',
);
const CONTROL = words(
  'if for while switch catch return else do with until unless foreach try using lock new throw await',
);

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

/** Kind (`LINE`) of the line whose first black character is at `at`. */
export function lineKind(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (isWordCode(code)) return wordKind(text, at, code);
  switch (text[at]) {
    case '}':
    case ')':
    case ']':
    case '{':
      return LINE.closer;
    case '/':
      return text[at + 1] === '/' || text[at + 1] === '*' ? LINE.comment : LINE.plain;
    case '-':
      return text[at + 1] === '-' ? LINE.comment : LINE.plain;
    case '@':
      return LINE.comment;
    case '#':
      return DIRECTIVES.has(wordAt(text, at + 1)) ? LINE.plain : LINE.comment;
    default:
      return LINE.plain;
  }
}

/** Whether the line `text[at, end)` begins a declaration: by its words, or as `name(...) {`. */
export function declaresHere(text: string, at: number, end: number): boolean {
  for (let from = at; from < end; ) {
    const word = wordAt(text, from);
    if (DECLARES.has(word.toLowerCase())) return true;
    if (word === '' || !MODIFIERS.has(word.toLowerCase())) break;
    from += word.length;
    // `pub(crate) fn`
    if (text[from] === '(') from = text.indexOf(')', from) + 1 || end;
    while (from < end && text.charCodeAt(from) <= 32) from++;
  }
  return text[end - 1] === '{' && isCallable(text, at, end);
}

/** Whether the line is `name(...) {`, but no `if (...) {` and no `call(() => {`. */
function isCallable(text: string, at: number, end: number): boolean {
  if (CONTROL.has(wordAt(text, at))) return false;
  const line = text.slice(at, end);
  const open = line.indexOf('(');
  return (
    open > 0 &&
    line.lastIndexOf(')') > open &&
    !/[=;]|\bfunction\b/.test(line) &&
    /[\w$\])]$/.test(line.slice(0, open).trimEnd())
  );
}

const LONGEST_WORD = 16;

/** The ASCII letters, digits and `_` at `at`; '' when there are none, or more than a keyword has. */
function wordAt(text: string, at: number): string {
  const most = Math.min(text.length, at + LONGEST_WORD);
  let end = at;
  while (end < most && isWordCode(text.charCodeAt(end))) end++;
  return text.slice(at, end);
}

function wordKind(text: string, at: number, code: number): number {
  // No word that matters here begins with another letter: c, d, e, f, p, r, t.
  if (code < 99 || code > 116) return LINE.plain;
  const word = wordAt(text, at);
  if (CONTINUES.has(word) || (LABELS.has(word) && text[at + word.length] === ':')) return LINE.closer;
  return word === 'template' ? LINE.comment : LINE.plain;
}

function isWordCode(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95;
}
