import { expect, test } from 'vitest';
import { IDENTITY_ORIGIN, toRawOffset } from '../model/origin.ts';
import { normaliseText } from './normalise.ts';

test('text without CR and byte-order mark is returned as it is', () => {
  expect(normaliseText('a\nb')).toEqual({ text: 'a\nb', origin: IDENTITY_ORIGIN });
});

test('CRLF and lone CR become LF, and offsets lead back', () => {
  const raw = '\ufeffa\r\nb\rc\r\r\nd';
  const { text, origin } = normaliseText(raw);
  expect(text).toBe('a\nb\nc\n\nd');
  expect(origin).toEqual({ lead: 1, crlf: Uint32Array.of(1, 6) });
  expect(raw[toRawOffset(origin, text.indexOf('d'))]).toBe('d');
});

test('only a leading byte-order mark is dropped', () => {
  expect(normaliseText('\ufeffa\ufeff').text).toBe('a\ufeff');
});
