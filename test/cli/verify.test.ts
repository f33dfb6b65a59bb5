import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connect } from '../../src/stores/sqlite/driver.ts';
import { HANDBOOK, LEAVE } from './handbook.ts';
import { freshDirectory, kerf, kerfJson, remarksIn, writeFile } from './run-kerf.ts';

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

  it.each([
    ['update documents set chunk_count = chunk_count + 1', 1, 'is recorded with'],
    ['delete from layouts where doc = 1', 1, 'has no layout for its version'],
    ["update layouts set bytes = x'0102'", 1, 'cannot be read'],
    ["update chunks set details = '{'", 1, 'has details that cannot be read'],
    ["update documents set metadata = 'x'", 2, 'the file is damaged: delete it and index again'],
    ["update settings set value = '['", 2, 'delete the store and index again'],
    ['drop table settings', 2, 'delete it and index again'],
  ])('and kerf index find out about %s', async (sql, status, message) => {
    const cwd = freshDirectory(HANDBOOK);
    await kerf(['index', 'docs'], { cwd });
    const connection = await connect(join(cwd, '.kerf/index.db'));
    connection.exec(sql);
    connection.close();
    const index = await kerf(['index', 'docs'], { cwd });
    expect(index).toEqual({ code: status, stdout: expect.any(String), stderr: expect.stringContaining(message) });
    expect(index.stderr).toContain('index again');
    const verify = await kerf(['verify', '--store', '.kerf/index.db'], { cwd });
    expect(verify.code).toBeGreaterThan(0);
    for (const { stderr } of [index, verify]) expect(stderr).not.toContain('    at ');
    // Deleting it is a remedy indeed.
    rmSync(join(cwd, '.kerf'), { recursive: true });
    const again = await kerf(['index', 'docs'], { cwd });
    expect({ code: again.code, remarks: remarksIn(again.stderr) }).toEqual({ code: 0, remarks: '' });
  });

  it('looks at the default store when it gets nothing, and takes no files beside a store', async () => {
    const cwd = freshDirectory(HANDBOOK);
    expect(await kerf(['verify'], { cwd })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('kerf index DIR'),
    });
    await kerf(['index', 'docs'], { cwd });
    expect((await kerf(['verify'], { cwd })).code).toBe(0);
    expect((await kerf(['verify', 'docs', '--store', 'x.db'], { cwd })).code).toBe(2);
  });
});

/** Changes one character in the text of one chunk. */
function damage(database: any): void {
  const changed = database.prepare("update chunks set text = replace(text, '16 weeks', '61 weeks')").run();
  expect(changed.changes).toBeGreaterThan(0);
}
