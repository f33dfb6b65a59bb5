/** Text: the cells of one row of a table, as spans and as what they say. Linear in the row. */

/** What separates cells: a pipe as in Markdown, where a backslash escapes it, or a delimiter with quotes as in CSV. */
export type CellSeparator = '|' | ',' | ';' | '\t';

const BACKSLASH = 92;
const QUOTE = 34;
const SPACE = 32;

/** Spans of the cells of the row `text[start, end)`, white space around them left out: [start, end, start, end, ...]. */
export function cellSpans(
  text: string,
  start: number,
  end: number,
  separator: CellSeparator,
  quoted: boolean,
): number[] {
  const spans: number[] = [];
  const code = separator.charCodeAt(0);
  let from = start;
  for (let at = quoted ? behindQuotes(text, start, end, code) : start; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (!quoted && unit === BACKSLASH) at++;
    else if (unit === code) {
      pushTrimmed(spans, text, from, at);
      from = at + 1;
      if (quoted) at = behindQuotes(text, from, end, code) - 1;
    }
  }
  pushTrimmed(spans, text, from, end);
  // The pipes at the ends of a Markdown row separate nothing.
  if (!quoted) dropOuter(spans, text, start, end);
  return spans;
}

/**
 * Behind the quotes around the cell at `from` and the spaces behind them. `from` itself where no quote opens the cell, or where
 * none closes it right in front of its end: then they stand for themselves, as `RowReader` has it.
 */
function behindQuotes(text: string, from: number, end: number, separator: number): number {
  if (from >= end || text.charCodeAt(from) !== QUOTE) return from;
  let close = from + 1;
  while (close < end && (text.charCodeAt(close) !== QUOTE || text.charCodeAt(close + 1) === QUOTE))
    close += text.charCodeAt(close) === QUOTE ? 2 : 1;
  let behind = close + 1;
  while (behind < end && text.charCodeAt(behind) === SPACE) behind++;
  return close < end && (behind === end || text.charCodeAt(behind) === separator) ? behind : from;
}

function pushTrimmed(spans: number[], text: string, from: number, to: number): void {
  let start = from;
  let end = to;
  while (start < end && isSpace(text.charCodeAt(start))) start++;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  spans.push(start, end);
}

function dropOuter(spans: number[], text: string, start: number, end: number): void {
  let first = start;
  while (first < end && isSpace(text.charCodeAt(first))) first++;
  if (text[first] === '|') spans.splice(0, 2);
  const last = spans.length;
  if (last > 2 && spans[last - 2] === spans[last - 1]) spans.length = last - 2;
}

function isSpace(code: number): boolean {
  return code === 32 || code === 9 || code === 10 || code === 13;
}

/** What the cell `text[start, end)` says: quotes and escapes resolved, on one line. */
export function cellValue(text: string, start: number, end: number, quoted: boolean): string {
  const raw = text.slice(start, end);
  const value =
    quoted && raw.length > 1 && raw.startsWith('"') && raw.endsWith('"')
      ? raw.slice(1, -1).replaceAll('""', '"')
      : quoted
        ? raw
        : raw.replaceAll('\\|', '|');
  return value.replace(/\s+/g, ' ').trim();
}
