/** The static embedder: the sum of token vectors, every type of numbers, and what it says of damaged files. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Tokenizer } from '@huggingface/tokenizers';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { loadStaticEmbedder, staticEmbedder } from '../../src/embedders/static.ts';
import { describeEmbedder } from '../../src/testing/embedder-suite.ts';
import { byteLevelTokenizer } from '../token-counters/small-tokenizers.ts';
import { fileOf, ROWS, safetensors, TOKENIZER, table, tensor, VOCABULARY, WIDTH } from './static-model.ts';

const MODEL = safetensors({ embeddings: table('I8') });
const HEIGHT = ROWS.length;
const UNKNOWN = VOCABULARY['[UNK]'];

const directory = mkdtempSync(join(tmpdir(), 'kerf-static-'));
writeFileSync(join(directory, 'model.safetensors'), MODEL);
writeFileSync(join(directory, 'tokenizer.json'), TOKENIZER);
afterAll(() => rmSync(directory, { recursive: true }));

describeEmbedder('static', () => loadStaticEmbedder(directory), { describe, it, expect });

const byLibrary = (json: string) => {
  const tokenizer = new Tokenizer({ ...(JSON.parse(json) as object), decoder: null }, {});
  return (text: string): readonly number[] => tokenizer.encode(text, { add_special_tokens: false }).ids;
};

/** What the embedder should give, written down plainly. */
function expected(ids: readonly number[], weightOf: (id: number) => number = () => 1): readonly number[] {
  const known = ids.filter((id) => id !== UNKNOWN);
  const sum = Array.from({ length: WIDTH }, (_, i) =>
    known.reduce((total, id) => total + weightOf(id) * ROWS[id][i], 0),
  );
  const length = Math.hypot(...sum);
  return sum.map((value) => (length === 0 ? 1 / Math.sqrt(WIDTH) : value / length));
}

function expectClose(actual: Float32Array, wanted: readonly number[]): void {
  expect(actual.length).toBe(wanted.length);
  for (const [i, value] of wanted.entries()) expect(actual[i]).toBeCloseTo(value, 5);
}

describe('static embedder', () => {
  it('gives the direction of the sum of the vectors of the tokens, the unknown left out', async () => {
    const { embed, dimensions } = staticEmbedder({ model: MODEL, tokenizer: TOKENIZER });
    const [vector] = await embed(['The lower gate Ж lower']);
    const ids = byLibrary(TOKENIZER)('the lower gate lower');
    expect(ids).not.toContain(UNKNOWN);
    expect(dimensions).toBe(WIDTH);
    expectClose(vector, expected(ids));
  });

  it('finds the tokens the library finds, for any text and however often a word was seen', async () => {
    const { embed } = staticEmbedder({ model: MODEL, tokenizer: TOKENIZER });
    const idsOf = byLibrary(TOKENIZER);
    const word = fc.constantFrom(
      'lower',
      'Boats',
      '6:30',
      '[SEP]',
      'schließt',
      '東京の',
      '\ufeffgate',
      'water\u0085',
      '😀',
    );
    const text = fc
      .array(fc.oneof(word, fc.constantFrom(' ', '\n', '\t', '\u3000'), fc.string({ unit: 'grapheme' })))
      .map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(text, async (text) => {
        const [vector] = await embed([text]);
        expectClose(vector, expected(idsOf(text)));
      }),
    );
  });

  it.each(['F16', 'F32', 'F64'])('reads tables of %s like those of I8', async (dtype) => {
    const texts = ['The lower gate', 'boats keep left'];
    const floats = staticEmbedder({ model: safetensors({ embeddings: table(dtype) }), tokenizer: TOKENIZER });
    const bytes = staticEmbedder({ model: MODEL, tokenizer: TOKENIZER });
    expect(await floats.embed(texts)).toEqual(await bytes.embed(texts));
  });

  it('multiplies each token with its weight', async () => {
    const weightOf = (id: number): number => (id % 5) / 4;
    const weights = tensor(
      'F32',
      [HEIGHT],
      ROWS.map((_, id) => weightOf(id)),
    );
    const model = safetensors({ weights, embeddings: table('I8') });
    const [vector] = await staticEmbedder({ model, tokenizer: TOKENIZER }).embed(['the lower gate opens']);
    expectClose(vector, expected(byLibrary(TOKENIZER)('the lower gate opens'), weightOf));
  });

  it.each(['I32', 'I64'])('finds rows by a mapping of %s, at data that begins anywhere', async (dtype) => {
    const mapping = tensor(
      dtype,
      [HEIGHT],
      ROWS.map((_, id) => HEIGHT - 1 - id),
    );
    const embeddings = tensor('I8', [HEIGHT, WIDTH], ROWS.toReversed().flat());
    const model = safetensors({ odd: tensor('U8', [3], [1, 2, 3]), embeddings, mapping });
    const [vector] = await staticEmbedder({ model, tokenizer: TOKENIZER }).embed(['the lower gate']);
    expectClose(vector, expected(byLibrary(TOKENIZER)('the lower gate')));
  });

  it('reads models with tokens across white space, long texts in stretches', async () => {
    const tokenizer = JSON.stringify(byteLevelTokenizer());
    const height = 600;
    const numbers = Array.from({ length: height * WIDTH }, (_, i) => Math.round(100 * Math.sin(i + 1)));
    const model = safetensors({ embeddings: tensor('I8', [height, WIDTH], numbers) });
    const text = 'The lower gate\n\n  opens at high water. '.repeat(200);
    const ids = byLibrary(tokenizer)(text);
    const sum = Array.from({ length: WIDTH }, (_, i) => ids.reduce((total, id) => total + numbers[id * WIDTH + i], 0));
    const [vector] = await staticEmbedder({ model, tokenizer }).embed([text]);
    for (const [i, value] of sum.entries()) expect(vector[i]).toBeCloseTo(value / Math.hypot(...sum), 2);
  });

  it('is named after what is in its files, or as it is told', async () => {
    const embedder = staticEmbedder({ model: MODEL, tokenizer: TOKENIZER });
    const other = Uint8Array.from(MODEL);
    other[other.length - 1] ^= 1;
    expect(embedder.id).toMatch(/^static-6:[0-9a-f]{16}$/);
    expect((await loadStaticEmbedder(directory)).id).toBe(embedder.id);
    expect(staticEmbedder({ model: other, tokenizer: TOKENIZER }).id).not.toBe(embedder.id);
    expect(staticEmbedder({ model: MODEL, tokenizer: `${TOKENIZER} ` }).id).not.toBe(embedder.id);
    expect((await loadStaticEmbedder(directory, { id: 'mine' })).id).toBe('mine');
  });
});

describe('static embedder, wrong files', () => {
  const withEntry = (entry: unknown, bytes = 8): Uint8Array =>
    fileOf(JSON.stringify({ embeddings: entry }), new ArrayBuffer(bytes));
  const entry = { dtype: 'I8', shape: [4, 2], data_offsets: [0, 8] };
  const embeddings = table('I8');
  const endless = new Uint8Array(16).fill(255);

  it.each<readonly [string, Uint8Array, string]>([
    ['no bytes', new Uint8Array(0), 'it has 0 bytes'],
    ['a cut file', MODEL.subarray(0, 40), 'its header should have'],
    ['a header longer than any file', endless, 'its header should have'],
    ['a header that is no JSON', fileOf('{embeddings'), 'its header is not JSON'],
    ['a header that is no object', fileOf('null'), 'names no tensors'],
    ['no table', safetensors({ other: embeddings }), 'no table named "embeddings"'],
    ['a table of one line', safetensors({ embeddings: tensor('I8', [4], [1, 2, 3, 4]) }), 'no table named'],
    ['vectors of no numbers', safetensors({ embeddings: tensor('I8', [HEIGHT, 0], []) }), 'no numbers'],
    ['an entry that is null', withEntry(null), 'in no known way'],
    ['a negative length', withEntry({ ...entry, shape: [-4, -2] }), 'in no known way'],
    ['three offsets', withEntry({ ...entry, data_offsets: [0, 4, 8] }), 'in no known way'],
    ['numbers of another type', withEntry({ ...entry, dtype: 'BF16' }), '"embeddings" is of type BF16'],
    ['offsets behind the end', withEntry({ ...entry, data_offsets: [1, 9] }), 'bytes 1 to 9 of 8'],
    ['a shape that does not fit', withEntry({ ...entry, shape: [5, 2] }), 'needs 10 bytes'],
    ['too few rows', safetensors({ embeddings: tensor('I8', [2, 2], [1, 2, 3, 4]) }), 'it has 2 rows'],
    ['a row that is not there', mapped(HEIGHT), `a token has row ${HEIGHT}`],
    ['a row before the first', mapped(-1), 'a token has row -1'],
    ['too few weights', safetensors({ embeddings, weights: tensor('F32', [1], [1]) }), '"weights" has 1 number'],
    ['a weight that is no number', weighted(Number.NaN), 'not finite'],
    ['an endless weight', weighted(Number.POSITIVE_INFINITY), 'not finite'],
  ])('refuses %s', (_, model, reason) => {
    const make = () => staticEmbedder({ model, tokenizer: TOKENIZER });
    expect(make).toThrow(expect.objectContaining({ code: 'embedder-failed' }));
    expect(make).toThrow(`model.safetensors cannot be used: `);
    expect(make).toThrow(reason);
  });

  it.each([
    ['no JSON', '{', 'it is not JSON'],
    ['no model', '{}', 'it has no "model"'],
    ['null', 'null', 'it has no "model"'],
    ['without a vocabulary', '{"model":{"type":"WordPiece"}}', 'tokenizer.json cannot be used'],
    [
      'with an id no table has',
      '{"model":{"type":"WordPiece","vocab":{"a":4294967296}}}',
      'a token has row 4294967296',
    ],
    ['with an id that is none', '{"model":{"type":"WordPiece","vocab":{"a":"b"}}}', 'a token has row NaN'],
  ])('refuses a tokenizer: %s', (_, tokenizer, reason) => {
    const make = () => staticEmbedder({ model: MODEL, tokenizer });
    expect(make).toThrow(expect.objectContaining({ code: 'embedder-failed' }));
    expect(make).toThrow(reason);
  });

  it('survives any damage to the bytes of a model, with an embedder or an error', () => {
    const change = fc.array(fc.tuple(fc.nat(MODEL.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 });
    const damage = fc.tuple(change, fc.nat(MODEL.length));
    fc.assert(
      fc.property(damage, ([changes, length]) => {
        const model = Uint8Array.from(MODEL);
        for (const [at, byte] of changes) model[at % 100] = byte;
        try {
          staticEmbedder({ model: model.subarray(0, length), tokenizer: TOKENIZER });
        } catch (error) {
          expect(error).toMatchObject({ code: 'embedder-failed' });
        }
      }),
    );
  });

  it('names the directory in which a file is missing, and the path of a damaged one', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'kerf-static-'));
    const missing = await loadStaticEmbedder(empty).catch((error: unknown) => error);
    expect(missing).toMatchObject({ code: 'not-found', message: expect.stringContaining(empty) });
    writeFileSync(join(empty, 'model.safetensors'), 'nonsense');
    writeFileSync(join(empty, 'tokenizer.json'), TOKENIZER);
    const wrong = await loadStaticEmbedder(empty).catch((error: unknown) => error);
    rmSync(empty, { recursive: true });
    expect(wrong).toMatchObject({ code: 'embedder-failed', message: expect.stringContaining(empty) });
  });

  it('refuses options it does not know', async () => {
    const options = { model: MODEL, tokenizer: TOKENIZER, dimension: 3 } as never;
    expect(() => staticEmbedder(options)).toThrow(expect.objectContaining({ code: 'unknown-option' }));
    const outcome = await loadStaticEmbedder(directory, { name: 'x' } as never).catch((error: unknown) => error);
    expect(outcome).toMatchObject({ code: 'unknown-option' });
  });

  function mapped(row: number): Uint8Array {
    return safetensors({
      embeddings,
      mapping: tensor(
        'I32',
        [HEIGHT],
        ROWS.map(() => row),
      ),
    });
  }

  function weighted(weight: number): Uint8Array {
    return safetensors({
      embeddings,
      weights: tensor(
        'F64',
        [HEIGHT],
        ROWS.map(() => weight),
      ),
    });
  }
});
