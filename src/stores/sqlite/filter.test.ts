import { expect, it } from 'vitest';
import { compileFilter, timeOf } from './filter.ts';

const HOUR = 3_600_000;
const NOON = Date.UTC(2024, 4, 1, 12);

it('reads ISO 8601 times, in UTC where they name no zone', () => {
  for (const noon of ['2024-05-01T12:00', '2024-05-01 12:00:00', '2024-05-01T12:00:00.000Z', '2024-05-01T14:00+02:00'])
    expect(timeOf(noon), noon).toBe(NOON);
  expect(timeOf('2024-05-01')).toBe(NOON - 12 * HOUR);
  expect(timeOf('2024-05-01', 'end')).toBe(NOON + 12 * HOUR - 1);
  expect(timeOf('2024-05')).toBe(NOON - 12 * HOUR);
  expect(timeOf(new Date(-1e15).toISOString())).toBe(-1e15);
});

it.each(['2024/05/01', 'May 1 2024', '1 May 2024 12:00', '2024-5-1', '05/01/2024', '2024-05-01T12:00 CET', ''])(
  'does not read %j, which means another time in another time zone',
  (time) => {
    expect(timeOf(time)).toBeNaN();
    expect(() => compileFilter({ updatedFrom: time })).toThrow('give an ISO 8601 time');
  },
);
