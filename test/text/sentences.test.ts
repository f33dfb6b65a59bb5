/** Sentence starts in many languages, and the three ways to find them beside each other. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { KerfError } from '../../src/model/error.ts';
import { abbreviationKind, sentenceRules, wordHash } from '../../src/text/sentence-rules.ts';
import { lastSentenceStart, nextSentenceStart, sentenceStarts } from '../../src/text/sentences.ts';
import { ENGLISH } from './sentences/english.ts';
import { EUROPEAN } from './sentences/european.ts';
import { OTHER_SCRIPTS } from './sentences/other-scripts.ts';

const CASES = { ...ENGLISH, ...EUROPEAN, ...OTHER_SCRIPTS };

function startsOf(text: string, from = 0, to = text.length): number[] {
  const starts: number[] = [];
  sentenceStarts(text, from, to, starts);
  return starts;
}

/** The text with `‖` at each start found. */
function marked(text: string, starts: readonly number[]): string {
  return [...starts, text.length].map((start, i) => text.slice(starts[i - 1] ?? 0, start)).join('‖');
}

describe('sentences begin where they should', () => {
  test.each(Object.entries(CASES))('%s', (_, expected) => {
    const text = expected.replaceAll('‖', '');
    expect(marked(text, startsOf(text))).toBe(expected);
  });
});

test('a place has the same answer wherever the text around it begins and ends', () => {
  for (const expected of Object.values(CASES)) {
    const text = expected.replaceAll('‖', '');
    const inside = `Before it.\n\n${text}\n\nAfter it.`;
    const shift = 'Before it.\n\n'.length;
    expect(startsOf(inside, shift, shift + text.length).map((start) => start - shift)).toEqual(startsOf(text));
  }
});

/** Text of pieces that sentence ends are made of, in any order. */
const PIECES = [
  ...[
    '. ',
    '.',
    '! ',
    '?',
    '…',
    '...',
    ' ',
    '\n',
    '\n\n',
    '  ',
    '"',
    '” ',
    '“',
    '» ',
    '«',
    ')',
    ' (',
    '] ',
    '[1]',
    '[^a] ',
    '--',
    '—',
  ],
  ...[
    '。',
    '」',
    '「',
    '。”',
    '！',
    '।',
    ' ॥ ',
    '؟ ',
    '։',
    ': ',
    '; ',
    '፡፡',
    '། ',
    '။',
    '\u00a0',
    ', ',
    '— ',
    '- ',
    '* ',
    '**',
    '`',
  ],
  ...[
    'Dr',
    'e.g',
    'etc',
    'No',
    'Fig',
    'a.m',
    'U.S',
    'A',
    'b',
    'I',
    'iv',
    '1',
    '12',
    '3.4',
    '2019',
    'The',
    'the',
    'Word',
    'word',
    'extraordinarily',
  ],
  ...[
    'ABC',
    'дом',
    'Дом',
    'г',
    'նա',
    'ού',
    'と',
    '船',
    '３',
    '．',
    'नाव',
    'قارب',
    'ภาษาไทยภาษาไทยภาษาไทย',
    'ๆ',
    '🎉',
    '\ud83c',
    'é',
    '|',
    '#',
  ],
];
const pieced = fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((pieces) => pieces.join(''));
/** Prose with the letters of formulas, in which only Latin stops end sentences. */
const formulas = fc
  .array(
    fc.constantFrom(
      'A',
      'go',
      'He',
      'ms',
      ' ',
      ' ',
      'α',
      'μ',
      'Δ',
      '.',
      '. ',
      '!',
      '?',
      ';',
      ':',
      '"',
      ')',
      '[1]',
      '2',
      '\n',
    ),
    {
      maxLength: 40,
    },
  )
  .map((pieces) => pieces.join(''));
const anyText = fc.oneof(
  pieced,
  formulas,
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(...Object.values(CASES)),
);

test('searching forwards by one, backwards by one and all at once finds the same starts', () => {
  fc.assert(
    fc.property(anyText, fc.nat(60), fc.nat(60), fc.nat(80), (text, before, behind, at) => {
      const from = Math.min(before, text.length);
      const to = Math.max(from, text.length - (behind % 7));
      const starts = startsOf(text, from, to);
      expect(starts).toEqual([...new Set(starts)].sort((a, b) => a - b));
      for (const start of starts) expect(start > from && start < to).toBe(true);
      const limit = Math.min(from + at, text.length);
      expect(lastSentenceStart(text, from, to, limit)).toBe(starts.findLast((start) => start <= limit) ?? -1);
      const whole = startsOf(text, 0, to);
      expect(nextSentenceStart(text, from, to)).toBe(whole.find((start) => start > from) ?? -1);
    }),
    { numRuns: 3000 },
  );
});

test('a sentence begins behind white space or a stop, and never with either', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      for (const start of startsOf(text)) {
        expect(text[start]).toMatch(/\S/u);
        expect(text.slice(0, start)).toMatch(
          /[\s\u001c-\u001f\0-\u0020]$|[。！？．।॥։።።။།؟۔]["'”’»)\]}」*_~`\]]*$|[^a-zA-Z]$/u,
        );
      }
    }),
    { numRuns: 1000 },
  );
});

test('an edit far away moves no sentence', () => {
  fc.assert(
    fc.property(pieced, pieced, pieced, (head, other, tail) => {
      const middle = ` ${'word '.repeat(60)}`;
      const [a, b] = [head, other].map((start) =>
        startsOf(start + middle + tail).filter((at) => at > start.length + middle.length / 2),
      );
      expect(a.map((at) => at - head.length)).toEqual(b.map((at) => at - other.length));
    }),
    { numRuns: 500 },
  );
});

test('long runs of one character take one look each', () => {
  for (const unit of [
    '.',
    '. ',
    '!',
    ' ',
    '"',
    '。',
    '[1]',
    '." ',
    '.\n',
    ':',
    '፡',
    'ก',
    'ก ',
    'A. ',
    '1. ',
    '“',
    '. "',
    '. " ',
    '?" . ',
  ]) {
    const text = unit.repeat(100_000 / unit.length);
    const starts = startsOf(text);
    expect(lastSentenceStart(text, 0, text.length, text.length)).toBe(starts.at(-1) ?? -1);
    expect(nextSentenceStart(text, 0, text.length)).toBe(starts[0] ?? -1);
  }
});

describe('rules of your own', () => {
  const starts = (text: string, options: Parameters<typeof sentenceRules>[0]) => {
    const out: number[] = [];
    sentenceStarts(text, 0, text.length, out, sentenceRules(options));
    return marked(text, out);
  };

  test('abbreviations of each kind', () => {
    const abbreviations = { leading: ['Hptm.'], numbered: ['Rz'], either: ['gmbh'], closing: ['uvm'] };
    const text = 'Hptm. Weber las Rz. 7. Er las die Rz. Dann ging er zur Holz GmbH. Die war zu, uvm. Schade.';
    expect(starts(text, { abbreviations })).toBe(
      'Hptm. Weber las Rz. 7. ‖Er las die Rz. ‖Dann ging er zur Holz GmbH. ‖Die war zu, uvm. ‖Schade.',
    );
    expect(starts('Holz GmbH. Peters war da. Hptm. weber', { abbreviations })).toBe(
      'Holz GmbH. Peters war da. ‖Hptm. weber',
    );
    expect(starts('Hptm. Weber kam.', {})).toBe('Hptm. ‖Weber kam.');
  });

  test('own abbreviations win over built-in ones', () => {
    expect(starts('Nails etc. Glue.', { abbreviations: { leading: ['etc'] } })).toBe('Nails etc. Glue.');
  });

  test('however many they are', () => {
    const words = Array.from({ length: 200_000 }, (_, i) => (i * 7919 + 1_000_000).toString(36));
    const rules = sentenceRules({ languages: [], abbreviations: { leading: words } });
    const unknown = words.filter((word) => {
      let hash = 0;
      for (let i = word.length - 1; i >= 0; i--) hash = wordHash(hash, word.charCodeAt(i));
      return abbreviationKind(word, 0, word.length, hash, rules) === 0;
    });
    expect(unknown).toEqual([]);
  });

  test('one language leaves the words of others alone', () => {
    expect(starts('Das ist ca. Siehe z.B. Rom.', { languages: ['en'] })).toBe('Das ist ca. Siehe z.B. Rom.');
    expect(starts('Siehe vgl. Rom.', { languages: ['en'] })).toBe('Siehe vgl. ‖Rom.');
    expect(starts('Siehe vgl. Rom.', { languages: ['de'] })).toBe('Siehe vgl. Rom.');
  });

  test('misuse is refused with the remedy', () => {
    const misuse = [
      [{ languages: ['xx'] }, /no sentence rules for language "xx": there are for en, de/],
      [{ abbreviations: { leading: ['two words'] } }, /"two words" cannot be an abbreviation: use 1 to 16 letters/],
      [{ abbreviations: { leading: [''] } }, /"" cannot be an abbreviation/],
      [{ abbreviations: { leadng: [] } }, /Unknown abbreviation option "leadng": did you mean "leading"/],
      [{ language: ['en'] }, /did you mean "languages"/],
    ] as const;
    for (const [options, message] of misuse) {
      expect(() => sentenceRules(options as never)).toThrow(KerfError);
      expect(() => sentenceRules(options as never)).toThrow(message);
    }
  });
});
