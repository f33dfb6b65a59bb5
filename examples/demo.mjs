/**
 * The main job from end to end, on the handbook in `docs/`: index it, ask three questions, index again, edit one
 * sentence, index once more. Works on a copy in a temporary directory; nothing here is changed.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const KERF = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const DOCS = fileURLToPath(new URL('./docs', import.meta.url));

const QUESTIONS = [
  'What does the Growth plan cost for a year?',
  'How many weeks of parental leave are paid in full?',
  'What must not be done before the list of open transactions is saved?',
];

/** One sentence, as somebody would edit it. */
const EDIT = {
  file: 'docs/working-here.md',
  before: 'Everybody has 30 days of leave a year',
  after: 'Everybody has 31 days of leave a year',
};

const directory = mkdtempSync(join(tmpdir(), 'kerf-demo-'));
try {
  cpSync(DOCS, join(directory, 'docs'), { recursive: true });
  demo();
} finally {
  rmSync(directory, { recursive: true, force: true });
}

function demo() {
  heading('Index a folder');
  show(['index', 'docs']);

  for (const question of QUESTIONS) {
    heading(question);
    show(['search', question, '--top-k', '3', '--neighbours', '0', '--budget', '400']);
  }

  heading('Index again: nothing to do');
  const again = json(['index', 'docs']);
  console.log(`  written ${again.documentsWritten} documents, embedded ${again.embedded} texts`);
  expect(again.documentsWritten === 0 && again.embedded === 0, 'an index that is in step has nothing to write');

  heading(`Edit one sentence: "${EDIT.before}" becomes "${EDIT.after}"`);
  const path = join(directory, EDIT.file);
  const text = readFileSync(path, 'utf8');
  expect(text.includes(EDIT.before), 'the sentence to edit is there');
  writeFileSync(path, text.replace(EDIT.before, EDIT.after));
  const edited = json(['index', 'docs']);
  const written = edited.added + edited.changed + edited.removed;
  console.log(`  ${written} of ${edited.chunks} chunks written, ${edited.unchanged} left as they were`);
  expect(written >= 1 && written <= 3, 'one sentence changes at most three chunks');

  heading('Prove it');
  show(['verify', '--store', '.kerf/index.db']);
}

function heading(text) {
  console.log(`\n${'─'.repeat(8)} ${text}\n`);
}

function show(args) {
  console.log(`$ kerf ${args.map((arg) => (/[\s?]/.test(arg) ? `"${arg}"` : arg)).join(' ')}\n`);
  run(args, 'inherit');
}

function json(args) {
  return JSON.parse(run([...args, '--json'], 'pipe'));
}

function run(args, stdout) {
  const result = spawnSync(process.execPath, [KERF, ...args], {
    cwd: directory,
    encoding: 'utf8',
    stdio: ['ignore', stdout, 'inherit'],
  });
  expect(result.status === 0, `kerf ${args[0]} ends with status 0, not ${result.status}`);
  return result.stdout;
}

function expect(condition, what) {
  if (condition) return;
  console.error(`The demo did not go as it should: ${what}.`);
  process.exitCode = 1;
  throw new Error(what);
}
