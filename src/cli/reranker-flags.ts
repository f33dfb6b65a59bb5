/** Flags that choose a reranker, and the way from them to one. The key comes from the environment only. */
import { KerfError } from '../model/error.ts';
import { httpReranker, RERANK_REQUESTS } from '../rerankers/http.ts';
import { loadOnnxReranker } from '../rerankers/onnx.ts';
import type { Reranker } from '../rerankers/reranker.ts';
import type { FlagValues } from './flags.ts';

/** Never a flag: command lines end up in histories and process lists. */
const KEY_VARIABLE = 'KERF_RERANKER_KEY';

export const RERANKER_FLAGS = [
  {
    name: 'reranker',
    kind: 'text',
    placeholder: 'URL|DIR',
    help: 'a server with a /rerank request, or a folder with an ONNX cross-encoder (default: none)',
  },
  {
    name: 'reranker-model',
    kind: 'text',
    placeholder: 'NAME',
    help: `the model to ask the server for; the key is read from ${KEY_VARIABLE}`,
  },
  {
    name: 'reranker-request',
    kind: 'choice',
    choices: RERANK_REQUESTS,
    help: 'fields the server wants: texts for Text Embeddings Inference (default: documents)',
  },
] as const;

export type RerankerFlagValues = FlagValues<typeof RERANKER_FLAGS>;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The reranker that the flags name, or undefined when they name none. Throws `invalid-option` when flags do not go together,
 * and as `httpReranker` and `loadOnnxReranker` do.
 */
export async function rerankerOf(values: RerankerFlagValues, env: Environment): Promise<Reranker | undefined> {
  const { reranker: place, 'reranker-model': model, 'reranker-request': request } = values;
  const isUrl = place !== undefined && /^https?:/i.test(place);
  if (!isUrl && (model ?? request) !== undefined) {
    throw new KerfError(
      'invalid-option',
      '--reranker-model and --reranker-request need the URL of a server as --reranker.',
    );
  }
  if (place === undefined) return undefined;
  if (!isUrl) return loadOnnxReranker({ model: place });
  if (!URL.canParse(place)) {
    throw new KerfError(
      'invalid-option',
      `--reranker "${place}" is not an address; write it like http://127.0.0.1:8000/v1`,
    );
  }
  if (model === undefined) throw new KerfError('invalid-option', 'A server needs --reranker-model beside --reranker.');
  const apiKey = env[KEY_VARIABLE];
  return httpReranker({ baseUrl: place, model, ...(request && { request }), ...(apiKey ? { apiKey } : {}) });
}
