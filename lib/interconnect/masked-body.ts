const maxBytes = 20_000;
const maxKept = 4_000;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const maskLine = (line: string): string => (line.trim() === "" ? line : `*** (${line.length})`);

/** Members of a callback that hold no key. Every other member may hold one. */
const shown = new Set([
  "event",
  "upstream_order_no",
  "downstream_order_no",
  "timestamp",
  "event_id",
  "refunded_amount",
  "status",
  "currency",
]);

function mask(name: string, value: unknown): unknown {
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, mask(key, part)]));
  if (Array.isArray(value)) return value.map((part) => mask(name, part));
  if (typeof value !== "string") return value;
  return shown.has(name) ? value.slice(0, 200) : value.split("\n").map(maskLine).join("\n");
}

/** A callback's body with each key replaced by its length: what form it had can be seen, and no content. */
export function maskedBody(rawBody: Uint8Array): string | null {
  if (rawBody.byteLength > maxBytes) return null;
  try {
    const body: unknown = JSON.parse(new TextDecoder().decode(rawBody));
    const text = JSON.stringify(mask("", body), null, 2).replaceAll("\u0000", "").replaceAll("\\u0000", "");
    return text.length > maxKept ? `${text.slice(0, maxKept)}…` : text;
  } catch {
    return null;
  }
}
