import { refusal, type Said } from "../../lib/core/refusals/refusal";
import type { Refusal } from "./refuse";

const maxAddress = 8 * 1024;
/** No page and no route reads a tenth of them, and Next asks for each name again: its time grows with the square. */
export const maxParameters = 100;

const isDotSegment = (segment: string) => /^(\.|%2e){1,2}$/i.test(segment);

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function hasTooMany(target: string): boolean {
  let at = target.indexOf("?");
  for (let count = 1; at >= 0; count++) {
    if (count > maxParameters) return true;
    at = target.indexOf("&", at + 1);
  }
  return false;
}

function findFault(target: string): Said | null {
  if (!target.startsWith("/")) return "address_names_no_path";
  if (hasTooMany(target)) return refusal("too_many_parameters", { max: maxParameters });
  const [path = "/"] = target.split("?", 1);
  if (path.includes("\\") || path.split("/").some(isDotSegment)) return "address_segments";
  if (path.startsWith("/api/v1/")) return null;
  if (!isDecodable(path)) return "address_not_utf8";
  return /%00/.test(target) ? "address_not_storable" : null;
}

/**
 * The fault in the target of a request, or null. Two readers of one path must not take it for two: a backslash is a
 * slash to some, and `..` is a step up. The API answers in its envelope for what it cannot decode.
 */
export function refuseTarget(target: string): Refusal | null {
  if (target.length > maxAddress)
    return { status: 414, said: refusal("address_too_long", { max: maxAddress }) };
  const fault = findFault(target);
  return fault === null ? null : { status: 400, said: fault };
}
