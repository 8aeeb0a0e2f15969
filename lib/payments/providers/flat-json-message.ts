import { readUtf8 } from "../../core/formats/read-utf8";
import type { NotificationMessage } from "../provider";
import { parseFlatJson } from "./flat-json";

export type ReadFlatJson =
  | { ok: true; fields: Map<string, string> }
  | { ok: false; reason: "malformed" | "content_type" };

/** The body of a gateway that posts a flat JSON object. */
export function readFlatJson({ rawBody, method, headers }: NotificationMessage): ReadFlatJson {
  if (method !== "POST" || !/^application\/json\b/i.test(headers.get("content-type") ?? ""))
    return { ok: false, reason: "content_type" };
  try {
    const text = readUtf8(rawBody);
    const fields = parseFlatJson(text);
    return fields ? { ok: true, fields } : { ok: false, reason: "malformed" };
  } catch {
    return { ok: false, reason: "malformed" };
  }
}
