/** Parsing conversations: reads the times of messages as chat exports and mail headers write them. */

/** One point in time. */
export interface Moment {
  /** ISO 8601 where there is a date, else `HH:MM:SS.mmm`. */
  readonly iso: string;
  /** As a reader should see it beside the speaker, for example `2024-03-12 10:32` or `00:12:03`. */
  readonly shown: string;
  /** Milliseconds on a time line that all moments of one document share. */
  readonly ms: number;
}

/** A smaller number counts seconds from the beginning of a recording: as Unix time it would be before 1973. */
const LEAST_UNIX_SECONDS = 1e8;
/** Unix times above these are in milliseconds, microseconds and nanoseconds; in seconds the first is the year 5138. */
const LEAST_UNIX_MILLISECONDS = 1e11;
const LEAST_UNIX_MICROSECONDS = 1e14;
const LEAST_UNIX_NANOSECONDS = 1e17;
/** The largest time an ECMAScript date holds. */
const LATEST_MS = 8.64e15;

const ISO_DATE =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s?(Z|UTC|[+-]\d{2}:?\d{2})?)?$/;
/** RFC 5322 section 3.3, with the obsolete two-digit years and zone names. */
const MAIL_DATE =
  /^(?:[A-Za-z]{3,9},?\s+)?(\d{1,2})\s+([A-Za-z]{3})[a-z]*\.?\s+(\d{2,4})\s+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([+-]\d{4}|[A-Z]{1,4})?/;
/** As C's asctime writes it: `Tue Mar 12 10:32:01 2024`. */
const C_DATE = /^[A-Za-z]{3}\s+([A-Za-z]{3})\s+(\d{1,2})(?:\s+(\d{1,2}):(\d{2})(?::(\d{2}))?)?\s+(\d{4})$/;
const PLAIN_NUMBER = /^\d{1,20}(?:\.\d{1,12})?$/;
const RECORDING_TIME = /^(?:(\d{1,3}):)?(\d{1,2}):(\d{2})(?:[.,](\d{1,3}))?$/;
const MONTHS = 'janfebmaraprmayjunjulaugsepoctnovdec';
const ZONES: Readonly<Record<string, number>> = {
  ...{ Z: 0, UT: 0, UTC: 0, GMT: 0, EST: -300, EDT: -240, CST: -360, CDT: -300 },
  ...{ MST: -420, MDT: -360, PST: -480, PDT: -420, CET: 60, CEST: 120, BST: 60 },
};
/** No written time is longer; longer strings are not looked at. */
const LONGEST_TIME = 60;

/** The moment a value of a JSON export or a mail header names; undefined when it names none. */
export function readMoment(value: string): Moment | undefined {
  if (value.length > LONGEST_TIME) return undefined;
  const text = value.trim();
  if (PLAIN_NUMBER.test(text)) return numberMoment(Number(text));
  return isoMoment(text) ?? mailMoment(text) ?? cMoment(text) ?? recordingMoment(text);
}

/** A Unix time in seconds or finer, or seconds from the beginning. */
function numberMoment(value: number): Moment | undefined {
  if (value < LEAST_UNIX_SECONDS) return offsetMoment(value * 1000);
  let ms = value * 1000;
  if (value >= LEAST_UNIX_NANOSECONDS) ms = value / 1e6;
  else if (value >= LEAST_UNIX_MICROSECONDS) ms = value / 1000;
  else if (value >= LEAST_UNIX_MILLISECONDS) ms = value;
  const whole = Math.round(ms);
  if (whole > LATEST_MS) return undefined;
  const iso = new Date(whole).toISOString();
  return { iso, shown: `${iso.slice(0, 10)} ${iso.slice(11, 16)}`, ms: whole };
}

function isoMoment(text: string): Moment | undefined {
  const found = ISO_DATE.exec(text);
  if (found === null) return undefined;
  const [, year, month, day, hour, minute, second, fraction, zone] = found;
  const date = { year: Number(year), month: Number(month), day: Number(day) };
  if (hour === undefined) return dateMoment(date);
  const clock = { hour: Number(hour), minute: Number(minute), second: Number(second ?? 0), ms: milliseconds(fraction) };
  return dateMoment(date, clock, zone === 'Z' || zone === 'UTC' ? 0 : zoneMinutes(zone));
}

function mailMoment(text: string): Moment | undefined {
  const found = MAIL_DATE.exec(text);
  if (found === null) return undefined;
  const month = monthNumber(found[2]);
  if (month === 0) return undefined;
  const date = { year: fullYear(Number(found[3])), month, day: Number(found[1]) };
  const clock = { hour: Number(found[4]), minute: Number(found[5]), second: Number(found[6] ?? 0), ms: 0 };
  return dateMoment(date, clock, zoneMinutes(found[7]));
}

function cMoment(text: string): Moment | undefined {
  const found = C_DATE.exec(text);
  if (found === null) return undefined;
  const month = monthNumber(found[1]);
  if (month === 0) return undefined;
  const date = { year: Number(found[6]), month, day: Number(found[2]) };
  if (found[3] === undefined) return dateMoment(date);
  return dateMoment(date, { hour: Number(found[3]), minute: Number(found[4]), second: Number(found[5] ?? 0), ms: 0 });
}

function recordingMoment(text: string): Moment | undefined {
  const found = RECORDING_TIME.exec(text);
  if (found === null) return undefined;
  const seconds = Number(found[1] ?? 0) * 3600 + Number(found[2]) * 60 + Number(found[3]);
  return offsetMoment(seconds * 1000 + milliseconds(found[4]));
}

export interface CalendarDay {
  readonly year: number;
  /** From 1. */
  readonly month: number;
  readonly day: number;
}

export interface ClockTime {
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly ms: number;
}

/** A moment of the calendar; undefined when there is no such day or time. `zone` is in minutes east of Greenwich. */
export function dateMoment(date: CalendarDay, clock?: ClockTime, zone?: number): Moment | undefined {
  const midnight = midnightMs(date);
  if (midnight === undefined) return undefined;
  const day = `${pad(date.year, 4)}-${pad(date.month, 2)}-${pad(date.day, 2)}`;
  if (clock === undefined) return { iso: day, shown: day, ms: midnight };
  // 60 is a leap second.
  if (clock.hour > 23 || clock.minute > 59 || clock.second > 60) return undefined;
  const shown = `${day} ${pad(clock.hour, 2)}:${pad(clock.minute, 2)}`;
  const iso = `${day}T${clockText(clock)}${zoneText(zone)}`;
  return { iso, shown, ms: midnight + clockMs(clock) - (zone ?? 0) * 60_000 };
}

/** Milliseconds to the beginning of the day; undefined when there is no such day. */
export function midnightMs({ year, month, day }: CalendarDay): number | undefined {
  const midnight = new Date(Date.UTC(year, month - 1, day));
  // `Date` makes 2 March of 30 February.
  return midnight.getUTCMonth() === month - 1 && midnight.getUTCDate() === day ? midnight.getTime() : undefined;
}

/** A moment counted from the beginning of a recording, or a time of day without a date. */
export function offsetMoment(ms: number, shown?: string): Moment {
  const total = Math.max(0, Math.round(ms));
  const seconds = Math.floor(total / 1000);
  const whole = `${pad(Math.floor(seconds / 3600), 2)}:${pad(Math.floor(seconds / 60) % 60, 2)}:${pad(seconds % 60, 2)}`;
  return { iso: `${whole}.${pad(total % 1000, 3)}`, shown: shown ?? whole, ms: total };
}

/** Milliseconds since midnight. */
export function clockMs(clock: ClockTime): number {
  return ((clock.hour * 60 + clock.minute) * 60 + clock.second) * 1000 + clock.ms;
}

/** Milliseconds from the digits behind a decimal mark; 0 where there are none. */
export function milliseconds(fraction: string | undefined): number {
  return fraction === undefined ? 0 : Math.floor(Number(`0.${fraction}`) * 1000 + 1e-6);
}

/** 24 is 2024, 99 is 1999: RFC 5322 section 4.3 draws the line at 50. */
export function fullYear(year: number): number {
  if (year >= 100) return year;
  return year < 50 ? 2000 + year : 1900 + year;
}

/** 1 to 12 for the English name of a month or its first three letters, else 0. */
export function monthNumber(name: string): number {
  const at = MONTHS.indexOf(name.slice(0, 3).toLowerCase());
  return at >= 0 && at % 3 === 0 ? at / 3 + 1 : 0;
}

/** Minutes east of Greenwich of `+0130`, `-06:00`, `EST`; undefined for none or an unknown one. */
export function zoneMinutes(zone: string | undefined): number | undefined {
  if (zone === undefined) return undefined;
  const digits = /^([+-])(\d{2}):?(\d{2})$/.exec(zone);
  if (digits === null) return Object.hasOwn(ZONES, zone) ? ZONES[zone] : undefined;
  const minutes = Number(digits[2]) * 60 + Number(digits[3]);
  return digits[1] === '-' ? -minutes : minutes;
}

function zoneText(zone: number | undefined): string {
  if (zone === undefined) return '';
  if (zone === 0) return 'Z';
  const minutes = Math.abs(zone);
  return `${zone < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60), 2)}:${pad(minutes % 60, 2)}`;
}

function clockText(clock: ClockTime): string {
  const seconds = `${pad(clock.hour, 2)}:${pad(clock.minute, 2)}:${pad(clock.second, 2)}`;
  return clock.ms === 0 ? seconds : `${seconds}.${pad(clock.ms, 3)}`;
}

function pad(value: number, digits: number): string {
  return String(value).padStart(digits, '0');
}
