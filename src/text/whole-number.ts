/** Options, values: whether one is a whole number in its range, and the message for one that is not. */
import { KerfError } from '../model/error.ts';

/** Throws `invalid-option` unless `value`, that of the option `name`, is a whole number from `least` to `most`. */
export function requireWholeNumber(name: string, value: number, least: number, most = Number.POSITIVE_INFINITY): void {
  if (Number.isSafeInteger(value) && value >= least && value <= most) return;
  const range = most === Number.POSITIVE_INFINITY ? `of at least ${least}` : `from ${least} to ${most}`;
  throw new KerfError('invalid-option', `${name} is ${String(value)}: give a whole number ${range}.`);
}
