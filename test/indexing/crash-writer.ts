/** Program for the crash test: indexes documents one after another and says each time one is written. */
import { planDocument } from '../../src/indexing/plan.ts';
import { openSqliteStore } from '../../src/stores/sqlite.ts';
import { sampleChunks } from '../../src/testing/sample-chunks.ts';
import { sampleRecord, sampleVector } from '../../src/testing/sample-updates.ts';

const DOCUMENTS = 400;
const CHUNKS = 30;
const EDITION = process.argv[3];

const store = await openSqliteStore(process.argv[2]);
const version = await store.beginVersion();
for (let d = 0; d < DOCUMENTS; d++) {
  const id = `folder/doc${d}.md`;
  // Every third chunk differs between editions.
  const texts = Array.from({ length: CHUNKS }, (_, i) => ({
    text: `text ${i} of ${d}${i % 3 === 0 ? ` ${EDITION}` : ''}`,
  }));
  const plan = planDocument(id, await store.readDocumentChunks(id), sampleChunks(id, texts));
  const hashes = plan.chunks.map(({ chunk }) => chunk.embedHash);
  const known = await store.knownVectors('m', hashes);
  const vectors = hashes.filter((hash) => !known.has(hash)).map((hash) => ({ hash, vector: sampleVector(hash, 8) }));
  await store.applyDocument(version, { record: sampleRecord(id), plan, embedderId: 'm', vectors });
  process.stdout.write(`${id}\n`);
}
await store.close();
