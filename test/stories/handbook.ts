/** A staff handbook in three documents, written so that the questions of the stories have one good answer each. */
export const PARENTAL_ANSWER =
  'A parent of a newborn or newly adopted child takes twenty-six weeks of parental leave at full pay, in one piece or in three.';

export const CARRY_OVER_CLAIM = 'Unused holiday may be carried over into the next year';
export const CARRY_OVER_QUALIFIER =
  'but only up to five days, and only when the head of the department has agreed in writing';
const CARRY_OVER = `${CARRY_OVER_CLAIM}, ${CARRY_OVER_QUALIFIER}.`;

const LEAVE = `# Leave

## Holiday

Everybody has thirty days of holiday a year, counted from the first of January. Holiday is asked for two weeks ahead, and
the calendar of the team shows who is away. ${CARRY_OVER} Holiday that falls into an illness is given back.

## Parental leave

Tell your manager about the birth or the adoption as early as you like; nobody needs a reason to plan. The forms are in
the drawer of the front desk, and the office fills in what it knows already. ${PARENTAL_ANSWER} The weeks need not be
taken before the second birthday. Whoever comes back early keeps the rest.

## Sick leave

Call before nine, and send the certificate on the third day. Pay goes on for six weeks.
`;

const DISMISSAL = `# Ending a contract

## Dismissal

A dismissal is handed over on paper. During leave of any kind nobody is dismissed, and a notice that arrives during leave
counts from the day after it. Leave that is left over is paid out with the last salary.

## Giving notice

Notice is four weeks to the end of a month.
`;

const TRAVEL = `# Travel

Book trains first. A week away from home gives one day off, which is not leave and needs no form.
`;

export const HANDBOOK = [
  { id: 'leave.md', text: LEAVE },
  { id: 'dismissal.md', text: DISMISSAL },
  { id: 'travel.md', text: TRAVEL },
] as const;

/** The text as one line, as a reader sees it. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}
