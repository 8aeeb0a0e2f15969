import { z } from "zod";
import { baseLocale, locales } from "../../core/locale";
import { refusal, rule } from "../../core/refusals/refusal";
import { toldMembersOrNull } from "../../core/refusals/told-shape";
import { deepOut, idText, maybe, plainText, seenIn, storefrontPage, timeOut } from "../../core/wire";

/** Events of which an operator can be told, by channel and kind. */
export const operatorEvents = [
  "morning",
  "sale",
  "order_by_hand",
  "order_held",
  "order_failed",
  "order_problem",
  "stock_low",
  "stock_out",
  "payment_late",
  "payment_refused",
  "payment_overpaid",
  "payment_channel",
  "money_request",
  "partner_failing",
  "deposit_low",
  "mail_failing",
  "staff_sign_in",
  "backup_old",
  "test_gateway",
  "system",
] as const;
export type OperatorEventKind = (typeof operatorEvents)[number];

/**
 * Events that programs are told of, each with ids, amounts and times: things that happen, whoever is told. Messages to people are
 * the kinds above.
 */
export const shopEventTypes = [
  "order.created",
  "order.paid",
  "order.overpaid",
  "order.processing",
  "order.held",
  "order.released",
  "order.delivered",
  "order.delivery_failed",
  "order.goods_changed",
  "order.canceled",
  "order.expired",
  "order.refunded",
  "order.refund_paid",
  "order.refund_failed",
  "order.problem_reported",
  "order.disputed",
  "order.dispute_closed",
  "order.reviewed",
  "stock.in",
  "stock.low",
  "stock.out",
] as const;
export type ShopEventType = (typeof shopEventTypes)[number];

export const channelProviderCodes = [
  "mail",
  "telegram",
  "webhook",
  "events",
  "wecom",
  "bark",
  "serverchan",
  "discord",
] as const;

/** Kinds for a channel to a person, types for one to a program (`events`). */
const events = z.partialRecord(z.enum([...operatorEvents, ...shopEventTypes]), z.enum(["on", "always"]));
const minuteOfDay = z
  .int()
  .min(0, rule(refusal("at_least", { min: 0 })))
  .max(1439, rule(refusal("at_most", { max: 1439 })));
const settings = z.record(z.string().max(40), z.string().max(500, rule(refusal("too_long", { max: 500 }))));

export const createNotificationChannelBody = z.object({
  name: plainText(80, 1),
  provider: z.enum(channelProviderCodes),
  locale: z.enum(locales).default(baseLocale),
  is_enabled: z.boolean().default(true),
  settings: settings.default({}),
  events: events.default({}),
  /** Minutes of the shop's day; both or neither. */
  quiet_from: maybe(minuteOfDay),
  quiet_to: maybe(minuteOfDay),
});
export const updateNotificationChannelBody = z.object({
  name: plainText(80, 1).optional(),
  locale: z.enum(locales).optional(),
  is_enabled: z.boolean().optional(),
  settings: settings.optional(),
  events: events.optional(),
  quiet_from: minuteOfDay.nullable().optional(),
  quiet_to: minuteOfDay.nullable().optional(),
  seen: seenIn,
});
export type CreateNotificationChannel = z.output<typeof createNotificationChannelBody>;
export type UpdateNotificationChannel = z.output<typeof updateNotificationChannelBody>;

export const notificationChannelParams = z.object({ id: idText });
export const notificationChannel = z.object({
  id: z.int(),
  name: z.string(),
  provider: z.enum(channelProviderCodes),
  locale: z.string(),
  is_enabled: z.boolean(),
  /** Without the secrets. */
  settings: z.record(z.string(), z.string()),
  secrets_set: z.array(z.string()),
  events,
  quiet_from: z.int().nullable(),
  quiet_to: z.int().nullable(),
  failing_since: timeOut.nullable(),
  ...toldMembersOrNull("last_error"),
  last_sent_at: timeOut.nullable(),
  created_at: timeOut,
});
export type NotificationChannelOut = z.infer<typeof notificationChannel>;

const field = z.object({
  key: z.string(),
  kind: z.enum(["text", "secret", "url", "email"]),
  required: z.boolean(),
  default: z.string().optional(),
});
const channelProvider = z.object({ code: z.enum(channelProviderCodes), fields: z.array(field) });
export type ChannelProviderOut = z.infer<typeof channelProvider>;
export const notificationChannels = z.object({
  channels: z.array(notificationChannel),
  providers: z.array(channelProvider),
  event_kinds: z.array(z.enum(operatorEvents)),
  /** Types that a channel of the provider `events` can be told. */
  event_types: z.array(z.enum(shopEventTypes)),
  pressing_kinds: z.array(z.enum(operatorEvents)),
});
export const channelDeleted = z.object({ deleted: z.literal(true) });
export const channelTested = z.object({
  sent: z.boolean(),
  ...toldMembersOrNull("problem"),
  latency_ms: z.int(),
});

export const notificationStatuses = ["pending", "sent", "failed"] as const;
export const deliveryQuery = z.object({
  ...storefrontPage,
  channel_id: idText.optional(),
  status: z.enum(notificationStatuses).optional(),
});
export type DeliveryQuery = z.output<typeof deliveryQuery>;
export const deliveryRow = z.object({
  id: z.int(),
  channel: z.object({ id: z.int(), name: z.string(), provider: z.string() }),
  kind: z.string(),
  title: z.string(),
  event_count: z.int(),
  status: z.enum(notificationStatuses),
  attempts: z.int(),
  ...toldMembersOrNull("last_error"),
  next_attempt_at: timeOut.nullable(),
  created_at: timeOut,
  sent_at: timeOut.nullable(),
});
export type DeliveryRow = z.infer<typeof deliveryRow>;
export const deliveryPage = z.object({ deliveries: z.array(deliveryRow), ...deepOut });
export const deliveryDetail = z.object({
  ...deliveryRow.shape,
  /** Label and value. A tuple would be described by `items: false`, which generators of clients stop at. */
  rows: z.array(z.array(z.string()).length(2)),
  url: z.string(),
  /** Body of a message to a program. */
  event: z.record(z.string(), z.unknown()).nullable(),
  log: z.array(
    z.object({
      created_at: timeOut,
      http_status: z.int().nullable(),
      latency_ms: z.int(),
      ...toldMembersOrNull("error"),
    }),
  ),
});
export type DeliveryDetail = z.infer<typeof deliveryDetail>;

/** Body of a message to a program of the operator. */
export const operatorWebhook = z.object({
  /** `shop.` and the kind of the event. */
  type: z.string(),
  timestamp: z.string(),
  data: z.object({
    title: z.string(),
    /** Label and value, one line each. */
    rows: z.array(z.array(z.string())),
    url: z.string(),
    count: z.int(),
  }),
});
