/**
 * Parsing conversations: the times that stand in lines of transcripts and chat logs → moments.
 *
 * What a written time means is decided for the whole file: whether 03/04 is in April, and whether 10:32 is a time of day
 * or ten minutes into a recording.
 */
import {
  type CalendarDay,
  type ClockTime,
  clockMs,
  dateMoment,
  fullYear,
  type Moment,
  midnightMs,
  milliseconds,
  offsetMoment,
  zoneMinutes,
} from './moment.ts';

/** Regular expression source: a date in figures. */
export const DATE_SOURCE = '\\d{4}[-/.]\\d{1,2}[-/.]\\d{1,2}|\\d{1,2}[-/.]\\d{1,2}[-/.]\\d{2,4}';
/** Regular expression source: a time of day or into a recording. */
export const CLOCK_SOURCE = '\\d{1,3}:\\d{2}(?::\\d{2})?(?:[.,]\\d{1,3})?(?:[ \\u00a0\\u202f]?[AaPp]\\.?[Mm]\\b\\.?)?';
/** Regular expression source: a clock, with a date in front where there is one. */
export const STAMP_SOURCE = `(?:(?:${DATE_SOURCE})(?:,? |T))?(?:${CLOCK_SOURCE})(?: ?(?:Z\\b|UTC\\b|[+-]\\d{2}:?\\d{2}))?`;

const STAMP =
  /^(?:(\d{1,4})([-/.])(\d{1,2})[-/.](\d{1,4})(?:,? |T))?(\d{1,3}):(\d{2})(?::(\d{2}))?(?:[.,](\d{1,3}))?(?:[ \u00a0\u202f]?([AaPp])\.?[Mm]\.?)?(?: ?(Z|UTC|[+-]\d{2}:?\d{2}))?$/;

interface WrittenStamp {
  readonly shown: string;
  /** The three numbers of a date as they stand, with their separator. */
  readonly date: readonly [number, number, number] | undefined;
  readonly separator: string;
  /** Two numbers, or three. */
  readonly clock: readonly number[];
  readonly ms: number;
  readonly half: 'a' | 'p' | undefined;
  readonly zone: number | undefined;
}

type DateOrder = 'year' | 'day' | 'month';

const DAY_MS = 86_400_000;

/**
 * The moments of `stamps`, which stand in a file in this order; undefined for what is no time. `onClock` says that
 * they are times of day, as in chat logs; else that is judged from the times themselves.
 */
export function resolveStamps(stamps: readonly (string | undefined)[], onClock: boolean): (Moment | undefined)[] {
  const written = stamps.map((stamp) => (stamp === undefined ? undefined : readStamp(stamp)));
  const known = written.filter((stamp) => stamp !== undefined);
  const order = dateOrderOf(known);
  const minutesFirst = !onClock && isRecording(known);
  let dayMs = 0;
  let before = 0;
  return written.map((stamp) => {
    if (stamp === undefined) return undefined;
    if (stamp.date !== undefined) return dateMoment(dayOf(stamp.date, order), clockOf(stamp), stamp.zone);
    const ms =
      minutesFirst && stamp.clock.length === 2
        ? (stamp.clock[0] * 60 + stamp.clock[1]) * 1000
        : clockMs(clockOf(stamp));
    // Times of day that jump back by more than half a day have passed midnight.
    if (onClock && before - ms > DAY_MS / 2) dayMs += DAY_MS;
    before = ms;
    const moment = offsetMoment(ms + stamp.ms * (minutesFirst && stamp.clock.length === 2 ? 1 : 0), stamp.shown);
    return dayMs === 0 ? moment : { ...moment, ms: moment.ms + dayMs };
  });
}

function readStamp(stamp: string): WrittenStamp | undefined {
  const found = STAMP.exec(stamp.trim());
  if (found === null) return undefined;
  const [shown, first, separator, second, third, hour, minute, seconds, fraction, half, zone] = found;
  return {
    shown,
    date: first === undefined ? undefined : [Number(first), Number(second), Number(third)],
    separator: separator ?? '',
    clock: seconds === undefined ? [Number(hour), Number(minute)] : [Number(hour), Number(minute), Number(seconds)],
    ms: milliseconds(fraction),
    half: half === undefined ? undefined : half.toLowerCase() === 'a' ? 'a' : 'p',
    zone: zone === 'Z' || zone === 'UTC' ? 0 : zoneMinutes(zone),
  };
}

function clockOf({ clock, ms, half }: WrittenStamp): ClockTime {
  const [written, minute, second = 0] = clock;
  let hour = written;
  if (half === 'p' && hour < 12) hour += 12;
  if (half === 'a' && hour === 12) hour = 0;
  return { hour, minute, second, ms };
}

/** Two numbers are minutes and seconds where others have hours too, where they pass a day, or where they begin at zero. */
function isRecording(stamps: readonly WrittenStamp[]): boolean {
  const pairs = stamps.filter(({ clock, date }) => clock.length === 2 && date === undefined);
  if (pairs.length === 0 || pairs.some(({ half }) => half !== undefined)) return false;
  if (pairs.length < stamps.length) return true;
  return pairs.some(({ clock }) => clock[0] > 23) || pairs[0].clock[0] === 0;
}

/** The order with the fewest impossible dates, then with the fewest steps back in time; day first where both are as good. */
function dateOrderOf(stamps: readonly WrittenStamp[]): DateOrder {
  const dated = stamps.filter(({ date }) => date !== undefined);
  if (dated.length === 0 || (dated[0].date?.[0] ?? 0) > 31) return 'year';
  const day = faultsOf(dated, 'day');
  const month = faultsOf(dated, 'month');
  if (day !== month) return day < month ? 'day' : 'month';
  // Where the clock has am and pm and the date has slashes, people write the month first.
  return dated[0].separator === '/' && dated.some(({ half }) => half !== undefined) ? 'month' : 'day';
}

const IMPOSSIBLE = 1_000_000;

function faultsOf(dated: readonly WrittenStamp[], order: DateOrder): number {
  let faults = 0;
  let before = Number.NEGATIVE_INFINITY;
  for (const { date } of dated) {
    const midnight = date === undefined ? undefined : midnightMs(dayOf(date, order));
    if (midnight === undefined) faults += IMPOSSIBLE;
    else {
      if (midnight < before) faults++;
      before = midnight;
    }
  }
  return faults;
}

function dayOf([first, second, third]: readonly [number, number, number], order: DateOrder): CalendarDay {
  if (first > 31) return { year: first, month: second, day: third };
  const year = fullYear(third);
  return order === 'month' ? { year, month: first, day: second } : { year, month: second, day: first };
}
