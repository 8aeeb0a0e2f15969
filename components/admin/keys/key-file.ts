export type KeyEncoding = "utf-8" | "utf-16le" | "utf-16be" | "gb18030";

const marks: readonly [KeyEncoding, readonly number[]][] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];

function decodeAs(bytes: Uint8Array, encoding: KeyEncoding): string | null {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    // Old encodings take nearly any bytes; U+0000 tells what is no text, or is UTF-16 without its mark.
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}

/**
 * A key that is read wrongly is sold and does not work, so nothing is replaced: a byte-order mark is believed, else it is
 * UTF-8 or else GB18030, and null when the bytes are none of them. GB18030 is a guess that somebody has to look at.
 */
export function decodeKeys(bytes: Uint8Array): { text: string; encoding: KeyEncoding } | null {
  const marked = marks.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte));
  const candidates: readonly KeyEncoding[] = marked ? [marked[0]] : ["utf-8", "gb18030"];
  for (const encoding of candidates) {
    const text = decodeAs(bytes, encoding);
    if (text !== null) return { text, encoding };
  }
  return null;
}
