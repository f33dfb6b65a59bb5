import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyzeQuery } from './query-terms.ts';
import { analyzeText } from './terms.ts';

describe('terms of a query', () => {
  it.each([
    ['What is the state of the art?', ['state', 'art']],
    ['how do I set max_tokens?', ['set', 'maxtoken', 'max', 'token']],
    ['cats cat CAT', ['cat']],
    ['the who', ['the', 'who']],
    ['', []],
  ])('%j → %j', (query, expected) => expect(analyzeQuery(query)).toEqual({ terms: expected, phrases: [] }));

  it('finds in a text every term of the same words asked differently', () => {
    const indexed = new Set(analyzeText('Set `maxTokens` in café-config.yaml; see getUserName() in v1.2.3.'));
    for (const query of ['max tokens', 'MAX_TOKENS', 'cafe config', '1.2', 'user names', 'café-config.yaml']) {
      expect(
        analyzeQuery(query).terms.some((term) => indexed.has(term)),
        query,
      ).toBe(true);
    }
  });
});

describe('stop words by language', () => {
  it.each([
    ['Wie lang ist die Frist für die Kündigung?', 'lang frist kundigung'],
    ['Quelle est la durée du préavis pour les cadres ?', 'dure preavi cadr'],
    ['¿Cuántos días de vacaciones tiene el empleado?', 'dia vacacion empleado'],
    ['Quanti giorni di ferie ha il dipendente?', 'giorni feri dipendent'],
    ['Quantos dias de férias tem o empregado?', 'dia feria empregado'],
    ['Hoeveel dagen vakantie heeft de werknemer?', 'dagen vakanti werknem'],
    ['Hur många dagar har den anställde?', 'manga dagar anstalld'],
    ['Какой срок уведомления для менеджеров?', 'срок уведомления менеджеров'],
    ['كم عدد أيام الإجازة في الشركة', 'عدد ايام اجاز شرك'],
    ['कर्मचारी को कितने दिन की छुट्टी मिलती है', 'कर्मचार दिन छुट्ट मिल'],
    ['Who stars in Die Hard and La La Land?', 'star die hard la land'],
    ['die hard', 'die hard'],
    ['la liga', 'la liga'],
    ['der die das', 'der die da'],
  ])('%j → %j', (query, expected) => expect(analyzeQuery(query).terms.join(' ')).toBe(expected));
});

describe('phrases of a query', () => {
  it.each([
    ['find "state of the art"', ['state of the art']],
    ['“New York” and „der Hof“ and «le chat»', ['new york', 'der hof', 'le chat']],
    ['「東京都」 and 『大阪府』', ['東京 京都', '大阪 阪府']],
    ['run `npm install`, then', ['npm instal']],
    ["the 'Growth plan' of '20s", ['growth plan']],
    ["the dogs' and cats' food", []],
    ["don't say 'it's fine'", ['it fine']],
    ['one "word" "" "?!"', []],
    ['"a b" "a b" "A  B"', ['a b']],
    ['5" and 7" boards', ['and 7']],
    ['an open "quote', []],
    ['lines "one\ntwo"', []],
    ['call "getUserName"', ['getusernam get user name']],
  ])('%j → %j', (query, expected) => {
    expect(analyzeQuery(query).phrases.map((terms) => terms.join(' '))).toEqual(expected);
  });
});

describe('laws of analyzeQuery', () => {
  const text = fc.string({ unit: fc.constantFrom(...'ab1 _-."“”„\'’`«»「」日本\n'), maxLength: 60 });

  it('terms are distinct terms of the text, and phrases stretches of them', () => {
    fc.assert(
      fc.property(text, (sample) => {
        const { terms, phrases } = analyzeQuery(sample);
        expect(new Set(terms).size).toBe(terms.length);
        const all = new Set(analyzeText(sample));
        expect(terms.every((term) => all.has(term))).toBe(true);
        expect(terms.length > 0).toBe(all.size > 0);
        for (const phrase of phrases) {
          expect(phrase.length).toBeGreaterThan(1);
          expect(sample.length).toBeGreaterThanOrEqual(phrase.length);
        }
      }),
      { numRuns: 500 },
    );
  });
});
