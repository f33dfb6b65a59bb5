import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Chunk } from '../model/chunk.ts';
import { type SampleChunk, type SampleOptions, sampleChunks } from '../testing/sample-chunks.ts';
import { planDocument } from './plan.ts';
import type { DocumentPlan } from './plan-types.ts';

const DOC = 'guide.md';

const make = (parts: readonly (string | SampleChunk)[], options?: SampleOptions): Chunk[] =>
  sampleChunks(
    DOC,
    parts.map((part) => (typeof part === 'string' ? { text: part } : part)),
    options,
  );
const apply = (plan: DocumentPlan): Chunk[] => plan.chunks.map((planned) => planned.chunk);
const changes = (plan: DocumentPlan): string => plan.chunks.map((planned) => planned.change).join(' ');
const idsByText = (chunks: readonly Chunk[]): Record<string, string> =>
  Object.fromEntries(chunks.map((chunk) => [chunk.text, chunk.id]));

describe('planDocument', () => {
  it('adds everything to an empty document under the natural ids', () => {
    const chunks = make(['a', 'b']);
    const plan = planDocument(DOC, [], chunks);
    expect(changes(plan)).toBe('added added');
    expect(apply(plan)).toEqual(chunks);
  });

  it('changes nothing when the same document comes again', () => {
    const chunks = make(['a', 'b', 'a', 'a']);
    const plan = planDocument(DOC, chunks, make(['a', 'b', 'a', 'a']));
    expect(changes(plan)).toBe('unchanged unchanged unchanged unchanged');
    expect(apply(plan)).toEqual(chunks);
  });

  it('gives only the inserted chunk a new id, though its natural id is taken', () => {
    const old = make(['a', 'b', 'c']);
    const plan = planDocument(DOC, old, make(['a', 'x', 'b', 'c']));
    expect(changes(plan)).toBe('unchanged added unchanged unchanged');
    const [a, x, b, c] = apply(plan);
    expect([a.id, b.id, c.id]).toEqual(old.map((chunk) => chunk.id));
    expect(old.map((chunk) => chunk.id)).not.toContain(x.id);
    expect([x.previousId, x.nextId, b.previousId]).toEqual([a.id, b.id, x.id]);
  });

  it('keeps the id of an edited chunk', () => {
    const old = make(['a', 'b', 'c']);
    const plan = planDocument(DOC, old, make(['a', 'b edited', 'c']));
    expect(changes(plan)).toBe('unchanged changed unchanged');
    expect(apply(plan)[1].id).toBe(old[1].id);
  });

  it('prefers the same section and kind when it pairs edited chunks', () => {
    const old = make(['a', { text: '| 1 |', kind: 'table' }, 'z']);
    const plan = planDocument(DOC, old, make(['a', 'new words', { text: '| 2 |', kind: 'table' }, 'z']));
    expect(changes(plan)).toBe('unchanged added changed unchanged');
    expect(apply(plan)[2].id).toBe(old[1].id);
  });

  it('tells moved chunks from those they were moved across', () => {
    const old = make(['a', 'b', 'c', 'd']);
    const plan = planDocument(DOC, old, make(['d', 'a', 'b', 'c']));
    expect(changes(plan)).toBe('moved unchanged unchanged unchanged');
    expect(idsByText(apply(plan))).toEqual(idsByText(old));
  });

  it('takes the right one away when equal texts stand in several places', () => {
    const old = make(['a', 'same', 'b', 'same', 'c']);
    const plan = planDocument(DOC, old, make(['a', 'b', 'same', 'c']));
    expect(changes(plan)).toBe('unchanged unchanged unchanged unchanged');
    expect(plan.removed).toEqual([old[1].id]);
  });

  it('knows a repeated text by the one before it, where the one after it was edited', () => {
    const old = make(['a', 'same', 'b', 'same', 'edited', 'c']);
    const [, , same] = apply(planDocument(DOC, old, make(['a', 'b', 'same', 'edited a lot', 'c'])));
    expect(same.id).toBe(old[3].id);
  });

  it('knows a repeated text by the one after it, where the one before it was edited', () => {
    const old = make(['a', 'same', 'edited', 'same', 'b']);
    const [, , same] = apply(planDocument(DOC, old, make(['a', 'edited a lot', 'same', 'b'])));
    expect(same.id).toBe(old[3].id);
  });

  it('knows a text under a renamed heading by itself, though new text stands before it', () => {
    const under = (title: string, texts: readonly string[]): Chunk[] =>
      make(texts.map((text) => ({ text, sectionPath: [title] })));
    const old = under('Old', ['a', 'b']);
    const plan = planDocument(DOC, old, under('New', ['fresh', 'a', 'b']));
    expect(changes(plan)).toBe('added changed changed');
    expect(
      apply(plan)
        .slice(1)
        .map((chunk) => chunk.id),
    ).toEqual(old.map((chunk) => chunk.id));
  });

  it('makes ids unique even when the new chunks have the same one', () => {
    const twins = make(['a', 'b', 'c']).map((chunk) => ({ ...chunk, id: 'twin' }));
    const ids = apply(planDocument(DOC, [], twins)).map((chunk) => chunk.id);
    expect([ids[0], new Set(ids).size]).toEqual(['twin', 3]);
  });

  it('gives a section the identity most of its chunks had', () => {
    const at = (text: string, section: string): SampleChunk => ({ text, sectionPath: [section] });
    const old = make([at('a', 'A'), at('m', 'A'), at('b', 'B'), at('c', 'B')]);
    const next = make([at('m', 'B2'), at('b', 'B2'), at('c', 'B2'), at('a', 'A2')]);
    const parents = apply(planDocument(DOC, old, next)).map((chunk) => chunk.parentId);
    expect(parents).toEqual([old[2].parentId, old[2].parentId, old[2].parentId, old[0].parentId]);
  });

  it('keeps the identity of a section that was renamed', () => {
    const old = make([
      { text: 'a', sectionPath: ['Old'] },
      { text: 'b', sectionPath: ['Old'] },
    ]);
    const plan = planDocument(
      DOC,
      old,
      make([
        { text: 'a', sectionPath: ['New'] },
        { text: 'b', sectionPath: ['New'] },
      ]),
    );
    expect(apply(plan).map((chunk) => chunk.parentId)).toEqual(old.map((chunk) => chunk.parentId));
  });

  it('does not let a moved chunk carry its old section into another', () => {
    const old = make([
      { text: 'a', sectionPath: ['A'] },
      { text: 'm', sectionPath: ['A'] },
      { text: 'b', sectionPath: ['B'] },
    ]);
    const next = make([
      { text: 'a', sectionPath: ['A'] },
      { text: 'm', sectionPath: ['B'] },
      { text: 'b', sectionPath: ['B'] },
    ]);
    const [a, m, b] = apply(planDocument(DOC, old, next));
    expect([a.parentId, m.parentId, b.parentId]).toEqual([old[0].parentId, old[2].parentId, old[2].parentId]);
  });
});

describe('planDocument, faults seen elsewhere', () => {
  it('F123: one inserted paragraph in a large document is one chunk to embed', () => {
    const texts = Array.from({ length: 1_000 }, (_, i) => `paragraph ${i}`);
    const plan = planDocument(DOC, make(texts), make([...texts.slice(0, 3), 'inserted', ...texts.slice(3)]));
    expect(plan.chunks.filter((planned) => planned.change !== 'unchanged')).toHaveLength(1);
  });

  it('F124: a renamed title above 20 sections changes 20 texts and no id', () => {
    const sections = (title: string): Chunk[] =>
      make(Array.from({ length: 20 }, (_, i) => ({ text: `text ${i % 7}`, sectionPath: [title, `S${i}`] })));
    const old = sections('A');
    const plan = planDocument(DOC, old, sections('B'));
    expect(plan.chunks.every((planned) => planned.change === 'changed')).toBe(true);
    expect(apply(plan).map((chunk) => chunk.id)).toEqual(old.map((chunk) => chunk.id));
    expect(new Set([...old, ...apply(plan)].map((chunk) => chunk.embedHash)).size).toBe(40);
  });

  it('F126: a document that became empty plans every chunk away', () => {
    const old = make(['a', 'b']);
    expect(planDocument(DOC, old, [])).toEqual({ documentId: DOC, chunks: [], removed: old.map((chunk) => chunk.id) });
  });

  it('F127: nested metadata is part of what changed', () => {
    const page = (n: number): Chunk[] => make([{ text: 'a', metadata: { loc: { page: n } } }]);
    expect(changes(planDocument(DOC, page(1), page(2)))).toBe('changed');
    expect(changes(planDocument(DOC, page(1), page(1)))).toBe('unchanged');
  });

  it('F128: equal texts in two places keep two ids', () => {
    const twice = make([
      { text: 'See above.', sectionPath: ['A'] },
      { text: 'See above.', sectionPath: ['B'] },
    ]);
    const chunks = apply(planDocument(DOC, [], twice));
    expect(new Set(chunks.map((chunk) => chunk.id)).size).toBe(2);
    expect(new Set(chunks.map((chunk) => chunk.contentHash)).size).toBe(1);
  });

  it('F131: the same lists give the same bytes', () => {
    const plan = (): string => JSON.stringify(planDocument(DOC, make(['a', 'b']), make(['x', 'a', 'y', 'b', 'z'])));
    expect(plan()).toBe(plan());
  });

  it('a new time stamp or a shifted span is no change of a chunk', () => {
    const old = make(['first', 'b'], { updatedAt: '2024-01-01T00:00:00Z' });
    const plan = planDocument(DOC, old, make(['first longer', 'b'], { updatedAt: '2024-02-01T00:00:00Z' }));
    expect(changes(plan)).toBe('changed unchanged');
    expect(apply(plan)[1].updatedAt).toBe('2024-02-01T00:00:00Z');
  });
});

/** Random documents of few distinct texts (many repeats), as lists of parts, and random edits of them. */
const part = fc.record({
  text: fc.integer({ min: 0, max: 12 }).map((n) => `text ${n}`),
  sectionPath: fc.constantFrom<readonly string[]>([], ['A'], ['B'], ['A', 'C']),
  kind: fc.constantFrom<'text' | 'table'>('text', 'table'),
});
const edit = fc.tuple(fc.constantFrom('insert', 'delete', 'move', 'rename', 'duplicate'), fc.nat(), fc.nat(), part);

function edited(
  parts: readonly SampleChunk[],
  [how, from, to, fresh]: [string, number, number, SampleChunk],
): SampleChunk[] {
  const list = [...parts];
  const at = list.length === 0 ? 0 : from % list.length;
  if (how === 'insert' || list.length === 0) list.splice(at, 0, fresh);
  else if (how === 'delete') list.splice(at, 1);
  else if (how === 'move') list.splice(to % list.length, 0, ...list.splice(at, 1));
  else if (how === 'duplicate') list.splice(to % list.length, 0, list[at]);
  else list[at] = { ...list[at], sectionPath: ['Renamed', ...(fresh.sectionPath ?? [])] };
  return list;
}

function expectSound(old: readonly Chunk[], plan: DocumentPlan): void {
  const ids = apply(plan).map((chunk) => chunk.id);
  expect(new Set(ids).size).toBe(ids.length);
  const kept = new Set(plan.chunks.filter((planned) => planned.change !== 'added').map((planned) => planned.chunk.id));
  expect([...kept, ...plan.removed].sort()).toEqual(old.map((chunk) => chunk.id).sort());
  for (const planned of plan.chunks)
    if (planned.change === 'added') expect(plan.removed).not.toContain(planned.chunk.id);
  apply(plan).forEach((chunk, i, all) => {
    expect([chunk.index, chunk.previousId, chunk.nextId]).toEqual([i, all[i - 1]?.id ?? null, all[i + 1]?.id ?? null]);
  });
}

/** How often each text must be recognised again: the smaller of its two counts. */
function commonCount(old: readonly Chunk[], next: readonly Chunk[]): number {
  const left = new Map<string, number>();
  for (const chunk of old) left.set(chunk.embedHash, (left.get(chunk.embedHash) ?? 0) + 1);
  return next.filter((chunk) => {
    const count = left.get(chunk.embedHash) ?? 0;
    left.set(chunk.embedHash, count - 1);
    return count > 0;
  }).length;
}

describe('planDocument, laws over random edits', () => {
  it('ids are unique, old chunks are kept or removed, equal texts are recognised, a repeat changes nothing', () => {
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 25 }),
        fc.array(fc.array(edit, { minLength: 1, maxLength: 4 }), { maxLength: 6 }),
        (start, rounds) => {
          let parts: SampleChunk[] = start;
          let stored = apply(planDocument(DOC, [], make(parts)));
          for (const round of rounds) {
            parts = round.reduce(edited, parts);
            const plan = planDocument(DOC, stored, make(parts));
            expectSound(stored, plan);
            const oldHash = new Map(stored.map((chunk) => [chunk.id, chunk.embedHash]));
            const same = plan.chunks.filter(({ chunk }) => oldHash.get(chunk.id) === chunk.embedHash);
            expect(same.length).toBe(commonCount(stored, apply(plan)));
            stored = apply(plan);
            const again = planDocument(DOC, stored, make(parts));
            expect(again.chunks.every((planned) => planned.change === 'unchanged')).toBe(true);
            expect(apply(again)).toEqual(stored);
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  it('adding a chunk and taking it away again leaves what was there', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), fc.nat(), (parts, place) => {
        const stored = apply(planDocument(DOC, [], make(parts)));
        const at = place % (parts.length + 1);
        const more = [...parts.slice(0, at), { text: 'only here' }, ...parts.slice(at)];
        const added = planDocument(DOC, stored, make(more));
        expect(added.chunks.filter((planned) => planned.change === 'added')).toHaveLength(1);
        expect(apply(planDocument(DOC, apply(added), make(parts)))).toEqual(stored);
      }),
      { numRuns: 200 },
    );
  });
});
