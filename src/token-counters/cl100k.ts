/** The token counter of GPT-4 and text-embedding-3, over `gpt-tokenizer`: text to an exact number of `cl100k_base` tokens. */
import { countTokens } from 'gpt-tokenizer/encoding/cl100k_base';
import type { TokenCounter } from '../model/token-counter.ts';
import { openaiCounter } from './openai-counter.ts';
import { cl100kPieceEnd } from './pieces.ts';

/** One for all callers: what it remembers of one text serves the next. */
let shared: TokenCounter | undefined;

/** Counts in `cl100k_base` (GPT-4, text-embedding-3). Remembers up to 65,536 words, in about 3.5 MB. */
export function cl100kTokenCounter(): TokenCounter {
  shared ??= openaiCounter('cl100k_base', countTokens, cl100kPieceEnd);
  return shared;
}
