import type { z } from "zod";
import type { SaleRule } from "../catalogue/sale-rule";
import type { Problem } from "../core/refusals/refusal";
import type { Reader, Tx } from "../db/transaction";
import type { StockMove } from "../stock/sql/reservations";
import type { DeliveredMembers, FulfillerField } from "./schema";

/** One line of an order, as far as its delivery is concerned. */
export interface SoldItem {
  id: number;
  skuId: number;
  quantity: number;
  delivery: string;
  source: string;
  autoSecretKind: string;
  /** Codes of the added fulfillers that the option had when it was ordered. */
  fulfillers: readonly string[];
}

export interface DeliverableItem extends SoldItem {
  fulfillmentId: number;
}

/** A fulfiller's part of a delivery: text that is handed over, or why there is none (then nothing was changed). */
export type Outcome = { content: string | null } | { failure: Problem };

/** Where the units of an option are counted: rows of the stock, its counter, or a main site. */
export type Units = "keys" | "counter" | "elsewhere";

/**
 * One way to deliver. All steps run in the transaction of their caller, beside the payment; what has to ask outside
 * enqueues a job in `begin` and completes the item later (lib/orders/deliver/complete-item.ts).
 */
export interface Fulfiller {
  code: string;
  /**
   * Present where something outside or a person has to act: it is called when the order is paid, the item waits as
   * `processing`, and everything else that the item delivers waits with it.
   */
  begin?: (tx: Tx, item: DeliverableItem) => Promise<void>;
  /** Makes what the buyer gets. It may be called again after another part of the item failed: no second unit is made. */
  deliver(tx: Tx, item: DeliverableItem): Promise<Outcome>;
}

/** Owns the units of an option. Each item has exactly one. */
export interface StockFulfiller extends Fulfiller {
  units: Units;
  /**
   * Takes the item's units. `sale` and `pick` are given when the order is placed, and looked up for another try.
   * @returns the move of the counter that is still to be made, or null when there are too few.
   */
  reserve(
    tx: Tx,
    item: Pick<SoldItem, "id" | "skuId" | "quantity"> & { sale?: SaleRule | null; pick?: string | null },
  ): Promise<StockMove | null>;
  /** Gives them back. @returns the move of the counter, which the caller makes last. */
  release(tx: Tx, item: Pick<SoldItem, "id" | "skuId" | "quantity">): Promise<StockMove>;
}

/** Is delivered besides the units of an option, or instead of its text: an option may have several. */
export interface AddedFulfiller extends Fulfiller {
  /** The form of its settings, which the admin draws, and what they have to be. */
  fields: readonly FulfillerField[];
  settings: z.ZodType<Record<string, unknown>>;
  /**
   * Whether all that it delivers is in the payload's text. Only then is the option offered to agent sites, of which every
   * version passes a text on.
   */
  isText: boolean;
  /** The option's settings were saved in place of `before`, or are null because it does not deliver this any more. */
  changed?: (
    tx: Tx,
    skuId: number,
    settings: Record<string, unknown> | null,
    before: Record<string, unknown>,
  ) => Promise<void>;
  /** Ends what was handed over: the order was refunded in full. */
  revoke?: (tx: Tx, item: DeliverableItem) => Promise<void>;
  /** Ends what was handed over while its order is disputed, and gives it back when the dispute is won. */
  freeze?: (tx: Tx, item: DeliverableItem, isFrozen: boolean) => Promise<void>;
  /** Members that buyer and staff see of delivered items beside the payload, by fulfillment. */
  view?: (reader: Reader, fulfillmentIds: readonly number[]) => Promise<Map<number, DeliveredMembers>>;
}
