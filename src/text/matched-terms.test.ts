import { describe, expect, it } from 'vitest';
import { matchedTerms } from './matched-terms.ts';
import { analyzeQuery } from './query-terms.ts';

describe('matchedTerms', () => {
  it.each([
    ['parental leave weeks', ['Parents take leave'], ['parent', 'leav']],
    ['how are parents paid "in full"', ['Parents, paid in full'], ['parent', 'paid', 'full', 'in full']],
    ['"in full"', ['full in'], ['full']],
    ['"paid in"', ['it is paid', 'in full'], ['paid']],
    ['"paid in"', ['nothing', 'paid in'], ['paid', 'paid in']],
    ['getUserName', ['user names'], ['user', 'name']],
    ['zebra', ['Parents take leave'], []],
    ['', ['text'], []],
  ])('%j in %j → %j', (query, texts, expected) => {
    expect(matchedTerms(analyzeQuery(query), texts)).toEqual(expected);
  });
});
