/** `kerf cost`: documents and configurations → what embedding, keeping, updating and asking would cost, before any of it. */
import { MAX_DIMENSIONS } from '../../embedders/embedder.ts';
import { EMBEDDING_PRICES, type EmbeddingPrice } from '../../evaluation/prices.ts';
import { KerfError } from '../../model/error.ts';
import { nameHint } from '../../text/option-names.ts';
import { CHUNK_FLAGS } from '../chunk-flags.ts';
import { defineCommand } from '../command.ts';
import { hasFailedFile, noteDiagnostics, noteNoFile } from '../describe.ts';
import { costConfigurations, DEFAULT_DIMENSIONS } from '../evaluation/cost-configurations.ts';
import { costOf } from '../evaluation/cost-corpus.ts';
import { type CostReport, costJson, printCosts } from '../evaluation/cost-report.ts';
import { EXIT } from '../exit-codes.ts';
import { JSON_FLAG } from '../store-flags.ts';

const DEFAULT_BUDGET = 2000;
const DEFAULT_EDIT_PERCENT = 5;
/** Characters of the documents that are indexed to measure sizes; about two seconds of work for each configuration. */
const SAMPLE_CHARS = 1_000_000;

export const costCommand = defineCommand({
  name: 'cost',
  summary: 'say what embedding, keeping and updating documents would cost, before anything is embedded',
  operands: 'PATH...',
  details: [
    'Cuts the documents as kerf index would and counts. The size of the index and the cost of an update are measured on a sample that is indexed in memory, with vectors that mean nothing. No model is loaded and no server asked.',
    '--config names a file with several configurations, as for kerf eval; they are shown beside each other.',
    `List prices are known of ${EMBEDDING_PRICES.map(({ model }) => model).join(' and ')}; give all others yourself.`,
  ],
  flags: [
    { name: 'config', kind: 'text', placeholder: 'FILE', help: 'configurations to compare, instead of chunk flags' },
    {
      name: 'model',
      kind: 'list',
      placeholder: 'NAME',
      help: 'show the list price of this embedding model (default: all that are known); may be given several times',
    },
    {
      name: 'price-per-million',
      kind: 'list',
      placeholder: 'PRICE',
      help: 'dollars for a million embedded tokens, like 0.02 or NAME=0.02; may be given several times',
    },
    {
      name: 'context-price',
      kind: 'list',
      placeholder: 'PRICE',
      help: 'dollars for a million tokens that a generating model reads, like 2.50 or NAME=2.50',
    },
    {
      name: 'dimensions',
      kind: 'count',
      placeholder: 'N',
      min: 1,
      max: MAX_DIMENSIONS,
      help: `numbers per vector (default: those of the embedder or model, else ${DEFAULT_DIMENSIONS})`,
    },
    {
      name: 'bytes-per-number',
      kind: 'count',
      placeholder: 'N',
      min: 1,
      max: 8,
      help: 'bytes of a number in a vector (default 4)',
    },
    {
      name: 'edits',
      kind: 'count',
      placeholder: 'PERCENT',
      min: 1,
      max: 100,
      help: `passages that an update changes, in per cent (default ${DEFAULT_EDIT_PERCENT})`,
    },
    {
      name: 'budget',
      kind: 'count',
      placeholder: 'N',
      min: 1,
      help: `tokens the context of a question may have (default ${DEFAULT_BUDGET})`,
    },
    ...CHUNK_FLAGS,
    JSON_FLAG,
  ],
  examples: [
    'kerf cost docs',
    'kerf cost docs --max-tokens 400 --overlap 80 --price-per-million my-model=0.05 --dimensions 768',
    'kerf cost docs --config strategies.json --context-price 2.50 --json',
  ],
  interruptible: false,
  async run(paths, values, { output }) {
    if (paths.length === 0) throw new KerfError('invalid-option', 'kerf cost needs at least one file or folder.');
    const { config, model, dimensions, edits, budget, json, ...others } = values;
    const {
      'price-per-million': given,
      'context-price': contextPrice,
      'bytes-per-number': bytesPerNumber = 4,
      ...flags
    } = others;
    const prices = pricesOf(model, given);
    const contextPrices = contextPrice.map((text) => parsePrice('context-price', text));
    const configurations = await costConfigurations({ config, flags, dimensions, prices });
    const editShare = (edits ?? DEFAULT_EDIT_PERCENT) / 100;
    const costs = await costOf({ paths, configurations, editShare, sampleChars: SAMPLE_CHARS, output });
    const tokenBudget = budget ?? DEFAULT_BUDGET;
    const report: CostReport = { ...costs, editShare, tokenBudget, bytesPerNumber, prices, contextPrices };
    if (json) output.json(costJson(report));
    else printCosts(output, report);
    noteDiagnostics(output, costs.diagnostics);
    if (costs.configurations[0].corpus.documents === 0 && costs.diagnostics.length === 0) noteNoFile(output, paths);
    return hasFailedFile(costs.diagnostics) ? EXIT.found : EXIT.ok;
  },
});

/** Prices that are given come first; with them, list prices are shown only of models that are named. */
function pricesOf(models: readonly string[], given: readonly string[]): readonly EmbeddingPrice[] {
  const own = given.map((text) => ({ ...parsePrice('price-per-million', text), source: 'given' }));
  const replaced = (name: string): boolean => own.some(({ model }) => model === name);
  if (models.length === 0) return own.length > 0 ? own.map(withDimensions) : EMBEDDING_PRICES;
  return [...own.map(withDimensions), ...models.filter((name) => !replaced(name)).map(listPriceOf)];
}

/** A price of one's own does not change the length of a model's vectors. */
function withDimensions(price: EmbeddingPrice): EmbeddingPrice {
  const known = EMBEDDING_PRICES.find(({ model }) => model === price.model)?.dimensions;
  return known === undefined ? price : { ...price, dimensions: known };
}

function listPriceOf(name: string): EmbeddingPrice {
  const found = EMBEDDING_PRICES.find(({ model }) => model === name);
  if (found !== undefined) return found;
  const names = EMBEDDING_PRICES.map(({ model }) => model);
  const hint = nameHint(name, names, `list prices are known of ${names.join(', ')}`);
  throw new KerfError('invalid-option', `--model "${name}": ${hint} Or give --price-per-million ${name}=PRICE.`);
}

/** `0.02` or `NAME=0.02`. */
function parsePrice(flag: string, text: string): { readonly model: string; readonly pricePerMillion: number } {
  const split = text.lastIndexOf('=');
  const price = text.slice(split + 1);
  const model = split < 0 ? `$${price}/M` : text.slice(0, split);
  if (/^\d+(\.\d+)?$/.test(price) && model !== '') return { model, pricePerMillion: Number(price) };
  throw new KerfError('invalid-option', `--${flag} "${text}" must be a number of dollars, like 0.02 or NAME=0.02.`);
}
