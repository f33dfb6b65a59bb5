/** Parsing: tells contracts and statutes from other texts by how they speak, define and number. Looks at samples only. */
import { countWords } from './legal-words.ts';

/** UTF-16 units looked at first, at the beginning and in the middle: where none of them speaks like a law, nothing does. */
const GLANCE = 800;
/** The same where the opening alone decides, since few texts of the format are legal. */
const OPENING = 240;
/** UTF-16 units that are weighed, and those at their beginning and in the middle that are weighed first. */
const SAMPLE = 40_000;
const FIRST_SAMPLE = 5_000;

const HINT =
  /shall|SHALL|hereb|herei|hereo|hereu|greement|GREEMENT|§|Arti[ck]|Artíc|ARTI|Vertrag|contrat|Clause|WHEREAS/;
/** A name in quotes that something is said to mean, or alone in brackets behind what it names. */
const DEFINED =
  /["“][A-Z][^"“”\n]{0,60}["”]\s+(?:shall\s+mean|means?|has\s+the\s+meaning|refers\s+to)\b|\((?:(?:the|each|a|an|as|and|or|collectively|together|hereinafter|referred|to|individually|jointly)[,\s]+){0,6}["“][A-Z][^"“”\n]{0,60}["”][^()\n]{0,60}\)/g;
/** A line that opens a clause: `1.1 `, `(a) `, `Section 2`, `ARTICLE V`. */
const CLAUSE_LINE =
  /[ \t#*_>-]{0,8}(?:\d{1,3}(?:\.\d{1,3}){1,4}\.?[ \t*_]|\d{1,3}\.[ \t*_]+["“*_(]?[A-Z]|\([a-zA-Z]{1,4}\)[ \t]|(?:section|article|clause|schedule|exhibit)\s+(?:\d|[IVXA-H]\b))/iy;
/** What it may begin with, behind its marks. */
const CLAUSE_OPENERS = '0123456789(sSaAcCeE';
/** A line that opens a section of a statute or of a contract in its form. */
const STATUTE_LINE =
  /[ \t#*_>-]{0,8}(?:§§?[ \t]?\d|(?:Art\.|Article|Artikel|Artículo|Articolo|Section|ARTICLE|ARTÍCULO|ARTICOLO|SECTION)[ \t]+(?:\d{1,4}|[IVX]{1,6}|1er)\b(?![ \t]+[a-zà-ÿ]))/y;
const STATUTE_OPENERS = '§AS';
const MARKS = ' \t#*_>-';
const MOST_MARKS = 8;
const NAMES_ITSELF =
  /\b(?:this|the|present|following)\s+[\w\s-]{0,40}\b(?:agreement|contract|deed|undertaking|lease|licen[cs]e|act|regulation|directive|terms)\b|\bAGREEMENT\b|\bVertrag|\bcontrat\b|\bcontrato\b|\bcontratto\b/i;

const FEWEST_WORDS = 60;
/** Shares of words. */
const VERY_DENSE = 0.05;
const DENSE = 0.022;
const SPARSE = 0.012;
/** What has fewer in its first samples, and no line of a statute there, is a novel in which people shall and shall not. */
const HOPELESS = SPARSE / 4;
/** Definitions, and numbered lines, that a text must have whose words alone do not tell. */
const FEWEST_SPARSE = 3;
const FEWEST_STATUTE_LINES = 3;
/** A statute has a section at least every so many words. */
const STATUTE_STRIDE = 400;

/**
 * Whether `text` is a contract, a statute or the like. Conservative; bounded by samples, whatever the length. With
 * `byOpening` a text that does not open like one is none.
 */
export function isLegal(text: string, byOpening = false): boolean {
  if (byOpening) {
    if (!HINT.test(text.slice(0, OPENING))) return false;
  } else if (!HINT.test(text.slice(0, GLANCE)) && (text.length <= GLANCE || !HINT.test(middle(text, GLANCE))))
    return false;
  const sample = text.slice(0, SAMPLE);
  return (maySpeakLaw(sample.slice(0, FIRST_SAMPLE)) || maySpeakLaw(middle(sample, FIRST_SAMPLE))) && speaksLaw(sample);
}

function maySpeakLaw(sample: string): boolean {
  const { words, legalWords, lineStarts } = countWords(sample);
  return legalWords >= words * HOPELESS || countLines(sample, lineStarts, STATUTE_LINE, STATUTE_OPENERS, 1) > 0;
}

function speaksLaw(sample: string): boolean {
  const { words, legalWords, lineStarts } = countWords(sample);
  const statuteLines = countLines(sample, lineStarts, STATUTE_LINE, STATUTE_OPENERS, Number.POSITIVE_INFINITY);
  if (statuteLines >= FEWEST_STATUTE_LINES && statuteLines * STATUTE_STRIDE >= words) return true;
  if (words < FEWEST_WORDS) return false;
  const density = legalWords / words;
  if (density < SPARSE || !NAMES_ITSELF.test(sample)) return false;
  const numbered = countLines(sample, lineStarts, CLAUSE_LINE, CLAUSE_OPENERS, FEWEST_SPARSE);
  if (density < DENSE) return numbered >= FEWEST_SPARSE && countDefined(sample, FEWEST_SPARSE) >= FEWEST_SPARSE;
  const wanted = (density >= VERY_DENSE ? 1 : 2) - numbered;
  return wanted <= 0 || countDefined(sample, wanted) >= wanted;
}

function middle(text: string, length: number): string {
  const from = Math.max(0, (text.length - length) >> 1);
  return text.slice(from, from + length);
}

/** Definitions in `sample`, counted up to `most`. */
function countDefined(sample: string, most: number): number {
  DEFINED.lastIndex = 0;
  let found = 0;
  while (found < most && DEFINED.test(sample)) found++;
  return found;
}

/** Lines of `sample` of the form of `line`, which begins with one of `openers` behind its marks, counted up to `most`. */
function countLines(
  sample: string,
  lineStarts: readonly number[],
  line: RegExp,
  openers: string,
  most: number,
): number {
  let found = 0;
  // A form may run on into the next line.
  let from = 0;
  for (const start of lineStarts) {
    if (start < from || !opensWith(sample, start, openers)) continue;
    line.lastIndex = start;
    if (!line.test(sample)) continue;
    from = line.lastIndex;
    if (++found === most) break;
  }
  return found;
}

function opensWith(sample: string, start: number, openers: string): boolean {
  let at = start;
  while (at < sample.length && at - start < MOST_MARKS && MARKS.includes(sample[at])) at++;
  return at < sample.length && openers.includes(sample[at]);
}
