/** Costs, output: what was counted and measured → tables for people, or one object. */
import type { EmbeddingPrice } from '../../evaluation/prices.ts';
import { priceOf } from '../../evaluation/prices.ts';
import { formatCount, plural } from '../../text/plural.ts';
import { formatBytes, formatShare, formatTable, forTerminal, type Output } from '../output.ts';
import type { ConfigurationCost, CorpusCosts } from './cost-corpus.ts';

export interface CostReport extends CorpusCosts {
  readonly editShare: number;
  readonly tokenBudget: number;
  readonly bytesPerNumber: number;
  readonly prices: readonly EmbeddingPrice[];
  readonly contextPrices: readonly { readonly model: string; readonly pricePerMillion: number }[];
}

/** What docs/formats/json.md states. */
export function costJson(report: CostReport): object {
  const { configurations, sampled, editShare, tokenBudget, prices, contextPrices, diagnostics } = report;
  return {
    configurations: configurations.map((cost) => configurationJson(report, cost)),
    prices,
    contextPrices,
    sampled,
    editShare,
    tokenBudget,
    diagnostics,
  };
}

function configurationJson(report: CostReport, cost: ConfigurationCost): object {
  const { name, tokenCounter, dimensions, corpus, topicTokens, index, update } = cost;
  const full = corpus.embeddedTokens + topicTokens;
  const question = questionTokens(report, cost);
  return {
    name,
    tokenCounter,
    ...corpus,
    overlapShare: share(corpus.overlapTokens, corpus.embeddedTokens),
    contextShare: share(corpus.contextTokens, corpus.embeddedTokens),
    topicTokens,
    dimensions,
    vectors: corpus.texts + corpus.headers,
    vectorBytes: vectorBytes(report, cost),
    index,
    update,
    question,
    embeddingPrice: dollars(report.prices, full),
    updatePrice: dollars(report.prices, update.embeddedTokens),
    questionPrice: dollars(report.contextPrices, question.context),
  };
}

function dollars(prices: readonly { model: string; pricePerMillion: number }[], tokens: number): object {
  return Object.fromEntries(prices.map(({ model, pricePerMillion }) => [model, priceOf(tokens, pricePerMillion)]));
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

function vectorBytes({ bytesPerNumber }: CostReport, { corpus, dimensions }: ConfigurationCost): number {
  return (corpus.texts + corpus.headers) * dimensions * bytesPerNumber;
}

/** Tokens that a generating model reads for one question: a context, at most; or a document pasted whole. */
function questionTokens({ tokenBudget }: CostReport, { corpus }: ConfigurationCost) {
  return {
    context: Math.min(tokenBudget, corpus.documentTokens),
    meanDocument: Math.round(share(corpus.documentTokens, corpus.documents)),
    largestDocument: corpus.largestDocument?.tokens ?? 0,
  };
}

export function printCosts(output: Output, report: CostReport): void {
  const { configurations, sampled } = report;
  const { documents, documentTokens, largestDocument } = configurations[0].corpus;
  const largest = largestDocument ? `, the largest ${forTerminal(largestDocument.documentId)}` : '';
  const tokens = `${plural(documentTokens, 'token')} as ${configurations[0].tokenCounter} counts`;
  output.line(`${plural(documents, 'document')}, ${tokens}${largest}`);
  output.line();
  for (const table of [embeddingTable, pricesTable, storageTable, updateTable, questionTable]) table(output, report);
  output.line(
    output.style.dim(
      `Index and update: measured on ${plural(sampled.documents, 'document')}, ${formatShare(sampled.share)} of the text.`,
    ),
  );
  for (const { model, pricePerMillion, asOf, source } of report.prices)
    if (asOf !== undefined)
      output.line(
        output.style.dim(`${model}: $${pricePerMillion} per million tokens, list price as of ${asOf}, ${source}`),
      );
  if (configurations.some(({ topicTokens }) => topicTokens > 0))
    output.line(
      output.style.dim(
        'Topics: sentences that are embedded to find topic shifts; without the model the shifts, and so the chunks, are near, not exact.',
      ),
    );
}

type Column = readonly [title: string, cell: (cost: ConfigurationCost) => string];

function print(
  output: Output,
  { configurations }: CostReport,
  title: string,
  note: string,
  columns: readonly Column[],
): void {
  output.line(`${output.style.bold(title)}${note === '' ? '' : output.style.dim(`  ${note}`)}`);
  const head = ['configuration', ...columns.map(([name]) => forTerminal(name))];
  const rows = configurations.map((cost) => [forTerminal(cost.name), ...columns.map(([, cell]) => cell(cost))]);
  const numbers = new Set(head.keys());
  numbers.delete(0);
  for (const line of formatTable([head, ...rows], numbers)) output.line(`  ${line}`);
  output.line();
}

function embeddingTable(output: Output, report: CostReport): void {
  const of = (tokens: number, { corpus }: ConfigurationCost): string =>
    `${formatCount(tokens)} (${formatShare(share(tokens, corpus.embeddedTokens))})`;
  const topics = report.configurations.some(({ topicTokens }) => topicTokens > 0);
  print(output, report, 'Embedding', 'equal texts once', [
    ['chunks', ({ corpus }) => formatCount(corpus.chunks)],
    ['texts', ({ corpus }) => formatCount(corpus.texts)],
    ['headers', ({ corpus }) => formatCount(corpus.headers)],
    ['tokens', ({ corpus }) => formatCount(corpus.embeddedTokens)],
    ['of documents', ({ corpus }) => `${share(corpus.embeddedTokens, corpus.documentTokens).toFixed(2)} x`],
    ['overlap', (cost) => of(cost.corpus.overlapTokens, cost)],
    ['context', (cost) => of(cost.corpus.contextTokens, cost)],
    ['in headers', (cost) => of(cost.corpus.headerTokens, cost)],
    ...(topics ? [['topics', ({ topicTokens }: ConfigurationCost) => formatCount(topicTokens)] as const] : []),
  ]);
}

function pricesTable(output: Output, report: CostReport): void {
  const columns = report.prices.map(
    ({ model, pricePerMillion }): Column => [
      model,
      ({ corpus, topicTokens }) => formatDollars(priceOf(corpus.embeddedTokens + topicTokens, pricePerMillion)),
    ],
  );
  print(output, report, 'Price of embedding everything once', '', columns);
}

function storageTable(output: Output, report: CostReport): void {
  const note = `vectors of ${report.bytesPerNumber} bytes a number; the index is that of Kerf`;
  print(output, report, 'Storage', note, [
    ['vectors', ({ corpus }) => formatCount(corpus.texts + corpus.headers)],
    ['dimensions', ({ dimensions }) => formatCount(dimensions)],
    ['vectors alone', (cost) => formatBytes(vectorBytes(report, cost))],
    ['index without vectors', ({ index }) => formatBytes(index.lexicalBytes)],
    ['index with vectors', ({ index }) => formatBytes(index.totalBytes)],
  ]);
}

function updateTable(output: Output, report: CostReport): void {
  const title = `An update that edits ${formatShare(report.editShare)} of the passages of ${forTerminal(report.configurations[0].name)}`;
  const prices = report.prices.map(
    ({ model, pricePerMillion }): Column => [
      model,
      ({ update }) => formatDollars(priceOf(update.embeddedTokens, pricePerMillion)),
    ],
  );
  print(output, report, title, 'tokens that are embedded', [
    ['edits', ({ update }) => formatCount(update.edits)],
    ['new texts', ({ update }) => formatCount(update.embeddedTokens)],
    ['edited documents whole', ({ update }) => formatCount(update.wholeDocumentTokens)],
    ['everything', ({ corpus }) => formatCount(corpus.embeddedTokens)],
    ['saved', ({ update, corpus }) => formatShare(1 - share(update.embeddedTokens, corpus.embeddedTokens))],
    ...prices,
  ]);
}

function questionTable(output: Output, report: CostReport): void {
  const ways = [
    ['context, at most', 'context'],
    ['mean document', 'meanDocument'],
    ['largest document', 'largestDocument'],
  ] as const;
  const tokens = ways.map(([title, way]): Column => [title, (cost) => formatCount(questionTokens(report, cost)[way])]);
  const dollars = report.contextPrices.flatMap(({ model, pricePerMillion }) =>
    ways.map(([title, way], i): Column => {
      const price = (cost: ConfigurationCost) =>
        formatDollars(priceOf(questionTokens(report, cost)[way], pricePerMillion));
      return [i === 0 ? `${model}: ${title}` : title, price];
    }),
  );
  print(output, report, 'A question', 'tokens that a generating model reads', [...tokens, ...dollars]);
}

/** `$12.30`; below ten cents with three digits that say something. */
export function formatDollars(value: number): string {
  if (value === 0) return '$0';
  if (value >= 0.1) return `$${value.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
  const decimals = Math.min(9, 2 - Math.floor(Math.log10(value)));
  return `$${value.toFixed(decimals)}`;
}
