/** Grammars, adapter: finds the places of a syntax tree that are no valid syntax. */
import type { Node } from 'web-tree-sitter';
import type { Span } from '../model/span.ts';

/** Nodes looked at for one error that is asked for. */
const EFFORT = 5000;

/**
 * Spans of the outermost errors under `root` in reading order, at most `limit`. Goes only where the tree says that there is one,
 * and gives up after an effort that depends on `limit` alone. A token that is missing gives a span of no length.
 */
export function syntaxErrors(root: Node, limit: number): readonly Span[] {
  const found: Span[] = [];
  const open: Node[] = [root];
  for (let effort = limit * EFFORT; open.length > 0 && found.length < limit && effort > 0; effort--) {
    const node = open.pop() as Node;
    if (!node.hasError) continue;
    if (node.isError || node.isMissing) found.push({ start: node.startIndex, end: node.endIndex });
    else {
      // One by one: a list may have more nodes than a call may have arguments.
      const { children } = node;
      for (let i = children.length - 1; i >= 0; i--) open.push(children[i] as Node);
    }
  }
  return found;
}
