import { z } from "zod";
import { secretKinds } from "../../catalogue/schema";
import { emailIn, maybe, plainText, timeOut } from "../../core/wire";
import { deliveredFile } from "../../fulfillment/kinds/file/schema";
import { deliveredLiving } from "../../fulfillment/kinds/living/schema";
import { orderMailStates } from "../../notifications/schema";
import { fulfillmentStatuses } from "../state";
import { longestGiftMessage, longestGiverName } from "./bounds";

/** The order is for somebody else, who gets a mail with a link of their own once all of it is delivered. */
export const giftIn = z.object({
  email: emailIn,
  /** Plain text, which the mail and the page of the recipient show. */
  message: maybe(plainText(longestGiftMessage)),
  /** How the giver is called there. */
  from_name: maybe(plainText(longestGiverName)),
});
export type GiftIn = z.output<typeof giftIn>;

/** Members that tell who an order was given to. */
const giftMembers = {
  email: z.string(),
  message: z.string().nullable(),
  from_name: z.string().nullable(),
  /** When its recipient first saw what was delivered. */
  opened_at: timeOut.nullable(),
};
export const orderGift = z.object(giftMembers);

/** A gift with what became of its newest mail. */
export const sentGift = z.object({
  ...giftMembers,
  state: z.enum(orderMailStates),
  attempts: z.int(),
  queued_at: timeOut.nullable(),
  sent_at: timeOut.nullable(),
  can_resend: z.boolean(),
  can_change_email: z.boolean(),
});
export type SentGift = z.infer<typeof sentGift>;

/** Another address is one that was mistyped: what was sent to the former one opens nothing from then on. */
export const resendGiftBody = z.object({ email: maybe(emailIn) });

/** `preparing`: the goods are not there, or not any more and are being delivered again. */
export const giftStates = ["ready", "preparing", "taken_back"] as const;

/** The token in the link of the mail. */
export const openGiftBody = z.object({ token: z.string().max(200) });

const givenItem = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  sku_name: z.string().nullable(),
  quantity: z.int(),
  kind: z.enum(secretKinds),
  delivers: z.array(z.string()).optional(),
  fulfillment: z.object({
    status: z.enum(fulfillmentStatuses),
    secrets: z.array(z.string()).optional(),
    instructions: z.string().optional(),
    files: z.array(deliveredFile).optional(),
    living: deliveredLiving.optional(),
  }),
});

/** View of its recipient: nothing of the order's number, price, payment, refunds or buyer. */
export const openedGift = z.object({
  state: z.enum(giftStates),
  from_name: z.string().nullable(),
  message: z.string().nullable(),
  items: z.array(givenItem),
});
export type OpenedGift = z.infer<typeof openedGift>;
