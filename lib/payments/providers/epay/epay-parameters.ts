import type { NotificationMessage } from "../../provider";

export type Parameters = ReadonlyMap<string, string>;

const ownKeys = ["provider", "id", "amp;provider", "amp;id"];

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

/**
 * Takes our own `provider` and `id` out again, also as `amp;id`. A gateway that glues `?…` to our address, query or not,
 * leaves its first field behind our last value: `id=7?money=1.00`.
 */
function dropOwnKeys(fields: Map<string, string>): boolean {
  for (const key of ownKeys) {
    const value = fields.get(key);
    fields.delete(key);
    const glued = value?.indexOf("?") ?? -1;
    if (value === undefined || glued < 0) continue;
    const [, name = "", rest = ""] = /^([^=]*)=?(.*)$/s.exec(value.slice(glued + 1)) ?? [];
    if (fields.has(name)) return false;
    fields.set(name, rest);
  }
  return true;
}

const isForm = (contentType: string | null) =>
  contentType?.split(";")[0]?.trim().toLowerCase() === "application/x-www-form-urlencoded";

export type ReadParameters =
  | { ok: true; fields: Parameters }
  | { ok: false; reason: "malformed" | "content_type" };

/** The gateway's own parameters: the query of a GET, the form of a POST, without our `provider` and `id`. */
export function readParameters(message: NotificationMessage): ReadParameters {
  const isPost = message.method === "POST" && message.rawBody.byteLength > 0;
  if (isPost && !isForm(message.headers.get("content-type"))) return { ok: false, reason: "content_type" };
  const text = isPost ? bodyText(message.rawBody) : message.rawQuery;
  const fields = text === null ? null : parseForm(text);
  const isRead = fields !== null && (isPost || !message.hasOwnKeys || dropOwnKeys(fields));
  if (!isRead) return { ok: false, reason: "malformed" };
  return { ok: true, fields };
}

function bodyText(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

const hidden = new Set(["sign", "key", "buyer"]);
const maxRedacted = 2_000;

/** Decoded `k=v` lines for the log. What cannot be read is kept only by its size. */
export function redactParameters(message: NotificationMessage): string {
  const read = readParameters(message);
  if (!read.ok)
    return `(unreadable: ${message.rawQuery.length} characters of query, ${message.rawBody.byteLength} bytes of body)`;
  const text = [...read.fields]
    .map(([key, value]) => `${key}=${hidden.has(key) ? "[redacted]" : value}`)
    .join("\n");
  // By characters: half of one could not be stored.
  return [...text].slice(0, maxRedacted).join("");
}
