import { getConfig } from "../config/config";
import { constantTimeEqual } from "../core/crypto";

/** Whether the request carries `metrics.token`: figures of the shop are for its operator's monitor, and for no visitor. */
export function hasMetricsToken({ headers }: Request): boolean {
  const { token } = getConfig().metrics;
  const given = /^Bearer (\S+)$/.exec(headers.get("authorization") ?? "")?.[1] ?? "";
  return token !== null && constantTimeEqual(given, token);
}
