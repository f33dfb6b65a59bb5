/** Laws of media types: how one is written does not decide where a document is cut. */
import { expect, test } from 'vitest';
import { chunkDocument } from '../../src/chunking/chunk.ts';
import { parseSource } from '../../src/parsing/parse.ts';

const LINK = '[the tables of the outer basin](https://tides.example/a-long-path/that-goes-on/for-quite-some-time)';
const MARKDOWN = `# Tides\n\n${`See ${LINK} now. `.repeat(4)}\n\n| a | b |\n| - | - |\n${'| x\\|y | 2 |\n'.repeat(3)}`;
const HTML = `<h1>Tides</h1><p>${'One sentence is here.\n    Another one is there. '.repeat(12)}</p>`;

test.each([
  ['text/markdown', ['text/x-markdown', 'Text/Markdown', 'text/markdown; charset=utf-8'], MARKDOWN],
  ['text/html', ['application/xhtml+xml', 'TEXT/HTML', ' text/html;charset=utf-8'], HTML],
])('%s is cut like %j', (mediaType, others, text) => {
  const embedded = (type: string) =>
    chunkDocument(parseSource({ documentId: 'doc', mediaType: type, text }), {
      maxChars: 150,
      tableRows: 'pairs',
    }).map(({ embedText }) => embedText);
  for (const other of others) expect(embedded(other), other).toEqual(embedded(mediaType));
});
