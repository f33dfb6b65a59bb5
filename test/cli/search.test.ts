import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HANDBOOK } from './handbook.ts';
import { freshDirectory, kerf, kerfJson, writeFile } from './run-kerf.ts';

async function indexedHandbook(): Promise<string> {
  const cwd = freshDirectory(HANDBOOK);
  await kerf(['index', 'docs'], { cwd });
  return cwd;
}

describe('kerf search', () => {
  it('prints the promised fields, with exact citations', async () => {
    const cwd = await indexedHandbook();
    const { code, json } = await kerfJson(['search', 'what does the Growth plan cost a year?'], { cwd });
    expect(code).toBe(0);
    expect(Object.keys(json).slice(0, 5)).toEqual(['query', 'version', 'hits', 'context', 'tokensSaved']);
    expect(json.version).toBe(1);
    expect(json.hits[0]).toMatchObject({ documentId: 'docs/pricing/plans.md', rank: 1 });
    expect(json.hits[0].explanation.evidence[0]).toMatchObject({ list: 'lexical', rank: 1 });
    expect(json.context.text).toContain('| Growth | $49 | $490 |');
    expect(json.context.text).toContain('| Plan | Monthly | Annual |');
    const contents: Record<string, string> = HANDBOOK;
    for (const passage of json.context.passages) {
      const { documentId, span, rawSpan, text, lines } = passage;
      expect(text).toBe(contents[documentId].slice(span.start, span.end));
      expect(rawSpan).toEqual(span);
      expect(lines.start).toBe(contents[documentId].slice(0, span.start).split('\n').length);
      expect(passage.sectionPath.length).toBeGreaterThanOrEqual(0);
    }
  });

  it('shows the best line under the heading, not the heading again', async () => {
    const cwd = freshDirectory({ 'docs/a.md': '# Shop\n\n## Deposit\n\nThe deposit is 100 dollars.\n\n## Hours\n' });
    await kerf(['index', 'docs'], { cwd });
    const { stdout } = await kerf(['search', 'how much is the deposit?'], { cwd });
    expect(stdout.split('\n')[1].trim()).toBe('The deposit is 100 dollars.');
  });

  it('refuses an empty question', async () => {
    const cwd = await indexedHandbook();
    const { code, stderr } = await kerf(['search', ' '], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain('The question is empty');
  });

  it('keeps the budget and the filters', async () => {
    const cwd = await indexedHandbook();
    const small = await kerfJson(['search', 'leave', '--budget', '60', '--top-k', '2'], { cwd });
    expect(small.json.context.tokenCount).toBeLessThanOrEqual(60);
    expect(small.json.hits.length).toBeLessThanOrEqual(2);
    const inFolder = await kerfJson(['search', 'leave plan channel', '--filter', 'document=docs/pricing/'], { cwd });
    expect(new Set(inFolder.json.hits.map((hit: any) => hit.documentId))).toEqual(new Set(['docs/pricing/plans.md']));
    const inSection = await kerfJson(['search', 'leave', '--filter', 'section=Time away > Annual leave'], { cwd });
    expect(inSection.json.hits.every((hit: any) => hit.sectionPath[1] === 'Annual leave')).toBe(true);
  });

  it.each(['docs', './docs', 'FULL/docs'])('finds an index of %s by any spelling of a document', async (root) => {
    const cwd = join(freshDirectory(), 'here');
    for (const [path, content] of Object.entries(HANDBOOK)) writeFile(cwd, path, content);
    await kerf(['index', root.replace('FULL', cwd)], { cwd });
    for (const spelling of ['docs', './docs', 'docs/../docs', '../here/docs', join(cwd, 'docs')]) {
      const folder = await kerfJson(['search', 'leave plan', '--filter', `document=${spelling}/pricing/`], { cwd });
      expect(folder.json.hits.length, spelling).toBeGreaterThan(0);
      for (const hit of folder.json.hits) expect(hit.documentId).toMatch(/docs\/pricing\/plans\.md$/);
    }
    const file = await kerfJson(['search', 'leave plan', '--filter', 'document=./docs/leave.md'], { cwd });
    expect(file.json.hits.length).toBeGreaterThan(0);
    const here = await kerf(['search', 'leave', '--filter', 'document=./'], { cwd });
    expect(here).toMatchObject({ code: 2, stdout: '' });
    expect(here.stderr).toContain('"document=./" is the current folder; leave the filter out');
  });

  it('shows hits, context, citations and savings to people', async () => {
    const cwd = await indexedHandbook();
    const { code, stdout } = await kerf(['search', 'parental leave', '--explain'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ {2}1 {2}docs\/leave.md:\d+-\d+ {2}Time away > Parental leave/m);
    expect(stdout).toContain('lexical: rank 1');
    expect(stdout).toMatch(/^\[1\] docs\/leave.md:/m);
    expect(stdout).toMatch(/tokens used, \d+ (saved against|more than) the whole documents.*; index version 1/);
  });

  it('says so when a context is larger than the documents it cites', async () => {
    const cwd = freshDirectory({ 'docs/a.md': 'Pens are in the top drawer.' });
    await kerf(['index', 'docs'], { cwd });
    const { stdout } = await kerf(['search', 'pens'], { cwd });
    expect(stdout).toMatch(/tokens used, \d+ more than the whole documents have: names and places count too;/);
  });

  it('points to the lines that answer, in hits and behind citations', async () => {
    const cwd = await indexedHandbook();
    const query = 'what does the Growth plan cost a year?';
    const { json } = await kerfJson(['search', query], { cwd });
    const [row] = json.hits[0].pinpoints;
    expect(row.text).toContain('| Growth | $49 | $490 |');
    expect(HANDBOOK['docs/pricing/plans.md'].slice(row.span.start, row.span.end)).toBe(row.text);
    const passage = json.context.passages.find(({ documentId }: any) => documentId === 'docs/pricing/plans.md');
    expect(passage.pinpoints).toContainEqual(row);
    const { stdout } = await kerf(['search', query, '--explain'], { cwd });
    expect(stdout).toMatch(/^ {2}1 .*\n {5}\| Growth \| \$49 \| \$490 \|/m);
    expect(stdout).toMatch(
      new RegExp(`^\\[\\d\\] docs/pricing/plans.md:.* best: lines? .*\\b${row.lines.start}\\b`, 'm'),
    );
    expect(stdout).toMatch(/^ {5}terms: .*growth/m);
  });

  it('weighs, mixes and merges as the flags say', async () => {
    const week = (day: string) =>
      `Apple pie is baked on ${day} in the large oven, and sold behind the house until noon.`;
    const part = (name: string, ...texts: string[]) => `# ${name}\n\n${texts.join('\n\n')}\n`;
    const files = {
      'a.md': part('Days', week('Monday'), week('Tuesday')),
      'b.md': part(
        'Pears',
        'Whoever wants an apple instead of a pear has to ask for it before the gates close at night.',
      ),
    };
    const cwd = freshDirectory(files);
    await kerf(['index', '.', '--max-chars', '120'], { cwd });
    const search = async (...flags: string[]) => (await kerfJson(['search', 'apple', ...flags], { cwd })).json.hits;
    const notes = (hits: any[]) => hits.flatMap(({ explanation }) => explanation.notes).join('; ');
    const weighed = await search('--weight', 'lexical=2', '--weight', 'headings=0', '--merge-share', '.5');
    expect(weighed[0].explanation.evidence[0]).toMatchObject({ list: 'lexical', weight: 2 });
    expect(notes(weighed)).toContain('section taken whole: 2 of its 2 chunks were found');
    expect(notes(await search('--diversity', '0.9'))).toContain('for diversity');
    const collapsed = await search('--near-duplicates', '0.3');
    expect(collapsed.flatMap(({ explanation }: any) => explanation.otherPlaces ?? [])).toHaveLength(1);
  });

  it('says with exit status 1 that there is no hit', async () => {
    const cwd = await indexedHandbook();
    const none = await kerfJson(['search', 'xylophone'], { cwd });
    expect(none.code).toBe(1);
    expect(none.json).toMatchObject({ hits: [], tokensSaved: 0, context: { text: '', tokenCount: 0, passages: [] } });
    expect((await kerf(['search', 'xylophone'], { cwd })).stdout).toContain('No hit.');
  });

  it('says how a folder is named to who filters by one without its slash', async () => {
    const cwd = await indexedHandbook();
    const folder = await kerf(['search', 'leave', '--filter', 'document=docs'], { cwd });
    expect(folder.stdout).toContain('--filter document=docs/');
    const file = await kerf(['search', 'leave', '--filter', 'document=docs/none.md'], { cwd });
    expect(file.stdout).not.toContain('slash');
  });

  it('says how many chunks the budget had no room for, and which they are', async () => {
    const cwd = await indexedHandbook();
    const { stdout } = await kerf(['search', 'leave plan', '--budget', '60'], { cwd });
    expect(stdout).toMatch(/^\d+ chunks? not in the context; --explain says why$/m);
    const paragraphs = Array.from(
      { length: 6 },
      (_, i) => `Part ${i} of the story. ${'It goes on and on. '.repeat(40)}`,
    );
    writeFile(cwd, 'docs/story.md', `# Story\n\n${paragraphs.join('\n\n').replace('Part 3', 'Xylophone')}\n`);
    await kerf(['index', 'docs'], { cwd });
    const explained = await kerf(['search', 'xylophone', '--budget', '300', '--explain'], { cwd });
    expect(explained.stdout).toMatch(/^ {2}not in the context: neighbour of hit 1: does not fit/m);
    expect(explained.stdout).not.toContain('?');
  });

  it.each([
    [['search'], 'needs one question'],
    [['search', 'two', 'words'], 'put it in quotes'],
    [['search', 'x', '--filter', 'documents=a'], 'did you mean document?'],
    [['search', 'x', '--filter', 'kind=tables'], 'use one of text, list, table'],
    [['search', 'x', '--filter', 'updated-from=yesterday'], 'is no time'],
    [['search', 'x', '--filter', 'updated-to=2026-02-30'], 'is no time'],
    [['search', 'x', '--budget', '-5'], '--budget "-5" must be a whole number'],
    [['search', 'x', '--diversity', 'much'], '--diversity "much" must be a number, as in 0.5.'],
    [['search', 'x', '--near-duplicates', '2'], 'nearDuplicateSimilarity is 2: give a number from 0 to 1.'],
    [['search', 'x', '--rerank-depth', '201'], 'must be a whole number from 1 to 200'],
    [['search', 'x', '--weight', 'lexicl=1'], '--weight knows no "lexicl": did you mean lexical?'],
    [['search', 'x', '--weight', 'lexical'], '--weight "lexical" must be NAME=NUMBER, as in lexical=1.'],
    [['search', 'x', '--store', 'missing.db'], 'There is no index at "missing.db"'],
  ])('refuses %j', async (args, message) => {
    const { code, stdout, stderr } = await kerf(args, { cwd: await indexedHandbook() });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
  });
});
