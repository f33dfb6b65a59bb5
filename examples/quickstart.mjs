import { indexSources, search } from 'kerf';
import { readSources } from 'kerf/sources/files';
import { openSqliteStore } from 'kerf/stores/sqlite';
import { o200kTokenCounter } from 'kerf/token-counters/o200k';

const tokenCounter = o200kTokenCounter();
const store = await openSqliteStore('handbook.db');

const report = await indexSources({ store, sources: readSources(['docs']), chunking: { tokenCounter } });
console.log(`${report.documents} documents: ${report.added} chunks added, ${report.unchanged} unchanged`);

const query = 'How many weeks of parental leave are paid in full?';
const { context, tokensSaved } = await search({ store, query, tokenCounter, tokenBudget: 200 });
console.log(context.text);
console.log(`${context.tokenCount} tokens read, ${tokensSaved} saved`);
await store.close();
