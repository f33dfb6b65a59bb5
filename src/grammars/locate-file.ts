/** Grammars, contract: from the name of a WebAssembly file to its content; apart from the runtime, whose types need a browser. */

/**
 * Gives the content of `web-tree-sitter.wasm` (package `web-tree-sitter`) or of a grammar such as `tree-sitter-go.wasm` (package
 * `@vscode/tree-sitter-wasm`), or the address to fetch it from.
 */
export type LocateFile = (fileName: string) => Uint8Array | string;
