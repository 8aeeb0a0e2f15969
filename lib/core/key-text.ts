export type KeyEncoding = "utf-8" | "utf-16le" | "utf-16be" | "gb18030";

const marks: readonly [KeyEncoding, readonly number[]][] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];

const newDecoder = (encoding: KeyEncoding) => new TextDecoder(encoding, { fatal: true });

/** Old encodings take nearly any bytes; U+0000 tells what is no text, or is UTF-16 without its mark. */
const isRead = (text: string) => !text.includes("\0");

function decodeAs(bytes: Uint8Array, encoding: KeyEncoding): string | null {
  try {
    const text = newDecoder(encoding).decode(bytes);
    return isRead(text) ? text : null;
  } catch {
    return null;
  }
}

function encodingsOf(head: Uint8Array): readonly KeyEncoding[] {
  const marked = marks.find(([, mark]) => mark.every((byte, index) => head[index] === byte));
  return marked ? [marked[0]] : ["utf-8", "gb18030"];
}

/**
 * A key that is read wrongly is sold and does not work, so nothing is replaced: a byte-order mark is believed, else it is
 * UTF-8 or else GB18030, and null when the bytes are none of them. GB18030 is a guess that somebody has to look at.
 */
export function decodeKeys(bytes: Uint8Array): { text: string; encoding: KeyEncoding } | null {
  for (const encoding of encodingsOf(bytes)) {
    const text = decodeAs(bytes, encoding);
    if (text !== null) return { text, encoding };
  }
  return null;
}

const headingWord =
  /^(?:(?:card|licen[cs]e|product|activation|serial|gift|redeem|secret)[ _-]?)?(?:keys?|codes?|numbers?|no|secrets?|passwords?|accounts?|sku)$|^(?:卡密|卡号|密钥|密码|账号|帐号|激活码|兑换码|序列号|规格|商品)$/i;
const longestHeading = 1000;

/** Whether a line of a list names columns of a table (`sku,key`, 卡密): as a key it would be sold. */
export const looksLikeHeading = (line: string): boolean =>
  line.length <= longestHeading &&
  line
    .replace(/^\uFEFF/, "")
    .split(/[,;\t|]|-{2,}/)
    .some((cell) => headingWord.test(cell.trim().replace(/^"(.*)"$/, "$1")));

type Pieces = AsyncIterable<Uint8Array>;

/** The text of bytes that come in pieces. @throws TypeError where they are not of this encoding */
export async function* decodePieces(pieces: Pieces, encoding: KeyEncoding): AsyncGenerator<string> {
  const decoder = newDecoder(encoding);
  for await (const piece of pieces) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}

async function isAll(pieces: Pieces, encoding: KeyEncoding): Promise<boolean> {
  try {
    for await (const text of decodePieces(pieces, encoding)) if (!isRead(text)) return false;
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** The same decision for a file of any length, which `open` reads from its beginning each time. */
export async function findKeyEncoding(open: () => Pieces): Promise<KeyEncoding | null> {
  let head = new Uint8Array();
  for await (const piece of open()) {
    head = Uint8Array.from([...head, ...piece.subarray(0, 3)]);
    if (head.length >= 3) break;
  }
  for (const encoding of encodingsOf(head)) if (await isAll(open(), encoding)) return encoding;
  return null;
}
