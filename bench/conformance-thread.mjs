/** Conformance, thread: one adapter by the name in the query of the URL. A thread begins without a compiler, so here it comes. */
import { register } from 'tsx/esm/api';

register();
const adapters = await import('./conformance-adapters.ts');
export const adapter = adapters[new URL(import.meta.url).searchParams.get('adapter')];
