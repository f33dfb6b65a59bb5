/** A rerank server on the loopback interface, in the two forms there are; it likes texts with the words of the question. */
import { type JsonReply, type JsonRequest, type JsonServer, startJsonServer } from './json-server.ts';

/** Share of the question's words that a text has. */
export function wordsShared(query: string, text: string): number {
  const words = query.split(' ');
  return words.filter((word) => text.split(/\s/).includes(word)).length / words.length;
}

/** Best first, as servers do. */
export function rerankReply({ body: { query, documents, texts } }: JsonRequest): JsonReply {
  const scored = ((documents ?? texts) as string[]).map((text, index) => ({ index, score: wordsShared(query, text) }));
  scored.sort((a, b) => b.score - a.score || b.index - a.index);
  if (texts !== undefined) return { body: scored };
  return { body: { results: scored.map(({ index, score }) => ({ index, relevance_score: score })) } };
}

export function startRerankServer(): Promise<JsonServer> {
  return startJsonServer(rerankReply);
}
