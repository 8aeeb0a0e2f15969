import { keysOf } from "../core/shapes/records";
import { toMoney, toTime, toTimeOrNull } from "../core/wire";
import type { LedgerEntry, LedgerTransfer, Recharge } from "../db/generated/client";
import type { RechargeView, Transaction, TransactionType } from "./schema";
import type { LedgerTypeName } from "./types";

/**
 * Types that the books distinguish and an owner does not: money set aside for an order is paid, and given back is
 * refunded.
 */
const wireTypes: Record<LedgerTypeName, TransactionType> = {
  recharge: "recharge",
  order_pay: "order_pay",
  order_hold: "order_pay",
  order_release: "order_refund",
  order_refund: "order_refund",
  overpaid: "order_refund",
  admin_adjust: "admin_adjust",
  gift_card: "gift_card",
  deposit_topup: "recharge",
  deposit_pay: "order_pay",
  deposit_refund: "order_refund",
  site_statement: "admin_adjust",
  site_settlement: "admin_adjust",
};

export const ledgerTypesOf = (wireType: TransactionType): LedgerTypeName[] =>
  keysOf(wireTypes).filter((type) => wireTypes[type] === wireType);

export function transactionView(entry: LedgerEntry & { transfer: LedgerTransfer }): Transaction {
  const { transfer, amountCents } = entry;
  return {
    id: transfer.transferNo,
    type: wireTypes[transfer.type],
    direction: amountCents > 0n ? "in" : "out",
    amount: toMoney(amountCents > 0n ? amountCents : -amountCents),
    balance_after: toMoney(entry.balanceAfterCents ?? 0n),
    reference: transfer.reference,
    remark: transfer.remark,
    created_at: toTime(entry.createdAt),
  };
}

export const rechargeView = (row: Recharge): RechargeView => ({
  recharge_no: row.rechargeNo,
  amount: toMoney(row.amountCents),
  status: row.status,
  expire_at: toTime(row.expireAt),
  paid_at: toTimeOrNull(row.paidAt),
});
