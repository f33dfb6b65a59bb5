import { expect, it } from 'vitest';
import { openError } from './schema.ts';

it.each([
  [5, 'is being written by another process (database is locked): wait until that has ended, and try again'],
  [261, 'is being written by another process (database is locked): wait until that has ended, and try again'],
  [26, 'is not a Kerf store, or damaged (database is locked); name another file, and Kerf will create it'],
])('says of result code %i what is in the way', (errcode, message) => {
  const error = Object.assign(new Error('database is locked'), { errcode });
  expect(openError('a.db', error)).toMatchObject({ code: 'store-open', message: `a.db ${message}` });
});
