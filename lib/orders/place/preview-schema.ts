import { z } from "zod";
import { moneyOut } from "../../core/wire";
import { paymentChannel } from "../../payments/schema";
import { reduction } from "../schema";

/** Price of an order before it is placed; nothing is stored. */
export const orderPreview = z.object({
  currency: z.string(),
  original_amount: moneyOut,
  discount_amount: moneyOut,
  amount: moneyOut,
  wallet_paid_amount: moneyOut,
  /** Fee of the named payment channel. */
  fee_amount: moneyOut,
  payable_amount: moneyOut,
  /** Sum that the gateway of the named channel asks for, where it counts in another currency; null otherwise. */
  gateway_amount: moneyOut.nullable(),
  gateway_currency: z.string().nullable(),
  coupon_code: z.string().nullable(),
  /** Channels by which this buyer may pay for these goods, here and on this device; null where it was not asked for. */
  payment_channels: z.array(paymentChannel).nullable(),
  /** Parts of `discount_amount`. */
  reductions: z.array(reduction),
  items: z.array(
    z.object({
      product_id: z.int(),
      sku_id: z.int(),
      title: z.string(),
      sku_name: z.string().nullable(),
      quantity: z.int(),
      list_price: moneyOut,
      unit_price: moneyOut,
      total_price: moneyOut,
    }),
  ),
});
export type OrderPreview = z.infer<typeof orderPreview>;
