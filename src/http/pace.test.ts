import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Pace } from './pace.ts';

const UNBOUNDED = Number.POSITIVE_INFINITY;

describe('Pace', () => {
  it('lets everything through without rates', () => {
    const pace = new Pace({ requests: UNBOUNDED, tokens: UNBOUNDED });
    expect([1, 2, 3].map(() => pace.reserve(5, 1_000_000))).toEqual([0, 0, 0]);
  });

  it('spreads requests over the minute, the first at once', () => {
    const pace = new Pace({ requests: 60, tokens: UNBOUNDED });
    expect([1, 2, 3].map(() => pace.reserve(0, 9))).toEqual([0, 1000, 2000]);
    expect(pace.reserve(10_000, 9)).toBe(0);
  });

  it('lets many tokens be followed by a longer wait than few', () => {
    const pace = new Pace({ requests: UNBOUNDED, tokens: 600 });
    expect([pace.reserve(0, 300), pace.reserve(0, 10), pace.reserve(0, 0)]).toEqual([0, 30_000, 31_000]);
  });

  it('holds all requests back until the time a server named', () => {
    const pace = new Pace({ requests: UNBOUNDED, tokens: UNBOUNDED });
    pace.hold(700);
    pace.hold(300);
    expect([pace.reserve(0, 1), pace.reserve(100, 1), pace.reserve(800, 1)]).toEqual([700, 600, 0]);
  });

  it('never begins more requests in a minute than allowed, whenever they come', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 5000 }), { maxLength: 60 });
    fc.assert(
      fc.property(gaps, fc.integer({ min: 1, max: 30 }), (waits, requests) => {
        const pace = new Pace({ requests, tokens: UNBOUNDED });
        let now = 0;
        const begins = waits.map((gap) => {
          now += gap;
          return now + pace.reserve(now, 1);
        });
        for (const begin of begins) {
          // Half a millisecond of room: spans of a minute are sums of rounded numbers.
          const within = begins.filter((other) => other >= begin && other < begin + 60_000 - 0.5);
          expect(within.length).toBeLessThanOrEqual(requests);
        }
      }),
    );
  });
});
