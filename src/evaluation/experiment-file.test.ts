import { describe, expect, it } from 'vitest';
import { defaultExperiment, readExperiment } from './experiment-file.ts';

const namesOf = (file: Parameters<typeof readExperiment>[0]) =>
  readExperiment(file).configurations.map(({ name }) => name);

describe('readExperiment', () => {
  it('has Kerf’s defaults when nothing is said', () => {
    const { configurations, budgets, compareWith } = defaultExperiment();
    expect(configurations).toMatchObject([{ name: 'default', chunking: {}, embedder: null, tokenizer: 'o200k' }]);
    expect([budgets, compareWith]).toEqual([[500, 1000, 2000], 'default']);
  });

  it('changes the base by name', () => {
    const { configurations } = readExperiment({
      base: { chunking: { maxTokens: 240, context: true } },
      configurations: { whole: {}, bare: { chunking: { context: false }, embedder: 'static' } },
    });
    expect(configurations.map(({ chunking }) => chunking)).toEqual([
      { maxTokens: 240, context: true },
      { maxTokens: 240, context: false },
    ]);
    expect(configurations[1].embedder).toBe('static');
  });

  it('varies one thing at a time, the base first', () => {
    const file = {
      base: { chunking: { maxTokens: 100 } },
      vary: { 'chunking.overlapTokens': [0, 20], embedder: ['hash'] },
    };
    expect(namesOf(file)).toEqual(['base', 'overlapTokens=0', 'overlapTokens=20', 'embedder=hash']);
    expect(readExperiment(file).configurations[2].chunking).toEqual({ maxTokens: 100, overlapTokens: 20 });
  });

  it('makes every combination of a matrix', () => {
    const matrix = { 'chunking.strategy': ['fixed', 'structural'], 'expansion.neighbours': [0, 1] };
    expect(namesOf({ matrix })).toEqual([
      'strategy=fixed, neighbours=0',
      'strategy=fixed, neighbours=1',
      'strategy=structural, neighbours=0',
      'strategy=structural, neighbours=1',
    ]);
  });

  it('takes a setting out with null', () => {
    const file = { base: { chunking: { maxTokens: 9 } }, configurations: { a: { chunking: { maxTokens: null } } } };
    expect(readExperiment(file).configurations[0].chunking).toEqual({});
  });

  it.each([
    [[], 'must be an object'],
    [{}, 'has no configuration'],
    [{ configuration: {} }, 'did you mean "configurations"'],
    [{ configurations: { a: { chunkng: {} } } }, 'did you mean "chunking"'],
    [{ configurations: { a: {} }, compareWith: 'b' }, 'compareWith is "b"'],
    [{ configurations: { a: {} }, budgets: [0] }, 'budgets holds 0'],
    [{ configurations: { a: { embedder: { url: 'x' } } } }, 'Configuration "a": embedder.kind must be'],
    [{ vary: { 'chunking.context': true } }, 'must be a list'],
    [{ configurations: { 'context=true': {} }, vary: { 'chunking.context': [true] } }, 'Two configurations'],
    [{ matrix: { 'a.b': 'x'.repeat(300).split('') } }, 'has 300 combinations'],
  ])('refuses a wrong file (%#)', (file, message) => {
    expect(() => readExperiment(file as never)).toThrow(message);
  });
});
