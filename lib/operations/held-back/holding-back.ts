import { recordAudit } from "../../acts/record-audit";
import { findSaleRule } from "../../catalogue/sale-rule";
import { now } from "../../core/clock";
import { inTransaction, type Tx } from "../../db/transaction";
import { raiseAlert } from "../../notifications/alerts/raise-alert";
import { closeOrder } from "../../orders/close-order";
import { moveStock } from "../../stock/count-stock";
import {
  type Changed,
  countPassedOver,
  findHolders,
  type readReservations,
  readSalesOfStock,
  voidHandedOut,
  voidNextSecrets,
  voidReleasedSecrets,
} from "../sql/held-back-keys";
import type { Sale } from "../sql/sold-keys";

export interface HeldBack {
  skuId: number;
  /** Keys of the journal: somebody has them. */
  handedOut: number;
  /** Keys that may have been sold, and nobody knows. */
  held: number;
  /** Free keys that stay on sale. */
  left: number;
}

/** How many keys of a SKU may have been sold that nobody knows of; null: any of them. */
export type Amount = (sku: { skuId: number; sold: number; isPickable: boolean }) => number | null;

export const weekMs = 7 * 24 * 3_600_000;
const long = { timeout: 300_000 };
/** More than any SKU has. */
const everyKey = 2 ** 31 - 1;

function bySku(changed: readonly Changed[]): Map<number, Changed[]> {
  const found = new Map<number, Changed[]>();
  for (const key of [...changed].sort((a, b) => a.skuId - b.skuId || a.id - b.id)) {
    const keys = found.get(key.skuId);
    if (keys) keys.push(key);
    else found.set(key.skuId, [key]);
  }
  return found;
}

const rangeOf = (keys: readonly Changed[]) => ({
  count: keys.length,
  first: keys[0]?.id ?? null,
  last: keys.at(-1)?.id ?? null,
});

const chunk = 10_000;

function* inChunks<T>(rows: readonly T[]): Generator<T[]> {
  for (let from = 0; from < rows.length; from += chunk) yield rows.slice(from, from + chunk);
}

/** Collects the rows that statements find for many sales; each in a transaction, which may take as long as it needs. */
export async function findFor<T>(
  sales: readonly Sale[],
  find: (tx: Tx, some: Sale[]) => Promise<T[]>,
): Promise<T[]> {
  const found: T[] = [];
  for (const some of inChunks(sales)) found.push(...(await inTransaction((tx) => find(tx, some), long)));
  return found;
}

const isInOrder = ({ orderNo }: Sale): boolean => orderNo !== null;

async function closeAll(orders: readonly { id: number }[]): Promise<void> {
  for (const { id } of orders) await inTransaction((tx) => closeOrder(tx, id, "canceled", "system"));
}

/** The one way in which keys go off sale after a restore: with their counters, and each step in the audit log. */
export class HoldingBack {
  readonly #handedOut: Changed[] = [];
  readonly #held: Changed[] = [];

  constructor(
    private readonly since: Date,
    private readonly sales: readonly Sale[],
    private readonly reservations: Awaited<ReturnType<typeof readReservations>>,
  ) {}

  async #note(tx: Tx, changed: readonly Changed[], isHandedOut: boolean): Promise<void> {
    const moves = [];
    for (const [skuId, keys] of bySku(changed)) {
      moves.push({ skuId, available: -keys.filter(({ was }) => was === "available").length });
      await recordAudit(tx, "system", null, {
        action: "stock.hold_back",
        target: `sku:${skuId}`,
        data: { ...rangeOf(keys), since: this.since.toISOString(), handed_out: isHandedOut },
      });
    }
    await moveStock(tx, moves);
  }

  async #take(isHandedOut: boolean, change: (tx: Tx) => Promise<Changed[]>): Promise<void> {
    const changed = await inTransaction(async (tx) => {
      const keys = await change(tx);
      await this.#note(tx, keys, isHandedOut);
      return keys;
    }, long);
    for (const key of changed) (isHandedOut ? this.#handedOut : this.#held).push(key);
  }

  /**
   * Everything that the journal names: sold in an order, or held back by an earlier run. An unpaid order that holds such a key ends:
   * its money would come too late.
   */
  async voidJournaled(isLast: boolean): Promise<void> {
    for (const sales of inChunks(this.sales)) {
      await closeAll(await findFor(sales, (tx, some) => findHolders(tx, some, isLast)));
      await this.#take(true, (tx) => voidHandedOut(tx, sales.filter(isInOrder)));
      await this.#take(false, (tx) =>
        voidHandedOut(
          tx,
          sales.filter((sale) => !isInOrder(sale)),
        ),
      );
    }
  }

  /** So many of each SKU as `amount` says, and those that its last sale had passed over. */
  async voidNext(amount: Amount): Promise<void> {
    const handedOut = bySku(this.#handedOut);
    const weekBefore = new Date(this.since.getTime() - weekMs);
    for (const sku of await inTransaction((tx) => readSalesOfStock(tx, weekBefore), long))
      await this.#take(false, async (tx) => {
        const { skuId } = sku;
        const sale = await findSaleRule(tx, skuId);
        const keys = amount(sku);
        if (keys === null) {
          const every = sale && { ...sale, usableAfter: null };
          return voidNextSecrets(tx, { skuId, quantity: everyKey, sale: every });
        }
        const ids = handedOut.get(skuId)?.map(({ id }) => id) ?? [];
        const passedOver = await countPassedOver(tx, { skuId, sale }, ids);
        return voidNextSecrets(tx, { skuId, quantity: keys + passedOver, sale });
      });
  }

  /**
   * Voids the keys that open orders held at the beginning, and that are free now. `isUnknown`: orders that are not
   * paid end, whenever they would.
   */
  async voidReleased(isUnknown: boolean): Promise<void> {
    if (isUnknown) await closeAll(this.reservations.unpaid);
    await this.#take(false, (tx) => voidReleasedSecrets(tx, this.reservations.keys));
  }

  /** For the journal: a later restore must hold them back, too. */
  heldBack(): Sale[] {
    const at = now();
    return this.#held.map(({ id, skuId, madeAt }) => ({
      ...{ id: 0, secretId: id, skuId },
      ...{ madeAt, orderNo: null, at },
    }));
  }

  /** An alert for each SKU whose keys are held back. */
  async tell(): Promise<HeldBack[]> {
    const [handedOut, held] = [bySku(this.#handedOut), bySku(this.#held)];
    const skuIds = [...new Set([...handedOut.keys(), ...held.keys()])].sort((a, b) => a - b);
    return inTransaction(async (tx) => {
      const told: HeldBack[] = [];
      for (const skuId of skuIds) {
        const keys = held.get(skuId) ?? [];
        const data = { ...rangeOf(keys), since: this.since.toISOString() };
        if (keys.length > 0)
          await raiseAlert(tx, { kind: "stock.held_back", data, reference: `sku:${skuId}` });
        const left = await tx.secret.count({ where: { skuId, status: "available" } });
        told.push({ skuId, handedOut: handedOut.get(skuId)?.length ?? 0, held: keys.length, left });
      }
      return told;
    }, long);
  }
}
