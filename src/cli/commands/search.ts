/** `kerf search`: a question → hits and the context to answer from, with citations. */
import { type SearchResult, search } from '../../engine.ts';
import type { Chunk } from '../../model/chunk.ts';
import { KerfError } from '../../model/error.ts';
import type { Filter, Hit } from '../../model/retrieval.ts';
import { readableText } from '../../text/html-text.ts';
import { formatCount, plural } from '../../text/plural.ts';
import { TOKENIZER_FLAG, tokenCounterOf } from '../chunk-flags.ts';
import { defineCommand, oneOperand } from '../command.ts';
import { describeLines, describePath, describePlace, describeText } from '../describe.ts';
import { chooseEmbedder, EMBEDDER_FLAGS, withDimensions } from '../embedder-flags.ts';
import { EXIT } from '../exit-codes.ts';
import { FILTER_FLAG, FILTER_HELP, parseFilter } from '../filter-flag.ts';
import { droppedJson, hitJson } from '../json-shapes.ts';
import { forTerminal, type Output } from '../output.ts';
import { embedderFlagsOf } from '../remembered-flags.ts';
import { RERANKER_FLAGS, rerankerOf } from '../reranker-flags.ts';
import { expansionOf, RETRIEVAL_FLAGS, retrievalOf } from '../retrieval-flags.ts';
import { DEFAULT_STORE, JSON_FLAG, STORE_FLAG, withStore } from '../store-flags.ts';

const DEFAULT_BUDGET_TOKENS = 2000;
const PREVIEW_WIDTH = 72;

export const searchCommand = defineCommand({
  name: 'search',
  summary: 'find what answers a question and compose the context for it',
  operands: 'QUERY',
  details: [
    'Prints the ranked hits, then the text a language model should see: never more than the budget, each passage with the number of its citation.',
    FILTER_HELP,
  ],
  flags: [
    STORE_FLAG,
    FILTER_FLAG,
    {
      name: 'budget',
      kind: 'count',
      placeholder: 'N',
      min: 1,
      help: `tokens the context may have (default ${DEFAULT_BUDGET_TOKENS})`,
    },
    ...RETRIEVAL_FLAGS,
    TOKENIZER_FLAG,
    { name: 'explain', kind: 'switch', help: 'say of each hit which list found it and what each added to its score' },
    ...EMBEDDER_FLAGS,
    ...RERANKER_FLAGS,
    JSON_FLAG,
  ],
  examples: [
    'kerf search "how long is the notice period?"',
    'kerf search "annual price" --filter kind=table --budget 500 --explain',
  ],
  interruptible: false,
  async run(operands, values, { output, env }) {
    const query = oneOperand(operands, 'search', 'question (put it in quotes)');
    if (query.trim() === '') throw new KerfError('invalid-option', 'The question is empty; put its words in quotes.');
    const filter = parseFilter(values.filter);
    const retrieval = retrievalOf(values);
    const reranker = await rerankerOf(values, env);
    const result = await withStore(values.store ?? DEFAULT_STORE, async (store) => {
      const embedder = await chooseEmbedder(
        (await embedderFlagsOf(store, await withDimensions(values, env))).values,
        env,
      );
      return search({
        store,
        query,
        tokenCounter: await tokenCounterOf(values),
        tokenBudget: values.budget ?? DEFAULT_BUDGET_TOKENS,
        ...expansionOf(values),
        retrieval: { ...retrieval, filter, embedder, reranker },
      });
    });
    if (values.json) printJson(output, result);
    else printResult(output, result, values.explain, filter);
    return result.hits.length === 0 ? EXIT.found : EXIT.ok;
  },
});

function printJson(output: Output, result: SearchResult): void {
  const { query, version, hits, context, tokensSaved, documentTokens, dropped } = result;
  const found = { query, version, hits: hits.map(hitJson), context, tokensSaved };
  output.json({ ...found, documentTokens, dropped: dropped.map(droppedJson) });
}

function printResult(output: Output, result: SearchResult, explain: boolean, filter: Filter): void {
  const { context, hits, tokensSaved } = result;
  if (hits.length === 0) {
    output.line('No hit. Try other words, or fewer filters; kerf status says what is in the index.');
    const folder = filter.documents?.find(looksLikeFolder);
    if (folder !== undefined)
      output.line(`A folder is written with a slash behind it: --filter document=${forTerminal(folder)}/`);
    return;
  }
  for (const hit of hits) printHit(output, hit, explain);
  if (explain) printLeftOut(output, result);
  output.line();
  output.line(output.style.bold('Context'));
  output.line(forTerminal(context.text, true));
  output.line();
  for (const { citation, documentId, lines, sectionPath, pinpoints } of context.passages) {
    const best = pinpoints.length === 0 ? '' : output.style.dim(`  best: ${describeLines(pinpoints)}`);
    output.line(`[${citation}] ${describePlace(documentId, lines)}  ${describePath(sectionPath)}${best}`);
  }
  const saved =
    tokensSaved >= 0
      ? `${formatCount(tokensSaved)} saved against the whole documents`
      : `${formatCount(-tokensSaved)} more than the whole documents have: names and places count too`;
  if (!explain && context.leftOut.length > 0) {
    output.line(output.style.dim(`${plural(context.leftOut.length, 'chunk')} not in the context; --explain says why`));
  }
  output.line(
    output.style.dim(`${plural(context.tokenCount, 'token')} used, ${saved}; index version ${result.version}`),
  );
}

/** A document id without an extension and without the slash that names a folder. */
function looksLikeFolder(documentId: string): boolean {
  return !documentId.endsWith('/') && !/\.[^/]*$/.test(documentId);
}

function printLeftOut(output: Output, { hits, dropped, context }: SearchResult): void {
  for (const { chunk, rank, explanation } of dropped) {
    const place = describePlace(chunk.documentId, chunk.lines);
    output.line(
      output.style.dim(`  passed over: rank ${rank}, ${place}: ${forTerminal(explanation.notes.at(-1) ?? '')}`),
    );
  }
  for (const { chunkId, reason } of context.leftOut) {
    output.line(output.style.dim(`  not in the context: ${nameOf(chunkId, hits)}: ${forTerminal(reason)}`));
  }
}

/** What is left out is a hit, or was to come with one. */
function nameOf(chunkId: string, hits: readonly Hit[]): string {
  const hit = hits.find(({ chunk }) => chunk.id === chunkId);
  if (hit !== undefined) return `hit ${hit.rank}`;
  const beside = hits.filter(({ explanation }) => explanation.expandedWith.includes(chunkId));
  return `neighbour of hit ${beside.map(({ rank }) => rank).join(', ')}`;
}

/** The best place that is not the heading, which the line above shows, or all of the text; as a reader sees it. */
function previewOf({ text, sectionPath, mediaType }: Chunk, pinpoints: Hit['pinpoints'] = []): string {
  const places = pinpoints.map((place) => readableText(place.text, mediaType));
  const isHeading = (place: string): boolean => place.replace(/^[#=\s]+|[#=\s]+$/g, '') === sectionPath.at(-1);
  return places.find((place) => !isHeading(place)) ?? readableText(text, mediaType);
}

function printHit(output: Output, { rank, score, chunk, explanation, pinpoints }: Hit, explain: boolean): void {
  const { style } = output;
  const place = style.bold(describePlace(chunk.documentId, chunk.lines));
  output.line(
    `${String(rank).padStart(3)}  ${place}  ${describePath(chunk.sectionPath)}  ${style.dim(score.toFixed(4))}`,
  );
  output.line(`     ${describeText(previewOf(chunk, pinpoints), PREVIEW_WIDTH)}`);
  if (!explain) return;
  for (const { list, rank: place, score: listScore, weight, contribution } of explanation.evidence) {
    const facts = `${list}: rank ${place}, score ${listScore.toFixed(4)}, weight ${weight}, adds ${contribution.toFixed(4)}`;
    output.line(style.dim(`     ${facts}`));
  }
  const { rerank, matched = [] } = explanation;
  if (matched.length > 0) output.line(style.dim(`     terms: ${forTerminal(matched.join(', '))}`));
  if (rerank) {
    const facts = `reranked from ${rerank.rankBefore}: score ${rerank.score.toFixed(4)} by ${forTerminal(rerank.rerankerId)}`;
    output.line(style.dim(`     ${facts}`));
  }
  if (explanation.expandedWith.length > 0) {
    output.line(style.dim(`     widened by ${plural(explanation.expandedWith.length, 'neighbour')}`));
  }
  for (const note of explanation.notes) output.line(style.dim(`     ${forTerminal(note)}`));
}
