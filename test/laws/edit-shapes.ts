/** The shapes in which generated prose is edited: as prose, Markdown, a contract, and comments of source code. */
import type { Source } from '../../src/model/document.ts';

export const SHAPES = ['sections', 'one section', 'hard wraps', 'blocks', 'contract', 'code'] as const;
export type Shape = (typeof SHAPES)[number];

/** Paragraphs of sentences. */
export type Prose = readonly (readonly string[])[];

/** The prose as a source of `shape`, of about 100 KB where it has about 260 paragraphs. */
export function rendered(paragraphs: Prose, shape: Shape): Source {
  const [documentId, mediaType] = FILES[shape];
  return { documentId, mediaType, text: RENDER[shape](paragraphs) };
}

const MARKDOWN = ['log.md', 'text/markdown'] as const;
const PLAIN = ['log.txt', 'text/plain'] as const;
const FILES: Readonly<Record<Shape, readonly [string, string]>> = {
  sections: MARKDOWN,
  'one section': MARKDOWN,
  'hard wraps': PLAIN,
  blocks: MARKDOWN,
  contract: PLAIN,
  code: ['log.ts', 'text/x-typescript'],
};

const PARAGRAPHS_PER_SECTION = 4;
const WRAP_WIDTH = 72;

const RENDER: Readonly<Record<Shape, (paragraphs: Prose) => string>> = {
  sections: (paragraphs) => inSections(paragraphs, (sentences) => sentences.join(' ')),
  'one section': (paragraphs) => `# Log\n\n${paragraphs.map((sentences) => sentences.join(' ')).join('\n\n')}\n`,
  'hard wraps': (paragraphs) => paragraphs.map((sentences) => wrapped(sentences.join(' '))).join('\n\n'),
  blocks: (paragraphs) => inSections(paragraphs, blockOf),
  contract: contractOf,
  code: codeOf,
};

function inSections(paragraphs: Prose, render: (sentences: readonly string[], index: number) => string): string {
  const texts = paragraphs.map(render);
  return texts.map((text, i) => (i % PARAGRAPHS_PER_SECTION === 0 ? `## Part ${i}\n\n${text}` : text)).join('\n\n');
}

function wrapped(text: string): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines[lines.length - 1];
    if (line !== '' && line.length + word.length >= WRAP_WIDTH) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.join('\n');
}

/** A paragraph, a list with an item a sentence, a table with a row a sentence, or a quote, in turn. */
function blockOf(sentences: readonly string[], index: number): string {
  if (index % 4 === 1) return `The steps:\n\n${sentences.map((sentence) => `- ${sentence}`).join('\n')}`;
  if (index % 4 === 2)
    return `| No | Entry |\n|---|---|\n${sentences.map((text, i) => `| ${i} | ${text} |`).join('\n')}`;
  return index % 4 === 3 ? `> ${sentences.join(' ')}` : sentences.join(' ');
}

const TERMS = ['Gate', 'Basin', 'Keeper', 'Barge', 'Pump'];

/** Articles of four clauses; the words of the definitions are written large, as a contract does. */
function contractOf(paragraphs: Prose): string {
  const lines = [
    'HARBOUR AGREEMENT',
    'This Agreement is made between Quay Ltd. ("Owner") and the Tenant named in Schedule A.',
  ];
  lines.push(
    '1. DEFINITIONS',
    ...TERMS.map((term, i) => `1.${i + 1} "${term}" means the ${term.toLowerCase()} number ${i} of the port.`),
  );
  for (const [i, sentences] of paragraphs.entries()) {
    const article = Math.floor(i / PARAGRAPHS_PER_SECTION) + 2;
    const clause = (i % PARAGRAPHS_PER_SECTION) + 1;
    if (clause === 1) lines.push(`${article}. PART ${article}`);
    const text = sentences
      .join(' ')
      .replace(/\b(?:gate|basin|keeper|barge|pump)\b/g, (term) => term[0].toUpperCase() + term.slice(1));
    lines.push(`${article}.${clause} ${text}`);
  }
  return lines.join('\n\n');
}

/** A function a paragraph, whose sentences are lines of its comment and of comments inside it. */
function codeOf(paragraphs: Prose): string {
  const functions = paragraphs.map((sentences, i) => {
    const half = sentences.length >> 1;
    const doc = sentences.slice(0, half).map((sentence) => ` * ${sentence}`);
    const steps = sentences.slice(half).map((sentence) => `  // ${sentence}`);
    return [
      '/**',
      ...doc,
      ' */',
      `export function step${i}(level: number): number {`,
      `  let depth = level * ${i};`,
      ...steps,
      '  if (depth > 100) depth -= level;',
      '  return depth;',
      '}',
    ].join('\n');
  });
  return `import { lock } from './lock.ts';\n\n${functions.join('\n\n')}\n`;
}
