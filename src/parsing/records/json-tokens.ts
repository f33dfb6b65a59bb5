/** Parsing: decides what a token of JSON opens, closes or names, also where the rules of JSON are broken. */
import { EXPECT, type JsonState, TOKEN } from './json-state.ts';
import { titleRank } from './label.ts';

/** Brackets, commas and colons. */
export function structureToken(state: JsonState, kind: number, start: number, end: number): void {
  if (kind === TOKEN.openBrace || kind === TOKEN.openBracket) openBracket(state, kind === TOKEN.openBrace, start);
  else if (kind === TOKEN.comma) readComma(state, start, end);
  else if (kind === TOKEN.colon) readColon(state, start, end);
  else closeBracket(state, kind === TOKEN.closeBrace, start, end);
}

/** Strings, numbers, words and what is none of them; `value` is the text of a string, else the token. */
export function scalarToken(state: JsonState, kind: number, start: number, end: number, value: string): void {
  const { expects, inObject } = state;
  if (kind === TOKEN.unknown) {
    state.malformed.add('This is no JSON value; it was kept as it stands.', start, end);
    if (expects === EXPECT.comma && state.depth > 0) {
      state.forgetComments();
      state.writer.extendLast(end);
      return;
    }
  }
  if (inObject && (expects === EXPECT.key || expects === EXPECT.comma)) {
    openMember(state, start, end, value);
    return;
  }
  if (inObject && expects === EXPECT.value) readMemberValue(state, kind, value);
  openValue(state, start);
  endValue(state, end);
}

function openMember(state: JsonState, start: number, end: number, key: string): void {
  if (state.expects === EXPECT.comma) state.malformed.add('A comma is missing before this key.', start, end);
  state.writer.openEntry(state.startWithComments(start), key);
  state.field = key;
  state.expects = EXPECT.colon;
}

/** A plain value may name the element it stands in, and the document. */
function readMemberValue(state: JsonState, kind: number, value: string): void {
  if (kind !== TOKEN.string && kind !== TOKEN.number) return;
  state.writer.nameElement(state.field, value);
  if (state.depth !== 1 || state.isLines || kind !== TOKEN.string) return;
  const rank = titleRank(state.field);
  if (rank >= state.titleRank) return;
  state.title = value.trim();
  state.titleRank = rank;
}

function openBracket(state: JsonState, isBrace: boolean, start: number): void {
  openValue(state, start);
  state.openers.push(start);
  state.braces.push(isBrace);
  state.expects = isBrace ? EXPECT.key : EXPECT.value;
}

/** Opens the entry of the value at `start`, unless its key did. */
function openValue(state: JsonState, start: number): void {
  const { writer, malformed, expects } = state;
  if (state.depth === 0) {
    if (state.hasValue) {
      malformed.add('Another value stands behind the first one.', start, start + 1);
      writer.openElement(state.startWithComments(start));
      state.isFurther = true;
    } else if (!state.isLines) state.writeCommentsAlone();
    state.hasValue = true;
  } else if (!state.inObject) {
    if (expects === EXPECT.comma) malformed.add('A comma is missing before this element.', start, start + 1);
    writer.openElement(state.startWithComments(start));
  } else if (expects === EXPECT.colon) malformed.add('A colon is missing before this value.', start, start + 1);
  else if (expects !== EXPECT.value) {
    malformed.add('A value in an object has no key.', start, start + 1);
    writer.openEntry(state.startWithComments(start), '');
  }
}

/** Closes the entry of a value that ends at `end`. */
function endValue(state: JsonState, end: number): void {
  if (state.depth > 0 || state.isFurther) state.writer.close(end);
  if (state.depth === 0) state.isFurther = false;
  state.expects = EXPECT.comma;
  state.forgetComments();
}

function closeBracket(state: JsonState, isBrace: boolean, start: number, end: number): void {
  if (state.depth === 0) {
    state.malformed.add('A bracket is closed that was never opened.', start, end);
    return;
  }
  endMember(state);
  if (state.inObject !== isBrace) state.malformed.add('A bracket is closed by one of the other kind.', start, end);
  state.openers.pop();
  state.braces.pop();
  endValue(state, end);
}

function readComma(state: JsonState, start: number, end: number): void {
  endMember(state);
  const isBehindEntry = state.expects === EXPECT.comma && state.depth > 0;
  if (!isBehindEntry) {
    state.malformed.add('A comma stands where nothing comes before it.', start, end);
    return;
  }
  if (!state.isNewLine) state.writer.extendLast(end);
  state.expects = state.inObject ? EXPECT.key : EXPECT.value;
}

/** Closes a member that has a key and no value. */
function endMember(state: JsonState): void {
  if (!state.inObject || (state.expects !== EXPECT.value && state.expects !== EXPECT.colon)) return;
  state.malformed.add('A key has no value.', state.lastEnd - 1, state.lastEnd);
  state.writer.close(state.lastEnd);
  state.expects = EXPECT.comma;
}

function readColon(state: JsonState, start: number, end: number): void {
  if (state.inObject && state.expects === EXPECT.colon) state.expects = EXPECT.value;
  else state.malformed.add('A colon stands where no key comes before it.', start, end);
}
