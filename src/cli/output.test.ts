import { describe, expect, it } from 'vitest';
import { createOutput, formatBytes, formatTable, forTerminal, type OutputStream } from './output.ts';

function memoryStream(isTTY: boolean): OutputStream & { text: string } {
  return {
    text: '',
    isTTY,
    write(part: string) {
      this.text += part;
      return true;
    },
  };
}

describe('createOutput', () => {
  it.each([
    [true, {}, true],
    [true, { NO_COLOR: '1' }, false],
    [true, { NO_COLOR: '' }, true],
    [true, { TERM: 'dumb' }, false],
    [false, {}, false],
  ])('terminal %s with %j: colour %s', (isTTY, env, colour) => {
    const output = createOutput(memoryStream(isTTY), memoryStream(false), env);
    expect(output.style.red('x') !== 'x').toBe(colour);
  });

  it('draws progress on a terminal and wipes it before the next line', () => {
    const stderr = memoryStream(true);
    const stdout = memoryStream(true);
    const output = createOutput(stdout, stderr, {});
    output.progress(() => '1 of 2');
    output.line('done');
    expect(stderr.text).toBe('\r\u001b[K1 of 2\r\u001b[K');
    expect(stdout.text).toBe('done\n');
  });

  it('says nothing of progress in a log before some seconds have passed', () => {
    const stderr = memoryStream(false);
    const output = createOutput(memoryStream(false), stderr, {});
    output.progress(() => '1 of 2');
    expect(stderr.text).toBe('');
  });
});

describe('words for people', () => {
  it('makes text from outside safe', () => {
    expect(forTerminal('a\u001b[31mb\u0007\u202ec\nd\te')).toBe('a?[31mb??c d e');
    expect(forTerminal('a\nb\r\u001b]0;x', true)).toBe('a\nb??]0;x');
    expect(forTerminal('日本語 🙂 é')).toBe('日本語 🙂 é');
  });

  it('measures', () => {
    expect([formatBytes(999), formatBytes(65_092), formatBytes(5_100_000)]).toEqual(['999 B', '65.1 KB', '5.1 MB']);
  });

  it('lines up columns', () => {
    expect(
      formatTable(
        [
          ['a', '10', 'x'],
          ['long', '2', ''],
        ],
        new Set([1]),
      ),
    ).toEqual(['a     10  x', 'long   2']);
  });
});
