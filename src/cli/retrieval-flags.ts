/** Flags of retrieval and expansion, and the way from them to options. */
import { KerfError } from '../model/error.ts';
import type { ExpandOptions } from '../retrieval/expand.ts';
import { DEFAULT_TOP_K, type ListWeights, type RetrieveOptions } from '../retrieval/options.ts';
import { nameHint } from '../text/option-names.ts';
import type { FlagValues } from './flags.ts';

/** Names as `--weight` takes them: three candidate lists, three fields of the lexical list. */
const LISTS = ['lexical', 'dense', 'header'] as const satisfies readonly (keyof ListWeights)[];
const FIELDS = { body: 'bodyWeight', headings: 'headingsWeight', context: 'contextWeight' } as const;
const WEIGHTS: readonly string[] = [...LISTS, ...Object.keys(FIELDS)];

export const RETRIEVAL_FLAGS = [
  { name: 'top-k', kind: 'count', placeholder: 'N', min: 1, help: `hits to return (default ${DEFAULT_TOP_K})` },
  {
    name: 'max-per-document',
    kind: 'count',
    placeholder: 'N',
    min: 1,
    help: 'most hits of one document (default: no cap)',
  },
  {
    name: 'near-duplicates',
    kind: 'text',
    placeholder: 'X',
    help: 'drop texts this similar to a better hit, 0 to 1; 1 drops equal texts alone (default 0.9)',
  },
  {
    name: 'diversity',
    kind: 'text',
    placeholder: 'X',
    help: 'move hits back that say much of what better ones say, 0 (default, not at all) to 1',
  },
  {
    name: 'rerank-depth',
    kind: 'count',
    placeholder: 'N',
    min: 1,
    max: 200,
    help: 'candidates that the reranker reads, or that are made diverse (default 60)',
  },
  {
    name: 'weight',
    kind: 'list',
    placeholder: 'NAME=X',
    help: `weight of a list (${LISTS.join(', ')}) or of a lexical field (${Object.keys(FIELDS).join(', ')}); may be given several times`,
  },
  {
    name: 'neighbours',
    kind: 'count',
    placeholder: 'N',
    min: 0,
    help: 'chunks to add on each side of a hit, inside its section (default 2, for budgets below 1500 tokens 1)',
  },
  {
    name: 'merge-share',
    kind: 'text',
    placeholder: 'X',
    help: 'take a section whole when this share of its chunks is among the hits, above 0 and up to 1 (default: never)',
  },
] as const;

type RetrievalFlagValues = FlagValues<typeof RETRIEVAL_FLAGS>;

/** What the flags say of retrieval; what they do not say is left out. Throws `invalid-option`. */
export function retrievalOf(values: RetrievalFlagValues): RetrieveOptions {
  return {
    ...weightsOf(values.weight),
    ...given('topK', values['top-k']),
    ...given('maxPerDocument', values['max-per-document']),
    ...given('nearDuplicateSimilarity', shareOf('near-duplicates', values['near-duplicates'])),
    ...given('diversity', shareOf('diversity', values.diversity)),
    ...given('rerankDepth', values['rerank-depth']),
  };
}

/** What the flags say of expansion. Throws `invalid-option`. */
export function expansionOf(values: RetrievalFlagValues): ExpandOptions {
  return {
    ...given('neighbours', values.neighbours),
    ...given('mergeShare', shareOf('merge-share', values['merge-share'])),
  };
}

function given<K extends string, V>(name: K, value: V | undefined): { readonly [key in K]?: V } {
  return value === undefined ? {} : ({ [name]: value } as { readonly [key in K]: V });
}

function weightsOf(texts: readonly string[]): RetrieveOptions {
  const weights: Record<string, number> = {};
  const fields: Record<string, number> = {};
  for (const text of texts) {
    const [name, raw] = text.split(/=([\s\S]*)/);
    if (!WEIGHTS.includes(name)) throw unknownWeight(name);
    const value = numberIn(raw ?? '', `--weight "${text}" must be NAME=NUMBER, as in lexical=1.`);
    if (Object.hasOwn(FIELDS, name)) fields[FIELDS[name as keyof typeof FIELDS]] = value;
    else weights[name] = value;
  }
  return { weights, ...fields };
}

function unknownWeight(name: string): KerfError {
  const hint = nameHint(name, WEIGHTS, `use one of ${WEIGHTS.join(', ')}`, (near) => near);
  return new KerfError('invalid-option', `--weight knows no "${name}": ${hint}`);
}

function shareOf(flag: string, raw: string | undefined): number | undefined {
  return raw === undefined ? undefined : numberIn(raw, `--${flag} "${raw}" must be a number, as in 0.5.`);
}

function numberIn(raw: string, message: string): number {
  if (/^(?:\d+(?:\.\d*)?|\.\d+)$/.test(raw)) return Number(raw);
  throw new KerfError('invalid-option', message);
}
