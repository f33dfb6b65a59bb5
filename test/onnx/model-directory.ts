/** A directory as models with ONNX weights are published, around a tiny model. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wordPieceTokenizer } from '../token-counters/small-tokenizers.ts';
import { gatherModel, sumModel } from './onnx-file.ts';

/** Undefined when the optional package that runs the models is there, else why tests of it are left out. */
export function whyNoOnnx(): string | undefined {
  try {
    createRequire(import.meta.url).resolve('@huggingface/transformers');
    return undefined;
  } catch {
    return '@huggingface/transformers is not installed; node scripts/test-onnx.mjs installs it elsewhere and runs these';
  }
}

export const MODEL_WIDTH = 8;
export const MAX_TOKENS = 32;

const TOKENIZER = wordPieceTokenizer({
  post_processor: {
    type: 'BertProcessing',
    cls: ['[CLS]', 2],
    sep: ['[SEP]', 3],
  },
}) as { readonly model: { readonly vocab: Readonly<Record<string, number>> } };

/** Ids of the pieces of the tiny tokenizer. */
export const VOCABULARY = TOKENIZER.model.vocab;
/** Sorted: an object lists keys such as "6" first. */
const TOKEN_IDS = Object.values(VOCABULARY).sort((a, b) => a - b);

/** The row of the table of a token; that of the filling would spoil every mean it got into. */
export function tokenVector(id: number): number[] {
  if (id === VOCABULARY['[PAD]']) return new Array(MODEL_WIDTH).fill(1000);
  return Array.from({ length: MODEL_WIDTH }, (_, i) => Math.sin((id + 1) * (i + 1)));
}

/** The weight of a token; the filling weighs nothing. */
export function tokenWeight(id: number): number {
  return id === VOCABULARY['[PAD]'] ? 0 : (id % 11) + 1;
}

export function embeddingModelDirectory(): string {
  return modelDirectory(gatherModel(TOKEN_IDS.map(tokenVector)), 'BertModel');
}

export function crossEncoderDirectory(): string {
  return modelDirectory(sumModel(TOKEN_IDS.map(tokenWeight)), 'BertForSequenceClassification');
}

function modelDirectory(weights: Uint8Array, architecture: string): string {
  const directory = join(mkdtempSync(join(tmpdir(), 'kerf-onnx-')), 'tiny');
  mkdirSync(join(directory, 'onnx'), { recursive: true });
  const write = (name: string, content: object) => writeFileSync(join(directory, name), JSON.stringify(content));
  write('config.json', { model_type: 'bert', architectures: [architecture] });
  write('tokenizer.json', { version: '1.0', truncation: null, padding: null, ...TOKENIZER });
  const special = { cls_token: '[CLS]', sep_token: '[SEP]', pad_token: '[PAD]', unk_token: '[UNK]' };
  write('tokenizer_config.json', { tokenizer_class: 'BertTokenizer', model_max_length: MAX_TOKENS, ...special });
  writeFileSync(join(directory, 'onnx', 'model.onnx'), weights);
  return directory;
}
