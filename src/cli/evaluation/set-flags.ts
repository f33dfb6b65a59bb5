/** Flags of the commands that measure with query sets, and what all of them say about a set. */
import { KerfError } from '../../model/error.ts';

export const SET_OPERANDS = 'SET...';

export const SET_HELP =
  'A set is a folder with queries.jsonl (questions and where their answers stand) and the documents in corpus/ or where set.json says, or such a .jsonl file itself; kerf queries makes one.';

export const CORPUS_FLAG = {
  name: 'corpus',
  kind: 'text',
  placeholder: 'DIR',
  help: 'the documents (default: what set.json beside the questions says, else corpus/ there)',
} as const;

/** Throws `invalid-option` when `command` was given no set. */
export function requireSets(command: string, sets: readonly string[]): void {
  if (sets.length > 0) return;
  throw new KerfError(
    'invalid-option',
    `kerf ${command} needs at least one set, a folder with queries.jsonl; kerf queries make DIR makes one.`,
  );
}
