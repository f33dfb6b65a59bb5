/** Verifying sentence chunks: whether they lie in the passages they name, and hold all of their text. */
import type { Chunk } from '../model/chunk.ts';
import { isBlank } from '../text/word-cuts.ts';
import { isProsePassage } from './sentence-chunks.ts';
import type { VerifyFailure } from './verify.ts';

/** Each sentence chunk against the passage it names, and each passage of prose against the sentence chunks that name it. */
export function checkParents(
  passages: readonly Chunk[],
  sentences: readonly Chunk[],
): { readonly checked: number; readonly failures: readonly VerifyFailure[] } {
  const prose = passages.filter(isProsePassage);
  const failures: VerifyFailure[] = [];
  const children = new Map<string, Chunk[]>(prose.map(({ id }) => [id, []]));
  for (const chunk of sentences) {
    const known = children.get(chunk.parentId);
    if (known) known.push(chunk);
    else failures.push({ message: 'The parent is no passage of prose.', chunkId: chunk.id, span: chunk.span });
  }
  for (const passage of prose) checkPassage(passage, children.get(passage.id) ?? [], failures);
  return { checked: sentences.length + prose.length, failures };
}

function checkPassage({ id, span, text }: Chunk, children: readonly Chunk[], failures: VerifyFailure[]): void {
  let at = span.start;
  const gap = (to: number): void => {
    for (let i = at; i < to; i++) {
      if (isBlank(text.charCodeAt(i - span.start))) continue;
      failures.push({ message: 'This text is in no sentence chunk.', chunkId: id, span: { start: i, end: to } });
      return;
    }
  };
  for (const child of children) {
    const { start, end } = child.span;
    if (start < at || end > span.end)
      failures.push({
        message: 'A sentence chunk leaves its passage, or begins in the one before.',
        chunkId: child.id,
        span: child.span,
      });
    gap(Math.min(start, span.end));
    at = Math.max(at, end);
  }
  gap(span.end);
}
