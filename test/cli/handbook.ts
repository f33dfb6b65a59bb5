/** A small handbook for the tests of the command line. */

export const LEAVE = `---
title: Time away
---

# Time away

## Parental leave

Each parent has 14 months of parental leave. The first 16 weeks are paid in full, the later months are not.

## Annual leave

Everybody has 30 days a year. Up to 10 days may be carried over and must be taken by 31 March.

## When you leave the company

Notice must be in writing. An e-mail is not enough.
`;

export const PRICES = `# Plans and prices

Prices are in dollars.

| Plan | Monthly | Annual |
| --- | --- | --- |
| Starter | $19 | $190 |
| Growth | $49 | $490 |
| Fleet | $79 | $790 |
`;

export const RADIO = `RADIO

Channel 1 is for calling and for emergencies. Nobody talks on it for longer than one minute.

Gate codes are never spoken on any channel.
`;

export const HANDBOOK = {
  'docs/leave.md': LEAVE,
  'docs/pricing/plans.md': PRICES,
  'docs/radio.txt': RADIO,
} as const;
