/** Parsing: tells contracts and statutes from other texts by how they speak, define and number. Looks at samples only. */

/** UTF-16 units looked at first, at the beginning and in the middle: where none of them speaks like a law, nothing does. */
const GLANCE = 800;
/** The same where the opening alone decides, since few texts of the format are legal. */
const OPENING = 240;
/** UTF-16 units that are weighed. */
const SAMPLE = 40_000;

const HINT =
  /shall|SHALL|hereb|herei|hereo|hereu|greement|GREEMENT|§|Arti[ck]|Artíc|ARTI|Vertrag|contrat|Clause|WHEREAS/;
/** Words of contracts and statutes that other prose hardly has. */
const LEGAL_WORDS =
  /\b(?:shall|hereby|herein|hereto|hereof|hereunder|hereinafter|thereof|thereto|therein|whereas|notwithstanding|pursuant|indemnif\w+|party|parties|agreement|licensor|licensee|obligations?|governing law|in accordance with)\b/gi;
/** A name in quotes that something is said to mean, or alone in brackets behind what it names. */
const DEFINED =
  /["“][A-Z][^"“”\n]{0,60}["”]\s+(?:shall\s+mean|means?|has\s+the\s+meaning|refers\s+to)\b|\((?:(?:the|each|a|an|as|and|or|collectively|together|hereinafter|referred|to|individually|jointly)[,\s]+){0,6}["“][A-Z][^"“”\n]{0,60}["”][^()\n]{0,60}\)/g;
/** Lines that open a clause: `1.1 `, `(a) `, `Section 2`, `ARTICLE V`. */
const CLAUSE_LINES =
  /^[ \t#*_>-]{0,8}(?:\d{1,3}(?:\.\d{1,3}){1,4}\.?[ \t*_]|\d{1,3}\.[ \t*_]+["“*_(]?[A-Z]|\([a-zA-Z]{1,4}\)[ \t]|(?:section|article|clause|schedule|exhibit)\s+(?:\d|[IVXA-H]\b))/gim;
/** Lines that open a section of a statute or of a contract in its form. */
const STATUTE_LINES =
  /^[ \t#*_>-]{0,8}(?:§§?[ \t]?\d|(?:Art\.|Article|Artikel|Artículo|Articolo|Section|ARTICLE|ARTÍCULO|ARTICOLO|SECTION)[ \t]+(?:\d{1,4}|[IVX]{1,6}|1er)\b(?![ \t]+[a-zà-ÿ]))/gm;
const NAMES_ITSELF =
  /\b(?:this|the|present|following)\s+[\w\s-]{0,40}\b(?:agreement|contract|deed|undertaking|lease|licen[cs]e|act|regulation|directive|terms)\b|\bAGREEMENT\b|\bVertrag|\bcontrat\b|\bcontrato\b|\bcontratto\b/i;
const WORDS = /[\p{L}\p{N}]+/gu;

const FEWEST_WORDS = 60;
/** Shares of words. */
const VERY_DENSE = 0.05;
const DENSE = 0.022;
const SPARSE = 0.012;
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
  } else if (!HINT.test(text.slice(0, GLANCE)) && (text.length <= GLANCE || !HINT.test(middle(text)))) return false;
  const sample = text.slice(0, SAMPLE);
  const words = count(WORDS, sample);
  const statuteLines = count(STATUTE_LINES, sample);
  if (statuteLines >= FEWEST_STATUTE_LINES && statuteLines * STATUTE_STRIDE >= words) return true;
  if (words < FEWEST_WORDS) return false;
  const density = count(LEGAL_WORDS, sample) / words;
  if (density < SPARSE || !NAMES_ITSELF.test(sample)) return false;
  const defined = count(DEFINED, sample);
  const numbered = count(CLAUSE_LINES, sample);
  if (density >= DENSE) return defined + numbered >= (density >= VERY_DENSE ? 1 : 2);
  return defined >= 3 && numbered >= 3;
}

function middle(text: string): string {
  const from = Math.max(0, (text.length - GLANCE) >> 1);
  return text.slice(from, from + GLANCE);
}

function count(pattern: RegExp, text: string): number {
  pattern.lastIndex = 0;
  let found = 0;
  while (pattern.test(text)) found++;
  return found;
}
