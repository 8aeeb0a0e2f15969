import type { Cents } from "../core/money";

type OwnedAccount =
  | { kind: "user_wallet" | "user_hold"; userId: number }
  | { kind: "site_deposit"; siteId: number };

/** Debt of an agent for closed periods: below zero while there is one. */
interface AgentAccount {
  kind: "site_account";
  siteId: number;
}

/** The shop's side of every booking. These accounts keep no balance, so that they are never a hot row. */
interface ShopAccount {
  kind: "shop_revenue" | "shop_clearing" | "shop_gift_cards" | "shop_adjustments";
}

export type AccountRef = OwnedAccount | AgentAccount | ShopAccount;

export type LedgerTypeName =
  | "recharge"
  | "order_pay"
  | "order_hold"
  | "order_release"
  | "order_refund"
  | "admin_adjust"
  | "gift_card"
  | "overpaid"
  | "deposit_topup"
  | "deposit_pay"
  | "deposit_refund"
  | "site_statement"
  | "site_settlement";

interface TransferEntry {
  account: AccountRef;
  /** Signed; a transfer's entries sum to zero. */
  amountCents: Cents;
}

export interface Transfer {
  type: LedgerTypeName;
  /** Reason of the movement (`payment:<no>` …). The same reason moves money once. */
  reasonKey: string;
  /** Number that the owner reads beside it: of an order, recharge or payment. */
  reference: string;
  remark?: string;
  createdById?: number;
  /** The shop's own when absent: give it where the thing paid for keeps a currency of its own. */
  currency?: string;
  entries: readonly TransferEntry[];
}

export interface PostedTransfer {
  /** False when this reason had moved its money before; nothing was changed then. */
  posted: boolean;
  transferNo: string;
}
