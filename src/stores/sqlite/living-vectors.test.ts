import { expect, it } from 'vitest';
import { chunksOf, sampleUpdate, sampleVector } from '../../testing/sample-updates.ts';
import { applyUpdate } from './apply.ts';
import { connect } from './driver.ts';
import { LivingVectors } from './living-vectors.ts';
import { openSchema } from './schema.ts';
import { findEmbedder } from './vectors.ts';

it('takes in edits without growing, and keeps only what living chunks use', async () => {
  const connection = await connect(':memory:');
  openSchema(connection);
  const write = (version: number, documentId: string, texts: readonly string[], old: readonly string[]): void => {
    const before = chunksOf(sampleUpdate(documentId, old));
    const update = sampleUpdate(documentId, texts, { old: before });
    const vectors = chunksOf(update).map(({ embedHash: hash }) => ({ hash, vector: sampleVector(hash, 4) }));
    connection.transaction(() => applyUpdate(connection, version, { ...update, embedderId: 'model', vectors }));
  };
  write(1, 'still.md', ['a', 'b'], []);
  write(1, 'edited.md', ['text 1', 'c'], []);
  const embedder = findEmbedder(connection, 'model');
  const vectors = new LivingVectors(embedder ?? { embedder: 0, dimensions: 0 }, 'text');
  vectors.refresh(connection);
  for (let version = 2; version < 30; version++) {
    write(version, 'edited.md', [`text ${version}`, 'c'], [`text ${version - 1}`, 'c']);
    vectors.refresh(connection);
    expect(vectors.owners.ids.length).toBe(4);
  }
  expect(vectors.codes.length).toBe(4);
  connection.close();
});
