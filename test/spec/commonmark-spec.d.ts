/** The package ships no types. */
declare module 'commonmark-spec' {
  export const tests: readonly { markdown: string; section: string; number: number }[];
}
