import { z } from "zod";
import { toldMembersOrNull, toldShape } from "../../../core/refusals/told-shape";
import {
  bigIdText,
  deepOut,
  id,
  idText,
  madeBetween,
  matchedRows,
  nextPiece,
  pageQuery,
  plainText,
  timeOut,
} from "../../../core/wire";
import { callbackEvents, callbackStatuses } from "../schema";

export { callbackStatuses };

const siteRef = z.object({ id: z.int(), name: z.string() });

export const requestLogQuery = z.object({
  site_id: idText.optional(),
  result: z.enum(["accepted", "refused"]).optional(),
  /** A request id, our order number or the agent's. */
  search: plainText(100).optional(),
  ...madeBetween,
  /** Rows older than this one: the id of the last row of the page before. */
  before: bigIdText.optional(),
});
export type RequestLogQuery = z.output<typeof requestLogQuery>;

export const requestRow = z.object({
  id: z.int(),
  site: siteRef.nullable(),
  claimed_key: z.string().nullable(),
  method: z.string(),
  path: z.string(),
  http_status: z.int(),
  status_code: z.int(),
  latency_ms: z.int(),
  is_signature_valid: z.boolean(),
  cause: z.string().nullable(),
  request_id: z.string(),
  ip: z.string().nullable(),
  order_no: z.string().nullable(),
  downstream_order_no: z.string().nullable(),
  /** Null in rows from before these were kept. */
  details: z
    .object({
      timestamp: z.string().nullable(),
      nonce: z.string().nullable(),
      user_agent: z.string().nullable(),
      body_bytes: z.int(),
      body_hash: z.string(),
      message: z.string().nullable(),
      /** Null in rows from before this was kept. */
      message_rule: toldShape.nullable().default(null),
    })
    .nullable(),
  created_at: timeOut,
});
export const requestLog = z.object({
  requests: z.array(requestRow),
  /** `before` of the next page; null on the last one. */
  older: z.int().nullable(),
});

/** How calls went: of one partner, in the time that the list names. */
export const callHealth = z.object({
  id: z.int(),
  name: z.string(),
  calls: z.int(),
  failed: z.int(),
  /** Half of the calls, and 19 of 20, took at most this. */
  median_ms: z.int().nullable(),
  p95_ms: z.int().nullable(),
});
export type CallHealth = z.infer<typeof callHealth>;
export const healthList = z.object({ health: z.array(callHealth) });

export const callbackParams = z.object({ callback_id: idText });
export const callbackQuery = z.object({
  ...pageQuery(20, 100),
  site_id: idText.optional(),
  status: z.enum(callbackStatuses).optional(),
  event: z.enum(callbackEvents).optional(),
  /** Our order number or the agent's, whole. */
  search: plainText(100).optional(),
  order_no: plainText(40).optional(),
  ...madeBetween,
});
export type CallbackQuery = z.output<typeof callbackQuery>;
export const callbackRow = z.object({
  id: z.int(),
  site: siteRef,
  order_no: z.string(),
  event: z.enum(callbackEvents),
  status: z.enum(callbackStatuses),
  attempts: z.int(),
  ...toldMembersOrNull("last_error"),
  next_attempt_at: timeOut.nullable(),
  delivered_at: timeOut.nullable(),
  created_at: timeOut,
});
export const callbackList = z.object({ callbacks: z.array(callbackRow), ...deepOut });
export const callbackAttemptRow = z.object({
  attempt_no: z.int(),
  nonce: z.string(),
  http_status: z.int().nullable(),
  latency_ms: z.int().nullable(),
  ...toldMembersOrNull("error"),
  answer: z.string().nullable(),
  created_at: timeOut,
});
export const callbackDetail = callbackRow.extend({
  url: z.string().nullable(),
  api_key: z.string(),
  body_hash: z.string(),
  /** With every key replaced by its length. */
  body: z.string().nullable(),
  attempt_rows: z.array(callbackAttemptRow),
});
export const revealedCallback = z.object({ body: z.string() });

/** Named ones, everything that was given up, of one site or of all, or what a filter finds. */
export const resendBody = z.union([
  z.object({ ids: z.array(id).min(1, "must not be empty").max(100, "must have at most 100 entries") }),
  z.object({ failed_of: id.nullable() }),
  z.object(matchedRows(callbackQuery.omit({ page: true, per_page: true }))),
]);
export type Resend = z.output<typeof resendBody>;
export const resent = z.object({ resent: z.int(), left: z.int(), next: nextPiece });
