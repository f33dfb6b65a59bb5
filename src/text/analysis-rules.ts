/** Term analysis: the choices that it makes, as data, so that each can be measured against its opposite. */
import { stemmer } from 'stemmer';
import { stemByScript } from './script-stems.ts';

export interface AnalysisRules {
  /** A folded word → its stem. */
  readonly stem: (folded: string) => string;
  /** Also the parts of an identifier: `get`, `user`, `name` of `getUserName`. */
  readonly identifierParts: boolean;
  /** Text without spaces between words as overlapping pairs of characters, or as characters. */
  readonly unspaced: 'pairs' | 'characters';
}

const ENGLISH_SHAPED = /^[a-z]{3,}$/;

/**
 * What the lexical index is built with: Porter's stemmer (1980) for what is written in a-z alone, whatever the language,
 * light stems of other scripts, parts, pairs.
 */
export const ANALYSIS_RULES: AnalysisRules = {
  stem: (folded) => (ENGLISH_SHAPED.test(folded) ? stemmer(folded) : stemByScript(folded)),
  identifierParts: true,
  unspaced: 'pairs',
};
