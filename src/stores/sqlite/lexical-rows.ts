/**
 * SQLite store: writes the rows of the lexical index.
 *
 * The full-text table keeps no copy of the terms (a third of the file would be copies), so a row is deleted by
 * naming its terms again, analysed anew. FTS5's other way, `contentless_delete`, needs no terms but never takes a
 * deleted row out of the totals BM25 divides by. Should the analysis have changed since, the hash kept with each
 * chunk tells, and the whole index is built again.
 */
import type { Chunk, ContextPart } from '../../model/chunk.ts';
import { headerText } from '../../model/header-text.ts';
import { fnv1a } from '../../text/hash.ts';
import { readableText } from '../../text/html-text.ts';
import { type Analyzer, analyzeText } from '../../text/terms.ts';
import type { Connection } from './driver.ts';
import { PathTokens } from './path-tokens.ts';
import { readText, type StoredText } from './stored-text.ts';

interface TermSource extends Pick<Chunk, 'documentId' | 'text' | 'header' | 'sectionPath' | 'kind' | 'mediaType'> {
  readonly context: readonly ContextText[];
}

/** A context part as far as the index needs it. */
interface ContextText {
  readonly type: ContextPart['type'];
  readonly text?: string;
}

/** The columns of one row, terms separated by spaces, and a hash over them. */
export interface TermColumns {
  readonly body: string;
  readonly headings: string;
  readonly context: string;
  readonly paths: string;
  readonly hash: number;
}

export function termColumns(source: TermSource, tokens: PathTokens): TermColumns {
  const body = analyzeText(readableText(source.text, source.mediaType)).join(' ');
  const headings = headingTerms(source).join(' ');
  const context = contextTerms(source).join(' ');
  const paths = tokens.of(source);
  return { body, headings, context, paths, hash: hashOf([body, headings, context, paths]) };
}

/** What surrounds a chunk in its document. Other context stands in a chunk of its own, which is found by itself. */
const INDEXED_CONTEXT: ReadonlySet<ContextPart['type']> = new Set([
  'listIntroduction',
  'listParent',
  'tableTitle',
  'tableHeader',
  'keyPath',
  'scope',
  'speaker',
]);

/** Terms of the context that surrounds a chunk; title and section path are headings. */
export function contextTerms({ context }: Pick<TermSource, 'context'>, analyze: Analyzer = analyzeText): string[] {
  return analyze(context.map(({ type, text = '' }) => (INDEXED_CONTEXT.has(type) ? text : '')).join('\n'));
}

/** Terms of a chunk's header and of the words in its document's file name. */
export function headingTerms(chunk: Pick<Chunk, 'header' | 'documentId'>, analyze: Analyzer = analyzeText): string[] {
  return analyze(headerText(chunk));
}

/** 32 bits: enough to notice a change of analysis. */
function hashOf(texts: readonly string[]): number {
  return texts.reduce((hash, text) => fnv1a('\uffff', fnv1a(text, hash)), fnv1a(''));
}

export function insertTerms(
  connection: Connection,
  row: number,
  { body, headings, context, paths }: TermColumns,
): void {
  const sql = 'insert into chunk_terms (rowid, body, headings, context, paths) values (?, ?, ?, ?, ?)';
  connection.run(sql, row, body, headings, context, paths);
}

interface SourceRow {
  readonly row: number;
  readonly document_id: string;
  readonly media_type: string;
  readonly text: StoredText;
  readonly header: StoredText;
  readonly kind: Chunk['kind'];
  readonly details: string;
  readonly terms_hash: number;
}

const SOURCE = `select c.row, d.document_id, d.media_type, c.text, c.header, c.kind, c.details, c.terms_hash
  from chunks c join documents d on d.doc = c.doc`;

function columnsOf(row: SourceRow, tokens: PathTokens): TermColumns {
  const details = JSON.parse(row.details) as Pick<TermSource, 'sectionPath' | 'context'>;
  const { kind, document_id: documentId, media_type: mediaType } = row;
  const text = readText(row.text);
  const header = readText(row.header);
  return termColumns({ ...details, documentId, text, header, kind, mediaType }, tokens);
}

/**
 * Deletes the terms of living chunk rows; must run before the rows or their document change. Returns false, the
 * index then out of step, when the terms of one are no longer what they were: `rebuildTerms` must follow.
 */
export function deleteTerms(connection: Connection, rows: readonly number[]): boolean {
  if (rows.length === 0) return true;
  const tokens = new PathTokens();
  const sources = connection.all<SourceRow>(
    `${SOURCE} where c.row in (select value from json_each(?))`,
    JSON.stringify(rows),
  );
  const columns = sources.map((source) => columnsOf(source, tokens));
  if (sources.some((source, i) => source.terms_hash !== columns[i].hash)) return false;
  const sql =
    "insert into chunk_terms (chunk_terms, rowid, body, headings, context, paths) values ('delete', ?, ?, ?, ?, ?)";
  sources.forEach(({ row }, i) => {
    const { body, headings, context, paths } = columns[i];
    connection.run(sql, row, body, headings, context, paths);
  });
  return true;
}

const PAGE_ROWS = 500;

/** Builds the lexical index of all living chunks anew. */
export function rebuildTerms(connection: Connection): void {
  connection.exec("insert into chunk_terms (chunk_terms) values ('delete-all')");
  const tokens = new PathTokens();
  let last = 0;
  while (true) {
    const sql = `${SOURCE} where c.to_version is null and c.row > ? order by c.row limit ${PAGE_ROWS}`;
    const page = connection.all<SourceRow>(sql, last);
    if (page.length === 0) return;
    for (const source of page) {
      const columns = columnsOf(source, tokens);
      insertTerms(connection, source.row, columns);
      connection.run('update chunks set terms_hash = ? where row = ?', columns.hash, source.row);
      last = source.row;
    }
  }
}

/** Words of many shapes and scripts; when their terms differ from those a store was built with, so may all others. */
const PROBE = `Running reindexed studies getUserName HTTPServer2 snake_case v1.2.3 $1,200 don't C++ naïve Straße ﬁne ½
  データベース 数据库 ข้อมูล 데이터베이스 नमस्ते किताबों Москва الكتاب والمدارس مدرسة İstanbul e\u0301te\u0301 😀`;

/** The same for what is read of HTML. */
const HTML_PROBE = '<!-- a --><p class="b">c<b>d</b>e&eacute;<br>f<script>g</script><td>h<img alt="i">';

/** Builds the lexical index anew when this Kerf analyses text in another way than the one that wrote the store. */
export function adoptAnalysis(connection: Connection): void {
  const analysis = hashOf([...analyzeText(PROBE), readableText(HTML_PROBE, 'text/html')]);
  const stored = (): number | undefined =>
    connection.get<{ value: number }>("select value from meta where key = 'analysis'")?.value;
  if (stored() === analysis) return;
  connection.transaction(() => {
    if (stored() === analysis) return;
    rebuildTerms(connection);
    connection.run(
      "insert into meta values ('analysis', ?) on conflict do update set value = excluded.value",
      analysis,
    );
  });
}
