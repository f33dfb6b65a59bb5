import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { HANDBOOK } from './handbook.ts';
import { freshDirectory, kerf, kerfJson, type Outcome, outcomeOf, writeFile } from './run-kerf.ts';

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** Runs `kerf` with `typed` on its standard input. */
function type(args: readonly string[], typed: string, cwd: string): Promise<Outcome> {
  const child = spawn(process.execPath, [MAIN, ...args], { cwd, env: { PATH: process.env.PATH ?? '' } });
  child.stdin.end(typed);
  return outcomeOf(child);
}

function linesOf(cwd: string, file: string): readonly Record<string, any>[] {
  const lines = readFileSync(join(cwd, file), 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
}

async function withSet(): Promise<string> {
  const cwd = freshDirectory(HANDBOOK);
  expect((await kerf(['queries', 'make', 'docs', '--out', 'set'], { cwd })).code).toBe(0);
  return cwd;
}

describe('kerf queries make', () => {
  it('writes a set that kerf eval runs, marked as weak', async () => {
    const cwd = await withSet();
    const queries = linesOf(cwd, 'set/queries.jsonl');
    expect(queries.map(({ query }) => query)).toContain('Parental leave');
    for (const { weak, source, gold } of queries) {
      expect({ weak, source }).toEqual({ weak: true, source: 'heading' });
      const text = HANDBOOK[`docs/${gold[0].doc}` as keyof typeof HANDBOOK].slice(gold[0].start, gold[0].end);
      expect(text.trim()).toBe(text);
    }
    expect(JSON.parse(readFileSync(join(cwd, 'set/set.json'), 'utf8'))).toEqual({ corpus: '../docs' });
    expect((await kerf(['queries', 'check', 'set/queries.jsonl'], { cwd })).code).toBe(0);
    const { json } = await kerfJson(['eval', 'set', '--fresh'], { cwd });
    expect(json.report.sets[0]).toMatchObject({ documents: 3, weak: true });
    expect(json.report.sets[0].queryIds).toHaveLength(queries.length);
  });

  it('writes the same again, and less when less is asked for', async () => {
    const cwd = await withSet();
    const { json } = await kerfJson(['queries', 'make', 'docs', '--out', 'again/q.jsonl'], { cwd });
    expect(json).toMatchObject({ documents: 3, file: 'again/q.jsonl' });
    expect(readFileSync(join(cwd, 'again/q.jsonl'), 'utf8')).toBe(readFileSync(join(cwd, 'set/queries.jsonl'), 'utf8'));
    const few = await kerfJson(['queries', 'make', 'docs', '--out', 'few', '--max', '2'], { cwd });
    expect(few.json).toMatchObject({ queries: 2, kinds: { heading: 2 }, leftOut: { beyondMax: json.queries - 2 } });
    await kerf(['queries', 'make', 'docs', '--out', 'paths', '--headings', 'path'], { cwd });
    expect(linesOf(cwd, 'paths/queries.jsonl').map(({ query }) => query)).toContain('Time away: Parental leave');
  });

  it('takes a name for a folder unless it ends in .jsonl', async () => {
    const cwd = freshDirectory(HANDBOOK);
    const { json } = await kerfJson(['queries', 'make', 'docs', '--out', 'set.v2'], { cwd });
    expect(json.file).toBe(join('set.v2', 'queries.jsonl'));
    expect((await kerf(['queries', 'check', 'set.v2'], { cwd })).code).toBe(0);
  });

  it('refuses the folder of a set of other documents, and leaves it as it was', async () => {
    const cwd = await withSet();
    const before = readFileSync(join(cwd, 'set/queries.jsonl'), 'utf8');
    writeFile(cwd, 'more/a.md', HANDBOOK['docs/leave.md']);
    const { code, stderr } = await kerf(['queries', 'make', 'more', '--out', 'set'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain('names the documents in "docs", not those in "more"');
    expect(stderr).toContain('name another folder with --out');
    expect(readFileSync(join(cwd, 'set/queries.jsonl'), 'utf8')).toBe(before);
    expect((await kerf(['queries', 'make', './docs/', '--out', 'set'], { cwd })).code).toBe(0);
  });

  it('never writes over questions that people wrote or accepted', async () => {
    const cwd = await withSet();
    const own = '{"id": "1", "query": "How long is the notice?", "gold": [{"doc": "leave.md"}]}\n';
    writeFile(cwd, 'set/queries.jsonl', own);
    const { code, stderr } = await kerf(['queries', 'make', 'docs', '--out', 'set'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain('holds 1 question that people wrote or accepted');
    expect(readFileSync(join(cwd, 'set/queries.jsonl'), 'utf8')).toBe(own);
  });

  it('says with status 1 that there is nothing to ask', async () => {
    const cwd = freshDirectory({ 'docs/a.txt': 'one line' });
    expect((await kerf(['queries', 'make', 'docs', '--out', 'set'], { cwd })).code).toBe(1);
  });

  it('takes results of another system, and names those without a place', async () => {
    const text = 'Nobody talks on it for longer than one minute.';
    const results = [
      { query: 'How long may one talk?', text },
      { query: 'Where is it?', text: 'nowhere' },
    ];
    const cwd = freshDirectory({ ...HANDBOOK, 'r.jsonl': results.map((line) => JSON.stringify(line)).join('\n') });
    const { code, stderr } = await kerf(['queries', 'make', 'docs', '--from-results', 'r.jsonl', '--out', 'set'], {
      cwd,
    });
    expect(code).toBe(1);
    expect(stderr).toContain('r.jsonl:2: text does not stand in the corpus');
    const [{ gold, source, weak }] = linesOf(cwd, 'set/queries.jsonl');
    expect({ source, weak }).toEqual({ source: 'results', weak: true });
    expect(HANDBOOK['docs/radio.txt'].slice(gold[0].start, gold[0].end)).toBe(text);
  });

  it.each([
    [['mak', 'docs'], 'did you mean kerf queries make?'],
    [[], 'needs to know what to do: say make DIR, review SET or check SET'],
    [['xyz'], 'cannot "xyz"; say make DIR'],
    [['make'], 'needs one path, the folder with your documents; got none'],
    [['check', 'a', 'b'], 'needs one path, a set; got 2: a, b'],
    [['make', 'docs'], 'needs --out'],
    [['make', 'empty', '--out', 's'], 'There is no document in "empty"'],
    [['make', 'nowhere', '--out', 's'], 'There is no folder "nowhere"'],
    [['make', 'docs/leave.md', '--out', 's'], 'There is no folder "docs/leave.md"'],
    [['make', 'docs', '--out', 's', '--from', 'headings'], 'did you mean "heading"?'],
    [['make', 'docs', '--out', 's', '--corpus', 'docs'], 'make has no --corpus, which is for review and check'],
    [['check', 'docs', '--max', '3'], 'check has no --max, which is for make'],
    [['check', 'docs'], 'There is no "docs/queries.jsonl". A set is a folder with queries.jsonl and corpus/'],
    [['check', 'nothing.jsonl'], 'There is no "nothing.jsonl". A set is a folder'],
    [['review', 'nowhere'], 'There is no "nowhere/queries.jsonl". A set is a folder'],
  ])('refuses %j', async (args, message) => {
    const cwd = freshDirectory({ ...HANDBOOK, 'empty/.hidden': '' });
    const { code, stderr } = await kerf(['queries', ...args], { cwd });
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
    expect(stderr).not.toMatch(/ENOENT|\?\./);
    expect(existsSync(join(cwd, 's'))).toBe(false);
  });

  it('says how results that name documents from another folder on are to be mended, without naming each', async () => {
    const lines = Array.from({ length: 30 }, (_, i) => ({
      query: `Q${i}`,
      documentId: 'docs/leave.md',
      start: 0,
      end: 9,
    }));
    const cwd = freshDirectory({ ...HANDBOOK, 'r.jsonl': lines.map((line) => JSON.stringify(line)).join('\n') });
    const args = ['queries', 'make', 'docs', '--from-results', 'r.jsonl', '--out', 'set'];
    const { code, stderr } = await kerf(args, { cwd });
    expect(code).toBe(1);
    expect(stderr).toContain('r.jsonl:1: documentId "docs/leave.md" is not in the corpus, which has "leave.md"');
    expect(stderr).toContain('30 lines of r.jsonl gave no question, the first 20 are above.');
    expect(stderr.trim().split('\n')).toHaveLength(21);
  });
});

describe('kerf queries check', () => {
  it('lists what cannot be used with its line, and ends with 1', async () => {
    const cwd = await withSet();
    const [first, second] = linesOf(cwd, 'set/queries.jsonl');
    const faulty = [
      first,
      { ...second, gold: [{ doc: 'leave.md', start: 5, end: 99_999 }] },
      { ...first, id: 'other' },
    ];
    writeFile(cwd, 'set/bad.jsonl', faulty.map((line) => JSON.stringify(line)).join('\n'));
    const { code, stdout } = await kerf(['queries', 'check', 'set/bad.jsonl'], { cwd });
    expect(code).toBe(1);
    expect(stdout).toMatch(/bad\.jsonl:2: 5 to 99999 is no range/);
    expect(stdout).toMatch(/bad\.jsonl:3: the question of line 1 is asked again/);
    const { json } = await kerfJson(['queries', 'check', 'set/bad.jsonl', '--corpus', 'docs'], { cwd });
    expect(json).toMatchObject({ documents: 3, queries: 2, kinds: [{ kind: 'heading', queries: 2, weak: 2 }] });
    expect(json.problems.map(({ line }: { line: number }) => line)).toEqual([2, 3]);
  });
});

describe('kerf queries review', () => {
  it('shows each question with its answer in place, keeps what was decided, and goes on from there', async () => {
    const cwd = await withSet();
    const all = linesOf(cwd, 'set/queries.jsonl');
    const args = ['queries', 'review', 'set/queries.jsonl'];
    const first = await type(args, 'a\nr\nwhat\ne\n  How long is it?\ns\nq\n', cwd);
    expect(first.code).toBe(0);
    expect(first.stdout).toContain(`1 of ${all.length}  ${all[0].query}`);
    expect(first.stdout).toContain('"what" is none of a, r, e, s, q.');
    expect(first.stdout).toMatch(/leave\.md:13 {2}Time away/);
    const accepted = linesOf(cwd, 'set/queries.reviewed.jsonl');
    expect(accepted).toEqual([
      { ...all[0], weak: false, reviewed: true },
      { ...all[2], query: 'How long is it?', weak: false, reviewed: true },
    ]);
    expect(linesOf(cwd, 'set/queries.reviewed.jsonl.rejected')).toEqual([all[1]]);
    const second = await type(args, 'a\n', cwd);
    expect(second.stdout).toContain(`1 of ${all.length - 3}  ${all[3].query}`);
    expect(linesOf(cwd, 'set/queries.reviewed.jsonl')).toHaveLength(3);
    expect((await kerf(['queries', 'check', 'set/queries.reviewed.jsonl'], { cwd })).code).toBe(0);
  });

  it('prints nothing but JSON on stdout when that is asked for, and writes where it is told', async () => {
    const cwd = await withSet();
    const { stdout } = await type(
      ['queries', 'review', 'set/queries.jsonl', '--out', 'good/queries.jsonl', '--json'],
      'a\n',
      cwd,
    );
    expect(JSON.parse(stdout)).toMatchObject({ accepted: 1, rejected: 0, out: 'good/queries.jsonl' });
    expect(JSON.parse(readFileSync(join(cwd, 'good/set.json'), 'utf8'))).toEqual({ corpus: '../docs' });
    expect(existsSync(join(cwd, 'good/queries.jsonl'))).toBe(true);
  });

  it('takes new words on the line of the e, and leaves a set that nobody calls weak', async () => {
    const cwd = await withSet();
    const all = linesOf(cwd, 'set/queries.jsonl');
    const typed = `e  Who may stay home?\n${'a\n'.repeat(all.length - 1)}`;
    const { stdout } = await type(['queries', 'review', 'set', '--out', 'good.v2'], typed, cwd);
    expect(stdout).toContain(`${all.length} queries accepted, 0 rejected, 0 open`);
    expect(linesOf(cwd, 'good.v2/queries.jsonl')[0]).toEqual({
      ...all[0],
      query: 'Who may stay home?',
      weak: false,
      reviewed: true,
    });
    const { json } = await kerfJson(['eval', 'good.v2', '--fresh'], { cwd });
    expect(json.report.sets[0].weak).toBe(false);
  });

  it('cuts off a line that a crash has cut short, and names any other that is none', async () => {
    const cwd = await withSet();
    const all = linesOf(cwd, 'set/queries.jsonl');
    const [out, whole] = ['set/queries.reviewed.jsonl', `${JSON.stringify(all[0])}\n`];
    writeFile(cwd, out, `${whole}{"id":"head`);
    writeFile(cwd, `${out}.rejected`, JSON.stringify(all[1]));
    expect((await type(['queries', 'review', 'set'], 'q\n', cwd)).code).toBe(0);
    expect(readFileSync(join(cwd, out), 'utf8')).toBe(whole);
    await type(['queries', 'review', 'set'], 'r\na\n', cwd);
    expect(linesOf(cwd, out)).toEqual([all[0], { ...all[3], weak: false, reviewed: true }]);
    expect(linesOf(cwd, `${out}.rejected`)).toEqual([all[1], all[2]]);
    expect(readdirSync(join(cwd, 'set')).filter((name) => name.endsWith('.part'))).toEqual([]);

    for (const text of [`{"id":"head\n${whole}`, `null\n${whole}`]) {
      writeFile(cwd, out, text);
      const { code, stderr } = await type(['queries', 'review', 'set'], 'a\n', cwd);
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: expect.stringContaining('queries.reviewed.jsonl:1 is no JSON object'),
      });
      expect(readFileSync(join(cwd, out), 'utf8')).toBe(text);
    }
  });

  it('refuses to add to a set of other documents', async () => {
    const cwd = await withSet();
    writeFile(cwd, 'other/set.json', '{"corpus": "../elsewhere"}');
    const { code, stderr } = await type(['queries', 'review', 'set', '--out', 'other'], 'a\n', cwd);
    expect(code).toBe(2);
    expect(stderr).toContain('names the documents in "elsewhere"');
  });

  it('refuses to write over the set', async () => {
    const cwd = await withSet();
    const outcome = await type(['queries', 'review', 'set/queries.jsonl', '--out', 'set/queries.jsonl'], 'a\n', cwd);
    expect(outcome.code).toBe(2);
    expect(outcome.stderr).toContain('is the set itself');
  });
});
