/** SQLite store: texts as SQLite keeps them, so that every string comes back unit by unit. */

/** A text, or its UTF-16 units where UTF-8 cannot hold it. */
export type StoredText = string | Uint8Array;

/** With the flag `u` a surrogate matches only when it stands alone. */
const NOT_KEPT_AS_TEXT = /[\0\ud800-\udfff]/u;

/** `text` itself, or bytes when it holds a lone surrogate (UTF-8 has none) or U+0000 (where drivers end a text). */
export function storeText(text: string): StoredText {
  if (!NOT_KEPT_AS_TEXT.test(text)) return text;
  const bytes = new Uint8Array(text.length * 2);
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    bytes[i * 2] = unit & 0xff;
    bytes[i * 2 + 1] = unit >> 8;
  }
  return bytes;
}

export function readText(stored: StoredText): string {
  if (typeof stored === 'string') return stored;
  const units: string[] = [];
  for (let i = 0; i + 1 < stored.length; i += 2) units.push(String.fromCharCode(stored[i] | (stored[i + 1] << 8)));
  return units.join('');
}
