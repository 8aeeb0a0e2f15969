import type { z } from "zod";
import type { requestRow } from "@/lib/interconnect/main/admin/log-schema";

/** Each has a sentence and an advice in the message files, `log.causes`. */
const causes = [
  "malformed_key",
  "malformed_timestamp",
  "malformed_nonce",
  "malformed_signature",
  "unknown_key",
  "wrong_signature",
  "clock_skew",
  "disabled",
  "ip_not_allowed",
  "nonce_replayed",
  "over_limit",
  "body_not_read",
] as const;
const codes = ["4001", "4004", "4090", "4099", "4290", "5000"] as const;

export type Cause = (typeof causes)[number] | `code${(typeof codes)[number]}` | "other";

/** Why a call was refused: what its proof lacked, or the code of the answer. */
export function causeOf(
  row: Pick<z.infer<typeof requestRow>, "cause" | "http_status" | "status_code">,
): Cause | null {
  if (row.http_status === 200) return null;
  const cause = causes.find((known) => known === row.cause);
  if (cause) return cause;
  const code = codes.find((known) => known === String(row.status_code));
  return code ? `code${code}` : "other";
}
