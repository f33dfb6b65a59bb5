/** Parsing conversations: messages with what they answer → one group number for all messages of a thread. */

export interface Threaded {
  /** Names under which others answer this message. */
  readonly ids: readonly string[];
  /** Names of messages this one answers, known or not. */
  readonly replies: readonly string[];
  /** An earlier message it belongs to, by index; -1 for none. */
  readonly parent: number;
}

/**
 * The root of each message: equal for two messages exactly when a chain of answers links them. Messages that answer the same
 * unknown one belong together too. Near linear; loops of answers do no harm.
 */
export function threadRoots(messages: readonly Threaded[]): Int32Array {
  const sets = new DisjointSets(messages.length);
  const names = new Map<string, number>();
  const join = (name: string, index: number): void => {
    const known = names.get(name);
    if (known === undefined) names.set(name, index);
    else sets.unite(known, index);
  };
  for (const [index, message] of messages.entries()) {
    for (const id of message.ids) join(id, index);
    for (const reply of message.replies) join(reply, index);
    if (message.parent >= 0) sets.unite(message.parent, index);
  }
  return Int32Array.from(messages, (_, index) => sets.find(index));
}

/** Union-find with path halving; the smallest member is the root. */
class DisjointSets {
  private readonly above: Int32Array;

  constructor(size: number) {
    this.above = Int32Array.from({ length: size }, (_, index) => index);
  }

  find(member: number): number {
    const { above } = this;
    let at = member;
    while (above[at] !== at) {
      above[at] = above[above[at]];
      at = above[at];
    }
    return at;
  }

  unite(a: number, b: number): void {
    const first = this.find(a);
    const second = this.find(b);
    if (first < second) this.above[second] = first;
    else this.above[first] = second;
  }
}
