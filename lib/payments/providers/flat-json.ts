const pair =
  /\s*("(?:[^"\\]|\\.)*")\s*:\s*("(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)\s*([,}])/y;

const maxMembers = 64;

/**
 * A JSON object of plain values with each number as it was written: gateways sign the text, and `28.80`, `28.8` and `1e-05`
 * are three texts. Null members are left out. `null` for anything else: nested, repeated, not JSON.
 */
export function parseFlatJson(text: string): Map<string, string> | null {
  const body = text.trim();
  if (!body.startsWith("{")) return null;
  const members = new Map<string, string>();
  const seen = new Set<string>();
  pair.lastIndex = 1;
  for (let count = 0; count <= maxMembers; count++) {
    const match = pair.exec(body);
    if (!match) return null;
    const [, rawKey = "", rawValue = "", end] = match;
    const key = decode(rawKey);
    const value = rawValue.startsWith('"') ? decode(rawValue) : rawValue;
    if (key === null || value === null || seen.has(key)) return null;
    seen.add(key);
    if (rawValue !== "null") members.set(key, value);
    if (end === "}") return pair.lastIndex === body.length ? members : null;
  }
  return null;
}

function decode(literal: string): string | null {
  try {
    const text: unknown = JSON.parse(literal);
    return typeof text === "string" && !text.includes("\u0000") ? text : null;
  } catch {
    return null;
  }
}
