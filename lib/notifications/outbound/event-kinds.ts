import type { OperatorEventKind } from "./schema";

/** Also during quiet hours, unless the operator says otherwise: what costs money or trust by the hour. */
export const pressingEvents: readonly OperatorEventKind[] = [
  "order_failed",
  "mail_failing",
  "payment_channel",
  "staff_sign_in",
  "test_gateway",
  "backup_old",
  "system",
];

const byAlert: readonly (readonly [prefix: string, kind: OperatorEventKind])[] = [
  ["order.failed", "order_failed"],
  ["order.delivery_late", "order_failed"],
  ["order.problem", "order_problem"],
  ["stock.low", "stock_low"],
  ["stock.out", "stock_out"],
  ["stock.expired", "stock_low"],
  ["stock.text_old", "stock_low"],
  ["stock.twins", "stock_low"],
  ["stock.server_silent", "stock_out"],
  ["payment.refused", "payment_refused"],
  ["payment.overpaid", "payment_overpaid"],
  ["payment", "payment_channel"],
  ["deposit.", "deposit_low"],
  ["connection.deposit_low", "deposit_low"],
  ["callback.", "partner_failing"],
  ["connection.", "partner_failing"],
  ["upstream.", "partner_failing"],
  ["purchase.", "partner_failing"],
  ["mail.", "mail_failing"],
  ["staff.", "staff_sign_in"],
  ["backup.", "backup_old"],
  ["test_gateway.", "test_gateway"],
];

/** The kind of event that an alert is sent as. */
export const eventOfAlert = (alertKind: string): OperatorEventKind =>
  byAlert.find(([prefix]) => alertKind.startsWith(prefix))?.[1] ?? "system";
