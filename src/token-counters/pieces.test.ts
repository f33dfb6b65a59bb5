import fc from 'fast-check';
import { CL100K_TOKEN_SPLIT_REGEX, O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants';
import { describe, expect, it } from 'vitest';
import { hostileText } from '../../test/token-counters/hostile-text.ts';
import { cl100kPieceEnd, o200kPieceEnd, type PieceEnd } from './pieces.ts';

function piecesOf(pieceEnd: PieceEnd, text: string, from = 0, to = text.length): string[] {
  const pieces: string[] = [];
  for (let at = from; at < to; ) {
    const end = pieceEnd(text, at, from, to);
    pieces.push(text.slice(at, end));
    at = end;
  }
  return pieces;
}

describe.each([
  ['o200k', o200kPieceEnd, O200K_TOKEN_SPLIT_REGEX],
  ['cl100k', cl100kPieceEnd, CL100K_TOKEN_SPLIT_REGEX],
])('pieces of %s', (_name, pieceEnd, pattern) => {
  it('are those that the split pattern of the encoding finds', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(piecesOf(pieceEnd, text)).toEqual(text.match(pattern) ?? []);
      }),
      { numRuns: 20000 },
    );
  });

  it('do not depend on what stands around the span', () => {
    fc.assert(
      fc.property(hostileText, fc.nat(), fc.nat(), (text, a, b) => {
        const [from, to] = [a % (text.length + 1), b % (text.length + 1)].sort((x, y) => x - y);
        expect(piecesOf(pieceEnd, text, from, to)).toEqual(piecesOf(pieceEnd, text.slice(from, to)));
      }),
    );
  });

  it('are found for every code point between letters', () => {
    for (let point = 0; point < 0x110000; point += 0x800) {
      let text = '';
      for (let k = 0; k < 0x800; k++) text += `a${String.fromCodePoint(point + k)}B `;
      expect(piecesOf(pieceEnd, text).join('·')).toBe((text.match(pattern) ?? []).join('·'));
    }
  });
});
