/** What the header of a chunk says in search: title and section path, and the words of the file's name. */
import type { Chunk } from './chunk.ts';

/**
 * The header with the words of the file's name on a line behind it; '' when there is neither. Contracts, minutes and
 * reports share their titles, and only the name says which one a question is about.
 *
 * @example
 * headerText({ header: 'Non-disclosure agreement', documentId: 'contracts/NDA_Alder-Works.txt' });
 * // 'Non-disclosure agreement\nNDA Alder Works'
 */
export function headerText({ header, documentId }: Pick<Chunk, 'header' | 'documentId'>): string {
  return [header, fileNameWords(documentId)].filter((words) => words !== '').join('\n');
}

/** The last part of a document id without its extension, its words apart. */
function fileNameWords(documentId: string): string {
  const name = documentId.split('/').at(-1) ?? '';
  return name
    .replace(/\.[^.]*$/, '')
    .replace(/[-_.]+/g, ' ')
    .trim();
}
