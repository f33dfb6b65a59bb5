/** Query analysis: a question as typed → the terms and phrases that the lexical index is asked for. */
import { STOP_WORDS } from './stop-words.ts';
import { type Analyzer, analyzeText } from './terms.ts';

/** What a query looks for. */
export interface QueryTerms {
  /** Any of these; empty when the query holds nothing but signs. */
  readonly terms: readonly string[];
  /** Terms that were quoted together: wanted side by side, and by no means required. At least two in each. */
  readonly phrases: readonly (readonly string[])[];
}

/**
 * Text between quotation marks of one kind; an opening mark inside ends the search, so that it stays linear. Single
 * ones only around whole words, since apostrophes look the same.
 */
const QUOTED =
  /"([^"\n]+)"|“([^“”\n]+)”|„([^„“”\n]+)[“”]|«([^«»\n]+)»|「([^「」\n]+)」|『([^『』\n]+)』|`([^`\n]+)`|(?<![\p{L}\p{N}])['‘]((?:[^'‘’\n]|(?<=\p{L})['’](?=\p{L}))+)['’](?![\p{L}\p{N}])/gu;

export interface QueryRules {
  readonly analyze: Analyzer;
  /** Words that carry grammar alone, separated by blanks; left out of queries that have others. */
  readonly stopWords: string;
}

/** Query analysis by `rules`; others than those of `analyzeQuery` are there to measure what each is worth. */
export function createQueryAnalyzer({ analyze, stopWords }: QueryRules): (text: string) => QueryTerms {
  let stopTerms: ReadonlySet<string> | undefined;
  return (text) => {
    stopTerms ??= new Set(analyze(stopWords));
    const distinct = [...new Set(analyze(text))];
    const telling = distinct.filter((term) => !stopTerms?.has(term));
    return { terms: telling.length > 0 ? telling : distinct, phrases: quotedPhrases(text, analyze) };
  };
}

/**
 * Terms to search for, each once, in order, without English stop words unless there is nothing else; and what stands in
 * quotation marks as phrases, stop words included. Linear; never throws.
 */
export const analyzeQuery = createQueryAnalyzer({ analyze: analyzeText, stopWords: STOP_WORDS });

function quotedPhrases(text: string, analyze: Analyzer): string[][] {
  const phrases = new Map<string, string[]>();
  for (const match of text.matchAll(QUOTED)) {
    const terms = analyze(match.slice(1).find((group) => group !== undefined) ?? '');
    if (terms.length > 1) phrases.set(terms.join(' '), terms);
  }
  return [...phrases.values()];
}
