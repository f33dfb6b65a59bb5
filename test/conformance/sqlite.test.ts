/** The embedded store against the published suite, in memory and on file. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../src/stores/sqlite.ts';
import { describeStore } from '../../src/testing/store-suite.ts';

const folder = mkdtempSync(join(tmpdir(), 'kerf-conformance-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
const kit = { describe, it, expect };

describeStore('sqlite in memory', () => openSqliteStore(':memory:'), kit);
describeStore('sqlite on file', () => openSqliteStore(join(folder, `store-${files++}.db`)), kit);
