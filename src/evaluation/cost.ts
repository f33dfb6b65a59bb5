/** Evaluation, costs: the chunks of a corpus → what embedding, keeping and updating them costs, before anything is embedded. */
import type { Chunk } from '../model/chunk.ts';
import type { Document } from '../model/document.ts';
import { headerText } from '../model/header-text.ts';
import type { TokenCounter } from '../model/token-counter.ts';
import { requireAdapter } from '../text/adapters.ts';
import { shortHash } from '../text/hash.ts';
import { writtenText } from '../text/html-lines.ts';

/** What a cost tally looks at; all of it is on a `Chunk`. */
export type CostedChunk = Pick<
  Chunk,
  | 'documentId'
  | 'embedText'
  | 'embedHash'
  | 'header'
  | 'overlap'
  | 'tokenCount'
  | 'textTokenCount'
  | 'granularity'
  | 'mediaType'
  | 'kind'
>;

/** Tokens are those of the tally's counter. */
export interface CorpusCost {
  readonly documents: number;
  readonly documentTokens: number;
  /** Null where there is no document. */
  readonly largestDocument: { readonly documentId: string; readonly tokens: number } | null;
  readonly chunks: number;
  /** Those of `chunks` that documents were cut into; the others are sentence chunks. */
  readonly passages: number;
  /** Different texts that are embedded: equal ones once. */
  readonly texts: number;
  /** Different headers that are embedded. */
  readonly headers: number;
  /** Tokens of both: what an embedder reads for the whole corpus. */
  readonly embeddedTokens: number;
  readonly headerTokens: number;
  /** Those of the embedded texts that are overlap: text that the chunk before has as its own. */
  readonly overlapTokens: number;
  /** Those of the embedded texts that are context: section path, table header, what introduces a list. */
  readonly contextTokens: number;
  /** Tokens of the embedded texts of sentence chunks; their passages say the same again. */
  readonly sentenceTokens: number;
  /** Tokens of all chunks, equal ones each time: what an index keeps. */
  readonly indexedTokens: number;
}

type Totals = { -readonly [Key in keyof CorpusCost]: CorpusCost[Key] };

/** Adds up documents one by one; it keeps hashes and numbers, no text. */
export class CostTally {
  private readonly totals: Totals = {
    documents: 0,
    documentTokens: 0,
    largestDocument: null,
    chunks: 0,
    passages: 0,
    texts: 0,
    headers: 0,
    embeddedTokens: 0,
    headerTokens: 0,
    overlapTokens: 0,
    contextTokens: 0,
    sentenceTokens: 0,
    indexedTokens: 0,
  };
  private readonly known = new Set<string>();
  private readonly tokenCounter: TokenCounter;

  constructor(tokenCounter: TokenCounter) {
    requireAdapter('tokenCounter', tokenCounter);
    this.tokenCounter = tokenCounter;
  }

  /** Adds a document and its chunks, which must have been counted with the same token counter. */
  add(document: Pick<Document, 'id' | 'text' | 'mediaType'>, chunks: readonly CostedChunk[]): void {
    const { totals } = this;
    const tokens = this.tokenCounter.count(writtenText(document.text, document));
    totals.documents++;
    totals.documentTokens += tokens;
    if (totals.largestDocument === null || tokens > totals.largestDocument.tokens)
      totals.largestDocument = { documentId: document.id, tokens };
    for (const chunk of chunks) {
      totals.chunks++;
      if (chunk.granularity === 'passage') totals.passages++;
      totals.indexedTokens += chunk.tokenCount;
      this.addText(document.text, chunk);
      this.addHeader(headerText(chunk));
    }
  }

  result(): CorpusCost {
    return { ...this.totals };
  }

  private addText(text: string, chunk: CostedChunk): void {
    if (chunk.embedText === '' || this.known.has(chunk.embedHash)) return;
    this.known.add(chunk.embedHash);
    const { totals } = this;
    const overlap =
      chunk.overlap === null
        ? 0
        : this.tokenCounter.count(writtenText(text.slice(chunk.overlap.start, chunk.overlap.end), chunk));
    totals.texts++;
    totals.embeddedTokens += chunk.tokenCount;
    totals.overlapTokens += overlap;
    // Rows that were written out can be shorter than the slice they stand for.
    totals.contextTokens += Math.max(0, chunk.tokenCount - chunk.textTokenCount - overlap);
    if (chunk.granularity === 'sentence') totals.sentenceTokens += chunk.tokenCount;
  }

  private addHeader(text: string): void {
    if (text === '') return;
    const hash = shortHash(text);
    if (this.known.has(hash)) return;
    this.known.add(hash);
    const tokens = this.tokenCounter.count(text);
    this.totals.headers++;
    this.totals.headerTokens += tokens;
    this.totals.embeddedTokens += tokens;
  }
}

/** What was measured on some of the documents. All sizes in bytes. */
export interface IndexSample {
  /** Of a store without documents. */
  readonly emptyBytes: number;
  /** Of a store with the documents of the sample, without vectors and with them. */
  readonly lexicalBytes: number;
  readonly vectorBytes: number;
  /** Tokens of all chunks of the sample. */
  readonly indexedTokens: number;
  readonly vectors: number;
}

export interface IndexEstimate {
  readonly lexicalBytes: number;
  /** With the vectors of texts and headers. */
  readonly totalBytes: number;
}

/**
 * The size of the index of the whole corpus: an empty store, and what the sample took beyond it, text in proportion to the
 * tokens of the chunks and vectors in proportion to their number. Exact where the sample is the corpus.
 */
export function estimateIndex(
  sample: IndexSample,
  corpus: Pick<CorpusCost, 'indexedTokens' | 'texts' | 'headers'>,
): IndexEstimate {
  const text = scaled(sample.lexicalBytes - sample.emptyBytes, corpus.indexedTokens, sample.indexedTokens);
  const vectors = scaled(sample.vectorBytes - sample.lexicalBytes, corpus.texts + corpus.headers, sample.vectors);
  return { lexicalBytes: sample.emptyBytes + text, totalBytes: sample.emptyBytes + text + vectors };
}

/** What edits made in the sample would have an embedder read. */
export interface UpdateSample {
  /** Places of the sample in which a word was changed. */
  readonly edits: number;
  /** Tokens of the texts and headers that were new then. */
  readonly embeddedTokens: number;
  /** Tokens of all chunks of the documents that held an edit, and of all documents of the sample. */
  readonly editedDocumentTokens: number;
  readonly indexedTokens: number;
}

export interface UpdateEstimate {
  /** Places of the corpus that are edited. */
  readonly edits: number;
  /** Tokens that are embedded when only new texts are. */
  readonly embeddedTokens: number;
  /** The same when every document that was edited is embedded whole. */
  readonly wholeDocumentTokens: number;
}

/** An update of the whole corpus with `edits` edits, spread over it like those of the sample. */
export function estimateUpdate(
  sample: UpdateSample,
  corpus: Pick<CorpusCost, 'embeddedTokens'>,
  edits: number,
): UpdateEstimate {
  const whole = scaled(sample.editedDocumentTokens, corpus.embeddedTokens, sample.indexedTokens);
  return {
    edits,
    embeddedTokens: Math.min(scaled(sample.embeddedTokens, edits, sample.edits), corpus.embeddedTokens),
    wholeDocumentTokens: Math.min(whole, corpus.embeddedTokens),
  };
}

/** `value` of something of size `from`, for something of size `to`. */
function scaled(value: number, to: number, from: number): number {
  return from === 0 ? 0 : Math.round((value * to) / from);
}

/**
 * Which of documents of these `sizes` to measure, as indices: all of them when together they are at most `most`, else every
 * n-th, n as small as that allows on average; at least one.
 */
export function sampleBySize(sizes: readonly number[], most: number): readonly number[] {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const step = Math.max(1, Math.ceil(total / most));
  const first = Math.min(step >> 1, Math.max(0, sizes.length - 1));
  const chosen: number[] = [];
  for (let i = first; i < sizes.length; i += step) chosen.push(i);
  return chosen;
}
