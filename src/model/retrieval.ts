/** Retrieval and assembly: filters, hits that explain themselves, and the context with its citations. */
import type { Chunk, ChunkKind } from './chunk.ts';
import type { Span } from './span.ts';

/** All given conditions must hold. An empty filter lets everything through. */
export interface Filter {
  /** A document id, or a folder of document ids written with a final `/`. Any of them. */
  readonly documents?: readonly string[];
  /** The section path must begin with these titles. */
  readonly sectionPath?: readonly string[];
  readonly kinds?: readonly ChunkKind[];
  readonly mediaTypes?: readonly string[];
  /** ISO 8601; compared with the document's `updatedAt`. Both ends included. */
  readonly updatedFrom?: string;
  readonly updatedTo?: string;
}

export type CandidateList = 'lexical' | 'dense' | 'header';

/** What one candidate list said of a hit. `rank` starts at 1. */
export interface ListEvidence {
  readonly list: CandidateList;
  readonly rank: number;
  readonly score: number;
  readonly weight: number;
  /** What this list added to the fused score. */
  readonly contribution: number;
}

/** What a reranker said of a hit; present only where one was asked. */
export interface RerankEvidence {
  readonly rerankerId: string;
  /** Higher is better, on the reranker's own scale. */
  readonly score: number;
  /** Rank among the reranked before, from 1. */
  readonly rankBefore: number;
}

/** Another place where what a hit says stands word for word, or nearly; it was not made a hit of its own. */
export interface OtherPlace {
  readonly documentId: string;
  readonly chunkId: string;
  readonly span: Span;
  /** 1-based, both included. */
  readonly lines: { readonly start: number; readonly end: number };
  /** Share of the wording in common, 0 to 1; 1 means the same text. */
  readonly similarity: number;
}

/** A place inside a hit that answers the query best; `span` is a range of the document's text. */
export interface Pinpoint {
  readonly span: Span;
  /** 1-based, both included. */
  readonly lines: { readonly start: number; readonly end: number };
  /** Exactly the slice of the document's text. */
  readonly text: string;
  /** Weight of the query's terms in it; comparable among the hits of one search. */
  readonly score: number;
}

export interface HitExplanation {
  readonly evidence: readonly ListEvidence[];
  readonly rerank?: RerankEvidence;
  /** Terms and phrases of the query, as analysed, in the hit's text or header; absent where nobody asked. */
  readonly matched?: readonly string[];
  /** Near-duplicates that were dropped in favour of this hit, in the order of the ranking; absent without one. */
  readonly otherPlaces?: readonly OtherPlace[];
  /** Ids of the neighbours that expansion added around this hit. */
  readonly expandedWith: readonly string[];
  /** Sentences such as "dropped: same text as hit 2", in the order the steps ran. */
  readonly notes: readonly string[];
}

/** One ranked result; `rank` starts at 1. */
export interface Hit {
  readonly chunk: Chunk;
  /** Of fusion. Where a reranker or diversity put the hits in another order, scores do not fall with the rank. */
  readonly score: number;
  readonly rank: number;
  readonly explanation: HitExplanation;
  /**
   * Sentences, lines or rows that answer best: sentence chunks that were found, then others, each best first. Absent where
   * nobody asked, [] where none holds a term.
   */
  readonly pinpoints?: readonly Pinpoint[];
}

/** The neighbours of a hit inside its section, both sides in document order. */
export interface Expansion {
  /** The hit. */
  readonly chunkId: string;
  readonly before: readonly Chunk[];
  readonly after: readonly Chunk[];
}

/** A place in a source. `text` is exactly the slice of the document's text. */
export interface Passage {
  /** The number that stands in the context text, from 1. */
  readonly citation: number;
  readonly documentId: string;
  readonly sectionPath: readonly string[];
  readonly span: Span;
  readonly rawSpan: Span;
  /** 1-based, both included. */
  readonly lines: { readonly start: number; readonly end: number };
  readonly text: string;
  readonly chunkIds: readonly string[];
  /** Those of its hits, in document order; [] where the hits have none. */
  readonly pinpoints: readonly Pinpoint[];
  /** Index version the passage was read at. */
  readonly version: number;
}

/** What a language model should see: never more than the token budget. */
export interface Context {
  readonly text: string;
  readonly tokenCount: number;
  readonly passages: readonly Passage[];
  /** Hits that did not make it, with the reason. */
  readonly leftOut: readonly { readonly chunkId: string; readonly reason: string }[];
}
