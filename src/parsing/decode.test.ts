import { expect, test } from 'vitest';
import { decodeBytes } from './decode.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);

test('valid UTF-8 is decoded without a word; the byte-order mark stays', () => {
  expect(decodeBytes(utf8('\ufeffé 😀\r\n'), 'd')).toEqual({ text: '\ufeffé 😀\r\n', diagnostics: [] });
});

test('invalid UTF-8 gives one diagnostic with the first place and the count', () => {
  const bytes = Uint8Array.of(0x61, 0xff, 0x62, 0xe2, 0x82, 0x63, 0xc0, 0xaf);
  const { text, diagnostics } = decodeBytes(bytes, 'd');
  expect(text).toBe('a\ufffdb\ufffdc\ufffd\ufffd');
  expect(diagnostics).toEqual([
    {
      code: 'invalid-utf8',
      message: '4 invalid UTF-8 sequences, the first at byte 1; each became U+FFFD.',
      documentId: 'd',
    },
  ]);
});

test('the count is the number of replacement characters, whatever is broken', () => {
  const bytes = new Uint8Array(4096);
  // A fixed walk through the byte values, heavy on lead and continuation bytes.
  for (let i = 0, value = 7; i < bytes.length; i++)
    bytes[i] = value = ((value * 167 + 13) % 251) | (i % 3 === 0 ? 0x80 : 1);
  const { text, diagnostics } = decodeBytes(bytes, 'd');
  const replaced = text.split('\ufffd').length - 1;
  expect(replaced).toBeGreaterThan(100);
  expect(diagnostics.at(-1)?.message).toContain(`${replaced} invalid`);
});

test('UTF-16 is decoded where a byte-order mark says so', () => {
  const little = Uint8Array.of(0xff, 0xfe, 0x61, 0x00, 0x3d, 0xd8, 0x00, 0xde);
  const big = Uint8Array.of(0xfe, 0xff, 0x00, 0x61, 0xd8, 0x3d, 0xde, 0x00);
  expect(decodeBytes(little, 'd')).toEqual({ text: '\ufeffa😀', diagnostics: [] });
  expect(decodeBytes(big, 'd')).toEqual({ text: '\ufeffa😀', diagnostics: [] });
  expect(decodeBytes(little.slice(0, 6), 'd').diagnostics.map((each) => each.code)).toEqual(['lone-surrogate']);
});

test('many NUL bytes mean binary content, a stray one in a text does not', () => {
  const binary = new Uint8Array(1000);
  expect(decodeBytes(binary, 'd').diagnostics.map((each) => each.code)).toEqual(['binary-content']);
  expect(decodeBytes(utf8(`${'text '.repeat(200)}\0`), 'd').diagnostics).toEqual([]);
  expect(decodeBytes(new Uint8Array(0), 'd')).toEqual({ text: '', diagnostics: [] });
});

test('a PDF is binary content, and so is what is full of control bytes; coloured logs are text', () => {
  const codes = (text: string) => decodeBytes(utf8(text), 'd').diagnostics.map((each) => each.code);
  expect(codes('%PDF-1.4\n1 0 obj << /Type /Catalog >> endobj')).toEqual(['binary-content']);
  expect(codes(`${'abc'.repeat(100)}${'\u0001\u0002'.repeat(20)}`)).toEqual(['binary-content']);
  expect(codes('\u001b[31mred\u001b[0m and\tplain\f\n'.repeat(50))).toEqual([]);
  expect(codes('a note \u0001 with a stray control')).toEqual([]);
});
