/** Parsing: chooses the parser of a record format by media type. */
import { delimiterOf } from '../../text/delimiter.ts';
import type { Parsed } from '../parsed.ts';
import { scanDelimited } from './delimited.ts';
import { scanIni } from './ini.ts';
import { scanJson, scanJsonLines } from './json.ts';
import { scanToml } from './toml.ts';
import { scanXml } from './xml.ts';
import { scanYaml } from './yaml.ts';

type Scan = (text: string, documentId: string, essence: string) => Parsed;

const SCANS: Readonly<Record<string, Scan>> = {
  'application/json': scanJson,
  'text/json': scanJson,
  'application/jsonl': scanJsonLines,
  'application/x-ndjson': scanJsonLines,
  'application/x-jsonlines': scanJsonLines,
  'application/yaml': scanYaml,
  'application/x-yaml': scanYaml,
  'text/yaml': scanYaml,
  'text/x-yaml': scanYaml,
  'application/toml': scanToml,
  'text/x-toml': scanToml,
  'text/x-ini': (text, documentId) => scanIni(text, documentId, 'ini'),
  'text/x-java-properties': (text, documentId) => scanIni(text, documentId, 'properties'),
  'text/x-dotenv': (text, documentId) => scanIni(text, documentId, 'env'),
  'text/csv': scanRows,
  'text/tab-separated-values': scanRows,
  'application/xml': scanXml,
  'text/xml': scanXml,
  'text/x-opml': scanXml,
};

/** By the suffix that says which format a type is written in. XHTML is read as HTML. */
const SUFFIX_SCANS: Readonly<Record<string, Scan>> = { json: scanJson, yaml: scanYaml, xml: scanXml };
const XHTML = 'application/xhtml+xml';

/**
 * The entries, or the table, of `text` of media type `essence` (lower case, without parameters); undefined when that
 * is no record format. Throws nothing.
 */
export function parseRecords(text: string, documentId: string, essence: string): Parsed | undefined {
  if (Object.hasOwn(SCANS, essence)) return SCANS[essence](text, documentId, essence);
  const suffix = essence.slice(essence.lastIndexOf('+') + 1);
  if (essence === XHTML || !essence.includes('+') || !Object.hasOwn(SUFFIX_SCANS, suffix)) return undefined;
  return SUFFIX_SCANS[suffix](text, documentId, essence);
}

function scanRows(text: string, documentId: string, essence: string): Parsed {
  return scanDelimited(text, documentId, delimiterOf(text, essence));
}
