/** Random sources for the laws of chunking: fragments that chunkers stumble over, in any order, and every other format. */
import fc from 'fast-check';
import type { Source } from '../../src/model/document.ts';
import { FORMAT_SOURCES } from './format-documents.ts';
import { BLANKS, LONE_SURROGATES, LONG, NOISE, PROSE, SCRIPTS, STRUCTURE } from './fragments.ts';

const JOINS = [
  '\n\n',
  '\n\n',
  '\n\n',
  '\n',
  '\n',
  ' ',
  '',
  '\r\n',
  '\r\n\r\n',
  '\r',
  '\n\n\n',
  '\n  ',
  '\n> ',
  '\n- ',
  '. ',
];
const FRONT_MATTER = ['---\ntitle: Canal manual\nowner: lock team\n---\n\n', '---\n- a\n---\n', '---\n\n'];

const fragment = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...PROSE) },
  { weight: 5, arbitrary: fc.constantFrom(...STRUCTURE) },
  { weight: 3, arbitrary: fc.constantFrom(...SCRIPTS) },
  { weight: 1, arbitrary: fc.constantFrom(...LONG) },
  { weight: 1, arbitrary: fc.constantFrom(...NOISE, ...BLANKS) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom(...PROSE), fc.integer({ min: 2, max: 12 })).map(([s, n]) => `${s} `.repeat(n)),
  },
);
const rarely = <T>(arbitrary: fc.Arbitrary<T>, otherwise: T): fc.Arbitrary<T> =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(otherwise) }, { weight: 1, arbitrary });

const body = fc
  .array(fc.tuple(rarely(fc.constantFrom(...LONE_SURROGATES), ''), fragment, fc.constantFrom(...JOINS)), {
    maxLength: 16,
  })
  .map((parts) => parts.map(([surrogate, text, join]) => (surrogate === '' ? text + join : surrogate + join)).join(''));

/** A source of up to about sixteen fragments; one in four is plain text. */
export const randomSource: fc.Arbitrary<Source> = fc
  .record({
    mark: rarely(fc.constant('\ufeff'), ''),
    front: rarely(fc.constantFrom(...FRONT_MATTER), ''),
    body,
    mediaType: fc.constantFrom('text/markdown', 'text/markdown', 'text/markdown', 'text/plain'),
  })
  .map(({ mark, front, body, mediaType }) => ({ documentId: 'random', mediaType, text: mark + front + body }));

/** By format, random sources of it; `text` is Markdown and plain text. */
export const SOURCES: Readonly<Record<string, fc.Arbitrary<Source>>> = { text: randomSource, ...FORMAT_SOURCES };

/** A source of any format, every third one Markdown or plain text. */
export const anySource: fc.Arbitrary<Source> = fc.oneof(
  { weight: 8, arbitrary: randomSource },
  ...Object.values(FORMAT_SOURCES).map((arbitrary) => ({ weight: 1, arbitrary })),
);
