/** Evaluation, costs: a text and places in it → the same text with a word put into each of them, as an edit would. */
import type { Span } from '../model/span.ts';

const WORD = 'edited ';

/** Puts a word into the middle of each of `spans` (rising, not meeting), behind a space where there is one. */
export function editText(text: string, spans: readonly Span[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const span of spans) {
    const at = editPlace(text, span);
    parts.push(text.slice(from, at), WORD);
    from = at;
  }
  return parts.join('') + text.slice(from);
}

function editPlace(text: string, { start, end }: Span): number {
  const middle = (start + end) >> 1;
  const space = text.slice(middle, end - 1).indexOf(' ');
  if (space >= 0) return middle + space + 1;
  // Never between the halves of a surrogate pair.
  const code = text.charCodeAt(middle);
  return code >= 0xdc00 && code <= 0xdfff ? middle - 1 : middle;
}

/** Every n-th of `count` things, so that `share` (0 to 1) of them are chosen, at least one: their indices. */
export function spreadEdits(count: number, share: number): readonly number[] {
  if (count === 0) return [];
  const edits = Math.min(count, Math.max(1, Math.round(count * share)));
  return Array.from({ length: edits }, (_, i) => Math.floor(((i + 0.5) * count) / edits));
}
