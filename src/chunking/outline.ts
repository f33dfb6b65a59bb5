/** Outlines: what a chunk that holds the head of a large declaration is told of the members in later chunks. */
import { type BlockTable, KIND } from '../model/block.ts';
import type { ContextPart } from '../model/chunk.ts';
import type { Document } from '../model/document.ts';
import { countBelow } from '../text/rising.ts';
import type { Layout } from './layout.ts';
import type { Sizer } from './sizer.ts';

const INDENTATION = '  ';
const MORE = '…';

export interface Outline {
  /** The signature of the declaration, and under it those of its members, each with an ellipsis for its body. */
  readonly part: ContextPart;
  /** Whether members were left out for their size. */
  readonly clipped: boolean;
}

/**
 * The outline of the innermost declaration that begins in `[start, end)` and ends behind it: the labels of its members
 * that begin behind `end`, one a line, as many as `room` holds in the sizer's unit. Undefined when there are none, or
 * not one fits. Linear in the members.
 */
export function outlineFor(
  document: Document,
  layout: Layout,
  start: number,
  end: number,
  { sizer, room }: { readonly sizer: Sizer; readonly room: number },
): Outline | undefined {
  const { blocks, labels } = document;
  if (labels === undefined) return undefined;
  const { block, members } = openDeclaration(blocks, layout, labels, start, end);
  const label = labels.get(block);
  if (label === undefined) return undefined;
  const lines = [`${label} ${MORE}`];
  const more = `${INDENTATION}${MORE}`;
  const reserve = sizer.size(`${more}\n`);
  let left = room - sizer.size(`${lines[0]}\n`);
  for (let i = 0; i < members.length; i++) {
    const line = `${INDENTATION}${labels.get(members[i])} ${MORE}`;
    left -= sizer.size(`${line}\n`);
    if (left < (i + 1 < members.length ? reserve : 0)) break;
    lines.push(line);
  }
  const listed = lines.length - 1;
  if (listed === 0) return undefined;
  const clipped = listed < members.length;
  if (clipped) lines.push(more);
  const span = { start: blocks.starts[members[0]], end: blocks.ends[members[listed - 1]] };
  return { part: { type: 'scope', text: lines.join('\n'), span }, clipped };
}

interface OpenDeclaration {
  /** -1 for none. */
  readonly block: number;
  readonly members: readonly number[];
}

const NONE: OpenDeclaration = { block: -1, members: [] };

/** The innermost declaration that begins in the stretch and has members behind it. */
function openDeclaration(
  blocks: BlockTable,
  layout: Layout,
  labels: ReadonlyMap<number, string>,
  start: number,
  end: number,
): OpenDeclaration {
  const { starts, ends, kinds, parents, count } = blocks;
  for (let at = countBelow(starts, count, end) - 1; at >= 0 && starts[at] >= start; at = parents[at]) {
    if (kinds[at] !== KIND.declaration || ends[at] <= end) continue;
    const members = membersBehind(blocks, layout, at, end, labels);
    if (members.length > 0) return { block: at, members };
  }
  return NONE;
}

/** The declarations with a label right inside `block` that begin at `end` or behind it. */
function membersBehind(
  { starts, kinds, parents, count }: BlockTable,
  { followers }: Layout,
  block: number,
  end: number,
  labels: ReadonlyMap<number, string>,
): number[] {
  const members: number[] = [];
  for (let child = block + 1; child < count && parents[child] === block; child = followers[child])
    if (kinds[child] === KIND.declaration && starts[child] >= end && labels.has(child)) members.push(child);
  return members;
}
