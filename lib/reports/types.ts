import type { Told } from "../core/refusals/refusal";
import type { RecentOrder } from "../orders/customers/schema";

/** One line of what happened around an order, whatever table keeps it. */
export interface HistoryEntry {
  at: string;
  area: "order" | "mail" | "notification" | "callback" | "purchase";
  /** Kind of the event on the order's own time line, else of what was sent or received. */
  kind: string;
  state: string | null;
  by: {
    kind: "shop" | "staff" | "buyer" | "site" | "recipient" | "gateway" | "main_site";
    name: string | null;
  };
  /** A note or a reason, an address, a trade number, a name. */
  text: string | null;
  problem: Told | null;
  /** Why a notification of a gateway was refused, in one word. */
  refusal?: string | null;
  /** The admin page that has more about it. */
  href: string | null;
  item?: number | null;
  amount?: string | null;
  method?: string | null;
  /** How long the buyer had waited for this answer. */
  waited_seconds?: number | null;
  /** A picture of the money that staff saw. */
  proof_id?: string | null;
}

export interface BuyerHistory {
  /** The page of the account or the agent site, for whom may read it. */
  href: string | null;
  /** Words that staff noted about the customer; empty for readers who may not read customers. */
  note: string;
  /** The list of all orders of this buyer. */
  orders: string | null;
  /** Totals of the other paid orders, by currency. */
  totals: { currency: string; orders: number; paid: string; refunded: string }[] | null;
  recent: RecentOrder[];
}

export interface OrderHistory {
  buyer: BuyerHistory;
  entries: HistoryEntry[];
}
