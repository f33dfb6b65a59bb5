import { expect, test } from 'vitest';
import { mergeReferences, ReferenceWriter } from './references.ts';

test('uses come out by place, those at one place as they were added', () => {
  const writer = new ReferenceWriter();
  const a = writer.addTarget('definition', 'A', { start: 0, end: 1 });
  const b = writer.addTarget('clause', '2', null);
  for (let place = 200; place > 0; place--) writer.addUse(place, place % 2 === 0 ? a : b);
  writer.addUse(7, a);
  const { targets, places, meanings } = writer.finish();
  expect(targets.map(({ name }) => name)).toEqual(['A', '2']);
  expect([...places].slice(5, 9)).toEqual([6, 7, 7, 8]);
  expect([...meanings].slice(5, 9)).toEqual([a, b, a, a]);
  expect(places).toHaveLength(201);
});

test('tables of one document become one, sorted by place', () => {
  const first = new ReferenceWriter();
  first.addUse(5, first.addTarget('footnote', '1', { start: 9, end: 12 }));
  first.addUse(9, 0);
  const second = new ReferenceWriter();
  second.addUse(3, second.addTarget('definition', 'Term', null));
  second.addUse(7, 0);
  const merged = mergeReferences([first.finish(), second.finish()]);
  expect(merged.targets.map(({ name }) => name)).toEqual(['1', 'Term']);
  expect([...merged.places]).toEqual([3, 5, 7, 9]);
  expect([...merged.meanings]).toEqual([1, 0, 1, 0]);
  const taken = new ReferenceWriter();
  taken.merge(first.finish());
  taken.merge(second.finish());
  expect(taken.finish()).toEqual(merged);
});
