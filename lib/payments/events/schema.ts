import { z } from "zod";
import { deepOut, id, idText, madeBetween, pageQuery, plainText, timeOut } from "../../core/wire";
import { notificationVerdicts } from "../state";

export const eventListQuery = z.object({
  ...pageQuery(20, 100),
  channel_id: idText.optional(),
  payment_id: idText.optional(),
  verdict: z.enum(notificationVerdicts).optional(),
  /** A payment's or an order's number, or the gateway's own: whole. */
  search: plainText(100).optional(),
  ...madeBetween,
});

const adminPaymentEvent = z.object({
  id,
  channel_id: z.int().nullable(),
  channel_name: z.string().nullable(),
  payment_no: z.string().nullable(),
  source: z.string(),
  verdict: z.string(),
  reason: z.string().nullable(),
  trade_no: z.string().nullable(),
  message: z.string(),
  ip: z.string().nullable(),
  request_id: z.string().nullable(),
  created_at: timeOut,
});

/** How the notifications of a channel went in the last 24 hours. */
const notificationHealth = z.object({
  channel_id: z.int(),
  name: z.string(),
  notifications: z.int(),
  refused: z.int(),
  /** Payments whose notification never came, or came too late: we asked the gateway. */
  found_by_query: z.int(),
  last_good_at: timeOut.nullable(),
});
export type NotificationHealth = z.infer<typeof notificationHealth>;

export const adminPaymentEventList = z.object({
  payment_events: z.array(adminPaymentEvent),
  health: z.array(notificationHealth),
  ...deepOut,
});

export type EventListQuery = z.output<typeof eventListQuery>;
export type AdminPaymentEventList = z.infer<typeof adminPaymentEventList>;
