/**
 * Term analysis: stems of scripts in which one language, or a few with like endings, are written.
 *
 * The script alone decides, never a guess at the language of a text, so a question and a document are always stemmed
 * alike. The rules are light: they take off what grammar glues on, and no more than one ending of each kind.
 */

/** Conjunction, prepositions with the article, and the article; light10 of Larkey, Ballesteros and Connell (2007). */
const ARABIC_PREFIX = /^(?:و(?=.{3})(?!ال))?(?:وال|بال|كال|فال|ال|لل)?(?=..)/;
/** Endings of light10 in its order, each once, written as folding leaves them. */
const ARABIC_SUFFIXES = ['ها', 'ان', 'ات', 'ون', 'ين', 'يه', 'ه', 'ي'];
const LEAST_ARABIC = 2;
const ARABIC = /^[\u0621-\u064a\u066e-\u06d3]+$/;

/** Takes off an Arabic conjunction, article and endings; at least two letters stay. */
export function stemArabic(folded: string): string {
  let stem = folded.replace(ARABIC_PREFIX, '');
  for (const suffix of ARABIC_SUFFIXES)
    if (stem.length - suffix.length >= LEAST_ARABIC && stem.endsWith(suffix)) stem = stem.slice(0, -suffix.length);
  return stem;
}

/** Endings of nouns, adjectives and verbs of Hindi after Ramanathan and Rao (2003), the longest that fits first. */
const HINDI_SUFFIXES = `
  ाएंगी ाएंगे ाऊंगी ाऊंगा ाइयाँ ाइयों ाइयां
  ाएगी ाएगा ाओगी ाओगे एंगी ेंगी एंगे ेंगे ूंगी ूंगा ातीं नाओं नाएं ताओं ताएं ियाँ ियों ियां
  ाकर ाइए ाईं ाया ेगी ेगा ोगी ोगे ाने ाना ाते ाती ाता तीं ाओं ाएं ुओं ुएं ुआं
  कर ाओ िए ाई ाए ने नी ना ते ीं ती ता ाँ ां ों ें
  ो े ू ु ी ि ा`
  .trim()
  .split(/\s+/);
const LEAST_HINDI = 2;
const DEVANAGARI = /^[\u0900-\u0963\u0970-\u097f]+$/;

/** Takes off the longest ending of Hindi that leaves at least two characters. */
export function stemHindi(folded: string): string {
  const suffix = HINDI_SUFFIXES.find(
    (ending) => folded.length - ending.length >= LEAST_HINDI && folded.endsWith(ending),
  );
  return suffix === undefined ? folded : folded.slice(0, -suffix.length);
}

/** The stem of a word whose script has one; every other word as it is. */
export function stemByScript(folded: string): string {
  if (ARABIC.test(folded)) return stemArabic(folded);
  return DEVANAGARI.test(folded) ? stemHindi(folded) : folded;
}
