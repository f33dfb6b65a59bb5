/**
 * Parsing: turns XML into nested entries, one per element; an element that mixes text with elements is a paragraph.
 *
 * The tokens are those of htmlparser2; which element holds what is decided in `xml-state.ts` on a stack of open ones.
 */
import { Tokenizer } from 'htmlparser2';
import type { Parsed } from '../parsed.ts';
import { MalformedPlaces } from './malformed.ts';
import { XmlState } from './xml-state.ts';

/** Length of `<![CDATA[`, `<!--`, `<!`, `<?` and `?>`. */
const CDATA_MARK = 9;
const COMMENT_MARK = 4;
const SHORT_MARK = 2;

/** One root entry around prolog and elements. Throws nothing. */
export function scanXml(text: string, documentId: string): Parsed {
  const malformed = new MalformedPlaces(documentId);
  const state = new XmlState(text, malformed);
  const inkEnd = text.trimEnd().length;
  const callbacks = tokenCallbacks(text, inkEnd, state, malformed);
  const tokenizer = new Tokenizer({ xmlMode: true, decodeEntities: false }, callbacks);
  tokenizer.write(text);
  tokenizer.end();
  state.finish(inkEnd);
  return { blocks: state.blocks, labels: state.labelMap(), diagnostics: malformed.diagnostics() };
}

/** What each kind of token means; the offsets of htmlparser2 lie inside the marks of a token. */
function tokenCallbacks(
  text: string,
  inkEnd: number,
  state: XmlState,
  malformed: MalformedPlaces,
): ConstructorParameters<typeof Tokenizer>[1] {
  let valueStart = -1;
  let valueEnd = 0;
  let attribute = '';
  let lastClosing = 0;
  return {
    onopentagname: (start, end) => state.beginTag(start - 1, text.slice(start, end)),
    onattribname(start, end) {
      attribute = text.slice(start, end);
      valueStart = -1;
    },
    onattribdata(start, end) {
      if (valueStart < 0) valueStart = start;
      valueEnd = end;
    },
    onattribend() {
      if (valueStart >= 0) state.attribute(attribute, valueStart, valueEnd);
    },
    onopentagend: (end) => state.openElement(end + 1),
    onselfclosingtag(end) {
      state.openElement(end + 1);
      state.closeElement(end + 1);
    },
    onclosetag(start, end) {
      const close = text.indexOf('>', end);
      lastClosing = start - SHORT_MARK;
      state.closeTag(text.slice(start, end), start - SHORT_MARK, close < 0 ? inkEnd : close + 1);
    },
    // Where the text ends behind the name of a closing tag, the tokenizer gives all of it once more, from -1 on.
    ontext(start, end) {
      if (start < 0) malformed.add('The text ends inside a tag.', lastClosing, inkEnd);
      else state.addText(start, end);
    },
    // The third number is 0 where the text ends before the mark that closes the token.
    oncdata: (start, end, offset) => state.addCdata(start - CDATA_MARK, offset === 0 ? inkEnd : end + 1),
    oncomment: (start, end, offset) => state.addComment(start - COMMENT_MARK, offset === 0 ? inkEnd : end + 1),
    ondeclaration: (start, end) => state.addProlog(start - SHORT_MARK, Math.min(end + 1, inkEnd)),
    onprocessinginstruction: (start, end) => state.addProlog(start - SHORT_MARK, Math.min(end + SHORT_MARK, inkEnd)),
    // Entities stay as written: `decodeEntities` is off.
    onattribentity: ignore,
    ontextentity: ignore,
    onend: ignore,
  };
}

function ignore(): void {
  // Nothing to learn from this token.
}
