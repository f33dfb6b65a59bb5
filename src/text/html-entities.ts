/** Text: the character references of HTML as the characters they stand for. */

/** Names of U+00A0 to U+00FF in order. */
const LATIN =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para ' +
  'middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave ' +
  'Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute ' +
  'Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave ' +
  'iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';
/** Names of U+0391 to U+03C9 in order, `-` where there is none. */
const GREEK =
  'Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho - Sigma Tau Upsilon Phi Chi Psi ' +
  'Omega - - - - - - - alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf ' +
  'sigma tau upsilon phi chi psi omega';
/** The others that are met in running text, each with its character. */
const OTHERS =
  'amp& lt< gt> quot" apos\' ndash– mdash— lsquo‘ rsquo’ sbquo‚ ldquo“ rdquo” bdquo„ lsaquo‹ rsaquo› hellip… bull• ' +
  'dagger† Dagger‡ permil‰ prime′ Prime″ euro€ trade™ larr← uarr↑ rarr→ darr↓ harr↔ rArr⇒ hArr⇔ minus− infin∞ ' +
  'asymp≈ ne≠ equiv≡ le≤ ge≥ sum∑ prod∏ radic√ part∂ int∫ isin∈ notin∉ cap∩ cup∪ sub⊂ sup⊃ forall∀ exist∃ empty∅ nabla∇ ' +
  'OElig\u0152 oelig\u0153 Scaron\u0160 scaron\u0161 Yuml\u0178 fnof\u0192 circ\u02c6 tilde\u02dc ensp\u2002 emsp\u2003 ' +
  'thinsp\u2009 zwnj\u200c zwj\u200d lrm\u200e rlm\u200f check✓ cross✗ star☆ starf★ loz◊ spades♠ clubs♣ hearts♥ diams♦';

const NAMED: ReadonlyMap<string, string> = new Map([
  ...LATIN.split(' ').map((name, i) => [name, String.fromCharCode(0xa0 + i)] as const),
  ...GREEK.split(' ').map((name, i) => [name, String.fromCharCode(0x391 + i)] as const),
  ...OTHERS.split(' ').map((entry) => [entry.slice(0, -1), entry.slice(-1)] as const),
]);

/** What pages mean by U+0080 to U+009F: the characters of Windows-1252 (HTML standard, numeric references). */
const WINDOWS =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f\u0090\u2018\u2019' +
  '\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

/** A reference with its semicolon: `&amp;`, `&#38;`, `&#x26;`. No name is longer than 31 letters. */
const REFERENCE = /&(?:#(?:\d{1,7}|[xX][\da-fA-F]{1,6})|[a-zA-Z][a-zA-Z\d]{1,31});/g;

/** `text` with its character references resolved; names that are not known stay as they are. Throws nothing. */
export function decodeEntities(text: string): string {
  return text.includes('&') ? text.replace(REFERENCE, decodeReference) : text;
}

function decodeReference(reference: string): string {
  if (reference[1] !== '#') return NAMED.get(reference.slice(1, -1)) ?? reference;
  const isHex = reference[2] === 'x' || reference[2] === 'X';
  const code = isHex ? Number.parseInt(reference.slice(3, -1), 16) : Number.parseInt(reference.slice(2, -1), 10);
  if (code >= 0x80 && code < 0xa0) return WINDOWS[code - 0x80];
  const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : '\ufffd';
}

/** Appends pairs of start and end of the references in `text[from, to)` to `spans`, in order. */
export function entitySpans(text: string, from: number, to: number, spans: number[]): void {
  const slice = text.slice(from, to);
  if (!slice.includes('&')) return;
  for (const { 0: reference, index } of slice.matchAll(REFERENCE))
    spans.push(from + index, from + index + reference.length);
}
