/** Parsing: reads the numbers that items and headings have beside those of contracts: `一、`, `（二）`, `③`, `４．`, `٥.`. */

export interface ScriptNumber {
  /** What its neighbours share: the kind of its digits and the marks around them. */
  readonly style: string;
  readonly value: number;
  /** Offset after the number and its marks; the text may follow without a space. */
  readonly end: number;
}

const HAN = '一二三四五六七八九十';
const TEN = 10;
/** The digits that items are numbered with; those of ASCII only in front of wide marks. */
const ZEROS = ['0', '٠', '۰', '०', '০', '๐', '０'];
/** Runs of characters that are a number each: the first one, and how many there are. */
const SINGLES = [
  ['①', 20],
  ['⑴', 20],
  ['⒈', 20],
  ['❶', 10],
  ['➀', 10],
  ['➊', 10],
  ['㈠', 10],
  ['㊀', 10],
] as const;
const SINGLE = new Map(
  SINGLES.flatMap(([style, most]) =>
    Array.from({ length: most }, (_, i) => [style.charCodeAt(0) + i, { style, value: i + 1 }] as const),
  ),
);

const DIGITS = ZEROS.map((zero) => `[${zero}-${String.fromCharCode(zero.charCodeAt(0) + 9)}]{1,3}`).join('|');
const NUMBER = new RegExp(
  `[(（]([${HAN}]{1,3}|${DIGITS})[)）]|([${HAN}]{1,3})[、．]|(${DIGITS})(?:[、．）]|(?<![0-9])[.)-](?=\\s))`,
  'uy',
);

/** The number that `text` has at `at`, undefined for none. */
export function readScriptNumber(text: string, at: number): ScriptNumber | undefined {
  const single = SINGLE.get(text.charCodeAt(at));
  if (single !== undefined) return { ...single, end: at + 1 };
  NUMBER.lastIndex = at;
  const found = NUMBER.exec(text);
  if (found === null) return undefined;
  const [source, inside, han, digits] = found;
  const number = inside ?? han ?? digits;
  const zero = ZEROS.find((first) => digitValue(number[0], first) >= 0) ?? HAN[0];
  const value = zero === HAN[0] ? hanValue(number) : decimalValue(number, zero);
  return value === 0 ? undefined : { style: source.replace(number, zero), value, end: at + source.length };
}

function digitValue(digit: string, zero: string): number {
  const value = digit.charCodeAt(0) - zero.charCodeAt(0);
  return value <= 9 ? value : -1;
}

function decimalValue(number: string, zero: string): number {
  let value = 0;
  for (const digit of number) value = value * TEN + digitValue(digit, zero);
  return value;
}

/** `十` is ten, `十二` 12, `二十三` 23; 0 for what is no number below a hundred. */
function hanValue(number: string): number {
  let value = 0;
  for (const character of number) {
    const digit = HAN.indexOf(character) + 1;
    if (digit === TEN ? value >= TEN : value % TEN !== 0) return 0;
    value = digit === TEN ? Math.max(value, 1) * TEN : value + digit;
  }
  return value;
}
