/** What `--tokenizer` accepts: two names, and the path of a tokenizer.json or of the folder it lies in. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { huggingFaceTokenCounter } from '../../src/token-counters/hugging-face.ts';
import { loadTokenCounter } from '../../src/token-counters/load.ts';
import { freshDirectory } from '../cli/run-kerf.ts';
import { wordPieceTokenizer } from './small-tokenizers.ts';

describe('loadTokenCounter', () => {
  it.each([
    ['o200k', 'o200k_base'],
    ['o200k_base', 'o200k_base'],
    ['cl100k', 'cl100k_base'],
    ['cl100k_base', 'cl100k_base'],
  ])('knows %s', async (name, id) => {
    const counter = await loadTokenCounter(name);
    expect([counter.id, counter.count('two words')]).toEqual([id, 2]);
  });

  it('reads a tokenizer.json, named itself or by its folder', async () => {
    const json = wordPieceTokenizer();
    const directory = freshDirectory({ 'small/tokenizer.json': JSON.stringify(json, null, 2) });
    const { id } = huggingFaceTokenCounter(json);
    for (const path of [join(directory, 'small'), join(directory, 'small/tokenizer.json')])
      expect((await loadTokenCounter(path)).id).toBe(id);
  });

  it('reads the tokenizer_config.json beside it', async () => {
    const json = wordPieceTokenizer();
    const config = { do_lowercase_and_remove_accent: true };
    const files = { 'tokenizer.json': JSON.stringify(json), 'tokenizer_config.json': JSON.stringify(config) };
    expect((await loadTokenCounter(freshDirectory(files))).id).toBe(huggingFaceTokenCounter(json, config).id);
  });

  it.each(['gpt2', 'toString', '', 'O200K'])('refuses the name "%s"', async (name) => {
    const refusal = expect.objectContaining({ code: 'invalid-option', message: expect.stringContaining(`"${name}"`) });
    await expect(loadTokenCounter(name)).rejects.toEqual(refusal);
  });

  it('says which file is missing', async () => {
    const directory = freshDirectory();
    for (const path of [directory, join(directory, 'tokenizer.json')]) {
      const missing = expect.objectContaining({
        code: 'not-found',
        message: expect.stringContaining('tokenizer.json'),
      });
      await expect(loadTokenCounter(path)).rejects.toEqual(missing);
    }
  });

  it.each([
    '{',
    'null',
    '[]',
    '{}',
    '{"model":{"type":"BPE","vocab":{},"merges":[]}}',
    '{"model":{"type":"Unigram","vocab":[]}}',
    '{"model":{"type":"BPE","vocab":7,"merges":"a"}}',
  ])('refuses a file that holds %s, and names it', async (content) => {
    const directory = freshDirectory({ 'tokenizer.json': content });
    const message = expect.stringContaining(join(directory, 'tokenizer.json'));
    const refusal = expect.objectContaining({ code: 'invalid-option', message });
    await expect(loadTokenCounter(directory)).rejects.toEqual(refusal);
  });
});
