import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyzeText } from './terms.ts';

/** Terms of `text` joined by spaces, the way an index keeps them. */
function terms(text: string): string {
  return analyzeText(text).join(' ');
}

describe('analyzeText', () => {
  it.each([
    ['', ''],
    ['  \n\t ', ''],
    ['!?—…', ''],
    ['The Cats', 'the cat'],
    ['running runs run', 'run run run'],
    ['ON ON', 'on on'],
    ['USA', 'usa'],
    ['10%', '10'],
    ['(parenthesis)[brackets]', 'parenthesi bracket'],
    ['and/or', 'and or'],
    ['red—blue', 'red blue'],
    ['key:value', 'kei valu'],
    ['end. Next', 'end next'],
    ['a😀b', 'a b'],
  ])('plain words: %j → %j', (text, expected) => expect(terms(text)).toBe(expected));

  it.each([
    ['getUserName', 'getusernam get user name'],
    ['XMLHttpRequest', 'xmlhttprequest xml http request'],
    ['getS3Bucket', 'gets3bucket get s3 bucket'],
    ['iPhone', 'iphon phone'],
    ['APIs IDs', 'api id'],
    ['3D H2O S3', '3d h2o s3'],
    ['max_tokens', 'maxtoken max token'],
    ['--max-tokens', 'maxtoken max token'],
    ['maxTokens', 'maxtoken max token'],
    ['MAX_TOKENS', 'maxtoken max token'],
    ['__init__', 'init'],
    ['a__b', 'ab a b'],
    ['file.ts', 'filet file ts'],
    ['src/text/terms.ts', 'src text termst term ts'],
    ['AWS::S3::Bucket', 'awss3bucket aw s3 bucket'],
    ['com.example.MyClass', 'comexamplemyclass com exampl myclass my class'],
    ['user@example.com', 'user examplecom exampl com'],
    ['SHA-256 sha256', 'sha256 sha 256 sha256'],
    ['C++ C# F#', 'cpp c csharp c fsharp f'],
    ['9# x+y', '9 x y'],
    ['Q&A', 'qa q a'],
  ])('identifiers give the whole and the parts: %j → %j', (text, expected) => expect(terms(text)).toBe(expected));

  it.each([
    ['$1,200', '1200'],
    ['1,234,567.89', '1234567_89 1234567 89'],
    ['1,2,3', '1 2 3'],
    ['1,2000', '1 2000'],
    ['3.14', '3_14 3 14'],
    ['v1.2.3', 'v1_2_3 1_2 1_2_3 v1 2 3'],
    ['2024-05-01', '2024_05_01 2024_05 2024 05 01'],
    ['1.23 12.3', '1_23 1 23 12_3 12 3'],
    ['١٢٣ ۱۲۳ १२३ １２３', '123 123 123 123'],
    ['x²', 'x2'],
  ])('numbers: %j → %j', (text, expected) => expect(terms(text)).toBe(expected));

  it.each([
    ["don't don’t DON'T", 'dont dont dont'],
    ["the dog's", 'the dog'],
    ["you're we'll", 'your well'],
    ["O'Reilly", 'oreilli o reilli'],
    ["'quoted'", 'quot'],
  ])('apostrophes: %j → %j', (text, expected) => expect(terms(text)).toBe(expected));

  it.each([
    ['naïve NAÏVE naive', 'naiv naiv naiv'],
    ['nai\u0308ve', 'naiv'],
    ['Straße', 'strass'],
    ['Ærø Łódź İstanbul', 'aero lodz istanbul'],
    ['ﬁnd ＡＢＣ', 'find abc'],
    ['co\u00ADoperate', 'cooper'],
    ['ΟΔΟΣ οδός', 'οδοσ οδοσ'],
    ['Ёлка елка', 'елка елка'],
    ['йод', 'йод'],
    ['كِتَاب كتاب الكتاب', 'كتاب كتاب كتاب'],
    ['أحمد احمد', 'احمد احمد'],
    ['שָׁלוֹם שלום', 'שלום שלום'],
    ['والمدارس المدارس مدرسة', 'مدارس مدارس مدرس'],
    ['كتابها كتابان وكتاب', 'كتاب كتاب كتاب'],
    ['ولد قال دان', 'ولد قال دان'],
    ['हिन्दी किताब किताबों किताबें', 'हिन्द किताब किताब किताब'],
    ['का है', 'का है'],
  ])('spellings that meet: %j → %j', (text, expected) => expect(terms(text)).toBe(expected));

  it.each([
    ['日本語', '日本 本語'],
    ['水', '水'],
    ['漢字、かな', '漢字 かな'],
    ['データベース', 'デー ータ タベ ベー ース'],
    ['ｶﾞｽ', 'ガス'],
    ['iPhone手机', 'iphon phone 手机'],
    ['3月', '3 月'],
    ['𠮷野家', '𠮷野 野家'],
    ['ภาษา', 'ภา าษ ษา'],
    ['กินน้ำ', 'กิน นน้ํ น้ํา'],
    ['한국어', '한국 국어 한국어'],
    ['학교', '학교'],
    ['API를', 'api 를'],
  ])('scripts without spaces become pairs: %j → %j', (text, expected) => expect(terms(text)).toBe(expected));

  it('cuts a long run to 64 characters and never inside a surrogate pair', () => {
    expect(analyzeText('x'.repeat(5000))).toEqual(['x'.repeat(64)]);
    const rare = analyzeText(`a${'\u{10400}'.repeat(100)}`);
    expect(rare).toEqual([`a${'\u{10428}'.repeat(31)}`]);
  });

  it('gives the parts of a long chain one by one', () => {
    const found = analyzeText('ab-'.repeat(1000));
    expect(found.length).toBe(1001);
    expect(found[0]).toBe('ab'.repeat(32));
    expect(new Set(found.slice(1))).toEqual(new Set(['ab']));
  });

  it('separates at lone surrogates', () => expect(terms('a\ud800b\udc00c')).toBe('a b c'));
});

describe('laws of analyzeText', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.string({
      unit: fc.constantFrom(..."aBz09_-.:,'’& \n#+$日本한국ภา้คิכَ\u0301\u00AD\u200D\u{20BB7}ßIİ"),
      maxLength: 60,
    }),
  );

  it('terms hold letters, digits, marks and underscores, and 1 to 64 units', () => {
    fc.assert(
      fc.property(text, (sample) => {
        for (const term of analyzeText(sample)) {
          expect(term).toMatch(/^[\p{L}\p{N}\p{M}_]+$/u);
          expect(term.length).toBeLessThanOrEqual(64);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('the terms of two texts joined by a blank line are the terms of both', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(analyzeText(`${a}\n\n${b}`)).toEqual([...analyzeText(a), ...analyzeText(b)]);
      }),
      { numRuns: 500 },
    );
  });

  it('a second call gives the same terms', () => {
    fc.assert(
      fc.property(text, (sample) => {
        expect(analyzeText(sample)).toEqual(analyzeText(sample));
      }),
    );
  });
});
