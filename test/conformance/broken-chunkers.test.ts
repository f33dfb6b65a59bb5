/** The suite for chunkers, against chunkers that are broken on purpose: each must fail where it is broken, and only there. */
import { expect, it } from 'vitest';
import type { Ability, ChunkerAdapter, ChunkerInput, JudgedChunk } from '../../src/testing/chunker-adapter.ts';
import type { FaultKind } from '../../src/testing/chunker-report.ts';
import { CONFORMANCE_CASES, checkChunker } from '../../src/testing/chunker-suite.ts';
import { kerfChunker } from './kerf-chunkers.ts';

const sound = kerfChunker('structural');

type Chunks = readonly JudgedChunk[];

/** A sound chunker with something done wrong afterwards. */
function breaking(wrong: (chunks: Chunks, input: ChunkerInput) => Chunks): ChunkerAdapter {
  return { ...sound, chunk: (input) => wrong(sound.chunk(input) as Chunks, input) };
}

/** Each chunk with something done wrong. */
function each(
  wrong: (chunk: Required<JudgedChunk>, index: number, input: ChunkerInput) => JudgedChunk,
): ChunkerAdapter {
  return breaking((chunks, input) => chunks.map((chunk, i) => wrong(chunk as Required<JudgedChunk>, i, input)));
}

/** Something done wrong to the text of each chunk, and to what is embedded. */
function rewriting(wrong: (text: string) => string): ChunkerAdapter {
  return each((chunk) => ({ ...chunk, text: wrong(chunk.text), embedText: wrong(chunk.embedText) }));
}

/** A sound chunker that is asked something else. */
function asking(wrong: (input: ChunkerInput) => Partial<ChunkerInput>): ChunkerAdapter {
  return { ...sound, chunk: (input) => sound.chunk({ ...input, ...wrong(input) }) };
}

/** One that cuts every `limit` characters, whatever is there. */
function blind(...abilities: readonly Ability[]): ChunkerAdapter {
  const chunk = ({ text, limit }: ChunkerInput): Chunks =>
    Array.from({ length: Math.ceil(text.length / limit) }, (_, i) => {
      const [start, end] = [i * limit, Math.min(text.length, (i + 1) * limit)];
      return { text: text.slice(start, end), start, end };
    });
  const can = Object.fromEntries(['plainText', 'characters', 'offsets', ...abilities].map((name) => [name, true]));
  return { name: 'blind', chunk, can };
}

/** Large inputs take long and show nothing here that small ones do not. */
const LARGE = ['F28', 'F37', 'F39', 'F44', 'F52', 'F108', 'F109', 'F111', 'F112', 'F114'];
const SMALL = CONFORMANCE_CASES.filter((id) => !LARGE.includes(id));

interface Broken {
  readonly title: string;
  readonly adapter: ChunkerAdapter;
  /** By what it must show: kind, case, and a part of the reason. */
  readonly shows: readonly (readonly [FaultKind, string, string])[];
  /** Kinds that may have failed besides; all others must not. */
  readonly besides?: readonly FaultKind[];
}

const TEXT_FAULTS: readonly Broken[] = [
  {
    title: 'drops the last chunk',
    adapter: breaking((chunks) => (chunks.length > 1 ? chunks.slice(0, -1) : chunks)),
    shows: [
      ['lost-text', 'F16', '"Gonorth" is lost'],
      ['sentences', 'F104', '"Both were late." is cut although it fits'],
    ],
    // Whatever counts chunks, or looks for words that are gone.
    besides: [
      'limit',
      'offsets',
      'characters',
      'front-matter',
      'tables',
      'fences',
      'headings',
      'lists',
      'line-ends',
      'code',
      'records',
    ],
  },
  {
    title: 'repeats a chunk',
    adapter: breaking((chunks) => chunks.flatMap((chunk, i) => (i === 1 ? [chunk, chunk] : [chunk]))),
    shows: [
      ['lost-text', 'F16', 'is there twice'],
      ['offsets', 'F16', 'not behind the chunk before'],
    ],
    besides: ['overlap'],
  },
  {
    title: 'alters a letter',
    adapter: rewriting((text) => text.replace('bell', 'ball')),
    shows: [
      ['lost-text', 'F53', '"allhasrung'],
      ['offsets', 'F53', 'has the place of'],
    ],
    besides: ['sentences', 'limit'],
  },
  {
    title: 'adds an empty chunk',
    adapter: breaking((chunks) => [...chunks, { text: '', start: 0, end: 0, path: [] }]),
    shows: [['lost-text', 'F01', 'is empty']],
    besides: ['offsets'],
  },
  {
    title: 'joins paragraphs',
    adapter: rewriting((text) => text.replace(/\n\n/g, '\n')),
    shows: [['overlap', 'F136', 'stands together']],
    besides: ['offsets', 'lost-text'],
  },
  {
    title: 'trims indentation',
    adapter: rewriting((text) => text.trim()),
    shows: [['overlap', 'F102', 'has lost its indentation']],
    besides: ['offsets'],
  },
  {
    title: 'cuts blindly',
    adapter: blind('words'),
    shows: [
      ['characters', 'F56', 'half of a surrogate pair'],
      ['characters', 'F58', 'a grapheme is cut'],
      ['characters', 'F67', '"12.75" is cut although it fits'],
    ],
    besides: ['line-ends', 'overlap'],
  },
  {
    title: 'writes replacement characters for halves',
    adapter: {
      ...blind(),
      chunk: (input) =>
        (blind().chunk(input) as Chunks).map(({ text }) => ({
          text: text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd'),
        })),
    },
    shows: [['characters', 'F59', 'has a replacement character']],
    besides: ['offsets', 'lost-text', 'line-ends', 'overlap'],
  },
];

const PLACE_FAULTS: readonly Broken[] = [
  {
    title: 'has offsets that are one too high',
    adapter: each((chunk) => ({ ...chunk, start: chunk.start + 1, end: chunk.end + 1 })),
    shows: [['offsets', 'F01', 'has the place']],
  },
  {
    title: 'has no offsets',
    adapter: each(({ text, embedText, path }) => ({ text, embedText, path })),
    shows: [['offsets', 'F02', 'has no place']],
  },
  {
    title: 'finds offsets by searching',
    adapter: each((chunk, _, { text }) => {
      const start = text.indexOf(chunk.text);
      return { ...chunk, start, end: start + chunk.text.length };
    }),
    shows: [['offsets', 'F01', 'not behind the chunk before']],
  },
  {
    title: 'counts offsets in bytes',
    adapter: each((chunk, _, { text }) => {
      const bytes = (to: number): number => new TextEncoder().encode(text.slice(0, to)).length;
      return { ...chunk, start: bytes(chunk.start), end: bytes(chunk.end) };
    }),
    shows: [['offsets', 'F06', 'has the place']],
  },
];

const SIZE_FAULTS: readonly Broken[] = [
  {
    title: 'goes one over the limit',
    adapter: asking(({ limit }) => ({ limit: limit + 1 })),
    shows: [['limit', 'F53', 'the limit is']],
  },
  {
    title: 'makes no overlap',
    adapter: asking(() => ({ overlap: 0 })),
    shows: [
      ['overlap', 'F99', 'repeats nothing'],
      ['overlap', 'F101', 'repeats nothing'],
    ],
  },
  {
    title: 'never cuts',
    adapter: asking(() => ({ limit: 1_000_000 })),
    shows: [['limit', 'F54', 'has 630 characters']],
    besides: ['offsets', 'lost-text', 'characters', 'overlap', 'fences', 'headings', 'lists', 'sentences', 'records'],
  },
  {
    title: 'leaves a chunk inside its neighbour',
    adapter: breaking((chunks, { overlap }) =>
      overlap === 0
        ? chunks
        : chunks.flatMap((chunk) => [chunk, { ...chunk, text: chunk.text.slice(0, -1), end: (chunk.end ?? 0) - 1 }]),
    ),
    shows: [['lost-text', 'F29', 'repeats what was there before']],
    besides: ['overlap', 'offsets', 'characters', 'limit'],
  },
];

const STRUCTURE_FAULTS: readonly Broken[] = [
  {
    title: 'leaves table headers out',
    adapter: each((chunk) => (chunk.text.startsWith('| ') ? { ...chunk, embedText: chunk.text } : chunk)),
    shows: [['tables', 'F68', '"| boat | berth | mast |" is there 0 times']],
  },
  {
    title: 'puts blank lines into tables',
    adapter: each((chunk) => ({ ...chunk, embedText: chunk.embedText.replace(/(\n\|[ |-]+\|\n)/, '$1\n') })),
    shows: [['tables', 'F69', 'is no valid table']],
    besides: ['limit', 'lost-text'],
  },
  {
    title: 'leaves fences open',
    adapter: each((chunk) => (chunk.text.includes('turn(') ? { ...chunk, embedText: chunk.text } : chunk)),
    shows: [['fences', 'F76', 'a fence is open at its end']],
  },
  {
    title: 'forgets the section path',
    adapter: each((chunk) => ({ ...chunk, path: [] })),
    shows: [
      ['headings', 'F134', 'the path of "Then lift" is []'],
      ['fences', 'F79', 'the path of'],
    ],
    besides: ['line-ends'],
  },
  {
    title: 'keeps titles that have ended',
    adapter: each((chunk) => ({
      ...chunk,
      path: chunk.path.at(-1) === 'East' ? ['Isle', 'Cove', 'East'] : chunk.path,
    })),
    shows: [['headings', 'F82', '["Isle","Cove","East"]']],
  },
  {
    title: 'remembers the titles of the document before',
    adapter: remembering(),
    shows: [['headings', 'F87', 'the path of "Only words" is ["Isle"']],
  },
  {
    title: 'puts context behind the text',
    adapter: each((chunk) => ({ ...chunk, embedText: `${chunk.text}\n\n${chunk.path.join(' > ')}`.trim() })),
    shows: [['headings', 'F134', 'does not end with its own text']],
    besides: ['limit', 'tables', 'fences', 'overlap', 'records'],
  },
  {
    title: 'embeds headings twice',
    adapter: each((chunk) => ({ ...chunk, embedText: `${chunk.path.at(-1) ?? ''}\n${chunk.embedText}` })),
    shows: [['headings', 'F88', 'has "Tolls" twice']],
    besides: ['limit', 'overlap'],
  },
  {
    title: 'embeds front matter',
    adapter: { ...blind('frontMatter', 'markdown') },
    shows: [['front-matter', 'F93', '"night shift" is embedded']],
    besides: ['characters', 'line-ends', 'tables', 'fences', 'headings', 'lists', 'overlap'],
  },
  {
    title: 'reads no Markdown and says it does',
    adapter: { ...kerfChunker('fixed'), can: sound.can },
    shows: [
      ['sentences', 'F107', 'is cut although it fits'],
      ['tables', 'F73', 'in no chunk together'],
      ['headings', 'F89', 'ends with a heading'],
      ['lists', 'list-introduction', 'in no chunk together'],
      ['fences', 'F76', 'a fence is open at its end'],
      ['code', 'F27', 'in no chunk together'],
      ['records', 'F72', '"port,depth,crane" is there 0 times'],
    ],
    besides: ['line-ends'],
  },
];

const END_FAULTS: readonly Broken[] = [
  {
    title: 'throws',
    adapter: { ...sound, chunk: () => Promise.reject(new Error('out of rope')) },
    shows: [
      ['endless', 'F16', 'throws: Error: out of rope'],
      ['lost-text', 'F16', 'throws: Error: out of rope'],
    ],
  },
  {
    title: 'gives chunks for ever',
    adapter: {
      ...sound,
      *chunk({ text }) {
        for (;;) yield { text };
      },
    },
    shows: [['endless', 'F42', 'and no end']],
  },
  {
    title: 'cuts another way each time',
    adapter: counting(),
    shows: [['odd-input', 'F131', 'the second time the chunks are others']],
    besides: ['endless'],
  },
];

/** Keeps the path of the first chunk of a document for documents that have none. */
function remembering(): ChunkerAdapter {
  let last: readonly string[] = [];
  return each((chunk) => {
    last = chunk.path.length > 0 ? chunk.path : last;
    return { ...chunk, path: last };
  });
}

/** From the second call on the limit is half. */
function counting(): ChunkerAdapter {
  let calls = 0;
  return asking(({ limit }) => ({ limit: limit >> Math.min(calls++, 1) }));
}

const ALL = [...TEXT_FAULTS, ...PLACE_FAULTS, ...SIZE_FAULTS, ...STRUCTURE_FAULTS];

it.each(ALL)('fails a chunker that $title, and for nothing else', async ({ adapter, shows, besides = [] }) => {
  const { results } = await checkChunker(adapter, { cases: SMALL });
  const failed = results.filter(({ outcome }) => outcome === 'failed');
  expectShown(failed, shows);
  const kinds: readonly FaultKind[] = [...shows.map(([kind]) => kind), ...besides];
  expect(failed.filter(({ kind }) => !kinds.includes(kind))).toEqual([]);
});

it.each(END_FAULTS)('fails a chunker that $title', async ({ adapter, shows }) => {
  const { results } = await checkChunker(adapter, { cases: shows.map(([, id]) => id) });
  expectShown(
    results.filter(({ outcome }) => outcome === 'failed'),
    shows,
  );
});

it('stops waiting for a chunker that never answers', async () => {
  const silent: ChunkerAdapter = { ...sound, chunk: () => new Promise(() => undefined) };
  const { results } = await checkChunker(silent, { cases: ['F16'], secondsPerCase: 0.001 });
  expect(results.map(({ kind, outcome }) => [kind, outcome])).toEqual([
    ['lost-text', 'failed'],
    ['endless', 'failed'],
  ]);
});

it('asks nothing that a chunker does not say it can', async () => {
  const { results } = await checkChunker({ name: 'nothing', chunk: () => [], can: {} });
  expect(results.every(({ outcome, reason }) => outcome === 'not-applicable' && reason.startsWith('needs '))).toBe(
    true,
  );
});

function expectShown(
  failed: readonly { readonly kind: FaultKind; readonly id: string; readonly reason: string }[],
  shows: Broken['shows'],
): void {
  for (const [kind, id, reason] of shows) {
    const found = failed.find((result) => result.kind === kind && result.id === id);
    expect(found?.reason ?? 'passed', `${kind} ${id}`).toContain(reason);
  }
}
