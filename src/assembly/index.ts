/** `kerf/assembly`: hits → the context a language model sees, within a token budget, with citations. */
export type { Context, Expansion, Hit, Passage } from '../model/retrieval.ts';
export { type AssembleInput, type AssembleOptions, assembleContext, DEFAULT_TOKEN_BUDGET } from './assemble.ts';
export type { SliceOf } from './stitch.ts';
export { type TokensSaved, tokensSaved } from './tokens-saved.ts';
