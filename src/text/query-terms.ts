/** Query analysis: a question as typed → the terms and phrases that the lexical index is asked for. */
import { STOP_WORDS, type StopWords } from './stop-words.ts';
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

/** UTF-16 units at the beginning of a query in which quotation marks are looked for: nobody types more. */
const LONGEST_QUOTING = 100_000;

export interface QueryRules {
  readonly analyze: Analyzer;
  /** The first of those that most of a query's terms are in is left out of it. */
  readonly stopWords: readonly StopWords[];
}

/** Query analysis by `rules`; others than those of `analyzeQuery` are there to measure what each is worth. */
export function createQueryAnalyzer({ analyze, stopWords }: QueryRules): (text: string) => QueryTerms {
  let lists: readonly StopTerms[] | undefined;
  return (text) => {
    lists ??= stopWords.map(({ words, least }) => ({ terms: new Set(analyze(words)), least }));
    const distinct = [...new Set(analyze(text))];
    const stopTerms = stopTermsOf(distinct, lists);
    const telling = distinct.filter((term) => !stopTerms.has(term));
    return { terms: telling.length > 0 ? telling : distinct, phrases: quotedPhrases(text, analyze) };
  };
}

/**
 * Terms to search for, each once, in order, without the stop words of the query's language unless there is nothing else;
 * and what stands in quotation marks as phrases, stop words included. The language is the one whose stop words are most.
 * Linear; never throws.
 */
export const analyzeQuery = createQueryAnalyzer({ analyze: analyzeText, stopWords: STOP_WORDS });

interface StopTerms {
  readonly terms: ReadonlySet<string>;
  readonly least: number;
}

function stopTermsOf(distinct: readonly string[], lists: readonly StopTerms[]): ReadonlySet<string> {
  let found: ReadonlySet<string> = new Set();
  let most = 0;
  for (const { terms, least } of lists) {
    const count = distinct.filter((term) => terms.has(term)).length;
    if (count < least || count <= most) continue;
    most = count;
    found = terms;
  }
  return found;
}

function quotedPhrases(text: string, analyze: Analyzer): string[][] {
  const phrases = new Map<string, string[]>();
  for (const match of text.slice(0, LONGEST_QUOTING).matchAll(QUOTED)) {
    const terms = analyze(match.slice(1).find((group) => group !== undefined) ?? '');
    if (terms.length > 1) phrases.set(terms.join(' '), terms);
  }
  return [...phrases.values()];
}
