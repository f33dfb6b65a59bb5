/** Parsing: turns a Markdown text, front matter included, into blocks, fields and references. */
import { BlockWriter, CHARS_PER_BLOCK, KIND } from '../../model/block.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Dropped } from '../../model/document.ts';
import { markdownReferences } from '../markdown-references.ts';
import type { Parsed } from '../parsed.ts';
import { type FrontMatter, readFrontMatter } from './front-matter.ts';
import { scanMarkdown } from './scan.ts';

export function scanMarkdownDocument(text: string, documentId: string): Parsed {
  const found = readFrontMatter(text);
  const front = found?.invalid === undefined ? found : undefined;
  const blocks = new BlockWriter(text.length / CHARS_PER_BLOCK);
  if (front !== undefined) blocks.add(KIND.frontmatter, 0, front.end, 0, -1);
  const { unclosed } = scanMarkdown(text, front === undefined ? 0 : front.end, blocks);
  const diagnostics: Diagnostic[] = [];
  if (found?.invalid !== undefined) diagnostics.push(invalidFrontMatter(found, documentId));
  for (const span of unclosed) {
    const message = 'A code fence or `$$` block is never closed; everything up to the end of its container is in it.';
    diagnostics.push({ code: 'unclosed-fence', message, documentId, span });
  }
  const dropped: Dropped[] =
    front === undefined ? [] : [{ span: { start: 0, end: front.end }, reason: 'front-matter' }];
  const references = markdownReferences(text, blocks);
  const fields = front?.fields ?? {};
  return { blocks, dropped, diagnostics, fields, ...(references === undefined ? {} : { references }) };
}

function invalidFrontMatter(found: FrontMatter, documentId: string): Diagnostic {
  const message = `The text between the first two '---' lines is no valid YAML and was kept as content: ${found.invalid}`;
  return { code: 'front-matter-invalid', message, documentId, span: { start: 0, end: found.end } };
}
