/**
 * SQLite store: filters as tokens. Each chunk carries one hashed token per folder above its document, for the
 * document, for each prefix of its section path, its kind and its media type; a filter asks for tokens.
 */
import type { Filter } from '../../model/retrieval.ts';
import { shortHash } from '../../text/hash.ts';

const FOLDER_END = '/';

interface TokenSource {
  readonly documentId: string;
  readonly sectionPath: readonly string[];
  readonly kind: string;
  readonly mediaType: string;
}

/** Tokens of many chunks; hashes that repeat (folders, sections, kinds) are made once. */
export class PathTokens {
  private readonly known = new Map<string, string>();

  /** The tokens of one chunk, separated by spaces. */
  of(chunk: TokenSource): string {
    const tokens = ancestors(chunk.documentId).map((folder) => this.token('document', folder));
    tokens.push(this.token('document', chunk.documentId));
    for (let depth = 1; depth <= chunk.sectionPath.length; depth++) {
      tokens.push(this.token('section', sectionKey(chunk.sectionPath.slice(0, depth))));
    }
    tokens.push(this.token('kind', chunk.kind), this.token('mediaType', chunk.mediaType));
    return tokens.join(' ');
  }

  private token(field: string, value: string): string {
    const key = tokenKey(field, value);
    let token = this.known.get(key);
    if (token === undefined) {
      token = shortHash(key);
      this.known.set(key, token);
    }
    return token;
  }
}

/** Every prefix of a document id that ends with `/`: its folders, outermost first. */
function ancestors(documentId: string): string[] {
  const folders: string[] = [];
  for (let i = 0; i < documentId.length; i++)
    if (documentId[i] === FOLDER_END) folders.push(documentId.slice(0, i + 1));
  return folders;
}

function sectionKey(path: readonly string[]): string {
  return JSON.stringify(path);
}

function tokenKey(field: string, value: string): string {
  return `${field}\n${value}`;
}

/**
 * The groups of tokens a filter asks for: a chunk passes when it has one token of each group. An empty group
 * (an empty list in the filter) lets nothing pass. Times are no tokens; see filter.ts.
 */
export function filterTokens(filter: Filter): string[][] {
  const groups: string[][] = [];
  const ask = (field: string, values: readonly string[] | undefined): void => {
    if (values !== undefined) groups.push(values.map((value) => shortHash(tokenKey(field, value))));
  };
  ask('document', filter.documents);
  if (filter.sectionPath !== undefined && filter.sectionPath.length > 0)
    ask('section', [sectionKey(filter.sectionPath)]);
  ask('kind', filter.kinds);
  ask('mediaType', filter.mediaTypes);
  return groups;
}
