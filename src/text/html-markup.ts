/** Text: where the tags, comments and declarations of HTML end, by the tokenizer rules of the HTML standard. */

const GREATER_THAN = 62;
const EQUALS = 61;
const SLASH = 47;
const BANG = 33;
const QUESTION = 63;
const DOUBLE_QUOTE = 34;
const SINGLE_QUOTE = 39;
const HYPHEN = 45;
const OPEN_BRACKET = 91;

/** Elements whose content is text up to their own end tag: markup in it is none. */
const RAW_NAMES = ['script', 'style', 'textarea', 'title', 'iframe', 'xmp', 'noembed', 'noframes'] as const;

/** By name in lower case, what ends a raw element. */
const RAW_ENDS: ReadonlyMap<string, RegExp> = new Map(
  RAW_NAMES.map((name) => [name, new RegExp(`</${name}(?=[\\s/>])`, 'gi')]),
);

export function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

/** White space between the parts of a tag. */
export function isTagSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}

/**
 * Reads the markup of `text` from left to right. It remembers which closing marks the rest of the text does not have, so
 * that text full of unclosed markup costs no more than any other.
 */
export class MarkupReader {
  readonly text: string;
  private hasCommentEnd = true;
  private hasCdataEnd = true;
  private hasEnd = true;

  constructor(text: string) {
    this.text = text;
  }

  /** Offset of the next `<` at or behind `from` that begins markup; -1 when there is none. */
  next(from: number): number {
    const { text } = this;
    let at = text.indexOf('<', from);
    while (at >= 0 && !beginsMarkup(text, at)) at = text.indexOf('<', at + 1);
    return at;
  }

  /** Where the markup that begins with the `<` at `at` ends; the end of the text when it is never closed. */
  end(at: number): number {
    const code = this.text.charCodeAt(at + 1);
    if (code === BANG) return this.declarationEnd(at);
    if (code === QUESTION) return this.behindGreater(at + 2);
    if (code !== SLASH) return this.tagEnd(nameEnd(this.text, at + 1));
    return isLetter(this.text.charCodeAt(at + 2))
      ? this.tagEnd(nameEnd(this.text, at + 2))
      : this.behindGreater(at + 2);
  }

  /** Where the end tag of raw element `name` begins whose start tag ends at `from`; the end of the text without one. */
  rawEnd(name: string, from: number): number {
    const pattern = RAW_ENDS.get(name);
    if (pattern === undefined) return from;
    pattern.lastIndex = from;
    return pattern.exec(this.text)?.index ?? this.text.length;
  }

  /** Behind the `>` of a tag whose name ends at `from`; one in a quoted value does not count. */
  tagEnd(from: number): number {
    const { text } = this;
    for (let at = from; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === GREATER_THAN) return at + 1;
      if (code !== EQUALS) continue;
      const end = this.valueEnd(at + 1);
      if (end < 0) return this.behindGreater(at + 1);
      at = end - 1;
    }
    return text.length;
  }

  /** Behind the value that follows an equals sign; -1 when its quote is never closed. */
  private valueEnd(from: number): number {
    const { text } = this;
    let at = from;
    while (isTagSpace(text.charCodeAt(at))) at++;
    const code = text.charCodeAt(at);
    if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE)
      return text.indexOf(code === DOUBLE_QUOTE ? '"' : "'", at + 1) + 1 || -1;
    while (at < text.length && !isValueEnd(text.charCodeAt(at))) at++;
    return at;
  }

  private declarationEnd(at: number): number {
    const { text } = this;
    if (text.charCodeAt(at + 2) === HYPHEN && text.charCodeAt(at + 3) === HYPHEN) return this.commentEnd(at + 4);
    if (text.charCodeAt(at + 2) === OPEN_BRACKET && text.startsWith('[CDATA[', at + 2)) return this.cdataEnd(at);
    return this.behindGreater(at + 2);
  }

  private commentEnd(from: number): number {
    const { text } = this;
    if (text.charCodeAt(from) === GREATER_THAN) return from + 1;
    if (text.startsWith('->', from)) return from + 2;
    const end = this.hasCommentEnd ? text.indexOf('-->', from) : -1;
    this.hasCommentEnd = end >= 0;
    return end < 0 ? text.length : end + 3;
  }

  private cdataEnd(at: number): number {
    const end = this.hasCdataEnd ? this.text.indexOf(']]>', at) : -1;
    this.hasCdataEnd = end >= 0;
    return end < 0 ? this.behindGreater(at) : end + 3;
  }

  private behindGreater(from: number): number {
    const end = this.hasEnd ? this.text.indexOf('>', from) : -1;
    this.hasEnd = end >= 0;
    return end < 0 ? this.text.length : end + 1;
  }
}

/** Where the name of a tag that begins at `from` ends. */
export function nameEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && !isNameEnd(text.charCodeAt(at))) at++;
  return at;
}

function isNameEnd(code: number): boolean {
  return code === GREATER_THAN || code === SLASH || isTagSpace(code);
}

function isValueEnd(code: number): boolean {
  return code === GREATER_THAN || isTagSpace(code);
}

/** A `<` in front of anything else is text. */
function beginsMarkup(text: string, at: number): boolean {
  const code = text.charCodeAt(at + 1);
  return isLetter(code) || code === BANG || code === QUESTION || (code === SLASH && at + 2 < text.length);
}
