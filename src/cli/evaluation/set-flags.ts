/** Flags of the commands that measure with query sets, and what all of them say about a set. */
export const SET_OPERANDS = 'SET...';

export const SET_HELP =
  'A set is a folder with queries.jsonl (questions and where their answers stand) and the documents in corpus/ or where set.json says, or such a .jsonl file itself; kerf queries makes one.';

export const CORPUS_FLAG = {
  name: 'corpus',
  kind: 'text',
  placeholder: 'DIR',
  help: 'the documents of the sets (default: what set.json beside the questions says, else corpus/ there)',
} as const;
