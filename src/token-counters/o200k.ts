/** The token counter of GPT-4o and later, over `gpt-tokenizer`: text to an exact number of `o200k_base` tokens. */
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { TokenCounter } from '../model/token-counter.ts';
import { openaiCounter } from './openai-counter.ts';
import { o200kPieceEnd } from './pieces.ts';

/** One for all callers: what it remembers of one text serves the next. */
let shared: TokenCounter | undefined;

/** Counts in `o200k_base` (GPT-4o and later). Remembers up to 65,536 words, in about 3.5 MB. */
export function o200kTokenCounter(): TokenCounter {
  shared ??= openaiCounter('o200k_base', countTokens, o200kPieceEnd);
  return shared;
}
