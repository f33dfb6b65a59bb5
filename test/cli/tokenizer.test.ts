/** `--tokenizer` with the path of a tokenizer.json: chunks, indexes and searches by the tokens of that model. */
import { describe, expect, it } from 'vitest';
import { wordPieceTokenizer } from '../token-counters/small-tokenizers.ts';
import { freshDirectory, kerf, kerfJson, writeFile } from './run-kerf.ts';

const FILES = {
  'models/small/tokenizer.json': JSON.stringify(wordPieceTokenizer()),
  'docs/gate.md': '# Gate\n\nThe lower gate opens at high water. Boats wait for the green light.\n',
};

describe('--tokenizer', () => {
  it('counts with the tokenizer of a model', async () => {
    const cwd = freshDirectory(FILES);
    const args = ['chunk', 'docs/gate.md', '--no-context', '--json'];
    const { code, stdout } = await kerf([...args, '--tokenizer', 'models/small'], { cwd });
    const other = await kerf(args, { cwd });
    const countOf = (lines: string): number => (JSON.parse(lines.split('\n')[0]) as { tokenCount: number }).tokenCount;
    expect(code).toBe(0);
    expect(countOf(stdout)).toBeGreaterThan(countOf(other.stdout));
  });

  it('is remembered by the index, which is stale when the model is another', async () => {
    const cwd = freshDirectory(FILES);
    const index = await kerf(['index', 'docs', '--tokenizer', 'models/small/tokenizer.json'], { cwd });
    expect([index.code, index.stderr]).toEqual([0, '']);
    expect((await kerfJson(['status'], { cwd })).json.stale.configuration).toBe(0);
    writeFile(cwd, 'models/small/tokenizer.json', JSON.stringify(wordPieceTokenizer({ normalizer: null })));
    expect((await kerfJson(['status'], { cwd })).json.stale.configuration).toBe(1);
  });

  it('names a tokenizer that is not there', async () => {
    const { code, stderr } = await kerf(['chunk', 'docs', '--tokenizer', 'gpt2'], { cwd: freshDirectory(FILES) });
    expect(code).toBe(2);
    expect(stderr).toContain('"gpt2": use o200k, cl100k, or the path of a tokenizer.json');
  });
});
