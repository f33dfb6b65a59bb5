/** Conformance, report: what the suite found out about each chunker → a page in Markdown. */
import type { ConformanceReport, ConformanceResult, FaultKind } from '../src/testing/index.ts';

/** What a row of the table is about. */
const KINDS: Readonly<Record<FaultKind, string>> = {
  offsets: 'places are exact',
  'lost-text': 'nothing lost, altered or repeated',
  endless: 'ends, and throws nothing',
  limit: 'the limit is kept',
  characters: 'no character is cut',
  tables: 'tables',
  fences: 'code fences',
  headings: 'headings',
  'front-matter': 'front matter',
  'line-ends': 'line ends',
  overlap: 'overlap and white space',
  sentences: 'sentences',
  lists: 'lists',
  code: 'source code',
  records: 'JSON and CSV',
  effort: 'large input',
  'odd-input': 'odd input',
};

const INTRODUCTION = `# How chunkers do in the conformance suite

<!-- Written by bench/conformance.ts; do not edit. -->

\`kerf/testing\` publishes the inputs on which chunkers have failed their users, as a suite that any chunker can be put through. This
page shows what it says of Kerf with its defaults and of other chunkers for JavaScript. To write it again:

\`\`\`sh
npm ci --prefix bench
npm run build && npx tsx bench/conformance.ts
\`\`\`

Every input is judged by the laws that hold for any text (the first five rows, and part of *overlap and white space*) and by what it is
about. What a chunker does not say it can do is not asked: one without offsets is not judged by offsets, one that reads no Markdown not by
headings, and one without a limit not by limits. The numbers are **passed of applicable**; a bar is where nothing applies. How each
chunker is asked, and what it is said to be able to do, is in
\`bench/conformance-adapters.ts\`. Size limits are tight on purpose, so that a few lines of input
are enough; an ordinary limit meets the same cuts less often.
`;

const YOURS = `## Put your own through

\`\`\`js
import { checkChunker } from 'kerf/testing';

const report = await checkChunker({
  name: 'lines',
  chunk: ({ text }) => text.split('\\n').map((line) => ({ text: line })),
  can: { plainText: true },
});
console.log(report.passed, report.failed, report.results.find(({ outcome }) => outcome === 'failed'));
\`\`\`

\`can\` names the abilities: \`characters\` and \`tokens\` for limits, \`offsets\`, \`overlap\`, \`sentences\`, \`markdown\`, \`sectionPath\`,
\`tableHeaders\` and so on; their doc comments say what each promises. \`describeChunker(name, adapter, { describe, it, expect })\` declares a
test for each case that applies. \`checkChunkerModule(url)\` runs an adapter that a module exports in a thread of its own and ends it where it
hangs.
`;

export function renderConformance(
  reports: readonly ConformanceReport[],
  versions: ReadonlyMap<string, string>,
  leftOut: readonly string[],
): string {
  const failing = reports.filter(({ failed }) => failed > 0);
  return [
    INTRODUCTION,
    table(reports),
    `Measured were ${[...versions].map(([name, version]) => `\`${name}\` ${version}`).join(', ')}.${missing(leftOut)}\n`,
    `## What failed\n\nOne line to a kind of fault: how many inputs, which, and what happened at the first of them.\n`,
    ...failing.map(failures),
    ...(failing.length < reports.length
      ? [
          `Nothing failed: ${reports
            .filter(({ failed }) => failed === 0)
            .map(({ chunker }) => chunker)
            .join(', ')}.\n`,
        ]
      : []),
    YOURS,
  ].join('\n');
}

function missing(leftOut: readonly string[]): string {
  const names = leftOut.map((name) => `\`${name}\``).join(', ');
  return names === '' ? '' : ` Known to the script but not installed, so left out: ${names}.`;
}

function table(reports: readonly ConformanceReport[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
  const rows = (Object.keys(KINDS) as FaultKind[]).map((kind) => {
    const tallies = reports.map(({ kinds }) => kinds.find((tally) => tally.kind === kind) ?? { passed: 0, failed: 0 });
    return line([KINDS[kind], ...tallies.map(share)]);
  });
  return [
    line(['', ...reports.map(({ chunker }) => chunker)]),
    line(['---', ...reports.map(() => '---:')]),
    ...rows,
    line(['**all**', ...reports.map((report) => `**${share(report)}**`)]),
  ].join('');
}

function share({ passed, failed }: { readonly passed: number; readonly failed: number }): string {
  return passed + failed === 0 ? '–' : `${passed}/${passed + failed}`;
}

function failures({ chunker, results }: ConformanceReport): string {
  const lines = (Object.keys(KINDS) as FaultKind[]).flatMap((kind) => {
    const failed = results.filter((result) => result.kind === kind && result.outcome === 'failed');
    return failed.length === 0 ? [] : [`- ${KINDS[kind]}, ${failed.length}: ${example(failed)}\n`];
  });
  return `### ${chunker}\n\n${lines.join('')}`;
}

const MOST_IDS = 6;

function example(failed: readonly ConformanceResult[]): string {
  const ids = failed.map(({ id }) => id);
  const listed =
    ids.length > MOST_IDS ? `${ids.slice(0, MOST_IDS).join(', ')} and ${ids.length - MOST_IDS} more` : ids.join(', ');
  return `${listed}. ${ids[0]}: ${printable(failed[0].reason)}`;
}

/** As code, so that no mark of the quoted text is read as Markdown; half surrogate pairs are already escaped. */
function printable(reason: string): string {
  return `\`\` ${reason.replace(/`/g, "'").replace(/\n/g, ' ')} \`\``;
}
