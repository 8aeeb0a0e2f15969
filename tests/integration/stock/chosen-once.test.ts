import { expect, it } from "vitest";
import { inTransaction } from "@/lib/db/transaction";
import { voidNextSecrets } from "@/lib/operations/sql/held-back-keys";
import { reserveFreeSecrets } from "@/lib/stock/sql/reservations";
import { anOrder, stockOf } from "../../support/builders/orders";
import { aProduct } from "../../support/builders/products";

const switches = [
  "hashagg",
  "hashjoin",
  "mergejoin",
  "material",
  "sort",
  "indexscan",
  "bitmapscan",
  "nestloop",
  "seqscan",
];

/** Plans from the usual to the oddest: what the statistics of a table make of a statement is nobody's choice. */
const plans = [
  [],
  ...switches.map((one) => [one]),
  switches.filter((one) => one !== "nestloop" && one !== "seqscan"),
];

it.each(plans.map((off) => ({ off, name: off.join(", ") || "nothing" })))(
  "takes as many keys as are asked for while the planner goes without $name [O1]",
  async ({ off }) => {
    const { sku } = await aProduct({ keys: 12 });
    await anOrder({ sku });
    const item = await inTransaction(async (tx) => {
      for (const one of off) await tx.$executeRawUnsafe(`SET LOCAL enable_${one} = off`);
      const { id } = await tx.orderItem.findFirstOrThrow({ where: { skuId: sku.id } });
      expect(
        await reserveFreeSecrets(tx, { skuId: sku.id, orderItemId: id, quantity: 2, sale: null }, "skip"),
      ).toBe(2);
      expect(
        await reserveFreeSecrets(tx, { skuId: sku.id, orderItemId: id, quantity: 1, sale: null }, "wait"),
      ).toBe(1);
      expect(await voidNextSecrets(tx, { skuId: sku.id, quantity: 3, sale: null })).toHaveLength(3);
      return id;
    });
    expect(item).toBeGreaterThan(0);
    expect((await stockOf(sku.id)).rows).toMatchObject({ available: 5, reserved: 4 });
  },
);
