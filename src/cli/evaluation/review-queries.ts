/** Query sets, review: queries one after another → what a person says of each, kept at once so that a review can be resumed. */
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { sectionsOf } from '../../evaluation/weak-sections.ts';
import type { Document, Source } from '../../model/document.ts';
import type { JsonObject } from '../../model/json.ts';
import { parseSource } from '../../parsing/parse.ts';
import { lineOf, lineStarts } from '../../text/line-index.ts';
import { plural } from '../../text/plural.ts';
import { describePlace } from '../describe.ts';
import { forTerminal, type Output } from '../output.ts';
import { queriesOf, readAdded, writeWhole } from './set-files.ts';

export interface ReviewRun {
  /** Lines of the set, each a query. */
  readonly queries: readonly JsonObject[];
  readonly sources: ReadonlyMap<string, Source>;
  /** Accepted queries are added to it, and rejected ones to a file of the same name with `.rejected` behind it. */
  readonly out: string;
  /** What the person types. */
  readonly input: Readable;
  /** Shows a line to the person. */
  readonly show: (text: string) => void;
  readonly style: Output['style'];
}

export interface ReviewCounts {
  readonly accepted: number;
  readonly rejected: number;
  /** Not decided yet: skipped, or behind the end. */
  readonly open: number;
}

const ASK = '[a]ccept  [r]eject  [e]dit the question, or e NEW WORDS  [s]kip  [q]uit';

/** Asks about every query that neither file holds yet. An input that ends is a `q`. */
export async function reviewQueries(run: ReviewRun): Promise<ReviewCounts> {
  const { queries, out } = run;
  const [accepted, rejected] = [await openDecided(out), await openDecided(`${out}.rejected`)];
  const isOpen = ({ id }: JsonObject): boolean => !accepted.ids.has(id) && !rejected.ids.has(id);
  const open = queries.filter(isOpen);
  const answers = createInterface({ input: run.input, crlfDelay: Number.POSITIVE_INFINITY })[Symbol.asyncIterator]();
  for (const [at, query] of open.entries()) {
    showQuery(run, query, `${at + 1} of ${open.length}`);
    const decision = await decide(query, answers, run);
    if (decision === 'quit') break;
    if (decision === 'skip') continue;
    await (decision.accepted ? accepted : rejected).add(decision.query);
  }
  await answers.return?.();
  return {
    accepted: queries.filter(({ id }) => accepted.ids.has(id)).length,
    rejected: queries.filter(({ id }) => rejected.ids.has(id)).length,
    open: queries.filter(isOpen).length,
  };
}

interface Decided {
  readonly ids: ReadonlySet<unknown>;
  add(query: JsonObject): Promise<void>;
}

/** Queries that were decided in earlier runs; what is added is on the disk before the next question is asked. */
async function openDecided(file: string): Promise<Decided> {
  const before = await readAdded(file);
  const ids = new Set<unknown>(queriesOf(before, file).map(({ id }) => id));
  // Also when nothing gets decided: the file is there, and without a line that a crash has cut short.
  await writeWhole(file, before);
  return {
    ids,
    async add(query) {
      // Read again, so that what somebody else has put there since is kept.
      await writeWhole(file, `${await readAdded(file)}${JSON.stringify(query)}\n`);
      ids.add(query.id);
    },
  };
}

type Decision = 'quit' | 'skip' | { readonly accepted: boolean; readonly query: JsonObject };

async function decide(
  query: JsonObject,
  answers: AsyncIterator<string>,
  { show, style }: ReviewRun,
): Promise<Decision> {
  for (;;) {
    show(style.dim(ASK));
    const { value, done } = await answers.next();
    if (done) return 'quit';
    const words = /^e\s+(.+)$/i.exec(value.trim())?.[1];
    if (words !== undefined) return accept(query, words);
    switch (value.trim().toLowerCase()) {
      case 'a':
        return accept(query);
      case 'r':
        return { accepted: false, query };
      case 's':
        return 'skip';
      case 'q':
        return 'quit';
      case 'e': {
        show('The question in other words (an empty line keeps it):');
        const { value: words = '', done: ended } = await answers.next();
        if (ended) return 'quit';
        if (words.trim() !== '') return accept(query, words.trim());
        break;
      }
      default:
        show(`"${forTerminal(value)}" is none of a, r, e, s, q.`);
    }
  }
}

/** Judged by a person, the query is no longer weak, whichever words it has. */
function accept(query: JsonObject, words = query.query): Decision {
  return { accepted: true, query: { ...query, query: words, weak: false, reviewed: true } };
}

/** Lines of the document on either side of the gold. */
const AROUND = 2;
/** Lines of gold that are shown; the beginning and the end say whether it is the right place. */
const MOST_LINES = 24;

function showQuery(run: ReviewRun, query: JsonObject, place: string): void {
  const { show, style } = run;
  show('');
  show(style.bold(`${place}  ${forTerminal(String(query.query))}`));
  const facts = new Set([query.id, query.kind, query.source, query.weak === true ? 'weak' : undefined]);
  show(style.dim(`  ${forTerminal([...facts].filter((fact) => fact !== undefined).join('  '))}`));
  for (const gold of Array.isArray(query.gold) ? (query.gold as readonly JsonObject[]) : []) showGold(run, gold);
}

function showGold({ sources, show, style }: ReviewRun, gold: JsonObject): void {
  const source = sources.get(String(gold.doc));
  if (source === undefined) {
    show(style.red(`  ${forTerminal(String(gold.doc))} is not in the corpus`));
    return;
  }
  const { text } = source;
  const start = typeof gold.start === 'number' ? gold.start : Math.max(0, text.indexOf(String(gold.quote ?? '')));
  const end = typeof gold.end === 'number' ? gold.end : start + String(gold.quote ?? text).length;
  const starts = lineStarts(text);
  const [first, last] = [lineOf(starts, start), lineOf(starts, Math.max(start, end - 1))];
  const path = pathAt(source, start).map((title) => forTerminal(title));
  const place = describePlace(source.documentId, { start: first, end: last });
  show(`  ${place}${path.length > 0 ? `  ${path.join(' > ')}` : ''}`);
  const lines = text.slice(starts[Math.max(1, first - AROUND) - 1], starts[last + AROUND] ?? text.length).split('\n');
  const from = Math.max(1, first - AROUND);
  const shown = lines.length <= MOST_LINES + 2 * AROUND ? lines.length : MOST_LINES;
  for (const [i, line] of lines.slice(0, shown).entries()) {
    const isGold = from + i >= first && from + i <= last;
    const safe = forTerminal(line);
    show(isGold ? `  | ${safe}` : style.dim(`    ${safe}`).trimEnd());
  }
  if (shown < lines.length) show(style.dim(`    ... ${plural(lines.length - shown, 'line')} more`));
}

/** Titles of the headings around the raw offset `at`. */
function pathAt(source: Source, at: number): readonly string[] {
  const document: Document = parseSource(source);
  // Close enough for showing: CRLF moves an offset by a line at most.
  const section = sectionsOf(document).findLast(({ block }) => document.blocks.starts[block] <= at);
  return section === undefined ? [] : [...section.parents, section.title];
}
