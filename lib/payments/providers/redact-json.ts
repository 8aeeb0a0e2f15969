import { readUtf8 } from "../../core/formats/read-utf8";
import type { NotificationMessage } from "../provider";
import { unreadable } from "./form-fields";

const maxRedacted = 2_000;
const maxDepth = 6;

function collect(value: unknown, path: string, kept: ReadonlySet<string>, lines: string[], depth = 0): void {
  if (typeof value !== "object" || value === null) {
    const name = path.slice(path.lastIndexOf(".") + 1);
    if (kept.has(name) && value !== null) lines.push(`${path}=${String(value).slice(0, 200)}`);
    return;
  }
  if (depth === maxDepth) return;
  for (const [key, member] of Object.entries(value))
    collect(member, path ? `${path}.${key}` : key, kept, lines, depth + 1);
}

/** `a.b=value` lines of the named members: a gateway's event holds much about the payer, which no log needs. */
export function redactJson(message: NotificationMessage, kept: ReadonlySet<string>): string {
  try {
    const value: unknown = JSON.parse(readUtf8(message.rawBody));
    const lines: string[] = [];
    collect(value, "", kept, lines);
    // U+0000 cannot be stored, and half a character neither.
    return [...lines.join("\n").replaceAll("\u0000", "")].slice(0, maxRedacted).join("");
  } catch {
    return unreadable(message);
  }
}
