import { z } from "zod";
import { captchaIn } from "../accounts/schema";
import { deliveryKinds, longestLabel, maxFieldKey, mostUnits, secretKinds } from "../catalogue/schema";
import { locales } from "../core/locale";
import { refusal, rule } from "../core/refusals/refusal";
import { describedAs } from "../core/shapes/described";
import { langQuery } from "../core/translations";
import { emailIn, id, maybe, moneyOut, pageOut, plainText, storefrontPage, timeOut } from "../core/wire";
import { deliveredMembers } from "../fulfillment/schema";
import { payment, paymentsOfOrder } from "../payments/schema";
import { reductionKinds } from "../pricing/schema";
import { giftIn, orderGift } from "./gifts/schema";
import { renews } from "./renewals/schema";
import { fulfillmentStatuses, orderStatuses, paymentStatuses } from "./state";

export const quantity = z
  .int({ error: rule(refusal("wrong_type", { expected: "integer" })) })
  .min(1, rule(refusal("between", { min: 1, max: mostUnits })))
  .max(mostUnits, rule(refusal("between", { min: 1, max: mostUnits })));

const line = { product_id: id, sku_id: maybe(id), quantity };
const answers = z.record(z.string().max(maxFieldKey), z.unknown());

/** Lines of one order, and of a cart. */
export const mostLines = 20;

/** The public label of a key, where the option lets its buyer choose; the quantity is 1. */
export const pick = plainText(longestLabel, 1);

/** Either `items` or one line flat. Prices, totals and statuses that a client sends are unknown members and ignored (O8). */
const orderMembers = {
  items: maybe(
    z
      .array(z.object({ ...line, form: maybe(answers), pick: maybe(pick) }))
      .min(1)
      .max(mostLines),
  ),
  product_id: maybe(id),
  sku_id: maybe(id),
  quantity: maybe(quantity),
  coupon_code: maybe(plainText(64)),
  form: maybe(answers),
  pick: maybe(pick),
  renews: maybe(renews),
};

interface FlatLine {
  items?: unknown[] | undefined;
  product_id?: number | undefined;
  quantity?: number | undefined;
}

const flatProduct = {
  check: (body: FlatLine) => body.items !== undefined || body.product_id !== undefined,
  path: ["product_id"],
};
const flatQuantity = {
  check: (body: FlatLine) => body.items !== undefined || body.quantity !== undefined,
  path: ["quantity"],
};

const createMembers = {
  ...orderMembers,
  payment_channel_id: maybe(id),
  use_balance: maybe(z.boolean()),
  locale: maybe(z.enum(locales)),
  gift: maybe(giftIn),
};

/** Says what is missing beside what else is wrong: each in an answer of its own would be a call for each. */
const besideOthers = {
  when: ({ value }: { value: unknown }) =>
    typeof value === "object" && value !== null && !Array.isArray(value),
};

const withLine = <S extends z.ZodType<FlatLine>>(schema: S) =>
  describedAs(
    schema
      .refine(flatProduct.check, { path: flatProduct.path, error: rule("required"), ...besideOthers })
      .refine(flatQuantity.check, { path: flatQuantity.path, error: rule("required"), ...besideOthers }),
    { says: "Either `items`, or one line as `product_id` and `quantity`." },
  );

export const createOrderBody = withLine(z.object(createMembers));
export const createGuestOrderBody = withLine(
  z.object({ ...createMembers, email: emailIn, captcha: maybe(captchaIn) }),
);
const previewMembers = {
  ...orderMembers,
  payment_channel_id: maybe(id),
  /** Asks for `payment_channels` in the answer. */
  with_payment_channels: maybe(z.boolean()),
};
export const previewOrderBody = withLine(z.object({ ...previewMembers, use_balance: maybe(z.boolean()) }));
export const previewGuestOrderBody = withLine(z.object({ ...previewMembers, email: maybe(emailIn) }));
export type OrderLinesBody = z.output<typeof previewOrderBody>;

export const payOrderBody = z.object({
  payment_channel_id: maybe(id),
  use_balance: maybe(z.boolean()),
});
export const orderParams = z.object({ order_no: z.string() });

/** Orders placed without an account, with the address of the caller's. */
export const adoptableOrders = z.object({ count: z.int() });
export const adoptedOrders = z.object({ adopted: z.int() });

/**
 * Report of the buyer of a paid order: its fault in words, and the keys that it is about: the item's number and the
 * key's place, from 1.
 */
export const problemBody = z.object({
  text: plainText(2000, 3),
  item: maybe(id),
  key: maybe(id),
});
export type ProblemBody = z.output<typeof problemBody>;
export const problemReported = z.object({ reported: z.literal(true) });

export const recoverBody = z.object({
  email: emailIn,
  order_no: maybe(plainText(64)),
  captcha: maybe(captchaIn),
  locale: maybe(z.enum(locales)),
});
export const recoverResult = z.object({ sent: z.literal(true) });

export const orderListQuery = z.object({
  ...storefrontPage,
  status: z.enum(orderStatuses).optional(),
  order_no: plainText(64).optional(),
  /** Words that are all found in the number, in the recipient of a gift, or in names, answers and chosen labels of the goods. */
  search: plainText(100, 1).optional(),
  /** Names of the goods in this language; without it as they were ordered. */
  ...langQuery,
});

const itemFulfillment = z.object({
  status: z.enum(fulfillmentStatuses),
  payload: z.string().optional(),
  secrets: z.array(z.string()).optional(),
  instructions: z.string().optional(),
  ...deliveredMembers.shape,
  delivered_at: timeOut.optional(),
});

/** The bundle that an item was sold in. The row of the item keeps it in this form, and the API answers it. */
export const soldBundle = z.object({
  line: z.int(),
  product_id: z.int(),
  sku_id: z.int(),
  slug: z.string(),
  title: z.string(),
  sku_name: z.string().nullable(),
  quantity: z.int(),
});

export const orderItem = z.object({
  id: z.int(),
  product_id: z.int(),
  sku_id: z.int(),
  slug: z.string(),
  title: z.string(),
  sku_name: z.string().nullable(),
  quantity: z.int(),
  unit_price: moneyOut,
  total_price: moneyOut,
  delivery: z.enum(deliveryKinds),
  /** Kind of the content of `fulfillment.secrets`; `none` was typed by a person. */
  kind: z.enum(secretKinds),
  /** Hours after the payment in which a person usually has it ready, as the product named them. Absent where it named none. */
  delivery_hours: z.int().optional(),
  /** Further goods: `license` has `…/licenses`. Absent where there are none. */
  delivers: z.array(z.string()).optional(),
  /** Items with the same `line` were sold together. */
  bundle: soldBundle.optional(),
  /** Buyer's answers to the questions of a product that is delivered by hand. */
  answers: z.array(z.object({ label: z.string(), value: z.string() })).optional(),
  fulfillment: itemFulfillment,
});

/** `name` is the member level's or the coupon's code, as it was when the order was placed. */
export const reduction = z.object({
  kind: z.enum(reductionKinds),
  name: z.string().nullable(),
  amount: moneyOut,
});
export type ReductionView = z.infer<typeof reduction>;

const orderMembersOut = {
  order_no: z.string(),
  status: z.enum(orderStatuses),
  payment_status: z.enum(paymentStatuses),
  fulfillment_status: z.enum(fulfillmentStatuses),
  currency: z.string(),
  original_amount: moneyOut,
  discount_amount: moneyOut,
  /** Parts of `discount_amount`; not kept of orders before version 0.2. */
  reductions: z.array(reduction).optional(),
  amount: moneyOut,
  wallet_paid_amount: moneyOut,
  refunded_amount: moneyOut,
  email: z.string().nullable(),
  /** Recipient of a gift. Absent from an order that is no gift. */
  gift: orderGift.optional(),
  expire_at: timeOut,
  paid_at: timeOut.nullable(),
  delivered_at: timeOut.nullable(),
  created_at: timeOut,
  items: z.array(orderItem),
  fulfillment: z.object({ status: z.enum(fulfillmentStatuses), payload: z.string().optional() }),
  refunds: z.array(z.object({ amount: moneyOut, reason: z.string().nullable(), created_at: timeOut })),
  ...paymentsOfOrder,
};

export const orderDetail = z.object(orderMembersOut);
export type OrderDetail = z.infer<typeof orderDetail>;

export const placedOrder = z.object({ ...orderMembersOut, payment: payment.optional() });
export const placedGuestOrder = z.object({
  ...orderMembersOut,
  payment: payment.optional(),
  guest_token: z.string(),
});

export const orderList = z.object({ orders: z.array(orderDetail), ...pageOut });
export type OrderList = z.infer<typeof orderList>;
