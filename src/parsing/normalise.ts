/** Parsing: turns raw text into normalised text (LF line ends, no byte-order mark) and the way back. */
import { IDENTITY_ORIGIN, type OriginMap } from '../model/origin.ts';

const BYTE_ORDER_MARK = 0xfeff;

export interface NormalisedText {
  readonly text: string;
  readonly origin: OriginMap;
}

/** CRLF and lone CR become LF, a leading byte-order mark is dropped. Text that has neither is returned as it is. */
export function normaliseText(raw: string): NormalisedText {
  const lead = raw.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0;
  if (!raw.includes('\r')) {
    if (lead === 0) return { text: raw, origin: IDENTITY_ORIGIN };
    return { text: raw.slice(1), origin: { lead, crlf: IDENTITY_ORIGIN.crlf } };
  }
  const lines = raw.slice(lead).split('\r\n');
  const crlf = new Uint32Array(lines.length - 1);
  for (let i = 0, at = 0; i < crlf.length; i++) {
    at += lines[i].length;
    crlf[i] = at + i;
  }
  const text = lines.join('\n');
  return { text: text.includes('\r') ? text.replaceAll('\r', '\n') : text, origin: { lead, crlf } };
}
