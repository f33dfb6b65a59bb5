/**
 * Bundles each browser entry the way an application would, and fails when it is larger than its limit or
 * reaches for Node. The limits are the measured size plus about a tenth: raising one is a decision, made here.
 */
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/** Minified and gzipped, in bytes. `kerf/parsing` holds the parsers of all formats; whoever needs Markdown alone has an entry for it. */
const ENTRIES = [
  { path: 'dist/chunking/index.js', limitBytes: 63_500 },
  { path: 'dist/parsing/index.js', limitBytes: 154_500 },
  { path: 'dist/parsing/markdown/index.js', limitBytes: 68_000 },
  // Without the WebAssembly files, which are fetched.
  { path: 'dist/grammars/tree-sitter.js', limitBytes: 24_500 },
  { path: 'dist/token-counters/hugging-face.js', limitBytes: 15_500 },
];

/** Modules of Node, and the same modules under their old bare names. */
const NODE_IMPORT = /^(node:|fs$|path$|os$|crypto$|buffer$|process$|module$|worker_threads$)/;

async function measure(path) {
  const result = await build({
    entryPoints: [path],
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    logLevel: 'silent',
    external: ['node:*'],
  });
  const imports = Object.values(result.metafile.inputs).flatMap((input) => input.imports.map((entry) => entry.path));
  return {
    sizeBytes: gzipSync(result.outputFiles[0].contents, { level: 9 }).length,
    nodeImports: [...new Set(imports.filter((specifier) => NODE_IMPORT.test(specifier)))],
  };
}

let failed = false;
for (const { path, limitBytes } of ENTRIES) {
  const { sizeBytes, nodeImports } = await measure(path);
  const verdict = sizeBytes > limitBytes || nodeImports.length > 0 ? 'FAIL' : 'ok';
  failed ||= verdict === 'FAIL';
  const node = nodeImports.length > 0 ? `, imports ${nodeImports.join(', ')}` : ', no Node import';
  console.log(`${verdict}  ${path}: ${sizeBytes} bytes minified and gzipped (limit ${limitBytes})${node}`);
}
process.exit(failed ? 1 : 0);
