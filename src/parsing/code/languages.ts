/** Parsing of source code: tells the language of a text from its media type or from the info string of a code fence. */
import { essenceOf } from '../../text/media-type.ts';

export const CODE_LANGUAGES = [
  'typescript',
  'tsx',
  'javascript',
  'python',
  'go',
  'rust',
  'java',
  'cpp',
  'csharp',
  'ruby',
  'php',
  'bash',
  'powershell',
  'css',
] as const;

/** A language with a grammar. JavaScript has JSX in it; `cpp` is C and C++. */
export type CodeLanguage = (typeof CODE_LANGUAGES)[number];

const BY_MEDIA_TYPE: Readonly<Record<string, CodeLanguage>> = {
  'text/x-typescript': 'typescript',
  'text/x-tsx': 'tsx',
  'text/javascript': 'javascript',
  'application/javascript': 'javascript',
  'application/x-javascript': 'javascript',
  'text/x-python': 'python',
  'text/x-go': 'go',
  'text/x-rust': 'rust',
  'text/x-java': 'java',
  'text/x-c': 'cpp',
  'text/x-c++': 'cpp',
  'text/x-csharp': 'csharp',
  'text/x-ruby': 'ruby',
  'text/x-php': 'php',
  'text/x-shellscript': 'bash',
  'text/x-powershell': 'powershell',
  'text/css': 'css',
};

/** Languages that have no grammar here and are read by their lines. */
const OTHER_CODE = new Set([
  'text/x-kotlin',
  'text/x-swift',
  'text/x-scala',
  'text/x-lua',
  'text/x-perl',
  'text/x-r',
  'text/x-dart',
  'text/x-sql',
  'text/x-scss',
  'text/x-less',
  'text/x-vue',
  'text/x-elixir',
  'text/x-haskell',
  'text/x-zig',
  'text/x-objective-c',
  'text/x-groovy',
  'text/x-protobuf',
  'text/x-graphql',
  'text/x-terraform',
]);

const BY_FENCE: Readonly<Record<string, CodeLanguage>> = {
  ts: 'typescript',
  mts: 'typescript',
  cts: 'typescript',
  js: 'javascript',
  jsx: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  node: 'javascript',
  py: 'python',
  python3: 'python',
  golang: 'go',
  rs: 'rust',
  c: 'cpp',
  h: 'cpp',
  'c++': 'cpp',
  cc: 'cpp',
  cxx: 'cpp',
  hpp: 'cpp',
  cs: 'csharp',
  'c#': 'csharp',
  rb: 'ruby',
  sh: 'bash',
  shell: 'bash',
  zsh: 'bash',
  ps1: 'powershell',
  pwsh: 'powershell',
};

/** The language with a grammar of a media type, or undefined; parameters such as `charset` do not matter. */
export function languageOfMediaType(mediaType: string): CodeLanguage | undefined {
  const essence = essenceOf(mediaType);
  return Object.hasOwn(BY_MEDIA_TYPE, essence) ? BY_MEDIA_TYPE[essence] : undefined;
}

/** Whether documents of this media type are source code, with a grammar or without. */
export function isCode(mediaType: string): boolean {
  return languageOfMediaType(mediaType) !== undefined || OTHER_CODE.has(essenceOf(mediaType));
}

/** The language that the info string of a code fence names (`ts`, `python title="a.py"`, `{.rust}`), or undefined. */
export function languageOfFence(info: string): CodeLanguage | undefined {
  const word = /^[\s{.]*([\w+#-]+)/.exec(info)?.[1].toLowerCase() ?? '';
  if ((CODE_LANGUAGES as readonly string[]).includes(word)) return word as CodeLanguage;
  return Object.hasOwn(BY_FENCE, word) ? BY_FENCE[word] : undefined;
}
