/** Test kit: the few functions of a test runner that the published suites need; those of vitest and jest fit. */
import type { Store } from '../stores/store.ts';

export interface Expectation {
  toBe(expected: unknown): void;
  toEqual(expected: unknown): void;
  toMatchObject(expected: object): void;
  toBeCloseTo(expected: number, digits?: number): void;
}

export interface TestKit {
  readonly describe: (name: string, body: () => void) => unknown;
  readonly it: (name: string, body: () => Promise<void>) => unknown;
  readonly expect: (actual: unknown) => Expectation;
}

/** The code of the `KerfError` that `work` throws; 'nothing thrown' or the other error's message when it does not. */
export async function errorCode(work: () => Promise<unknown>): Promise<string> {
  try {
    await work();
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
  return 'nothing thrown';
}

/** Declares one test over a new store that must be sound when the test is over. */
export type WithStore = (title: string, body: (store: Store) => Promise<void>) => void;
