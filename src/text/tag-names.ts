/** Text: what belongs to the names of HTML tags, looked up where they stand. */

const UPPER_A = 65;
const LOWER_BIT = 32;

/** Values by name. A page has very many tags, so no name is copied to look it up. */
export class TagNames<T> {
  /** By length and first letter. */
  private readonly entries: (readonly [name: string, value: T])[][] = [];

  /** Names are in lower case. */
  constructor(entries: Iterable<readonly [name: string, value: T]>) {
    for (const entry of entries) {
      const [name] = entry;
      const key = nameKey(name, 0, name.length);
      this.entries[key] ??= [];
      this.entries[key].push(entry);
    }
  }

  /** What belongs to the name `text[from, to)`, in any case; undefined for one that is not there. */
  at(text: string, from: number, to: number): T | undefined {
    const entries = this.entries[nameKey(text, from, to)];
    if (entries === undefined) return undefined;
    for (const [name, value] of entries) if (isName(text, from, name)) return value;
    return undefined;
  }
}

function nameKey(text: string, from: number, to: number): number {
  return ((to - from) << 5) | (text.charCodeAt(from) & 31);
}

function isName(text: string, from: number, name: string): boolean {
  for (let i = 0; i < name.length; i++) {
    const code = text.charCodeAt(from + i);
    if ((code < UPPER_A ? code : code | LOWER_BIT) !== name.charCodeAt(i)) return false;
  }
  return true;
}
