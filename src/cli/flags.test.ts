import { describe, expect, it } from 'vitest';
import { flagUsage, parseArguments } from './flags.ts';

const FLAGS = [
  { name: 'json', kind: 'switch', help: '' },
  { name: 'store', kind: 'text', placeholder: 'FILE', help: '' },
  { name: 'top-k', kind: 'count', placeholder: 'N', min: 1, max: 50, help: '' },
  { name: 'mode', kind: 'choice', choices: ['fast', 'exact'], help: '' },
  { name: 'filter', kind: 'list', placeholder: 'NAME=VALUE', help: '' },
] as const;

describe('parseArguments', () => {
  it('gives every flag a value of its kind', () => {
    expect(parseArguments([], FLAGS)).toEqual({
      positionals: [],
      values: { json: false, store: undefined, 'top-k': undefined, mode: undefined, filter: [] },
    });
  });

  it('reads both spellings, keeps equals signs of values, and collects lists', () => {
    const argv = ['a', '--filter', 'kind=table', '--filter=x=y', '--top-k=7', '--mode', 'exact', '-', '--json', 'b'];
    expect(parseArguments(argv, FLAGS)).toEqual({
      positionals: ['a', '-', 'b'],
      values: { json: true, store: undefined, 'top-k': 7, mode: 'exact', filter: ['kind=table', 'x=y'] },
    });
  });

  it('takes a value that looks like a flag, and everything after -- as operands', () => {
    expect(parseArguments(['--store', '--odd', '--', '--json'], FLAGS)).toMatchObject({
      positionals: ['--json'],
      values: { store: '--odd', json: false },
    });
  });

  it.each([
    [['--sotre', 'x'], 'did you mean --store?'],
    [['-x'], 'Unknown flag -x'],
    [['--zzzzzzzz'], 'see --help'],
    [['--top-k', '51'], '--top-k "51" must be a whole number from 1 to 50.'],
    [['--top-k', '1.5'], 'whole number'],
    [['--top-k', ''], 'whole number'],
    [['--mode', 'fats'], 'did you mean "fast"?'],
    [['--mode', 'x'], 'must be one of fast, exact'],
    [['--store'], '--store needs a value: FILE.'],
    [['--store', 'a', '--store', 'b'], 'was already given as "a"'],
    [['--json=1'], '--json "1" takes no value'],
  ])('refuses %j', (argv, message) => {
    expect(() => parseArguments(argv, FLAGS)).toThrow(message);
  });

  it('shows how to write each kind', () => {
    expect(FLAGS.map(flagUsage)).toEqual(['--json', '--store FILE', '--top-k N', '--mode NAME', '--filter NAME=VALUE']);
  });
});
