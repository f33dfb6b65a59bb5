/** Contract of token counters; adapters live in `token-counters/`. */

export interface TokenCounter {
  /** Stable name, for example `o200k_base`; part of the configuration hash. */
  readonly id: string;
  /** Exact number of tokens of `text` as a model would see it; 0 for ''. Must be fast on long runs of one character. */
  count(text: string): number;
  /**
   * The same as `count(text.slice(start, end))`, without the slice being made: what lies outside is not looked at.
   * A stage that measures many stretches of one text asks for it where it is offered.
   */
  countSpan?(text: string, start: number, end: number): number;
  /**
   * True when count(a + b) = count(a) + count(b) wherever the join is (1) right after a line feed with neither a
   * blank line nor `/` following, or (2) between a character that is not white space and a space. Lets a document be
   * counted once. When false every chunk is counted whole.
   */
  readonly additive: boolean;
  /**
   * True when counts add up also (3) behind an ASCII letter or digit with white space or ASCII punctuation other than
   * an apostrophe following. Holds for the OpenAI encodings (their split pattern never crosses such a place), not for
   * tokenizers that look for markers such as `</s>` in the text. Default false.
   */
  readonly additiveAtPunctuation?: boolean;
}
