/** SQLite store: looks for what cannot be, so that a damaged store says so before an answer does. */

import { plural } from '../../text/plural.ts';
import { currentVersion } from './apply.ts';
import type { Connection } from './driver.ts';
import { decodeLayout } from './layout.ts';
import { VECTOR_IS_ORPHAN } from './vectors.ts';

/** Each query returns one row with a text `id` per fault; `{}` in the sentence stands for it. */
const FAULTS: readonly { readonly sentence: string; readonly sql: string }[] = [
  {
    sentence: 'chunk {} is alive but has no terms in the lexical index',
    sql: `select chunk_id as id from chunks
          where to_version is null and row not in (select id from chunk_terms_docsize)`,
  },
  {
    sentence: 'the lexical index has terms for row {}, which is no living chunk',
    sql: `select id from chunk_terms_docsize where id not in (select row from chunks where to_version is null)`,
  },
  {
    sentence: 'chunk row {} belongs to no document',
    sql: 'select row as id from chunks where doc not in (select doc from documents)',
  },
  {
    sentence: 'chunk row {} has details that cannot be read',
    sql: 'select row as id from chunks where not json_valid(details)',
  },
  {
    sentence: 'document {} has metadata that cannot be read',
    sql: 'select document_id as id from documents where not (json_valid(metadata) and json_valid(dropped))',
  },
  {
    sentence: 'document {} has no layout for its version',
    sql: `select document_id as id from documents d
          where not exists (select 1 from layouts l where l.doc = d.doc and l.version = d.version)`,
  },
  {
    sentence: 'a layout belongs to the unknown document number {}',
    sql: 'select doc as id from layouts where doc not in (select doc from documents)',
  },
  {
    sentence: 'chunk {} is alive more than once',
    sql: 'select chunk_id as id from chunks where to_version is null group by chunk_id having count(*) > 1',
  },
  {
    sentence: 'chunk {} ends before it begins',
    sql: 'select chunk_id as id from chunks where to_version <= from_version',
  },
  {
    sentence: 'document {} is newer than the store',
    sql: "select document_id as id from documents where version > (select value from meta where key = 'version')",
  },
  {
    sentence: 'vector {} is used by no chunk',
    sql: `select v.hash as id from vectors v where ${VECTOR_IS_ORPHAN}`,
  },
  {
    sentence: 'vector {} has no floats',
    sql: 'select hash as id from vectors where vector not in (select vector from vector_floats)',
  },
  {
    sentence: 'floats are kept for the unknown vector number {}',
    sql: 'select vector as id from vector_floats where vector not in (select vector from vectors)',
  },
  {
    sentence: 'vector {} has the wrong length',
    sql: `select v.hash as id from vectors v join embedders e on e.embedder = v.embedder
          join vector_floats f on f.vector = v.vector
          where length(v.codes) <> e.dimensions or length(f.floats) <> 4 * e.dimensions`,
  },
];

/** One sentence per fault, in a fixed order; empty for a sound store. Reads everything once. */
export function checkStore(connection: Connection): string[] {
  const looks = [checkFile, checkTables, checkLayouts];
  return looks.flatMap((look) => {
    try {
      return look(connection);
    } catch (error) {
      return [`the file is damaged: ${(error as Error).message}; index the documents again into another file`];
    }
  });
}

/** The lexical index too. Its own `integrity-check` says no more, and must be able to write. */
function checkFile(connection: Connection): string[] {
  const rows = connection.all<Record<string, string>>('pragma quick_check');
  return rows.map((row) => Object.values(row)[0]).filter((message) => message !== 'ok');
}

function checkTables(connection: Connection): string[] {
  return FAULTS.flatMap(({ sentence, sql }) =>
    connection.all<{ id: string | number }>(sql).map(({ id }) => sentence.replace('{}', () => String(id))),
  );
}

interface DocumentLayout {
  readonly doc: number;
  readonly document_id: string;
  readonly chunk_count: number;
  readonly version: number;
  readonly bytes: Uint8Array;
  readonly is_current: number;
}

/** Each layout must list exactly the rows that lived at its version, each once. */
function checkLayouts(connection: Connection): string[] {
  const faults: string[] = [];
  const layouts = connection.all<DocumentLayout>(
    `select d.doc, d.document_id, d.chunk_count, l.version, l.bytes, l.version = d.version as is_current
     from layouts l join documents d on d.doc = l.doc order by d.document_id, l.version`,
  );
  for (const layout of layouts) {
    const where = `the layout of ${layout.document_id} at version ${layout.version}`;
    const living = connection.all<{ row: number }>(
      'select row from chunks where doc = ? and from_version <= ? and (to_version is null or to_version > ?)',
      layout.doc,
      layout.version,
      layout.version,
    );
    const expected = new Set(living.map(({ row }) => row));
    const placed = readRows(layout.bytes);
    if (placed === null) faults.push(`${where} cannot be read`);
    else if (
      placed.length !== expected.size ||
      new Set(placed).size !== placed.length ||
      !placed.every((row) => expected.has(row))
    ) {
      faults.push(`${where} does not list the chunks that lived then`);
    }
    if (layout.is_current === 1 && layout.chunk_count !== expected.size) {
      faults.push(
        `${layout.document_id} is recorded with ${plural(layout.chunk_count, 'chunk')} and has ${expected.size}`,
      );
    }
  }
  if (layouts.some((layout) => layout.version > currentVersion(connection)))
    faults.push('a layout is newer than the store');
  return faults;
}

function readRows(bytes: Uint8Array): number[] | null {
  try {
    return decodeLayout(bytes).map((place) => place.row);
  } catch {
    // Whatever the bytes do to the decoder, the finding is the same: they are no layout.
    return null;
  }
}
