import { expect, test } from 'vitest';
import { mediaTypeOf } from './media-type.ts';

test.each([
  ['a.md', 'text/markdown'],
  ['dir.d/README.MARKDOWN', 'text/markdown'],
  ['page.mdx', 'text/markdown'],
  ['notes.txt', 'text/plain'],
  ['LICENSE', 'text/plain'],
  ['dir.md/LICENSE', 'text/plain'],
  ['C:\\docs.md\\file', 'text/plain'],
  ['x.constructor', 'text/plain'],
  ['app.py', 'text/x-python'],
  ['data.json', 'application/json'],
  ['tsconfig.jsonc', 'application/json'],
  ['map.geojson', 'application/geo+json'],
  ['log.ndjson', 'application/x-ndjson'],
  ['setup.cfg', 'text/x-ini'],
  ['.editorconfig', 'text/x-ini'],
  ['.env', 'text/x-dotenv'],
  ['.env.production', 'text/x-dotenv'],
  ['article.nxml', 'application/xml'],
  ['logo.svg', 'image/svg+xml'],
])('%s is %s', (path, mediaType) => {
  expect(mediaTypeOf(path)).toBe(mediaType);
});
