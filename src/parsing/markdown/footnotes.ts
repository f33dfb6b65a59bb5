/** Parsing: turns the footnotes of Markdown, `[^1]` and their definitions, into references. */
import { type BlockTable, KIND } from '../../model/block.ts';
import type { ReferenceTable } from '../../model/reference.ts';
import { inlineSpans } from '../../text/inline-spans.ts';
import { isLeaf, ReferenceWriter } from '../references.ts';

const LONGEST_LABEL = 999;
const LABEL_END = /[\]\s[]/g;
/** Leaves whose text is not read as prose. */
const OPAQUE: ReadonlySet<number> = new Set([KIND.code, KIND.math, KIND.html, KIND.frontmatter, KIND.definition]);

/** The footnotes that `text` defines, with the places of their uses; undefined when it defines none. Linear. */
export function footnoteReferences(text: string, blocks: BlockTable): ReferenceTable | undefined {
  const first = blocks.kinds.indexOf(KIND.footnoteDefinition);
  if (first < 0 || first >= blocks.count) return undefined;
  const writer = new ReferenceWriter();
  const targets = new Map<string, number>();
  const definedBy = new Map<number, number>();
  for (let i = first; i < blocks.count; i++) {
    if (blocks.kinds[i] !== KIND.footnoteDefinition) continue;
    const span = { start: blocks.starts[i], end: blocks.ends[i] };
    const name = labelAt(text, span.start, span.end);
    const key = name.toLowerCase();
    if (name === '' || targets.has(key)) continue;
    const target = writer.addTarget('footnote', name, span);
    targets.set(key, target);
    definedBy.set(target, i);
  }
  for (let i = 0; i < blocks.count; i++) {
    if (!isLeaf(blocks, i) || OPAQUE.has(blocks.kinds[i]) || blocks.kinds[i] === KIND.footnoteDefinition) continue;
    addUses(text, blocks, i, (place, key) => {
      const target = targets.get(key);
      if (target !== undefined && !liesIn(blocks, i, definedBy.get(target) as number)) writer.addUse(place, target);
    });
  }
  return writer.finish();
}

/** Calls `use` for each `[^label]` of leaf `leaf` outside code, with its offset and its label in lower case. */
function addUses(text: string, blocks: BlockTable, leaf: number, use: (place: number, key: string) => void): void {
  const start = blocks.starts[leaf];
  const slice = text.slice(start, blocks.ends[leaf]);
  let at = slice.indexOf('[^');
  if (at < 0) return;
  const spans = slice.includes('`') ? inlineSpans(text, start, blocks.ends[leaf]) : [];
  let span = 0;
  for (; at >= 0; at = slice.indexOf('[^', at + 2)) {
    while (span < spans.length && spans[span + 1] <= start + at) span += 2;
    const inCode = span < spans.length && spans[span] <= start + at && text[spans[span]] === '`';
    const isEscaped = slice[at - 1] === '\\';
    if (inCode || isEscaped) continue;
    const label = labelAt(slice, at, slice.length);
    if (label !== '') use(start + at, label.toLowerCase());
  }
}

/** The label of the `[^label]` at `at`; '' when it is none. */
function labelAt(text: string, at: number, to: number): string {
  LABEL_END.lastIndex = at + 2;
  const end = LABEL_END.exec(text)?.index ?? to;
  return end < to && end <= at + 2 + LONGEST_LABEL && text[end] === ']' ? text.slice(at + 2, end) : '';
}

function liesIn(blocks: BlockTable, leaf: number, container: number): boolean {
  const start = blocks.starts[leaf];
  return start >= blocks.starts[container] && start < blocks.ends[container];
}
