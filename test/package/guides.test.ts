/** What the guides show on the command line is what the command prints, and what they link to is there. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SCRIPT = join(ROOT, 'scripts/write-shown-outputs.mjs');
const DOCS = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.md'))
  .map((path) => join('docs', path));

const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Files and folders that the page links to, from the root of the repository. */
function linksOf(page: string): readonly string[] {
  const prose = textOf(page).replace(/^```[\s\S]*?^```$/gm, '');
  const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target.replace(/#.*$/, ''));
  return targets
    .filter((target) => target !== '' && !/^[a-z]+:/.test(target))
    .map((target) => join(dirname(page), target));
}

it('chunking.md and cost.md are what scripts/write-shown-outputs.mjs writes', () => {
  const printed = execFileSync(process.execPath, [SCRIPT, '--print'], { encoding: 'utf8' });
  expect(textOf('docs/guide/chunking.md') + textOf('docs/guide/cost.md')).toBe(printed);
  expect(textOf('docs/guide/cost.md')).toContain(textOf('examples/compare.json'));
});

it.each(['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', ...DOCS])('%s links to what is there', (page) => {
  expect(linksOf(page).filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

it('every page of the tarball links to what is in it', () => {
  const packing = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const [{ files }] = JSON.parse(packing) as [{ files: readonly { path: string }[] }];
  const packed = files.map(({ path }) => path);
  const holds = (path: string): boolean => packed.some((file) => file === path || file.startsWith(`${path}/`));
  const links = packed.filter((path) => path.endsWith('.md')).flatMap(linksOf);
  expect(links.map((path) => path.replaceAll('\\', '/')).filter((path) => !holds(path))).toEqual([]);
  expect(packed.filter((path) => path.endsWith('.db'))).toEqual([]);
});

it.each(DOCS.filter((page) => page.startsWith(join('docs', 'guide'))))(
  '%s says how kerf is run, if it does',
  (page) => {
    const text = textOf(page);
    if (/^(\$ )?kerf /m.test(text) || /`kerf [a-z]+/.test(text)) expect(text).toContain('`kerf` below is `npx kerf`');
  },
);
