/** Evaluation, part: which fusions are tried with the candidate lists of a query, and the tables of their outcomes. */
import { compare, type Estimate, estimate, estimateOverSets, meanOf } from '../src/evaluation/statistics.ts';
import { FUSION_METHODS, type FusionMethod } from '../src/retrieval/fusion.ts';
import type { ListWeights } from '../src/retrieval/options.ts';

export interface Fusion {
  readonly name: string;
  readonly method: FusionMethod;
  readonly weights: ListWeights;
}

export interface SetOutcome {
  readonly set: string;
  readonly chunks: number;
  readonly embedderId: string;
  /** Making the embedder (training it, where it learns from the texts), and embedding with all of indexing around it. */
  readonly makeMs: number;
  readonly embedMs: number;
  /** Names, in the order of `values`. */
  readonly fusions: readonly string[];
  /** By fusion, measure (in the order of `MEASURES`) and query. */
  readonly values: readonly (readonly (readonly number[])[])[];
}

export const MEASURES = ['nDCG@10', 'Success@5', 'gold@1000'] as const;

const DENSE_WEIGHTS = [0.1, 0.2, 0.3, 0.5, 1];
const HEADER_WEIGHTS = [0, 0.1];

/** The first is lexical search alone, with which all others are compared. */
export function fusionsToTry(): readonly Fusion[] {
  const method = 'reciprocal-rank';
  return [
    { name: 'BM25 alone', method, weights: { lexical: 1, dense: 0, header: 0 } },
    { name: 'dense alone', method, weights: { lexical: 0, dense: 1, header: 0 } },
    ...FUSION_METHODS.flatMap((method) =>
      HEADER_WEIGHTS.flatMap((header) =>
        DENSE_WEIGHTS.map((dense) => ({
          name: `${method}, dense ${dense}${header > 0 ? `, header ${header}` : ''}`,
          method,
          weights: { lexical: 1, dense, header },
        })),
      ),
    ),
  ];
}

/** Markdown: a table for each set and one for the mean over sets, every set counting the same. */
export function report(embedder: string, sets: readonly SetOutcome[]): string {
  return [...sets.map(setTable), meanTable(embedder, sets)].join('\n');
}

function setTable({ set, chunks, makeMs, embedMs, fusions, values }: SetOutcome): string {
  const rows = fusions.map((name, f) => [
    name,
    ...MEASURES.map((_, m) => (f === 0 ? points(estimate(values[0][m])) : points(compare(values[f][m], values[0][m])))),
  ]);
  const seconds = [makeMs, embedMs].map((ms) => (ms / 1000).toFixed(1));
  const queries = values[0][0].length;
  return `## ${set}: ${chunks} chunks, ${queries} queries; embedder made in ${seconds[0]} s, indexed in ${seconds[1]} s

BM25 alone in percent, the others as points more or less than it; 95 % intervals of the paired difference.

${table(['fusion', ...MEASURES], rows)}`;
}

function meanTable(embedder: string, sets: readonly SetOutcome[]): string {
  const { fusions } = sets[0];
  const rows = fusions.map((name, f) => [name, ...MEASURES.flatMap((_, m) => meanCells(sets, f, m))]);
  const head = ['fusion', ...MEASURES.flatMap((name) => [name, 'worst set'])];
  return `## Mean over ${sets.length} sets: ${embedder}\n\n${table(head, rows)}`;
}

function meanCells(sets: readonly SetOutcome[], fusion: number, measure: number): readonly string[] {
  const differences = sets.map(({ values }) =>
    values[fusion][measure].map((value, q) => (fusion === 0 ? value : value - values[0][measure][q])),
  );
  const means = differences.map(meanOf);
  const worst = means.indexOf(Math.min(...means));
  return [points(estimateOverSets(differences)), `${(100 * means[worst]).toFixed(1)} ${sets[worst].set}`];
}

function points({ mean, low, high }: Estimate): string {
  const [a, b, c] = [mean, low, high].map((value) => (value * 100).toFixed(1));
  return `${a} [${b}, ${c}]`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return `${lines.join('\n')}\n`;
}
