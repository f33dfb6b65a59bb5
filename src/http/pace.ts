/** Adapters over HTTP, part: rates per minute → how long the next request has to wait. */

export interface Rates {
  /** Requests per minute, at most. */
  readonly requests: number;
  /** Tokens per minute, at most. */
  readonly tokens: number;
}

const MINUTE_MS = 60_000;

/**
 * Hands out the times at which requests may begin, evenly spread (a leaky bucket): each request takes up as much of the
 * minute as its share of the rate, and the next begins after it. Evenly, because servers count in windows of their own,
 * and a burst that fits one window breaks the next. Times are milliseconds of any clock that only goes forward.
 */
export class Pace {
  readonly #rates: Rates;
  #free = Number.NEGATIVE_INFINITY;

  constructor(rates: Rates) {
    this.#rates = rates;
  }

  /** Milliseconds from `now` until the next request, one of `tokens`, may begin. Its place is taken by asking. */
  reserve(now: number, tokens: number): number {
    const begin = Math.max(now, this.#free);
    this.#free = begin + MINUTE_MS * Math.max(1 / this.#rates.requests, tokens / this.#rates.tokens);
    return begin - now;
  }

  /** No request begins before `time`: a server that told one request to wait means them all. */
  hold(time: number): void {
    this.#free = Math.max(this.#free, time);
  }
}
