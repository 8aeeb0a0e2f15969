import type { NotificationMessage } from "../provider";

export type Parameters = ReadonlyMap<string, string>;

const maxParameters = 64;

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return null;
  }
}

/** `null` when it cannot be read, names a field twice, or holds what the database cannot store. */
export function parseForm(text: string): Map<string, string> | null {
  const fields = new Map<string, string>();
  for (const pair of text.split("&")) {
    if (pair === "") continue;
    const at = pair.indexOf("=");
    const key = decode(at < 0 ? pair : pair.slice(0, at));
    const value = decode(at < 0 ? "" : pair.slice(at + 1));
    if (key === null || value === null) return null;
    if (fields.has(key) || fields.size === maxParameters) return null;
    if (key.includes("\u0000") || value.includes("\u0000")) return null;
    fields.set(key, value);
  }
  return fields;
}

const isForm = (contentType: string | null) =>
  contentType?.split(";")[0]?.trim().toLowerCase() === "application/x-www-form-urlencoded";

function bodyText(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

export type ReadForm = { ok: true; fields: Parameters } | { ok: false; reason: "malformed" | "content_type" };

export function readPostedForm({ headers, rawBody }: NotificationMessage): ReadForm {
  if (!isForm(headers.get("content-type"))) return { ok: false, reason: "content_type" };
  const text = bodyText(rawBody);
  const fields = text === null ? null : parseForm(text);
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
    .map(([key, value]) => `${key}=${hidden.has(key) ? "[redacted]" : value}`)
    .join("\n");
  // By characters: half of one could not be stored.
  return [...text].slice(0, maxRedacted).join("");
}
