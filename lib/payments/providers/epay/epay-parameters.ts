import type { NotificationMessage } from "../../provider";
import { parseForm, type ReadForm, readPostedForm, redactMessage } from "../form-fields";

const ownKeys = ["provider", "id", "amp;provider", "amp;id"];

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

/** The gateway's own parameters: the query of a GET, the form of a POST, without our `provider` and `id`. */
export function readParameters(message: NotificationMessage): ReadForm {
  if (message.method === "POST" && message.rawBody.byteLength > 0) return readPostedForm(message);
  const fields = parseForm(message.rawQuery);
  return fields !== null && (!message.hasOwnKeys || dropOwnKeys(fields))
    ? { ok: true, fields }
    : { ok: false, reason: "malformed" };
}

const hidden = new Set(["sign", "key", "buyer"]);

export const redactParameters = (message: NotificationMessage): string =>
  redactMessage(message, readParameters(message), hidden);
