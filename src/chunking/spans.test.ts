import { expect, it } from 'vitest';
import { parseSource } from '../parsing/parse.ts';
import { chunkDocument } from './chunk.ts';
import { cutSpans } from './spans.ts';

const TEXT = `# Guide\n\n## Gates\n\n${'Close both gates first. '.repeat(30)}\n\n| port | high |\n|---|---|\n${'| Oslo | 1.2 |\n'.repeat(30)}`;

it('gives the spans, paths and boundaries that the records have', () => {
  const document = parseSource({ documentId: 'a.md', mediaType: 'text/markdown', text: TEXT });
  const options = { maxChars: 200 };
  expect(cutSpans(document, options)).toEqual(
    chunkDocument(document, options).map(({ span, sectionPath, boundary }) => ({ span, sectionPath, boundary })),
  );
});
