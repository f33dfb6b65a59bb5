/** Test kit: one case and one chunker to results, one for each kind of fault that the case can show. */
import {
  type Ability,
  type ChunkerAdapter,
  type ChunkerOutput,
  embeddedText,
  type JudgedChunk,
  type SizeUnit,
} from './chunker-adapter.ts';
import type { CaseSize, ConformanceCase, Run } from './chunker-case.ts';
import { brokenOffsets, LAWS } from './chunker-laws.ts';
import { placeChunks } from './chunker-places.ts';
import { type ConformanceResult, FAULT_KINDS, type FaultKind } from './chunker-report.ts';

const ENDS = 'ends, and throws nothing';

/** Why a case cannot be run with an adapter at all, or ''. */
export function missing(one: ConformanceCase, adapter: ChunkerAdapter): string {
  const format = missingFormat(one, adapter.can);
  if (format !== '') return format;
  const units = unitsOf(one, adapter);
  if (units.length === 0) return `needs a limit in ${Object.keys(one.sizes).join(' or ')}`;
  const overlaps = units.every((unit) => (one.sizes[unit]?.overlap ?? 0) > 0);
  return overlaps && !adapter.can.overlap ? 'needs overlap' : '';
}

/** Abilities of which one is needed for a media type; other types are source code. */
const READERS: ReadonlyMap<string, readonly Ability[]> = new Map([
  ['text/plain', ['plainText', 'markdown']],
  ['text/markdown', ['markdown', 'plainText']],
  ['application/json', ['json']],
  ['text/csv', ['csv']],
]);

function missingFormat(
  { mediaType = 'text/plain', plainOnly = false }: ConformanceCase,
  can: ChunkerAdapter['can'],
): string {
  const readers = plainOnly ? (['plainText'] as const) : (READERS.get(mediaType) ?? (['code'] as const));
  return readers.some((ability) => can[ability]) ? '' : `needs ${readers[0]}`;
}

/** The units in which a case is run; a chunker without a limit is run once. */
function unitsOf(one: ConformanceCase, { can }: ChunkerAdapter): readonly SizeUnit[] {
  const units = (['characters', 'tokens'] as const).filter((unit) => one.sizes[unit] !== undefined);
  return can.characters || can.tokens ? units.filter((unit) => can[unit]) : units.slice(0, 1);
}

/** Runs a case in every unit that the adapter can keep. A kind of fault has failed when it was found in any of them. */
export async function judgeCase(
  one: ConformanceCase,
  adapter: ChunkerAdapter,
  seconds: number,
): Promise<readonly ConformanceResult[]> {
  const lacking = missing(one, adapter);
  if (lacking !== '') return [{ ...headOf(one, one.kind), outcome: 'not-applicable', reason: lacking }];
  const found = new Map<FaultKind, string>();
  for (const unit of unitsOf(one, adapter)) {
    const size = one.sizes[unit] as CaseSize;
    for (const [kind, reason] of await faultsOf(one, adapter, unit, size, seconds))
      if (!found.get(kind)) found.set(kind, reason && `${reason} (limit ${size.limit} ${unit})`);
  }
  return FAULT_KINDS.flatMap((kind): readonly ConformanceResult[] => {
    const reason = found.get(kind);
    if (reason !== undefined) return [{ ...headOf(one, kind), outcome: reason ? 'failed' : 'passed', reason }];
    if (kind !== one.kind) return [];
    return [{ ...headOf(one, kind), outcome: 'not-applicable', reason: `needs ${lackingOf(one, adapter).join(', ')}` }];
  });
}

/** The result of a case that a chunker did not bring to its end. */
export function unended(one: ConformanceCase, reason: string): readonly ConformanceResult[] {
  const kinds = [...new Set<FaultKind>(['endless', one.kind])];
  return kinds.map((kind) => ({ ...headOf(one, kind), outcome: 'failed', reason }));
}

function headOf(one: ConformanceCase, kind: FaultKind): Pick<ConformanceResult, 'id' | 'kind' | 'title'> {
  const law = kind === 'endless' ? ENDS : LAWS.find((each) => each.kind === kind)?.title;
  return { id: one.id, kind, title: kind === one.kind ? one.title : (law ?? one.title) };
}

/** What a chunker would need for what a case is about, beyond its laws. */
function lackingOf({ needs = [], kind }: ConformanceCase, { can }: ChunkerAdapter): readonly string[] {
  const lacking: string[] = needs.filter((ability) => !can[ability]);
  if (kind === 'offsets' && !can.offsets) lacking.push('offsets');
  if (kind === 'limit' && !can.characters && !can.tokens) lacking.push('characters or tokens');
  return lacking;
}

/** For every kind that this run can be judged by, what is wrong, or ''. */
async function faultsOf(
  one: ConformanceCase,
  adapter: ChunkerAdapter,
  unit: SizeUnit,
  size: CaseSize,
  seconds: number,
): Promise<ReadonlyMap<FaultKind, string>> {
  const found = new Map<FaultKind, string>();
  let chunks: readonly JudgedChunk[];
  try {
    chunks = await cutTwice(one, adapter, unit, size, seconds);
  } catch (error) {
    if (one.mayThrow && !(error instanceof Endless)) return found.set('endless', '').set(one.kind, '');
    const reason = error instanceof Endless ? error.message : `throws: ${String(error).split('\n')[0].slice(0, 160)}`;
    return found.set('endless', reason).set(one.kind, reason);
  }
  const run = runOf(one, adapter, chunks, unit, size);
  found.set('endless', '');
  for (const law of LAWS) if (law.applies(run)) found.set(law.kind, law.broken(run));
  if (lackingOf(one, adapter).length > 0) return found;
  const unmet = (one.demands ?? []).map((demand) => demand(run)).find((reason) => reason !== '') ?? '';
  return found.set(one.kind, found.get(one.kind) || unmet);
}

function runOf(
  one: ConformanceCase,
  adapter: ChunkerAdapter,
  chunks: readonly JudgedChunk[],
  unit: SizeUnit,
  { limit, overlap = 0 }: CaseSize,
): Run {
  const placed = placeChunks(one.text, chunks, {
    overlap: overlap > 0,
    exactOffsets: adapter.can.offsets === true && brokenOffsets({ input: one.text, chunks }) === '',
    rewrites: adapter.rewrites ?? false,
    mayDrop: one.mayDrop ?? [],
    mayRepeat: one.mayRepeat ?? [],
  });
  const count = unit === 'tokens' ? adapter.countTokens : adapter.countCharacters;
  const sizeOf = count ?? ((text: string) => text.length);
  return {
    input: one.text,
    chunks,
    placed,
    unit,
    limit,
    overlap,
    sizeOf,
    can: (ability) => adapter.can[ability] === true,
  };
}

/** Cuts what comes before, then the text; throws when a text that was there before is cut in another way now. */
async function cutTwice(
  one: ConformanceCase,
  adapter: ChunkerAdapter,
  unit: SizeUnit,
  { limit, overlap = 0 }: CaseSize,
  seconds: number,
): Promise<readonly JudgedChunk[]> {
  const cut = (text: string) =>
    collect(adapter, { text, mediaType: one.mediaType ?? 'text/plain', limit, unit, overlap }, seconds);
  let remembered: string | undefined;
  for (const text of one.before ?? []) {
    const earlier = await cut(text);
    if (text === one.text) remembered = JSON.stringify(earlier);
  }
  const chunks = await cut(one.text);
  if (remembered !== undefined && remembered !== JSON.stringify(chunks))
    throw new Error('the second time the chunks are others');
  return chunks;
}

/** Thrown when a chunker does not come to an end. */
class Endless extends Error {}

/** Takes the chunks one by one, no longer than `seconds`, and no more of them than a text can have. */
async function collect(
  adapter: ChunkerAdapter,
  input: Parameters<ChunkerAdapter['chunk']>[0],
  seconds: number,
): Promise<readonly JudgedChunk[]> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Endless(`not at its end after ${seconds} seconds`)), seconds * 1000);
  });
  const all = async () => take(await adapter.chunk(input), input.text.length);
  try {
    return await Promise.race([all(), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Every chunk moves on, so there are about as many as characters at most; context of a few hundred characters in front of each is much. */
const MOST_CHUNKS = 100;
const MOST_GROWTH = 200;

async function take(output: ChunkerOutput, length: number): Promise<readonly JudgedChunk[]> {
  const chunks: JudgedChunk[] = [];
  let characters = 0;
  for await (const chunk of output) {
    chunks.push(chunk);
    characters += embeddedText(chunk).length;
    if (chunks.length > length + MOST_CHUNKS || characters > (length + MOST_CHUNKS) * MOST_GROWTH)
      throw new Endless(`${chunks.length} chunks of ${characters} characters for a text of ${length}, and no end`);
  }
  return chunks;
}
