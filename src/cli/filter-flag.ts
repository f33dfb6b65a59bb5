/** `--filter name=value`, repeated: from words to a `Filter`. */
import { relative, resolve, sep } from 'node:path';
import { CHUNK_KINDS, type ChunkKind } from '../model/chunk.ts';
import { KerfError } from '../model/error.ts';
import type { Filter } from '../model/retrieval.ts';
import { nameHint } from '../text/option-names.ts';

const FILTER_NAMES = ['document', 'section', 'kind', 'media-type', 'updated-from', 'updated-to'] as const;
type FilterName = (typeof FILTER_NAMES)[number];

export const FILTER_FLAG = {
  name: 'filter',
  kind: 'list',
  placeholder: 'NAME=VALUE',
  help: `only chunks that pass; may be repeated. ${FILTER_NAMES.join(', ')}`,
} as const;

/** What the words mean, for `kerf search --help`. */
export const FILTER_HELP =
  'Filters: document=docs/a.md, or document=docs/ for a folder; section="Leave > Parental leave" for everything below that heading; kind=table; media-type=text/markdown; updated-from=2026-01-31 and updated-to=2026-12-31. The same name twice means either, different names mean both.';

/** Between the titles of a section path, as in the output. */
const PATH_SEPARATOR = ' > ';

/** What the values of each name make of a filter. */
const FILTERS: Readonly<Record<FilterName, (values: readonly string[]) => Filter>> = {
  document: (values) => ({ documents: [...new Set(values.flatMap(spellings))] }),
  section: (values) => ({ sectionPath: parsePath(values) }),
  kind: (values) => ({ kinds: values.map(parseKind) }),
  'media-type': (mediaTypes) => ({ mediaTypes }),
  'updated-from': (values) => ({ updatedFrom: parseTime(values, 'T00:00:00.000Z') }),
  'updated-to': (values) => ({ updatedTo: parseTime(values, 'T23:59:59.999Z') }),
};

/** Throws `unknown-option` for a name, `invalid-option` for a value that no chunk could have. */
export function parseFilter(words: readonly string[]): Filter {
  const values = new Map<FilterName, string[]>();
  for (const word of words) {
    const { name, value } = parseWord(word);
    values.set(name, [...(values.get(name) ?? []), value]);
  }
  return Object.assign({}, ...[...values].map(([name, given]) => FILTERS[name](given))) as Filter;
}

function parseWord(word: string): { name: FilterName; value: string } {
  const [, given, value] = /^([^=]*)=?([\s\S]*)$/.exec(word) ?? ['', word, ''];
  const name = FILTER_NAMES.find((candidate) => candidate === given);
  if (name === undefined) throw unknownName(given);
  if (value === '') throw invalid(word, 'has no value; write NAME=VALUE');
  return { name, value };
}

/**
 * The ids that the file or folder `value` may have in an index: as given, and as a run of `kerf index` may have been told of
 * it, from here with and without `./`, or by its full path.
 */
function spellings(value: string): readonly string[] {
  const full = resolve(value);
  const short = relative('', full);
  if (short === '')
    throw invalid(`document=${value}`, 'is the current folder; leave the filter out, or name what is in it');
  const end = value.endsWith('/') ? '/' : '';
  return [value, ...[short, `./${short}`, full].map((path) => `${path.replaceAll(sep, '/')}${end}`)];
}

function parsePath(values: readonly string[]): readonly string[] {
  if (values.length > 1) throw invalid(`section=${values[1]}`, 'is the second section; give one');
  return values[0].split(PATH_SEPARATOR).map((title) => title.trim());
}

function parseKind(value: string): ChunkKind {
  const kind = CHUNK_KINDS.find((candidate) => candidate === value);
  if (kind === undefined) throw invalid(`kind=${value}`, `is no kind; use one of ${CHUNK_KINDS.join(', ')}`);
  return kind;
}

/** A date alone means its first moment for `from` and its last for `to`. */
function parseTime(values: readonly string[], timeOfDay: string): string {
  const value = values[0];
  const isDay = /^\d{4}-\d\d-\d\d$/.test(value);
  const time = new Date(isDay ? value + timeOfDay : value);
  // 30 February would quietly become 2 March.
  const exists = !Number.isNaN(time.getTime()) && (!isDay || time.toISOString().startsWith(value));
  if (values.length > 1 || !exists) throw invalid(value, 'is no time; write 2026-01-31, once');
  return time.toISOString();
}

function unknownName(name: string): KerfError {
  const hint = nameHint(name, FILTER_NAMES, `use one of ${FILTER_NAMES.join(', ')}`, (near) => near);
  return new KerfError('unknown-option', `--filter knows no "${name}"; ${hint}`);
}

function invalid(word: string, remedy: string): KerfError {
  return new KerfError('invalid-option', `--filter "${word}" ${remedy}.`);
}
