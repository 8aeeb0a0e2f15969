import type { NotificationMessage } from "../provider";

export type Parameters = ReadonlyMap<string, string>;

const maxParameters = 64;

/**
 * Bytes as text. Those that are no UTF-8 (a title in GBK) stand as lone surrogates, from which `wireBytes` makes them again:
 * signatures are over bytes, and no text of our own has such characters.
 */
function textOfBytes(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return Buffer.from(bytes)
      .toString("latin1")
      .replace(/[\x80-\xff]/g, (byte) => String.fromCharCode(0xdc00 + byte.charCodeAt(0)));
  }
}

/** The bytes that a gateway sent, of a field or of several put together. */
export function wireBytes(text: string): Buffer {
  if (text.isWellFormed()) return Buffer.from(text);
  return Buffer.concat(
    text
      .split(/([\udc80-\udcff]+)/u)
      .map((part) =>
        part.isWellFormed()
          ? Buffer.from(part)
          : Buffer.from([...part].map((byte) => byte.charCodeAt(0) - 0xdc00)),
      ),
  );
}

/** For people and for the database: what is no UTF-8 is read as the Chinese encoding that old gateways write. */
export const legible = (text: string): string =>
  text.isWellFormed() ? text : new TextDecoder("gb18030").decode(wireBytes(text));

function decode(text: string): string | null {
  if (/%(?![0-9a-f]{2})/i.test(text)) return null;
  const bytes = wireBytes(text.replaceAll("+", " "))
    .toString("latin1")
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return textOfBytes(Buffer.from(bytes, "latin1"));
}

const none: ReadonlySet<string> = new Set();

/**
 * Finds fields that, signed as a text of pairs, could be another message at other cuts: names with `&` or `=`, values
 * with `&`, and those in another encoding, but for `echoed`, which a gateway repeats of ours and which nobody counts.
 * @returns their names
 */
export const ambiguousFields = (fields: Parameters, echoed = none): string[] =>
  [...fields]
    .filter(
      ([name, value]) =>
        /[&=]/.test(name) || (!echoed.has(name) && (value.includes("&") || !value.isWellFormed())),
    )
    .map(([name]) => name);

/** `null` when it cannot be read, names a field twice, or holds what the database cannot store. */
export function parseForm(text: string): Map<string, string> | null {
  const fields = new Map<string, string>();
  for (const pair of text.split("&")) {
    if (pair === "") continue;
    const at = pair.indexOf("=");
    const key = decode(at < 0 ? pair : pair.slice(0, at));
    const value = decode(at < 0 ? "" : pair.slice(at + 1));
    if (key === null || value === null || !key.isWellFormed()) return null;
    if (fields.has(key) || fields.size === maxParameters) return null;
    if (key.includes("\u0000") || value.includes("\u0000")) return null;
    fields.set(key, value);
  }
  return fields;
}

/** Small gateways name no type at all. */
const isForm = (contentType: string | null) =>
  contentType === null ||
  contentType.split(";")[0]?.trim().toLowerCase() === "application/x-www-form-urlencoded";

export type ReadForm = { ok: true; fields: Parameters } | { ok: false; reason: "malformed" | "content_type" };

export function readPostedForm({ headers, rawBody }: NotificationMessage): ReadForm {
  if (!isForm(headers.get("content-type"))) return { ok: false, reason: "content_type" };
  const fields = parseForm(textOfBytes(rawBody));
  return fields ? { ok: true, fields } : { ok: false, reason: "malformed" };
}

const maxRedacted = 2_000;

/** Only the size of a message whose text cannot be read: it may hold anything. */
export const unreadable = ({ rawQuery, rawBody }: NotificationMessage): string =>
  `(unreadable: ${rawQuery.length} characters of query, ${rawBody.byteLength} bytes of body)`;

/** Decoded `k=v` lines for the log, the values of `hidden` names left out. */
export function redactMessage(
  message: NotificationMessage,
  read: { ok: true; fields: Parameters } | { ok: false },
  hidden: ReadonlySet<string>,
): string {
  if (!read.ok) return unreadable(message);
  const text = [...read.fields]
    .map(([key, value]) => `${key}=${hidden.has(key) ? "[redacted]" : legible(value)}`)
    .join("\n");
  // By characters: half of one could not be stored.
  return [...text].slice(0, maxRedacted).join("");
}
