/** Indexing: from the plans of a run to one report of what was, or would be, done. */
import type { Diagnostic } from '../model/diagnostic.ts';
import type { StoredDocument } from '../stores/store.ts';
import { overlapLength } from '../text/html-lines.ts';
import { summarizePlan, type TextToEmbed } from './plan-summary.ts';
import type { DocumentPlan } from './plan-types.ts';

/** What a run did; in a dry run, what it would have done. Counts are of chunks unless the name says otherwise. */
export interface IndexReport {
  /** Documents that were read. */
  readonly documents: number;
  readonly added: number;
  /** Same place, other text. */
  readonly changed: number;
  /** Same text, other place. */
  readonly moved: number;
  readonly unchanged: number;
  readonly removed: number;
  /** Texts (chunks and headers) whose vectors were computed; all others were known. */
  readonly embedded: number;
  readonly embeddedTokens: number;
  /** Sentences that were embedded to find topic shifts, in a dry run as well; 0 for strategies that ask for none. */
  readonly topicTexts: number;
  /** Tokens of the chunks that are new or changed: what an embedder without any memory of its own would read. */
  readonly changedTokens: number;
  /** Chunks of all documents that were read. */
  readonly chunks: number;
  /** UTF-16 units of `embedText`, and those of them that are overlap, in the documents that were written. */
  readonly embedChars: number;
  readonly overlapChars: number;
  /** UTF-8 bytes of all documents that were read. */
  readonly sizeBytes: number;
  readonly documentsWritten: number;
  readonly documentsRemoved: number;
  /**
   * Documents whose file was renamed: one vanished, and the same source came under another id. Each is also one of those
   * that were written and one of those that were removed: its chunks have new ids. No vector is computed again.
   */
  readonly documentsRenamed: readonly DocumentRename[];
  /** The index version this run wrote, null when nothing had to be written. */
  readonly version: number | null;
  /** True when the run was stopped; what was written stays, the rest is done by the next run. */
  readonly interrupted: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

export interface DocumentRename {
  /** The document id before, and now. */
  readonly from: string;
  readonly to: string;
}

/** Collects a report while a run goes on. Every field is a running total. */
export type IndexTally = { -readonly [Key in keyof IndexReport]: IndexReport[Key] } & {
  diagnostics: Diagnostic[];
  documentsRenamed: DocumentRename[];
};

export function createTally(): IndexTally {
  return {
    documents: 0,
    added: 0,
    changed: 0,
    moved: 0,
    unchanged: 0,
    removed: 0,
    embedded: 0,
    embeddedTokens: 0,
    topicTexts: 0,
    changedTokens: 0,
    chunks: 0,
    embedChars: 0,
    overlapChars: 0,
    sizeBytes: 0,
    documentsWritten: 0,
    documentsRemoved: 0,
    documentsRenamed: [],
    version: null,
    interrupted: false,
    diagnostics: [],
  };
}

/** Counts a document that had nothing to do. */
export function tallyUnchanged(tally: IndexTally, stored: StoredDocument): void {
  tally.documents++;
  tally.chunks += stored.chunkCount;
  tally.unchanged += stored.chunkCount;
  tally.sizeBytes += stored.sizeBytes;
}

/** Counts a document that is (or would be) written. */
export function tallyPlan(
  tally: IndexTally,
  plan: DocumentPlan,
  sizeBytes: number,
  missing: readonly TextToEmbed[],
): void {
  const summary = summarizePlan(plan, missing);
  tally.documents++;
  tally.documentsWritten++;
  tally.sizeBytes += sizeBytes;
  tally.chunks += plan.chunks.length;
  tally.added += summary.added;
  tally.changed += summary.changed;
  tally.moved += summary.moved;
  tally.unchanged += summary.unchanged;
  tally.removed += summary.removed;
  tally.embedded += summary.textsToEmbed;
  tally.embeddedTokens += summary.tokensToEmbed;
  for (const { chunk, change } of plan.chunks) {
    tally.embedChars += chunk.embedText.length;
    tally.overlapChars += overlapLength(chunk);
    if (change === 'added' || change === 'changed') tally.changedTokens += chunk.tokenCount;
  }
}

/** Counts a document that is (or would be) removed; `renamedTo` is the new one with the same source, if there is one. */
export function tallyRemoved(tally: IndexTally, stored: StoredDocument, renamedTo?: string): void {
  tally.documentsRemoved++;
  if (renamedTo !== undefined) tally.documentsRenamed.push({ from: stored.documentId, to: renamedTo });
  tally.removed += stored.chunkCount;
}
