import { fromMarkdown } from 'mdast-util-from-markdown';
import { frontmatterFromMarkdown } from 'mdast-util-frontmatter';
import { frontmatter } from 'micromark-extension-frontmatter';
import { expect, test } from 'vitest';
import { readFrontMatter } from './front-matter.ts';

const KINDS = ['yaml', 'toml'] as const;

function oracleEnd(text: string): number | undefined {
  const options = { extensions: [frontmatter([...KINDS])], mdastExtensions: [frontmatterFromMarkdown([...KINDS])] };
  const first = fromMarkdown(text, options).children[0];
  return first?.type === 'yaml' || (first?.type as string) === 'toml' ? first.position?.end.offset : undefined;
}

test.each([
  '---\ntitle: x\n---\nbody',
  '---\ntitle: x\n---',
  '---  \ntitle: x\n--- \t\n\nbody',
  '---\na: |\n  text\n  --- no\nb: 1\n---\n',
  '---\ntitle: x\n----\nmore: y\n---\n',
  '+++\ntitle = "x"\n+++\nbody',
  '+++\n[section]\n+++\n',
  '----\ntitle: x\n---\n',
  ' ---\ntitle: x\n---\n',
  '\n---\ntitle: x\n---\n',
  '---\ntitle: x\n',
  '---\ntitle: x\n...\n',
  '---',
  '',
])('%j ends where mdast says', (text) => {
  expect(readFrontMatter(text)?.end).toBe(oracleEnd(text));
});

test('fields are plain JSON', () => {
  const found = readFrontMatter(
    '---\ntitle: "A: b"\ntags: [x, y]\ndate: 2024-01-31\nratio: .nan\nnested: { a: 1 }\n---\n',
  );
  expect(found?.fields).toEqual({
    title: 'A: b',
    tags: ['x', 'y'],
    date: '2024-01-31',
    ratio: null,
    nested: { a: 1 },
  });
});

test('plain fields of TOML, up to its first table', () => {
  const lines = [
    'title = "Quays \\"A\\" # 1" # said',
    "slug = 'c:\\quays'",
    'date = 2024-01-31T10:00:00Z',
    'weight = 10',
    'draft = false',
    'tags = ["a, b", \'c\', ]',
    'none = []',
    'odd = 0x1f',
    'inline = { a = 1 }',
    'bad = "\\U0001F600"',
    '[extra]',
    'weight = 2',
  ];
  expect(readFrontMatter(`+++\n${lines.join('\n')}\n+++\n`)?.fields).toEqual({
    title: 'Quays "A" # 1',
    slug: 'c:\\quays',
    date: '2024-01-31T10:00:00Z',
    weight: 10,
    draft: false,
    tags: ['a, b', 'c'],
    none: [],
  });
  expect(readFrontMatter('+++\na = 1\ntext = """\nb = 2\n"""\n+++\n')?.fields).toEqual({ a: 1 });
});

test.each([
  ['a blank first line', '---\n\ntitle: x\n---\n'],
  ['a sentence', '---\nA sentence between rules.\n---\n'],
  ['a list', '---\n- a\n- b\n---\n'],
  ['only a comment', '---\n# Heading\n---\n'],
  ['nothing', '---\n---\n'],
  ['prose between plus signs', '+++\nprose\n+++\n'],
])('%s between fences is content', (_name, text) => {
  expect(readFrontMatter(text)).toBeUndefined();
});

test.each([
  ['broken YAML', '---\ntitle: [x\nb: }\n---\n', /./],
  ['a key twice', '---\na: 1\na: 2\n---\n', /unique/i],
  [
    'an alias bomb',
    `---\na: &a [x,x,x,x,x,x,x,x,x]\nb: &b [${'*a,'.repeat(9)}]\nc: &c [${'*b,'.repeat(9)}]\nd: [${'*c,'.repeat(9)}]\n---\n`,
    /alias/i,
  ],
  ['deep brackets', `---\na: ${'['.repeat(30_000)}\n---\n`, /nested/],
  ['deep marks', `---\n${'- '.repeat(30_000)}x\n---\n`, /nested/],
])('%s is reported', (_name, text, reason) => {
  expect(readFrontMatter(text)?.invalid).toMatch(reason);
});
