import { z } from "zod";
import { captchaIn } from "../accounts/schema";
import { refusal, rule } from "../core/refusals/refusal";
import { describedAs } from "../core/shapes/described";
import {
  aboveZero,
  id,
  idText,
  maybe,
  moneyOut,
  pageOut,
  pageQuery,
  plainText,
  positivePriceIn,
  storefrontPage,
  timeIn,
  timeOut,
} from "../core/wire";
import { giftCardStatuses, rechargeStatuses } from "./state";

/** Directions of money, seen from its owner. */
export const directions = ["in", "out"] as const;

export const walletBalance = z.object({ balance: moneyOut, currency: z.string() });
export type WalletBalance = z.infer<typeof walletBalance>;

export const transactionType = z.enum(["recharge", "order_pay", "order_refund", "admin_adjust", "gift_card"]);
export type TransactionType = z.infer<typeof transactionType>;

const transaction = z.object({
  id: z.string(),
  type: transactionType,
  direction: z.enum(directions),
  amount: moneyOut,
  balance_after: moneyOut,
  reference: z.string(),
  remark: z.string().nullable(),
  created_at: timeOut,
});
export type Transaction = z.infer<typeof transaction>;

export const transactionListQuery = z.object({ ...storefrontPage, type: transactionType.optional() });
export type TransactionListQuery = z.output<typeof transactionListQuery>;
export const transactionList = z.object({ transactions: z.array(transaction), ...pageOut });
export type TransactionList = z.infer<typeof transactionList>;

const maxRechargeCents = 100_000_000n;
const upToAMillion = describedAs(
  positivePriceIn.refine((cents) => cents <= maxRechargeCents, {
    error: rule(refusal("at_most", { max: 1_000_000 })),
  }),
  {
    is: { type: "string", pattern: aboveZero("[1-9][0-9]{0,5}(\\.[0-9]{1,2})?|1000000(\\.0{1,2})?") },
  },
);

export const createRechargeBody = z.object({
  amount: upToAMillion,
  payment_channel_id: id,
});
export type CreateRechargeBody = z.output<typeof createRechargeBody>;

const rechargeStatus = z.enum(rechargeStatuses);
export const recharge = z.object({
  recharge_no: z.string(),
  amount: moneyOut,
  status: rechargeStatus,
  expire_at: timeOut,
  paid_at: timeOut.nullable(),
});
export type RechargeView = z.infer<typeof recharge>;
export const rechargeParams = z.object({ recharge_no: z.string() });

export const redeemBody = z.object({ code: plainText(64, 1), captcha: maybe(captchaIn) });
export type RedeemBody = z.output<typeof redeemBody>;
export const redemption = z.object({ amount: moneyOut, balance: moneyOut, transaction_id: z.string() });
export type Redemption = z.infer<typeof redemption>;

const maxBatch = 10_000;

export const createGiftCardBatchBody = z.object({
  name: plainText(80, 1),
  amount: upToAMillion,
  quantity: z.int().min(1).max(maxBatch),
  expires_at: timeIn.nullable().default(null),
});
export type CreateGiftCardBatchBody = z.output<typeof createGiftCardBatchBody>;

const giftCardBatch = z.object({
  id: z.int(),
  name: z.string(),
  amount: moneyOut,
  quantity: z.int(),
  active: z.int(),
  redeemed: z.int(),
  disabled: z.int(),
  expires_at: timeOut.nullable(),
  created_at: timeOut,
});
export type GiftCardBatchView = z.infer<typeof giftCardBatch>;
export const giftCardBatchListQuery = z.object(pageQuery(50, 200));
export const giftCardBatchList = z.object({ batches: z.array(giftCardBatch), ...pageOut });
export const createdBatch = z.object({ id: z.int() });
export const giftCardBatchParams = z.object({ batch_id: idText });
export const giftCardParams = z.object({ batch_id: idText, card_id: idText });
export const disabledCards = z.object({ disabled: z.int() });

const giftCardStatus = z.enum(giftCardStatuses);
export const giftCardListQuery = z.object({
  ...pageQuery(50, 200),
  status: giftCardStatus.optional(),
  /** Only this one. */
  card_id: idText.optional(),
});
export type GiftCardListQuery = z.output<typeof giftCardListQuery>;
const giftCard = z.object({
  id: z.int(),
  /** Its last four characters, the others hidden. */
  masked_code: z.string(),
  status: giftCardStatus,
  amount: moneyOut,
  redeemed_by: z.string().nullable(),
  redeemed_at: timeOut.nullable(),
  expires_at: timeOut.nullable(),
});
export const giftCardList = z.object({ gift_cards: z.array(giftCard), ...pageOut });
export type GiftCardList = z.infer<typeof giftCardList>;

export const userParams = z.object({ user_id: idText });

export const adjustBalanceBody = z.object({
  direction: z.enum(directions),
  amount: positivePriceIn,
  remark: plainText(200, 1),
  /** Made by the form when it opens: a second click of the same form moves nothing. */
  request_key: z.uuid(),
});
export type AdjustBalanceBody = z.output<typeof adjustBalanceBody>;
export const adjustedBalance = z.object({ transaction_id: z.string(), balance: moneyOut });
export type AdjustedBalance = z.infer<typeof adjustedBalance>;

export const ledgerCheck = z.object({
  is_sound: z.boolean(),
  accounts: z.int(),
  transfers: z.int(),
  drifts: z.array(
    z.object({
      account: z.string(),
      balance: z.string().nullable(),
      entries_sum: z.string(),
      problem: z.string(),
    }),
  ),
});
export type LedgerCheck = z.infer<typeof ledgerCheck>;
