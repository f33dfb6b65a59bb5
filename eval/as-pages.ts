/**
 * Evaluation, program: a query set → the same questions over its documents as web pages, to see what markup costs.
 *
 * Each line of a document becomes a paragraph, or a heading where `#` says so, in a page with navigation and a footer. With
 * `--styled` every paragraph carries styles, and empty links stand between words, as in pages that programs made.
 * Usage: `npx tsx eval/as-pages.ts SET_DIR OUT_DIR [--styled]`, then `kerf eval OUT_DIR`.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { readQuerySet } from '../src/cli/evaluation/read-set.ts';
import type { GoldPlace } from '../src/evaluation/query-set.ts';
import type { Source } from '../src/model/document.ts';

const HEAD = `<head><meta charset="utf-8"><link rel="stylesheet" href="/site.css"></head>`;
const NAVIGATION =
  '<nav class="top"><ul><li><a href="/">Home</a></li><li><a href="/docs">Documents</a></li></ul></nav>';
const FOOTER = '<footer><p>&copy; Example. <a href="/terms">Terms</a></p></footer>';
const STYLE =
  ' class="para body-text s12" style="margin:0 0 12px 0;line-height:1.6;font-family:Arial,Helvetica,sans-serif;font-size:14px;color:#333333"';
const LINK = '<a href="/wiki/some/page/target" title="A title of the link" class="link ref"></a>';
/** A styled page has a link behind about one space of so many. */
const LINK_STRIDE = 7;
const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const { values, positionals } = parseArgs({ allowPositionals: true, options: { styled: { type: 'boolean' } } });
const [set, out] = positionals;
if (set === undefined || out === undefined) throw new Error('Name a set and a folder to write to.');
await main(set, out, values.styled === true);

async function main(from: string, to: string, styled: boolean): Promise<void> {
  const { sources, queries } = await readQuerySet(from);
  const pages = new Map(sources.map((source) => [source.documentId, pageOf(source, styled)]));
  for (const [documentId, { html }] of pages) {
    const file = join(to, 'corpus', nameOf(documentId));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, html);
  }
  const placeOf = ({ documentId, span }: GoldPlace) => {
    const { offsets } = pages.get(documentId) as Page;
    const range = span && { start: offsets[span.start], end: offsets[span.end - 1] + 1 };
    return { doc: nameOf(documentId), ...range };
  };
  const lines = queries.map(({ id, text, kind, gold }) => {
    const places = gold.map(({ alternates, ...place }) => ({
      ...placeOf(place),
      alternates: alternates.map((alternate) => placeOf(alternate)),
    }));
    return JSON.stringify({ id, query: text, kind, gold: places });
  });
  await writeFile(join(to, 'queries.jsonl'), `${lines.join('\n')}\n`);
}

function nameOf(documentId: string): string {
  return `${documentId}.html`;
}

interface Page {
  html: string;
  /** By UTF-16 unit of the document: where it stands in the page. */
  readonly offsets: number[];
}

function pageOf({ text }: Source, styled: boolean): Page {
  const page: Page = {
    html: `<!DOCTYPE html>\n<html lang="en">${HEAD}\n<body class="page">\n${NAVIGATION}\n<main>\n`,
    offsets: [],
  };
  for (const line of text.split('\n')) {
    addLine(page, line, styled);
    page.offsets.push(page.html.length);
    page.html += '\n';
  }
  page.html += `</main>\n${FOOTER}\n</body>\n</html>\n`;
  return page;
}

/** Adds a line as an element; the marks of a heading stand where its text begins, and of a blank line nothing stands. */
function addLine(page: Page, line: string, styled: boolean): void {
  const hashes = /^#{1,6}(?= )/.exec(line)?.[0].length ?? 0;
  const tag = hashes > 0 ? `h${hashes}` : 'p';
  const shown = line.trim() === '' ? '' : line.slice(hashes);
  if (shown !== '') page.html += styled ? `<${tag}${STYLE}><span class="txt">` : `<${tag}>`;
  for (let i = shown.length; i < line.length; i++) page.offsets.push(page.html.length);
  for (const [i, character] of shown.split('').entries()) {
    page.offsets.push(page.html.length);
    page.html += ESCAPES[character] ?? character;
    if (styled && character === ' ' && i % LINK_STRIDE === 0) page.html += LINK;
  }
  if (shown !== '') page.html += styled ? `</span></${tag}>` : `</${tag}>`;
}
