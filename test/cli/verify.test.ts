import { describe, expect, it } from 'vitest';
import { HANDBOOK, LEAVE } from './handbook.ts';
import { freshDirectory, kerf, kerfJson, writeFile } from './run-kerf.ts';

describe('kerf verify', () => {
  it('checks the chunks of files', async () => {
    const cwd = freshDirectory(HANDBOOK);
    const { code, json } = await kerfJson(['verify', 'docs', '--max-tokens', '50'], { cwd });
    expect(code).toBe(0);
    expect(json).toMatchObject({ failures: [], documents: 3 });
    expect(json.checks.length).toBeGreaterThan(5);
    for (const check of json.checks) expect(check).toMatchObject({ failures: 0 });
  });

  it('checks a store against the files, and tells edited and missing ones apart', async () => {
    const cwd = freshDirectory(HANDBOOK);
    await kerf(['index', 'docs', '--max-tokens', '80'], { cwd });
    const same = await kerfJson(['verify', '--store', '.kerf/index.db'], { cwd });
    expect(same.code).toBe(0);
    expect(same.json).toMatchObject({ documents: 3, failures: [], skipped: { edited: 0, missing: 0, otherFlags: 0 } });
    expect(same.json.checks.map((check: any) => check.name)).toEqual(
      expect.arrayContaining(['store', 'stored-chunks']),
    );

    writeFile(cwd, 'docs/leave.md', `${LEAVE}\nMore.\n`);
    const edited = await kerfJson(['verify', '--store', '.kerf/index.db'], { cwd });
    expect(edited.json).toMatchObject({ documents: 2, skipped: { edited: 1 } });
  });

  it('ends with exit status 1 and a place when stored chunks are wrong', async () => {
    const cwd = freshDirectory(HANDBOOK);
    await kerf(['index', 'docs'], { cwd });
    const { DatabaseSync } = (await import('@photostructure/sqlite')) as any;
    const database = new DatabaseSync(`${cwd}/.kerf/index.db`);
    // Whoever edits the file behind Kerf's back is found out.
    damage(database);
    database.close();
    const { code, json } = await kerfJson(['verify', '--store', '.kerf/index.db'], { cwd });
    expect(code).toBe(1);
    expect(json.failures.length).toBeGreaterThan(0);
    expect(json.failures[0]).toHaveProperty('check');
    const { stdout } = await kerf(['verify', '--store', '.kerf/index.db'], { cwd });
    expect(stdout).toContain('FAIL');
  });

  it.each([
    ["update chunks set details = replace(details, 'Parental', 'Sabbatical')", 'stored-chunks'],
    ["update chunks set content_hash = '0123456789abcdef'", 'hashes'],
  ])('finds out about %s', async (sql, check) => {
    const cwd = freshDirectory(HANDBOOK);
    await kerf(['index', 'docs'], { cwd });
    const { DatabaseSync } = (await import('@photostructure/sqlite')) as any;
    const database = new DatabaseSync(`${cwd}/.kerf/index.db`);
    expect(database.prepare(sql).run().changes).toBeGreaterThan(0);
    database.close();
    const { code, json } = await kerfJson(['verify', '--store', '.kerf/index.db'], { cwd });
    expect(code).toBe(1);
    expect(json.failures.map((failure: any) => failure.check)).toContain(check);
  });

  it('wants files or a store, not both', async () => {
    const cwd = freshDirectory(HANDBOOK);
    expect((await kerf(['verify'], { cwd })).code).toBe(2);
    expect((await kerf(['verify', 'docs', '--store', 'x.db'], { cwd })).code).toBe(2);
  });
});

/** Changes one character in the text of one chunk. */
function damage(database: any): void {
  const changed = database.prepare("update chunks set text = replace(text, '16 weeks', '61 weeks')").run();
  expect(changed.changes).toBeGreaterThan(0);
}
