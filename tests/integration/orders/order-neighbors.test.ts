import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { listOrders } from "@/lib/orders/staff/admin-queries";
import { adminOrdersQuery } from "@/lib/orders/staff/admin-schema";
import { findOrderNeighbors } from "@/lib/orders/staff/order-neighbors";
import { anOrder } from "../../support/builders/orders";
import { aProduct } from "../../support/builders/products";

const sorts = ["newest", "oldest", "amount_desc", "amount_asc"] as const;

async function someOrders() {
  const { sku } = await aProduct({ keys: 20 });
  const made = [];
  for (let n = 0; n < 6; n += 1)
    made.push(await anOrder({ sku, quantity: 1 + (n % 3), email: `buyer${n % 2}@example.com` }));
  const ids = (await db().order.findMany({ orderBy: { id: "asc" }, select: { id: true } })).map(
    ({ id }) => id,
  );
  // Two at the same moment, and two of the same amount.
  const at = new Date("2026-01-05T10:00:00Z");
  for (const [index, id] of ids.entries()) {
    const createdAt = new Date(at.getTime() + Math.floor(index / 2) * 60_000);
    await db().order.update({ where: { id }, data: { createdAt } });
  }
}

describe("the orders beside an order", () => {
  it.each(sorts)("follow the list sorted by %s, from one end to the other", async (sort) => {
    await someOrders();
    for (const search of [undefined, "buyer1@"]) {
      const query = adminOrdersQuery.parse({ sort, ...(search ? { search } : {}) });
      const list = (await listOrders(query)).orders.map(({ order_no }) => order_no);
      expect(list).toHaveLength(search ? 3 : 6);
      for (const [index, orderNo] of list.entries()) {
        expect(await findOrderNeighbors(query, orderNo)).toEqual({
          previous: list[index - 1] ?? null,
          next: list[index + 1] ?? null,
        });
      }
    }
  });

  it("are found from an order that the filter leaves out by now", async () => {
    await someOrders();
    const all = (await listOrders(adminOrdersQuery.parse({}))).orders;
    const query = adminOrdersQuery.parse({ search: "buyer1@" });
    const inList = all.filter(({ buyer_name }) => buyer_name.startsWith("buyer1"));
    const outside = all.findIndex(({ buyer_name }) => buyer_name.startsWith("buyer0"));
    const neighbors = await findOrderNeighbors(query, all[outside]?.order_no ?? "");
    const behind = all.slice(outside).find(({ buyer_name }) => buyer_name.startsWith("buyer1"));
    expect(inList).toHaveLength(3);
    expect(neighbors.next).toBe(behind?.order_no);
  });

  it("are none of an unknown order", async () => {
    expect(await findOrderNeighbors(adminOrdersQuery.parse({}), "K0000000000000000")).toEqual({
      previous: null,
      next: null,
    });
  });
});
