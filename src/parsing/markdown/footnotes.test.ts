import { expect, test } from 'vitest';
import { footnoteReferences } from './footnotes.ts';
import { scanMarkdown } from './scan.ts';

/** `name: definition` of each target, and the text around each use. */
function footnotes(text: string): { targets: string[]; uses: string[] } | undefined {
  const table = footnoteReferences(text, scanMarkdown(text).blocks);
  if (table === undefined) return undefined;
  return {
    targets: table.targets.map(({ name, span }) => `${name}: ${span && text.slice(span.start, span.end)}`),
    uses: Array.from(
      table.places,
      (place, i) => `${table.targets[table.meanings[i]].name} at ${text.slice(place - 4, place)}`,
    ),
  };
}

test('uses mean the definition of their label, whatever its case', () => {
  const text = 'one [^1], two [^Note] and three[^note].\n\n[^1]: First.\n[^note]: Second\n    goes on.\n';
  expect(footnotes(text)).toEqual({
    targets: ['1: [^1]: First.', 'note: [^note]: Second\n    goes on.'],
    uses: ['1 at one ', 'note at two ', 'note at hree'],
  });
});

test('code, escapes and labels that nothing defines are no uses', () => {
  const text = 'a `[^1]` and \\[^1] and [^2] [^ 1] [^1\n\n```\n[^1]\n```\n\n    [^1]\n\nlast[^1]\n\n[^1]: Note.\n';
  expect(footnotes(text)?.uses).toEqual(['1 at last']);
});

test('uses in tables, lists, headings and other footnotes count, in the own one not', () => {
  const text = '# head[^a]\n\n- item[^a]\n\n| x |\n| - |\n| cell[^a] |\n\n[^a]: Own[^a] text.\n[^b]: Next[^a].\n';
  expect(footnotes(text)?.uses).toEqual(['a at head', 'a at item', 'a at cell', 'a at Next']);
});

test('a document without footnotes has no table; of two with one label the first counts', () => {
  expect(footnotes('text [^1]\n')).toBeUndefined();
  expect(footnotes('x[^1]\n\n[^1]: A\n\n[^1]: B\n')?.targets).toEqual(['1: [^1]: A']);
});
