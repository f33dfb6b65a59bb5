/** Parsing conversations: an HTML mail body → the text a person reads, with quotes marked by `> ` as in plain mail. */
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { toRawSpan } from '../../model/origin.ts';
import type { DerivedResult, DerivedText } from './derived-text.ts';

/** Elements whose text nobody reads; the tokenizer takes nothing inside them for a tag. */
const HIDDEN = new Set(['script', 'style', 'title']);
/** Elements that begin and end a line. */
const LINES = new Set([
  ...['div', 'tr', 'table', 'tbody', 'thead', 'section', 'article', 'header', 'footer', 'dt', 'dd', 'form', 'li'],
]);
/** Elements with a blank line around them. */
const PARAGRAPHS = new Set(['p', 'ul', 'ol', 'blockquote', 'pre', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr', 'dl']);
/** Quotes in quotes are marked so often at most; thousands of levels would be nothing but marks. */
const DEEPEST_QUOTE = 8;
/** Words with one space between them are one run, which can be copied as it stands; bounded, as a pattern keeps a way back from each. */
const RUN = /[^ \t\n\r\f\u00a0]+(?: [^ \t\n\r\f\u00a0]+){0,1000}/g;

const nothing = (): void => undefined;

/**
 * Writes the text of `html`, a decoded body whose origin leads back to `raw`. Linear: it works on tags and keeps no tree,
 * which mail programs leave unbalanced anyway. Throws nothing.
 */
export function writeMailHtml(out: DerivedText, raw: string, html: DerivedResult): void {
  const writer = new HtmlWriter(out, raw, html);
  const callbacks: TokenizerCallbacks = {
    ...{
      onattribdata: nothing,
      onattribentity: nothing,
      onattribend: nothing,
      onattribname: nothing,
      oncdata: nothing,
    },
    ...{ oncomment: nothing, ondeclaration: nothing, onprocessinginstruction: nothing, onend: nothing },
    onopentagname: (start, end) => writer.open(html.text.slice(start, end).toLowerCase()),
    onclosetag: (start, end) => writer.close(html.text.slice(start, end).toLowerCase()),
    onopentagend: (end) => writer.passed(end + 1),
    onselfclosingtag: (end) => writer.passed(end + 1),
    ontext: (start, end) => writer.text(html.text.slice(start, end), start, end),
    ontextentity: (code, end) => writer.entity(String.fromCodePoint(code), end),
  };
  const tokenizer = new Tokenizer({ xmlMode: false, decodeEntities: true }, callbacks);
  tokenizer.write(html.text);
  tokenizer.end();
}

class HtmlWriter {
  private readonly out: DerivedText;
  private readonly raw: string;
  private readonly html: DerivedResult;
  private hidden = false;
  private quotes = 0;
  /** Line ends and space owed in front of the next word. */
  private lineEnds = 0;
  private space = false;
  private begun = false;
  /** Offset in the HTML behind the last event: where an entity begins. */
  private at = 0;
  /** Raw offset behind the last word. */
  private last = 0;

  constructor(out: DerivedText, raw: string, html: DerivedResult) {
    this.out = out;
    this.raw = raw;
    this.html = html;
  }

  open(name: string): void {
    if (HIDDEN.has(name)) this.hidden = true;
    if (name === 'blockquote') this.quotes++;
    this.breakFor(name);
    if (name === 'br') this.lineEnds = Math.min(2, this.lineEnds + 1);
    if (name === 'td' || name === 'th') this.space = true;
  }

  close(name: string): void {
    if (HIDDEN.has(name)) this.hidden = false;
    if (name === 'blockquote') this.quotes = Math.max(0, this.quotes - 1);
    this.breakFor(name);
  }

  passed(end: number): void {
    this.at = end;
  }

  /** Text between tags as it stands in the HTML from `start` to `end`. */
  text(data: string, start: number, end: number): void {
    this.at = end;
    if (this.hidden) return;
    RUN.lastIndex = 0;
    let before = 0;
    for (let found = RUN.exec(data); found !== null; found = RUN.exec(data)) {
      if (found.index > before) this.space = true;
      before = found.index + found[0].length;
      this.run(found[0], start + found.index, start + before);
    }
    if (before < data.length) this.space = true;
  }

  entity(character: string, end: number): void {
    const start = Math.min(this.at, end);
    this.at = end;
    if (this.hidden) return;
    if (character.trim() === '') this.space = true;
    else this.run(character, start, end);
  }

  private run(text: string, start: number, end: number): void {
    const span = toRawSpan(this.html.origin, { start, end });
    this.separate(span.start);
    const isCopy = this.raw.slice(span.start, span.end) === text;
    if (isCopy) this.out.copy(span.start, span.end);
    else this.out.write(text, span.start, span.end);
    this.last = span.end;
  }

  private separate(next: number): void {
    const from = Math.min(this.begun ? this.last : next, next);
    const marks = '> '.repeat(Math.min(this.quotes, DEEPEST_QUOTE));
    if (!this.begun) this.out.write(marks, from, next);
    else if (this.lineEnds > 0) this.out.write('\n'.repeat(this.lineEnds) + marks, from, next);
    else if (this.space) this.out.write(' ', from, next);
    this.begun = true;
    this.space = false;
    this.lineEnds = 0;
  }

  private breakFor(name: string): void {
    if (PARAGRAPHS.has(name)) this.lineEnds = 2;
    else if (LINES.has(name)) this.lineEnds = Math.max(1, this.lineEnds);
  }
}
