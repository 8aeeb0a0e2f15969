import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { replaceContent, replaceSecret } from "@/lib/orders/deliver/replace-secret";
import { getOrderDetail } from "@/lib/orders/queries";
import { refundOrder } from "@/lib/orders/refund/refund-order";
import { getAdminOrder } from "@/lib/orders/staff/admin-queries";
import { anOrder, getOrder, pay, stockOf } from "../../support/builders/orders";
import { aClient, anAdmin, aProduct, keyOf } from "../../support/builders/products";

async function delivered(input: Parameters<typeof anOrder>[0]) {
  const { orderId } = await anOrder(input);
  await pay(orderId);
  const { orderNo } = await getOrder(orderId);
  const command = { actor: await anAdmin(), client: aClient(), orderNo };
  const keys = (await getAdminOrder(orderNo)).keys.map(({ secret_id }) => secret_id);
  return {
    command,
    keys,
    payload: async () => (await getOrderDetail(db(), orderId)).fulfillment.payload,
  };
}

async function changes(): Promise<number> {
  const [row] = await db().$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM graphile_worker.jobs WHERE task_identifier = 'order.secret_changed'`;
  return row?.count ?? 0;
}

const reason = "used already";

describe("another key for one that does not work", () => {
  it("is the next one from stock, and the old one stays sold", async () => {
    const { sku } = await aProduct({ keys: 3 });
    const { command, keys, payload } = await delivered({ sku, quantity: 2 });
    await replaceSecret(command, { secretId: keys[0] ?? 0, reason });
    expect(await payload()).toBe(`${keyOf(sku.id, 2)}\n${keyOf(sku.id, 3)}`);
    expect(await changes()).toBe(1);
    expect((await stockOf(sku.id)).rows).toEqual({ available: 0, reserved: 0, sold: 3 });
  });

  it("counts as money when a unit is replaced once more than was sold", async () => {
    const { sku } = await aProduct({ keys: 12, priceCents: 500n });
    const { command, payload } = await delivered({ sku });
    const actor = { ...(await anAdmin()), role: "support" } as const;
    const current = async () => (await getAdminOrder(command.orderNo)).keys[0]?.secret_id ?? 0;
    await replaceSecret({ ...command, actor }, { secretId: await current(), reason });
    await expect(
      replaceSecret({ ...command, actor }, { secretId: await current(), reason }),
    ).rejects.toMatchObject({ kind: "forbidden" });
    expect(await payload()).toBe(keyOf(sku.id, 2));
    const told = () =>
      db().alert.findMany({ where: { kind: "staff.replaces_often" }, select: { data: true } });
    expect(await told()).toEqual([]);
    await replaceSecret(command, { secretId: await current(), reason });
    expect(await payload()).toBe(keyOf(sku.id, 3));
    expect(await told()).toEqual([
      { data: { staff: command.actor.email, orderNo: command.orderNo, count: 2 } },
    ]);
  });

  it("is the free one that is named, or one that was not in stock", async () => {
    const { sku } = await aProduct({ keys: 5 });
    const { command, keys, payload } = await delivered({ sku, quantity: 2 });
    const [first = 0, second = 0] = keys;
    await replaceSecret(command, { secretId: first, content: keyOf(sku.id, 5), reason });
    await replaceSecret(command, { secretId: second, content: "TYPED-BY-STAFF", reason });
    expect((await payload())?.split("\n").sort()).toEqual([keyOf(sku.id, 5), "TYPED-BY-STAFF"].sort());
    const stock = await stockOf(sku.id);
    expect(stock.rows).toEqual({ available: 2, reserved: 0, sold: 4 });
    expect(stock.counters).toMatchObject(stock.rows);
  });

  it("is refused when the named one was sold or is the very key that does not work", async () => {
    const { sku } = await aProduct({ keys: 4 });
    const mine = await delivered({ sku });
    await delivered({ sku });
    for (const content of [keyOf(sku.id, 1), keyOf(sku.id, 2)])
      await expect(
        replaceSecret(mine.command, { secretId: mine.keys[0] ?? 0, content, reason }),
      ).rejects.toMatchObject({ kind: "state_conflict", options: { field: "content" } });
    expect((await stockOf(sku.id)).rows).toEqual({ available: 2, reserved: 0, sold: 2 });
  });

  it("named by two at once, while the stock is sold out, goes to one of them", async () => {
    const { sku } = await aProduct({ keys: 4 });
    const [one, two] = [await delivered({ sku }), await delivered({ sku })];
    const content = keyOf(sku.id, 3);
    const done = await Promise.allSettled([
      ...[one, two].map(({ command, keys }) =>
        replaceSecret(command, { secretId: keys[0] ?? 0, content, reason }),
      ),
      delivered({ sku }),
      delivered({ sku }),
    ]);
    const given = [await one.payload(), await two.payload()].filter((payload) => payload === content);
    expect(given.length).toBeLessThanOrEqual(1);
    expect(done.slice(0, 2).filter(({ status }) => status === "fulfilled")).toHaveLength(given.length);
    const { rows, counters } = await stockOf(sku.id);
    expect(counters).toMatchObject(rows);
  });

  it("is given once, however often it is asked for", async () => {
    const { sku } = await aProduct({ keys: 6 });
    const { command, keys, payload } = await delivered({ sku, quantity: 2 });
    const done = await Promise.allSettled(
      [1, 2, 3].map(() => replaceSecret(command, { secretId: keys[0] ?? 0, reason })),
    );
    expect(done.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(done.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { kind: "state_conflict", message: "This key has already been replaced" },
    });
    expect(await payload()).toBe(`${keyOf(sku.id, 2)}\n${keyOf(sku.id, 3)}`);
    expect(await changes()).toBe(1);
    expect((await stockOf(sku.id)).rows).toEqual({ available: 3, reserved: 0, sold: 3 });
  });

  it("changes nothing when the stock is empty, the key is another order's, or the order was paid back", async () => {
    const { sku } = await aProduct({ keys: 2 });
    const mine = await delivered({ sku });
    const other = await delivered({ sku });
    const ask = (secretId = 0) => replaceSecret(mine.command, { secretId, reason });
    await expect(ask(mine.keys[0])).rejects.toMatchObject({ kind: "insufficient_stock" });
    await expect(ask(other.keys[0])).rejects.toMatchObject({ kind: "malformed", field: "secret_id" });
    expect(await mine.payload()).toBe(keyOf(sku.id, 1));
    const { actor, client, orderNo } = mine.command;
    await refundOrder(actor, client, { orderNo, amountCents: 990n, method: "manual", reason: null });
    await expect(ask(mine.keys[0])).rejects.toMatchObject({ kind: "state_conflict" });
    expect(await changes()).toBe(0);
  });

  it("is a new text where a text was delivered, and only there", async () => {
    const { sku: text } = await aProduct({ kind: "text" });
    const texts = await delivered({ sku: text });
    expect(texts.keys).toEqual([]);
    await replaceContent(texts.command, { item: 1, content: "another text", reason });
    expect(await texts.payload()).toBe("another text");
    expect(await changes()).toBe(1);
    const { sku } = await aProduct({ keys: 2 });
    const secrets = await delivered({ sku });
    await expect(
      replaceContent(secrets.command, { item: 1, content: "another text", reason }),
    ).rejects.toMatchObject({ kind: "state_conflict" });
    expect(await secrets.payload()).toBe(keyOf(sku.id, 1));
  });
});
