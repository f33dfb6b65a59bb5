/** Parsing: turns raw text into normalised text (LF line ends, no byte-order mark) and the way back. */
import { IDENTITY_ORIGIN, type OriginMap } from '../model/origin.ts';

const BYTE_ORDER_MARK = 0xfeff;
const LF = 10;

export interface NormalisedText {
  readonly text: string;
  readonly origin: OriginMap;
}

/** CRLF and lone CR become LF, a leading byte-order mark is dropped. Text that has neither is returned as it is. */
export function normaliseText(raw: string): NormalisedText {
  const lead = raw.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0;
  const firstReturn = raw.indexOf('\r');
  if (firstReturn < 0) {
    if (lead === 0) return { text: raw, origin: IDENTITY_ORIGIN };
    return { text: raw.slice(1), origin: { lead, crlf: IDENTITY_ORIGIN.crlf } };
  }
  const crlf: number[] = [];
  const lines: string[] = [];
  let from = lead;
  for (let at = firstReturn; at >= 0; at = raw.indexOf('\r', from)) {
    lines.push(raw.slice(from, at));
    from = at + 1;
    if (raw.charCodeAt(from) !== LF) continue;
    crlf.push(at - lead - crlf.length);
    from++;
  }
  lines.push(raw.slice(from));
  return { text: lines.join('\n'), origin: { lead, crlf: Uint32Array.from(crlf) } };
}
