/** Parsing: keeps comments on lines of their own until it is known what they stand above. */

/** Writes a comment as an entry of its own. */
interface CommentWriter {
  addComment(start: number, end: number): void;
}

export class WaitingComments {
  /** Runs of comment lines, apart from each other by blank lines. */
  private readonly starts: number[] = [];
  private readonly ends: number[] = [];
  /** Whether a blank line stands below the last run. */
  private isDetached = false;

  get count(): number {
    return this.starts.length;
  }

  add(start: number, end: number): void {
    const last = this.ends.length - 1;
    if (last >= 0 && !this.isDetached) this.ends[last] = end;
    else {
      this.starts.push(start);
      this.ends.push(end);
    }
    this.isDetached = false;
  }

  blankLine(): void {
    if (this.count > 0) this.isDetached = true;
  }

  /**
   * Where the entry at `at` begins with the comments directly above it. Comments above a blank line are written as
   * entries of their own.
   */
  startOfMember(writer: CommentWriter, at: number): number {
    if (this.count === 0) return at;
    let start = at;
    if (!this.isDetached) {
      start = this.starts.pop() ?? at;
      this.ends.pop();
    }
    this.writeAll(writer);
    return start;
  }

  /** Where the list element at `at` begins with all comments above it. */
  startOfElement(at: number): number {
    const start = this.count === 0 ? at : this.starts[0];
    this.forget();
    return start;
  }

  /** Writes all of them as entries of their own. Returns where the last one ends, -1 when there is none. */
  writeAll(writer: CommentWriter): number {
    let end = -1;
    for (let i = 0; i < this.starts.length; i++) {
      end = this.ends[i];
      writer.addComment(this.starts[i], end);
    }
    this.forget();
    return end;
  }

  forget(): void {
    if (this.ends.length === 0) return;
    this.starts.length = 0;
    this.ends.length = 0;
    this.isDetached = false;
  }
}
