/**
 * What the core may use beyond the language itself: things that browsers, Node, Deno and Bun all have.
 * Only tsconfig.core.json sees this file; anything else (`process`, `Buffer`, `console`, `document`) fails to compile.
 */

declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  decode(input?: Uint8Array, options?: { stream?: boolean }): string;
}

declare class TextEncoder {
  encode(input?: string): Uint8Array;
  encodeInto(input: string, target: Uint8Array): { read: number; written: number };
}

/** Cancellation is passed through the core, never created in it. */
interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  throwIfAborted(): void;
}
