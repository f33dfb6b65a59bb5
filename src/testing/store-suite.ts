/** Test kit: what every store must do, as tests for any adapter of the `Store` contract. */
import type { Store } from '../stores/store.ts';
import { describeStoreDocuments } from './store-suite-documents.ts';
import { describeStoreFilters } from './store-suite-filters.ts';
import { describeStoreVectors } from './store-suite-vectors.ts';
import type { TestKit, WithStore } from './test-kit.ts';

/** Gives a new empty store each time. */
export type OpenStore = () => Promise<Store>;

/**
 * Declares the conformance tests of a store; `kit` holds `describe`, `it` and `expect` of the test runner.
 *
 * @example
 * describeStore('my store', () => openMyStore(), { describe, it, expect });
 */
export function describeStore(name: string, open: OpenStore, kit: TestKit): void {
  kit.describe(`store ${name}`, () => {
    const withStore: WithStore = (title, body) => {
      kit.it(title, async () => {
        const store = await open();
        try {
          await body(store);
          kit.expect(await store.check()).toEqual([]);
        } finally {
          await store.close();
        }
      });
    };
    describeStoreDocuments(withStore, kit);
    describeStoreFilters(withStore, kit);
    describeStoreVectors(withStore, kit);
  });
}
