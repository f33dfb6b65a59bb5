/** Parsing: turns a source and what the parser of its format finds into a document with title and metadata. */
import type { Document, Source } from '../model/document.ts';
import { KerfError } from '../model/error.ts';
import type { JsonValue } from '../model/json.ts';
import { shortTitle } from '../text/heading-text.ts';
import { type NormalisedText, normaliseText } from './normalise.ts';
import type { Parsed } from './parsed.ts';
import { titleOf } from './title.ts';

/** A store gives such a name back changed. With the flag `u` a surrogate matches only when it stands alone. */
const NO_NAME = /[\0\ud800-\udfff]/u;

/** `parse` gets the normalised text. Throws KerfError 'invalid-source' when `source` is not one. */
export function documentOf(source: Source, parse: (text: string) => Parsed): Document {
  checkSource(source);
  const normalised = normaliseText(source.text);
  const parsed = parse(normalised.text);
  const { text, origin } = derivedOf(parsed) ?? normalised;
  const { labels, references, times } = parsed;
  const title = shortTitle(fieldTitle(parsed.fields?.title) || (parsed.title ?? titleOf(text, parsed.blocks, labels)));
  // Every document has all fields, so that it has one shape to the compiler: cutting is compiled once for all of them.
  return {
    id: source.documentId,
    mediaType: source.mediaType,
    text,
    title,
    blocks: parsed.blocks,
    origin,
    dropped: parsed.dropped ?? [],
    diagnostics: [...(source.diagnostics ?? []), ...(parsed.diagnostics ?? [])],
    metadata: { ...source.metadata, ...parsed.fields },
    updatedAt: source.updatedAt,
    labels,
    references,
    times,
  };
}

/** The text and origin of a parser that derived its text from the raw source; undefined for others. */
function derivedOf({ text, origin }: Parsed): NormalisedText | undefined {
  return text === undefined || origin === undefined ? undefined : { text, origin };
}

function checkSource(source: Source): void {
  if (typeof source.documentId !== 'string' || source.documentId === '') {
    throw new KerfError('invalid-source', 'A source needs a documentId that is not empty, for example its path.');
  }
  if (NO_NAME.test(source.documentId)) {
    const given = JSON.stringify(source.documentId);
    throw new KerfError('invalid-source', `The documentId ${given} holds half a character or U+0000; leave that out.`);
  }
  if (typeof source.text !== 'string') throw noString(source, 'text', 'pass a string, from bytes by decodeBytes.');
  if (typeof source.mediaType !== 'string') throw noString(source, 'mediaType', "pass one such as 'text/markdown'.");
}

function noString(source: Source, field: 'text' | 'mediaType', remedy: string): KerfError {
  const got: unknown = source[field];
  const type = got === null ? 'null' : typeof got;
  return new KerfError('invalid-source', `Source '${source.documentId}': ${field} is ${type}; ${remedy}`);
}

/** A front matter title is text, or a number or year that is meant as text. */
function fieldTitle(value: JsonValue | undefined): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value.trim() : '';
}
