/** TOML, INI, properties and .env files as entries. */
import { describe, expect, test } from 'vitest';
import type { Parsed } from '../../src/parsing/parsed.ts';
import { type IniDialect, scanIni } from '../../src/parsing/records/ini.ts';
import { scanToml } from '../../src/parsing/records/toml.ts';
import { expectLawful, outline } from './block-laws.ts';

function toml(text: string): Parsed {
  const parsed = scanToml(text, 'document');
  expectLawful(text, parsed);
  return parsed;
}

/** The outline without the root. */
function tomlEntries(text: string): string[] {
  return outline(text, toml(text)).slice(1);
}

function iniEntries(text: string, dialect: IniDialect): string[] {
  const parsed = scanIni(text, 'document', dialect);
  expectLawful(text, parsed);
  return outline(text, parsed).slice(1);
}

describe('TOML', () => {
  test('tables hold their keys and the tables below them that stand behind', () => {
    expect(
      tomlEntries('a.b = 1\n[server]\nport = 80\n[server.tls]\ncert = "a"\n[server."x y".z]\n[other.deep]\nk = 1\n'),
    ).toEqual([
      '  a.b | a.b = 1',
      '  server | [server]⏎port = 80⏎[server.tls]⏎cert = "a"⏎[server."x y".z]',
      '    port | port = 80',
      '    tls | [server.tls]⏎cert = "a"',
      '      cert | cert = "a"',
      '    x y.z | [server."x y".z]',
      '  other.deep | [other.deep]⏎k = 1',
      '    k | k = 1',
    ]);
  });

  test('tables of an array are named by what identifies them, else by their place', () => {
    expect(
      tomlEntries('[[bin]]\nname = "rg"\n[[bin]]\npath = "p"\n[bin.sub]\n').map((line) => line.split(' | ')[0]),
    ).toEqual(['  bin[name=rg]', '    name', '  bin[1]', '    path', '    sub']);
  });

  test('strings of many lines, arrays and inline tables stay whole', () => {
    expect(
      tomlEntries(
        'a = """\n[no]\nb = 1 \\"""\n"""\nc = [ # d\n  "]", \'#\',\n  [1]\n] # e\nf = { g = "}",\n h = 2 }\ni = \'\'\'\n#\'\'\'\n',
      ),
    ).toEqual([
      '  a | a = """⏎[no]⏎b = 1 \\"""⏎"""',
      '  c | c = [ # d⏎  "]", \'#\',⏎  [1]⏎] # e',
      '  f | f = { g = "}",⏎ h = 2 }',
      "  i | i = '''⏎#'''",
    ]);
  });

  test('comments belong to what stands directly below them', () => {
    expect(tomlEntries('# licence\n\n# a\na = 1 # tail\n# t\n[t]\n\n# alone\n\nb = 2\n# end\n')).toEqual([
      '  - | # licence',
      '  a | # a⏎a = 1 # tail',
      '  t | # t⏎[t]⏎⏎# alone⏎⏎b = 2',
      '    - | # alone',
      '    b | b = 2',
      '  - | # end',
    ]);
  });

  test('what breaks the rules is kept and reported, and does not swallow what follows', () => {
    const text = 'a = """\nb = [1,\nc = "x\nword\n[d\ne = 1\n';
    expect(tomlEntries(text).map((line) => line.split(' | ')[0].trim())).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(toml(text).diagnostics?.map(({ span }) => text.slice(span?.start, span?.end))).toEqual([
      '"""',
      '[1,',
      '"x',
      'word',
      '[d',
    ]);
  });

  test('the title is a string under title, else under name, outside all tables', () => {
    expect(toml('name = "n"\ntitle = \'t\' # c\n').fields).toEqual({ title: 't' });
    expect(toml('[package]\nname = "n"\n').fields).toBeUndefined();
  });
});

describe('INI', () => {
  test('sections hold their keys; lines further right go on with a value', () => {
    expect(
      iniEntries(
        '; top\nroot = 1\n[core]\n\teditor = vim\n\tbare: false\n# about\n[remote "o"]\nurl = a\n  b\n\n  = c\nflag\n',
        'ini',
      ),
    ).toEqual([
      '  root | ; top⏎root = 1',
      '  core | [core]⏎\teditor = vim⏎\tbare: false',
      '    editor | editor = vim',
      '    bare | bare: false',
      '  remote "o" | # about⏎[remote "o"]⏎url = a⏎  b⏎⏎  = c⏎flag',
      '    url | url = a⏎  b⏎⏎  = c',
      '    flag | flag',
    ]);
  });

  test('a section header without its bracket is kept and reported', () => {
    const { labels, diagnostics } = scanIni('[core\na = 1\n', 'document', 'ini');
    expect([...(labels?.values() ?? [])]).toEqual(['core', 'a']);
    expect(diagnostics).toHaveLength(1);
  });
});

test('properties go on behind a backslash, and end a key at a blank too', () => {
  expect(iniEntries('a.b = 1\\\n  2, \\\\\\\n 3\n! c\nkey value\\\\\nd:e\n', 'properties')).toEqual([
    '  a.b | a.b = 1\\⏎  2, \\\\\\⏎ 3',
    '  key | ! c⏎key value\\\\',
    '  d | d:e',
  ]);
});

test('values of .env files go on until their quotes are closed', () => {
  const text = '# k\nexport A="x\n\\"y"\nB=\'q\nr\'\nC="open\nD=1\n';
  expect(iniEntries(text, 'env')).toEqual([
    '  A | # k⏎export A="x⏎\\"y"',
    "  B | B='q⏎r'",
    '  C | C="open',
    '  D | D=1',
  ]);
  expect(scanIni(text, 'document', 'env').diagnostics?.map(({ span }) => text.slice(span?.start, span?.end))).toEqual([
    '"open',
  ]);
});
