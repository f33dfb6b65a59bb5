/** Evaluation: the choices of lexical search, each as one change against what Kerf does. */
import { DEFAULT_BODY_WEIGHT, DEFAULT_CONTEXT_WEIGHT, DEFAULT_HEADINGS_WEIGHT } from '../src/retrieval/options.ts';
import { contextTerms, headingTerms } from '../src/stores/sqlite/lexical-rows.ts';
import { ANALYSIS_RULES, type AnalysisRules } from '../src/text/analysis-rules.ts';
import { analyzeQuery, createQueryAnalyzer, type QueryTerms } from '../src/text/query-terms.ts';
import { ENGLISH_STOP_WORDS, STOP_WORDS } from '../src/text/stop-words.ts';
import { type Analyzer, analyzeText, createAnalyzer } from '../src/text/terms.ts';
import type { Bm25Parameters, Field, WeightedQuery } from './lexical-index.ts';

export interface LexicalVariant {
  readonly name: string;
  readonly analyzeQuery: (text: string) => WeightedQuery;
  /** Default: that of the index. */
  readonly analyze?: Analyzer;
  readonly headingsWeight?: number;
  readonly contextWeight?: number;
  readonly bm25?: Bm25Parameters;
}

export function fieldsOf({
  analyze = analyzeText,
  headingsWeight = DEFAULT_HEADINGS_WEIGHT,
  contextWeight = DEFAULT_CONTEXT_WEIGHT,
}: LexicalVariant): Field[] {
  const fields: Field[] = [{ weight: DEFAULT_BODY_WEIGHT, termsOf: ({ text }) => analyze(text) }];
  if (headingsWeight > 0) fields.push({ weight: headingsWeight, termsOf: (chunk) => headingTerms(chunk, analyze) });
  if (contextWeight > 0) fields.push({ weight: contextWeight, termsOf: (chunk) => contextTerms(chunk, analyze) });
  return fields;
}

function withRules(name: string, changes: Partial<AnalysisRules>): LexicalVariant {
  const analyze = createAnalyzer({ ...ANALYSIS_RULES, ...changes });
  return { name, analyze, analyzeQuery: createQueryAnalyzer({ analyze, stopWords: STOP_WORDS }) };
}

function withQuery(name: string, change: (query: QueryTerms, text: string) => Partial<WeightedQuery>): LexicalVariant {
  return { name, analyzeQuery: (text) => ({ ...analyzeQuery(text), ...change(analyzeQuery(text), text) }) };
}

const stopTerms = new Set(analyzeText(ENGLISH_STOP_WORDS.words));
const DIGIT = /\p{Nd}/u;

/** The words of a text as written, each with its terms. */
function words(text: string): { readonly word: string; readonly terms: readonly string[] }[] {
  return (text.match(/[^\s()[\]{}"“”?!;]+/gu) ?? []).map((word) => ({ word, terms: analyzeText(word) }));
}

const isExact = ({ word, terms }: { word: string; terms: readonly string[] }): boolean =>
  terms.length > 1 || DIGIT.test(word) || /^\p{Lu}{2,}$/u.test(word);

function pairs(text: string): string[][] {
  const all = words(text).map(({ terms }) => terms);
  return all.slice(1).flatMap((terms, i) => {
    const [a, b] = [all[i].at(-1), terms[0]];
    return a === undefined || b === undefined || stopTerms.has(a) || stopTerms.has(b) ? [] : [[a, b]];
  });
}

/** Kerf first; each other is compared with it. */
export const VARIANTS: readonly LexicalVariant[] = [
  { name: 'kerf', analyzeQuery },
  withRules('stem: none', { stem: (folded) => folded }),
  withRules('stem: a-z alone', { stem: (folded) => (/^[a-z]/.test(folded) ? ANALYSIS_RULES.stem(folded) : folded) }),
  withRules('identifiers: no parts', { identifierParts: false }),
  withRules('unspaced: characters', { unspaced: 'characters' }),
  {
    name: 'stop words: English alone',
    analyzeQuery: createQueryAnalyzer({ analyze: analyzeText, stopWords: [ENGLISH_STOP_WORDS] }),
  },
  withQuery('stop words: kept', (_, text) => ({ terms: [...new Set(analyzeText(text))] })),
  withQuery('repeated terms: counted', ({ terms }, text) => ({
    terms: analyzeText(text).filter((term) => terms.includes(term)),
  })),
  withQuery('phrases: none', () => ({ phrases: [] })),
  withQuery('phrases: twice', ({ phrases }) => ({ phrases: [...phrases, ...phrases] })),
  withQuery('pairs: 1', (_, text) => ({ lightPhrases: pairs(text), lightWeight: 1 })),
  withQuery('pairs: 0.5', (_, text) => ({ lightPhrases: pairs(text), lightWeight: 0.5 })),
  withQuery('pairs: 0.25', (_, text) => ({ lightPhrases: pairs(text), lightWeight: 0.25 })),
  withQuery('pairs: 0.1', (_, text) => ({ lightPhrases: pairs(text), lightWeight: 0.1 })),
  withQuery('exact: twice', ({ terms }, text) => ({
    terms: [
      ...terms,
      ...new Set(
        words(text)
          .filter(isExact)
          .flatMap((word) => word.terms),
      ),
    ],
  })),
  withQuery('exact: whole twice', ({ terms }, text) => ({
    terms: [
      ...terms,
      ...new Set(
        words(text)
          .filter(isExact)
          .map((word) => word.terms[0]),
      ),
    ],
  })),
  withQuery('exact: as phrases', ({ phrases }, text) => ({
    phrases: [
      ...phrases,
      ...words(text)
        .filter((word) => word.terms.length > 2)
        .map((word) => word.terms.slice(1)),
    ],
  })),
  { name: 'headings: none', analyzeQuery, headingsWeight: 0 },
  { name: 'headings: 1', analyzeQuery, headingsWeight: 1 },
  { name: 'headings: 3', analyzeQuery, headingsWeight: 3 },
  { name: 'context: none', analyzeQuery, contextWeight: 0 },
  { name: 'context: 0.5', analyzeQuery, contextWeight: 0.5 },
  { name: 'context: 1', analyzeQuery, contextWeight: 1 },
  { name: 'bm25: 0.9, 0.4', analyzeQuery, bm25: { k1: 0.9, b: 0.4 } },
  { name: 'bm25: 1.2, 0.5', analyzeQuery, bm25: { k1: 1.2, b: 0.5 } },
  { name: 'bm25: 1.2, 0.9', analyzeQuery, bm25: { k1: 1.2, b: 0.9 } },
  { name: 'bm25: 2, 0.75', analyzeQuery, bm25: { k1: 2, b: 0.75 } },
];
