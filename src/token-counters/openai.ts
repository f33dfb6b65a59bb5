/** The counters of both OpenAI encodings in one place; whoever needs one alone imports `o200k.ts` or `cl100k.ts`. */
export { cl100kTokenCounter } from './cl100k.ts';
export { o200kTokenCounter } from './o200k.ts';
