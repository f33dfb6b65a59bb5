/** Parsing conversations: an HTML mail body → the text a person reads, with quotes marked by `> ` as in plain mail. */
import { Parser } from 'htmlparser2';
import { toRawSpan } from '../../model/origin.ts';
import type { DerivedResult, DerivedText } from './derived-text.ts';

/** Elements whose text nobody reads. */
const HIDDEN = new Set(['script', 'style', 'head', 'title', 'template']);
/** Elements that begin and end a line. */
const LINES = new Set([
  'div',
  'tr',
  'table',
  'tbody',
  'thead',
  'section',
  'article',
  'header',
  'footer',
  'dt',
  'dd',
  'form',
]);
/** Elements with a blank line around them. */
const PARAGRAPHS = new Set(['p', 'ul', 'ol', 'blockquote', 'pre', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr', 'dl']);
/** Quotes in quotes are marked so often at most; thousands of levels would be nothing but marks. */
const DEEPEST_QUOTE = 8;

/** Writes the text of `html`, a decoded body whose origin leads back to `raw`. Linear; throws nothing. */
export function writeMailHtml(out: DerivedText, raw: string, html: DerivedResult): void {
  const writer = new HtmlWriter(out, raw, html);
  const parser = new Parser({
    onopentagname: (name) => writer.open(name),
    onclosetag: (name) => writer.close(name),
    ontext: (data) => writer.text(data, parser.startIndex, parser.endIndex + 1),
  });
  parser.end(html.text);
}

class HtmlWriter {
  private readonly out: DerivedText;
  private readonly raw: string;
  private readonly html: DerivedResult;
  private hidden = 0;
  private quotes = 0;
  /** Line ends and space owed in front of the next word. */
  private lineEnds = 0;
  private space = false;
  private begun = false;
  /** Raw offset behind the last word. */
  private last = 0;

  constructor(out: DerivedText, raw: string, html: DerivedResult) {
    this.out = out;
    this.raw = raw;
    this.html = html;
  }

  open(name: string): void {
    if (HIDDEN.has(name)) this.hidden++;
    if (name === 'blockquote') this.quotes++;
    this.breakFor(name);
    if (name === 'br') this.lineEnds = Math.min(2, this.lineEnds + 1);
    if (name === 'td' || name === 'th') this.space = true;
    if (name === 'li') this.lineEnds = Math.max(1, this.lineEnds);
  }

  close(name: string): void {
    if (HIDDEN.has(name)) this.hidden = Math.max(0, this.hidden - 1);
    if (name === 'blockquote') this.quotes = Math.max(0, this.quotes - 1);
    this.breakFor(name);
  }

  /** Text between tags, or one entity; `start` to `end` is its place in the HTML. */
  text(data: string, start: number, end: number): void {
    if (this.hidden > 0) return;
    const isCopy = data.length === end - start;
    const words = /[^ \t\n\r\f\u00a0]+/g;
    let at = 0;
    for (let found = words.exec(data); found !== null; found = words.exec(data)) {
      if (found.index > at || (at === 0 && found.index > 0)) this.space = true;
      at = found.index + found[0].length;
      this.word(found[0], isCopy ? { start: start + found.index, end: start + at } : { start, end });
    }
    if (at < data.length) this.space = true;
  }

  private word(word: string, place: { start: number; end: number }): void {
    const span = toRawSpan(this.html.origin, place);
    this.separate(span.start);
    const isCopy = this.raw.slice(span.start, span.end) === word;
    if (isCopy) this.out.copy(span.start, span.end);
    else this.out.write(word, span.start, span.end);
    this.last = span.end;
  }

  private separate(next: number): void {
    const marks = '> '.repeat(Math.min(this.quotes, DEEPEST_QUOTE));
    const from = Math.min(this.begun ? this.last : next, next);
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
