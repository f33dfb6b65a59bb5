/** Parsing: tells the media type of a file from its name. */

const PLAIN = 'text/plain';

/** By extension, in lower case. Types without a parser of their own are parsed as plain text. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  md: 'text/markdown',
  markdown: 'text/markdown',
  mdown: 'text/markdown',
  mkd: 'text/markdown',
  mdx: 'text/markdown',
  txt: PLAIN,
  text: PLAIN,
  log: PLAIN,
  html: 'text/html',
  htm: 'text/html',
  xhtml: 'application/xhtml+xml',
  css: 'text/css',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  json: 'application/json',
  jsonc: 'application/json',
  geojson: 'application/geo+json',
  webmanifest: 'application/manifest+json',
  jsonld: 'application/ld+json',
  har: 'application/json',
  jsonl: 'application/jsonl',
  ndjson: 'application/x-ndjson',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  toml: 'application/toml',
  ini: 'text/x-ini',
  cfg: 'text/x-ini',
  editorconfig: 'text/x-ini',
  gitconfig: 'text/x-ini',
  desktop: 'text/x-ini',
  properties: 'text/x-java-properties',
  env: 'text/x-dotenv',
  xml: 'application/xml',
  xsd: 'application/xml',
  xsl: 'application/xml',
  xslt: 'application/xslt+xml',
  wsdl: 'application/wsdl+xml',
  nxml: 'application/xml',
  opml: 'text/x-opml',
  rss: 'application/rss+xml',
  atom: 'application/atom+xml',
  svg: 'image/svg+xml',
  kml: 'application/vnd.google-earth.kml+xml',
  gpx: 'application/gpx+xml',
  js: 'text/javascript',
  mjs: 'text/javascript',
  cjs: 'text/javascript',
  jsx: 'text/javascript',
  ts: 'text/x-typescript',
  mts: 'text/x-typescript',
  cts: 'text/x-typescript',
  tsx: 'text/x-tsx',
  py: 'text/x-python',
  pyi: 'text/x-python',
  pyw: 'text/x-python',
  go: 'text/x-go',
  rs: 'text/x-rust',
  java: 'text/x-java',
  c: 'text/x-c',
  h: 'text/x-c',
  cpp: 'text/x-c++',
  cc: 'text/x-c++',
  cxx: 'text/x-c++',
  hpp: 'text/x-c++',
  hh: 'text/x-c++',
  hxx: 'text/x-c++',
  ipp: 'text/x-c++',
  cs: 'text/x-csharp',
  rb: 'text/x-ruby',
  rake: 'text/x-ruby',
  php: 'text/x-php',
  sh: 'text/x-shellscript',
  bash: 'text/x-shellscript',
  zsh: 'text/x-shellscript',
  ps1: 'text/x-powershell',
  psm1: 'text/x-powershell',
  psd1: 'text/x-powershell',
  kt: 'text/x-kotlin',
  kts: 'text/x-kotlin',
  swift: 'text/x-swift',
  scala: 'text/x-scala',
  lua: 'text/x-lua',
  pl: 'text/x-perl',
  pm: 'text/x-perl',
  r: 'text/x-r',
  dart: 'text/x-dart',
  sql: 'text/x-sql',
  scss: 'text/x-scss',
  less: 'text/x-less',
  vue: 'text/x-vue',
  ex: 'text/x-elixir',
  exs: 'text/x-elixir',
  hs: 'text/x-haskell',
  zig: 'text/x-zig',
  m: 'text/x-objective-c',
  groovy: 'text/x-groovy',
  gradle: 'text/x-groovy',
  proto: 'text/x-protobuf',
  graphql: 'text/x-graphql',
  tf: 'text/x-terraform',
  rst: 'text/x-rst',
  adoc: 'text/x-asciidoc',
  tex: 'text/x-tex',
  srt: 'application/x-subrip',
  vtt: 'text/vtt',
  eml: 'message/rfc822',
  mbox: 'application/mbox',
};

/** Media type of the file at `path`, for example `text/markdown`; `text/plain` where the extension says nothing. */
export function mediaTypeOf(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  const dot = name.lastIndexOf('.');
  if (name.startsWith('.env.')) return MEDIA_TYPES.env;
  if (dot < 0) return PLAIN;
  const extension = name.slice(dot + 1).toLowerCase();
  return Object.hasOwn(MEDIA_TYPES, extension) ? MEDIA_TYPES[extension] : PLAIN;
}

/** A media type in lower case, without parameters such as `charset`. */
export function essenceOf(mediaType: string): string {
  const semicolon = mediaType.indexOf(';');
  return (semicolon < 0 ? mediaType : mediaType.slice(0, semicolon)).trim().toLowerCase();
}

/** Whether an HTML document of this media type is written by the rules of XML. */
export function isXhtml(mediaType: string): boolean {
  return essenceOf(mediaType) === 'application/xhtml+xml';
}
