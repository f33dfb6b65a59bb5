/**
 * SQLite store: the layout of one document version as bytes, and back.
 *
 * A layout is what an edit shifts without changing a chunk: the order of the chunk rows, spans, lines,
 * sections and the signals at the ends. Offsets are written as differences from the chunk before.
 */
import type { BoundaryEnd, Chunk } from '../../model/chunk.ts';
import type { Span } from '../../model/span.ts';
import { ByteReader, ByteWriter } from './bytes.ts';

/** The place of one chunk in its document. */
export interface PlacedRow {
  /** Row number in the table `chunks`. */
  readonly row: number;
  readonly span: Span;
  readonly rawSpan: Span;
  readonly lines: { readonly start: number; readonly end: number };
  readonly overlap: Span | null;
  /** Spans of the context parts that have one, in their order. */
  readonly contextSpans: readonly Span[];
  readonly boundary: { readonly start: BoundaryEnd; readonly end: BoundaryEnd };
  readonly parentId: string;
}

/** The place of `chunk`, stored under `row`. */
export function placeOf(chunk: Chunk, row: number): PlacedRow {
  const contextSpans: Span[] = [];
  for (const part of chunk.context) if ('span' in part) contextSpans.push(part.span);
  const { span, rawSpan, lines, overlap, boundary, parentId } = chunk;
  return { row, span, rawSpan, lines, overlap, contextSpans, boundary, parentId };
}

/** Signals and section ids repeat, so each distinct one is written once, in front. */
interface Tables {
  readonly ends: readonly BoundaryEnd[];
  readonly parents: readonly string[];
}

export function encodeLayout(places: readonly PlacedRow[]): Uint8Array {
  const ends = new Numbering<BoundaryEnd>();
  const parents = new Numbering<string>();
  const body = places.map((place) => ({
    place,
    start: ends.numberOf(endKey(place.boundary.start), place.boundary.start),
    end: ends.numberOf(endKey(place.boundary.end), place.boundary.end),
    parent: parents.numberOf(place.parentId, place.parentId),
  }));
  const writer = new ByteWriter();
  writer.unsigned(places.length);
  writer.text(JSON.stringify({ ends: ends.values, parents: parents.values } satisfies Tables));
  let before = ORIGIN;
  for (const { place, start, end, parent } of body) {
    writePlace(writer, place, before);
    for (const number of [start, end, parent]) writer.unsigned(number);
    before = place;
  }
  return writer.finish();
}

export function decodeLayout(bytes: Uint8Array): PlacedRow[] {
  const reader = new ByteReader(bytes);
  const count = reader.unsigned();
  const tables = JSON.parse(reader.text()) as Tables;
  const places: PlacedRow[] = [];
  let before = ORIGIN;
  for (let i = 0; i < count; i++) {
    const place = readPlace(reader, before);
    const boundary = { start: tables.ends[reader.unsigned()], end: tables.ends[reader.unsigned()] };
    const placed: PlacedRow = { ...place, boundary, parentId: tables.parents[reader.unsigned()] };
    places.push(placed);
    before = placed;
  }
  return places;
}

function endKey(end: BoundaryEnd): string {
  return `${end.signal} ${end.strength}`;
}

class Numbering<T> {
  readonly values: T[] = [];
  private readonly numbers = new Map<string, number>();

  numberOf(key: string, value: T): number {
    let number = this.numbers.get(key);
    if (number === undefined) {
      number = this.values.push(value) - 1;
      this.numbers.set(key, number);
    }
    return number;
  }
}

type Place = Omit<PlacedRow, 'boundary' | 'parentId'>;

const ORIGIN: Pick<Place, 'row' | 'span' | 'lines'> = {
  row: 0,
  span: { start: 0, end: 0 },
  lines: { start: 0, end: 0 },
};

function writePlace(writer: ByteWriter, place: PlacedRow, before: typeof ORIGIN): void {
  writer.signed(place.row - before.row);
  writer.signed(place.span.start - before.span.end);
  writer.unsigned(place.span.end - place.span.start);
  writeSpan(writer, place.rawSpan, place.span.start);
  writer.signed(place.lines.start - before.lines.end);
  writer.unsigned(place.lines.end - place.lines.start);
  writer.unsigned(place.overlap === null ? 0 : 1);
  if (place.overlap !== null) writeSpan(writer, place.overlap, place.span.start);
  writer.unsigned(place.contextSpans.length);
  for (const span of place.contextSpans) writeSpan(writer, span, place.span.start);
}

function readPlace(reader: ByteReader, before: typeof ORIGIN): Place {
  const row = before.row + reader.signed();
  const start = before.span.end + reader.signed();
  const span = { start, end: start + reader.unsigned() };
  const rawSpan = readSpan(reader, start);
  const firstLine = before.lines.end + reader.signed();
  const lines = { start: firstLine, end: firstLine + reader.unsigned() };
  const overlap = reader.unsigned() === 0 ? null : readSpan(reader, start);
  const contextSpans = Array.from({ length: reader.unsigned() }, () => readSpan(reader, start));
  return { row, span, rawSpan, lines, overlap, contextSpans };
}

function writeSpan(writer: ByteWriter, span: Span, base: number): void {
  writer.signed(span.start - base);
  writer.signed(span.end - span.start);
}

function readSpan(reader: ByteReader, base: number): Span {
  const start = base + reader.signed();
  return { start, end: start + reader.signed() };
}
