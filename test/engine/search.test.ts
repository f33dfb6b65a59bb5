import { describe, expect, it, onTestFinished } from 'vitest';
import { indexSources, search } from '../../src/engine.ts';
import { openSqliteStore } from '../../src/stores/sqlite.ts';
import { o200kTokenCounter } from '../../src/token-counters/openai.ts';

const tokenCounter = o200kTokenCounter();

/** An answer that lands on a boundary, a qualifier in the second half of a sentence, and a word in two meanings. */
const HANDBOOK = `# Handbook

## Parental leave

Each parent can take 14 months of parental leave. ${'The months may be split and moved. '.repeat(12)}

The first 16 weeks are paid in full by us, but only if the birth certificate was handed in within 30 days.

## Dismissal

Before a dismissal the person is heard. ${'Whoever must leave is told in writing. '.repeat(12)}

## Plans

| Plan | Monthly | Annual |
| --- | --- | --- |
${Array.from({ length: 40 }, (_, i) => `| Plan number ${i} | $${i} | $${i * 10} |`).join('\n')}
| Growth | $49 | $490 |
`;

async function indexed() {
  const store = await openSqliteStore(':memory:');
  onTestFinished(() => store.close());
  const source = { documentId: 'handbook.md', mediaType: 'text/markdown', text: HANDBOOK };
  await indexSources({ store, sources: [source], chunking: { tokenCounter, maxTokens: 80 } });
  return store;
}

describe('search', () => {
  it('returns a qualifier together with what it qualifies', async () => {
    const query = 'How many weeks of parental leave are paid in full?';
    const { context } = await search({ store: await indexed(), query, tokenCounter, tokenBudget: 120 });
    expect(context.text).toContain(
      'The first 16 weeks are paid in full by us, but only if the birth certificate was handed in within 30 days.',
    );
  });

  it('finds a word in the section where it means what was asked', async () => {
    const { hits } = await search({ store: await indexed(), query: 'parental leave', tokenCounter });
    expect(hits[0].chunk.sectionPath).toEqual(['Handbook', 'Parental leave']);
  });

  it('shows a row with its header, however far below it stands', async () => {
    const { context } = await search({
      store: await indexed(),
      query: 'annual price of Growth',
      tokenCounter,
      tokenBudget: 200,
    });
    expect(context.text).toContain('| Plan | Monthly | Annual |');
    expect(context.text).toContain('| Growth | $49 | $490 |');
  });

  it.each([
    [undefined, 2],
    [1500, 2],
    [1499, 1],
  ])('reads the more around each hit the larger the context: budget %s, %i on each side', async (budget, sides) => {
    const options = { store: await indexed(), query: 'Plan number 20', tokenCounter, retrieval: { topK: 1 } };
    const { hits } = await search(budget === undefined ? options : { ...options, tokenBudget: budget });
    expect(hits[0].explanation.expandedWith).toHaveLength(2 * sides);
    const none = await search({ ...options, neighbours: 0 });
    expect(none.hits[0].explanation.expandedWith).toEqual([]);
  });

  it('keeps the budget, cites exact slices and counts what it saved', async () => {
    const store = await indexed();
    const result = await search({ store, query: 'leave', tokenCounter, tokenBudget: 150 });
    expect(result.context.tokenCount).toBe(tokenCounter.count(result.context.text));
    expect(result.context.tokenCount).toBeLessThanOrEqual(150);
    for (const { span, text } of result.context.passages) expect(text).toBe(HANDBOOK.slice(span.start, span.end));
    expect(result.documentTokens).toBe(tokenCounter.count(HANDBOOK));
    expect(result.tokensSaved).toBe(result.documentTokens - result.context.tokenCount);
  });

  it('finds nothing with a query that says nothing', async () => {
    const result = await search({ store: await indexed(), query: '???', tokenCounter });
    expect(result).toMatchObject({ hits: [], tokensSaved: 0, documentTokens: 0, version: 1 });
    expect(result.context.text).toBe('');
  });

  it('refuses a filter that stands beside the retrieval options instead of among them', async () => {
    const options = { store: await indexed(), query: 'leave', tokenCounter, filter: { documents: ['other.md'] } };
    await expect(search(options)).rejects.toMatchObject({
      code: 'unknown-option',
      message: expect.stringContaining('"filter"'),
    });
  });
});

describe('search in HTML', () => {
  const cell = (words: string) => `<td class="wide" style="margin:0pt"><p style="margin-top:4pt">${words}</p></td>`;
  const page = `<h1>Prices</h1>\n<p>The caf&eacute; opens at <b>se</b>ven. It closes at&nbsp;nine.</p>
<table>${['Coffee', 'Tea', 'Water'].map((name, i) => `<tr>${cell(name)}${cell(`$${i + 1}`)}</tr>`).join('\n')}</table>`;

  async function indexedPage(maxTokens = 60) {
    const store = await openSqliteStore(':memory:');
    onTestFinished(() => store.close());
    const source = { documentId: 'prices.html', mediaType: 'text/html', text: page };
    await indexSources({ store, sources: [source], chunking: { tokenCounter, maxTokens } });
    return store;
  }

  it('finds what a reader sees, not what stands in tags', async () => {
    const store = await indexedPage();
    const hitsOf = async (query: string) => (await search({ store, query, tokenCounter })).hits;
    expect(await hitsOf('margin style class')).toEqual([]);
    expect(await hitsOf('eacute nbsp')).toEqual([]);
    const [hit] = await hitsOf('When does the café open, at seven?');
    expect(hit.explanation.matched).toEqual(expect.arrayContaining(['cafe', 'seven']));
    expect(hit.pinpoints?.map(({ text }) => text)).toEqual(['<p>The caf&eacute; opens at <b>se</b>ven.']);
  });

  it('shows a model the text without its markup, and cites the slice that has it', async () => {
    const { context } = await search({ store: await indexedPage(), query: 'café coffee water', tokenCounter });
    expect(context.text).toBe(
      '[1] prices.html, lines 1-5\n# Prices\nThe café opens at seven. It closes at nine.\nCoffee | $1\nTea | $2\nWater | $3',
    );
    expect(context.passages.map(({ text, span }) => text === page.slice(span.start, span.end))).toEqual([true]);
  });

  it('cuts a hit that is too large where a sentence ends, not inside a tag', async () => {
    const { context } = await search({ store: await indexedPage(), query: 'café', tokenCounter, tokenBudget: 24 });
    expect(context.text).toBe('[1] prices.html, lines 1-2\n# Prices\nThe café opens at seven.');
  });

  it('does not take equal tags for equal texts', async () => {
    const { dropped, hits } = await search({
      store: await indexedPage(8),
      query: 'coffee tea water',
      tokenCounter,
      retrieval: { nearDuplicateSimilarity: 0.5 },
    });
    expect(dropped).toEqual([]);
    expect(hits.length).toBeGreaterThan(1);
  });
});
