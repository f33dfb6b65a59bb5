/**
 * Grapheme boundaries: an offset into whether a cluster (a letter with its marks, an emoji sequence, a flag) begins
 * there, exact for clusters of any length. What each character does to its neighbours is asked of `Intl.Segmenter`
 * once and kept; the rules of UAX #29 that look farther back than one character look back over marks alone.
 */

const CR = 13;
const LF = 10;
/** Below this every unit but CR is a cluster of its own, and none attaches to the one before. */
const FIRST_COMBINING = 0x300;
const ZERO_WIDTH_JOINER = 0x200d;
const PLANE = 0x10000;
const FIRST_FLAG = 0x1f1e6;
const LAST_FLAG = 0x1f1ff;

/** Joins the character in front: marks, joiners, variation selectors. */
const ATTACHES = 1;
/** Joins the character behind: a few number signs of Arabic and Indic scripts. */
const PREPENDS = 2;
/** Joins nothing: controls, line ends, lone surrogates. */
const STANDS_ALONE = 4;
/** A consonant that a virama in front of it joins to the consonant before that. */
const CONJOINS = 8;
/** An emoji that a zero width joiner in front of it joins to the emoji before that. */
const PICTURE = 16;
const KNOWN = 128;

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
const unitRoles = new Uint8Array(PLANE);
const astralRoles = new Map<number, number>();

/**
 * Whether a grapheme begins at `at`, given that one begins at `from` <= `at`. Linear in the marks or flags directly in
 * front of `at`, and nothing else in front of `from` or behind `at` counts.
 */
export function isGraphemeBoundary(text: string, from: number, at: number): boolean {
  if (at <= from || at >= text.length) return true;
  const before = text.charCodeAt(at - 1);
  const after = text.charCodeAt(at);
  if (before < FIRST_COMBINING && after < FIRST_COMBINING) return before !== CR || after !== LF;
  if (isLow(after) && isHigh(before)) return false;
  return isBoundaryBetween(text, from, at, pointBefore(text, at), text.codePointAt(at) as number);
}

/** Whether the character at `at` joins the one in front of it, whatever that is (but a control). */
export function attachesAt(text: string, at: number): boolean {
  if (at >= text.length || text.charCodeAt(at) < FIRST_COMBINING) return false;
  return (roleOf(text.codePointAt(at) as number) & ATTACHES) !== 0;
}

/** Whether the character that ends with the unit at `at` joins the one behind it, white space too. */
export function prependsAt(text: string, at: number): boolean {
  if (text.charCodeAt(at) < FIRST_COMBINING) return false;
  return (roleOf(pointBefore(text, at + 1)) & PREPENDS) !== 0;
}

function isBoundaryBetween(text: string, from: number, at: number, before: number, after: number): boolean {
  const left = roleOf(before);
  const right = roleOf(after);
  if (((left | right) & STANDS_ALONE) !== 0) return true;
  if ((right & ATTACHES) !== 0 || (left & PREPENDS) !== 0) return false;
  if ((left & ATTACHES) !== 0) {
    const joins = before === ZERO_WIDTH_JOINER ? CONJOINS | PICTURE : CONJOINS;
    return (right & joins) === 0 || beginsBehindMarks(text, from, at, after);
  }
  if (isFlag(before) && isFlag(after)) return flagsBefore(text, from, at) % 2 === 0;
  return !joinsHangul(before, after);
}

/** Whether the joiner or virama among the marks in front of `at` leaves what begins at `at` alone. */
function beginsBehindMarks(text: string, from: number, at: number, after: number): boolean {
  let base = at;
  do base -= width(pointBefore(text, base));
  while (base > from && (roleOf(text.codePointAt(base) as number) & ATTACHES) !== 0);
  const first = text.codePointAt(base) as number;
  const joined = isSymbol(first) && (roleOf(first) & ATTACHES) === 0 && isSymbol(after);
  if (joined && text.charCodeAt(at - 1) === ZERO_WIDTH_JOINER) return false;
  return breaksCluster(text.slice(base, at), String.fromCodePoint(after));
}

/** Longer clusters and more of them than this are not kept. */
const LONGEST_KEPT = 8;
const MOST_KEPT = 4096;
const brokenClusters = new Map<string, boolean>();

/** Whether a new cluster begins with `after` behind `before`, a character with its marks; the same ones come again and again. */
function breaksCluster(before: string, after: string): boolean {
  const cluster = before + after;
  const known = cluster.length <= LONGEST_KEPT ? brokenClusters.get(cluster) : undefined;
  if (known !== undefined) return known;
  const breaks = graphemes.segment(cluster).containing(before.length)?.index === before.length;
  if (cluster.length <= LONGEST_KEPT) {
    if (brokenClusters.size >= MOST_KEPT) brokenClusters.clear();
    brokenClusters.set(cluster, breaks);
  }
  return breaks;
}

/** Arrows to dingbats, emoji: Unicode 14 took them all for pictures, later versions fewer; joined ones stay whole anyway. */
function isSymbol(point: number): boolean {
  return (point >= 0x2190 && point <= 0x2bff) || (point >= 0x1f000 && point <= 0x1faff && !isFlag(point));
}

/** How many regional indicators stand in a row in front of `at`, from `from` on. */
function flagsBefore(text: string, from: number, at: number): number {
  let start = at;
  while (start - 2 >= from && isFlag(text.codePointAt(start - 2) as number)) {
    start -= 2;
    // Very many in a row are walked through once, not for each place among them.
    if (at - start > FEW_FLAGS && start > longRun.start && start <= longRun.end && text === longRun.text)
      start = Math.max(from, longRun.start);
  }
  if (at - start > 2 * FEW_FLAGS) longRun = { text, start, end: at };
  return (at - start) / 2;
}

/** UTF-16 units that are walked through each time. */
const FEW_FLAGS = 256;
/** The last long run of regional indicators that was walked through, from a grapheme boundary as far as it was. */
let longRun = { text: '', start: 0, end: 0 };

function roleOf(point: number): number {
  if (point < PLANE) return unitRoles[point] || (unitRoles[point] = look(point));
  const known = astralRoles.get(point);
  if (known !== undefined) return known;
  const role = look(point);
  astralRoles.set(point, role);
  return role;
}

/** Asked with partners that show one rule each: a letter, a mark, a consonant with its virama, an emoji with a joiner. */
function look(point: number): number {
  const character = String.fromCodePoint(point);
  if (!isOne(`${character}\u0301`)) return KNOWN | STANDS_ALONE;
  if (isOne(`a${character}`)) return KNOWN | ATTACHES;
  let role = KNOWN;
  if (isOne(`${character}a`)) role |= PREPENDS;
  if (isOne(`\u0915\u094d${character}`)) role |= CONJOINS;
  if (isSymbol(point) || isOne(`\u231a\u200d${character}`)) role |= PICTURE;
  return role;
}

function isOne(text: string): boolean {
  return graphemes.segment(text).containing(text.length - 1)?.index === 0;
}

function pointBefore(text: string, at: number): number {
  const unit = text.charCodeAt(at - 1);
  return isLow(unit) && at > 1 && isHigh(text.charCodeAt(at - 2)) ? (text.codePointAt(at - 2) as number) : unit;
}

function width(point: number): number {
  return point < PLANE ? 1 : 2;
}

function isHigh(unit: number): boolean {
  return (unit & 0xfc00) === 0xd800;
}

function isLow(unit: number): boolean {
  return (unit & 0xfc00) === 0xdc00;
}

function isFlag(point: number): boolean {
  return point >= FIRST_FLAG && point <= LAST_FLAG;
}

/** Jamo and syllables join by their kind (UAX #29, GB6 to GB8). */
function joinsHangul(before: number, after: number): boolean {
  if (before < FIRST_JAMO || after < FIRST_JAMO) return false;
  if (isTrail(after)) return isVowel(before) || isTrail(before) || isSyllable(before);
  if (isVowel(after)) return isLead(before) || isVowel(before) || isOpenSyllable(before);
  return isLead(before) && (isLead(after) || isSyllable(after));
}

const FIRST_JAMO = 0x1100;
const FIRST_SYLLABLE = 0xac00;
/** Syllables come in rows of one that ends with its vowel, and 27 with a consonant behind it. */
const SYLLABLES_IN_ROW = 28;

function isLead(point: number): boolean {
  return (point >= FIRST_JAMO && point <= 0x115f) || (point >= 0xa960 && point <= 0xa97c);
}

function isVowel(point: number): boolean {
  return (point >= 0x1160 && point <= 0x11a7) || (point >= 0xd7b0 && point <= 0xd7c6);
}

function isTrail(point: number): boolean {
  return (point >= 0x11a8 && point <= 0x11ff) || (point >= 0xd7cb && point <= 0xd7fb);
}

function isSyllable(point: number): boolean {
  return point >= FIRST_SYLLABLE && point <= 0xd7a3;
}

function isOpenSyllable(point: number): boolean {
  return isSyllable(point) && (point - FIRST_SYLLABLE) % SYLLABLES_IN_ROW === 0;
}
