import { z } from "zod";
import { customerTags } from "../../accounts/staff/schema";
import { emailIn, id, idText, maybe, moneyOut, plainText, seenIn, timeOut } from "../../core/wire";
import { licenseStatuses } from "../../licenses/schema";
import { mailRow } from "../../notifications/schema";
import { adminPayment } from "../../payments/schema";
import { orderStatuses } from "../state";

/** The two who say something about an order. */
export const speakers = ["buyer", "shop"] as const;

export const findCustomerQuery = z.object({ search: plainText(254, 1) });
export const foundCustomer = z.object({
  /** Null: a guest. */
  user_id: z.int().nullable(),
  email: z.string(),
});
export type FoundCustomer = z.infer<typeof foundCustomer>;

export const recentOrder = z.object({
  order_no: z.string(),
  status: z.enum(orderStatuses),
  amount: moneyOut,
  currency: z.string(),
  created_at: timeOut,
});
export type RecentOrder = z.infer<typeof recentOrder>;

export const customerTotals = z.array(
  z.object({ currency: z.string(), orders: z.int(), paid: moneyOut, refunded: moneyOut }),
);

/** Lists of the newest; null where the reader's role does not include them. */
export const customerActivity = z.object({
  /** Orders that money came for, by currency. */
  totals: customerTotals.nullable(),
  recent: z.array(recentOrder).nullable(),
  /** Words between buyer and shop. */
  messages: z
    .array(
      z.object({
        order_no: z.string(),
        by: z.enum(speakers),
        text: z.string(),
        at: timeOut,
        is_open: z.boolean(),
      }),
    )
    .nullable(),
  payments: z.array(adminPayment).nullable(),
  licenses: z
    .array(
      z.object({
        license_id: z.string(),
        product: z.string(),
        plan: z.string(),
        status: z.enum(licenseStatuses),
        order_no: z.string(),
        expires_at: timeOut.nullable(),
      }),
    )
    .nullable(),
  mails: z.array(mailRow),
});
export type CustomerActivity = z.infer<typeof customerActivity>;

/** An account by its number, or a guest by the address. */
export const customerQuery = z.object({ user_id: idText.optional(), email: emailIn.optional() });

export const guestCard = z.object({
  email: z.string(),
  note: z.string(),
  tags: z.array(z.string()),
  orders: z.int(),
});
export type GuestCard = z.infer<typeof guestCard>;
export const guestQuery = z.object({ email: emailIn });
export const guestCardBody = z.object({
  email: emailIn,
  note: plainText(10_000).optional(),
  tags: customerTags.optional(),
  seen: seenIn,
});
export type GuestCardBody = z.output<typeof guestCardBody>;

export const mergeBody = z.object({
  /** The account that is closed. */
  user_id: maybe(id),
  /** Or the address of a guest, whose orders go into an account. */
  email: maybe(emailIn),
  /** Address or number of the account that takes everything over. */
  into: plainText(254, 1),
});
export type MergeBody = z.output<typeof mergeBody>;
export const mergePreviewQuery = customerQuery.extend({
  /** Address or number of the account that would take everything over. */
  into: plainText(254, 1),
});
export type MergePreviewQuery = z.output<typeof mergePreviewQuery>;
const mergeSide = z.object({
  /** Null: a guest. */
  user_id: z.int().nullable(),
  email: z.string(),
  nickname: z.string(),
  orders: z.int(),
  /** When the account was opened, or the guest first ordered; null without an order. */
  since: timeOut.nullable(),
  last_login_at: timeOut.nullable(),
});
export type MergeSide = z.infer<typeof mergeSide>;
const movedByMerge = z.object({
  orders: z.int(),
  /** Orders of a guest that wait for their money: they stay. */
  waiting: z.int(),
  /** With what is set aside for orders. */
  balance: moneyOut,
  recharges: z.int(),
  cart_lines: z.int(),
  has_note: z.boolean(),
  tags: z.array(z.string()),
});
export type MovedByMerge = z.infer<typeof movedByMerge>;
export const mergePreview = z.object({
  from: mergeSide,
  into: mergeSide,
  moved: movedByMerge,
  currency: z.string(),
});
export type MergePreview = z.infer<typeof mergePreview>;
export const customersMerged = z.object({
  user_id: z.int(),
  moved_orders: z.int(),
  moved_balance: moneyOut,
});
export type CustomersMerged = z.infer<typeof customersMerged>;
