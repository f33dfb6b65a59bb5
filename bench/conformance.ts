/**
 * Conformance, program: the suite of kerf/testing over Kerf and other chunkers → a page of tables.
 *
 * Usage: `npm run build && npx tsx bench/conformance.ts [--match REGEX] [--out FILE] [--json FILE]`
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { ConformanceReport } from '../src/testing/index.ts';
import { ADAPTERS } from './conformance-adapters.ts';
import { renderConformance } from './conformance-report.ts';

const { values } = parseArgs({
  options: {
    match: { type: 'string', default: '' },
    out: { type: 'string', default: new URL('../docs/guide/conformance.md', import.meta.url).pathname },
    json: { type: 'string' },
  },
});

/** As users have it, so the suite is what is published too. */
const suite = new URL('../dist/testing/index.js', import.meta.url).href;
const { checkChunkerModule } = (await import(suite)) as typeof import('../src/testing/index.ts');
const thread = new URL('./conformance-thread.mjs', import.meta.url).href;

const reports: ConformanceReport[] = [];
const versions = new Map<string, string>();
const leftOut: string[] = [];
for (const [name, packageName] of Object.entries(ADAPTERS)) {
  if (!new RegExp(values.match).test(name)) continue;
  process.stderr.write(`${name}: `);
  const report = await checkChunkerModule(`${thread}?adapter=${name}`).catch((error: Error) => error);
  if (report instanceof Error) {
    process.stderr.write(`left out, since it cannot be loaded. ${report.message.split('\n')[0]}\n`);
    leftOut.push(packageName);
    continue;
  }
  process.stderr.write(`${report.passed} passed, ${report.failed} failed, ${report.notApplicable} not applicable\n`);
  reports.push(report);
  if (packageName !== 'kerf') versions.set(packageName, versionOf(packageName));
}
writeFileSync(values.out, renderConformance(reports, versions, leftOut));
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(reports, null, 1)}\n`);

function versionOf(packageName: string): string {
  const manifest = new URL(`./node_modules/${packageName}/package.json`, import.meta.url);
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}
