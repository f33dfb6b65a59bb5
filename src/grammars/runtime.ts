/**
 * Grammars, adapter: starts the WebAssembly runtime of tree-sitter, in Node from the installed package, elsewhere from
 * what the caller hands in.
 */
import type * as TreeSitter from 'web-tree-sitter';
import type { LocateFile } from './locate-file.ts';

/** `WebAssembly.Memory`, which the types of Node leave out. */
export interface WasmMemory {
  readonly buffer: ArrayBufferLike;
}

export interface Runtime {
  readonly api: typeof TreeSitter;
  readonly memory: WasmMemory;
  readonly locate: LocateFile;
}

const RUNTIME_FILE = 'web-tree-sitter.wasm';
const GRAMMAR_PACKAGE = '@vscode/tree-sitter-wasm';
const PAGE_BYTES = 65_536;
const INITIAL_BYTES = 32 * 1024 * 1024;
/** Most memory of a tree. Source code takes about 20 bytes a character; a hostile text of 40 KB took 2 GB before there was a limit. */
const MOST_BYTES = 512 * 1024 * 1024;

/** The part of the options of the runtime that is used here; its own declarations leave it out. */
interface ModuleOptions {
  wasmMemory: WasmMemory;
  wasmBinary?: Uint8Array;
  locateFile: (fileName: string, folder: string) => string;
  printErr: (line: string) => void;
}

/**
 * A runtime with a memory of its own. Throws what the module or the file throws; a second one in the same process needs Node,
 * where the module can be loaded again.
 */
export async function startRuntime(locate: LocateFile | undefined): Promise<Runtime> {
  const { api, installed } = isNode() ? requireRuntime() : await importRuntime();
  const find = locate ?? installed;
  const memory = createMemory();
  const own = find(RUNTIME_FILE);
  const options: ModuleOptions = {
    wasmMemory: memory,
    locateFile: (fileName) => (typeof own === 'string' ? own : fileName),
    // What goes wrong is thrown as well.
    printErr: () => undefined,
    ...(typeof own === 'string' ? {} : { wasmBinary: own }),
  };
  await api.Parser.init(options);
  return { api, memory, locate: find };
}

function createMemory(): WasmMemory {
  type Limits = { readonly initial: number; readonly maximum: number };
  type Global = { readonly WebAssembly: { readonly Memory: new (limits: Limits) => WasmMemory } };
  const { Memory } = (globalThis as unknown as Global).WebAssembly;
  return new Memory({ initial: INITIAL_BYTES / PAGE_BYTES, maximum: MOST_BYTES / PAGE_BYTES });
}

interface Found {
  readonly api: typeof TreeSitter;
  /** Where the files are when nobody says so. */
  readonly installed: LocateFile;
}

/** A fresh copy of the module each time: one whose memory ran out never works again. */
function requireRuntime(): Found {
  // Asked of the process, since a bundle for browsers must not name a module of Node.
  const { createRequire } = process.getBuiltinModule('node:module');
  const require = createRequire(import.meta.url);
  const path = require.resolve('web-tree-sitter');
  delete require.cache[path];
  const api = require(path) as typeof TreeSitter;
  const grammars = folderOf(require.resolve(GRAMMAR_PACKAGE));
  return { api, installed: (file) => (file === RUNTIME_FILE ? folderOf(path) : grammars) + file };
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

async function importRuntime(): Promise<Found> {
  return { api: await import('web-tree-sitter'), installed: (fileName) => `./${fileName}` };
}

function isNode(): boolean {
  return typeof process !== 'undefined' && process.versions?.node !== undefined;
}
