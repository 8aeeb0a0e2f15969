import { describe, expect } from "vitest";
import { db } from "@/lib/db/client";
import { exportPurchases } from "@/lib/interconnect/agent/admin/export-purchases";
import { listPurchases } from "@/lib/interconnect/agent/admin/queries";
import { acceptPurchase, closePurchase } from "@/lib/interconnect/agent/purchases/decide";
import { retryPurchase } from "@/lib/interconnect/agent/purchases/operator";
import { payPurchase } from "@/lib/interconnect/agent/purchases/pay";
import { pollPurchase } from "@/lib/interconnect/agent/purchases/poll";
import {
  advance,
  anUpstreamProduct,
  callBack,
  credentials,
  type GuestOrder,
  only,
  read,
} from "../../support/builders/agent-shop";
import { bought, held, ready, type Sku, tell, waiting } from "../../support/builders/believed-main";
import { aClient, anAdmin } from "../../support/builders/products";
import { type FakeMain, startFakeMain } from "../../support/fakes/fake-main";
import { it } from "../../support/harness/agent-shop-test";

const setRepeats = (repeats: string) => db().skuMapping.updateMany({ data: { repeats } });

describe("other goods after goods were taken", () => {
  const delivered = async (main: FakeMain, sku: Sku, payload = "FIRST") => {
    const order = await bought(sku);
    main.state.next.paid.push(ready(payload));
    await advance();
    expect((await read(order)).fulfillment.payload).toBe(payload);
    return order;
  };

  it("the buyer keeps the first, and a person is told once [C166]", async ({ main, sku }) => {
    const order = await delivered(main, sku);
    for (let n = 0; n < 3; n++) await tell(order, "SECOND");
    expect((await read(order)).fulfillment.payload).toBe("FIRST");
    expect(await only(order.order_no)).toMatchObject({ status: "delivered", stopped: "changed" });
    expect(await db().alert.findMany()).toMatchObject([{ kind: "purchase.changed" }]);
  });

  it("are taken when a person says so [C166]", async ({ main, sku }) => {
    const order = await delivered(main, sku);
    await tell(order, "SECOND");
    const { id } = await only(order.order_no);
    await acceptPurchase(await anAdmin(), aClient(), id);
    main.release("U1", "SECOND");
    await pollPurchase(id);
    expect((await read(order)).fulfillment.payload).toBe("SECOND");
    expect(await only(order.order_no)).toMatchObject({ stopped: null, takesChange: false });
  });

  it("are refused by a person, and asked about no more [C166]", async ({ main, sku }) => {
    const order = await delivered(main, sku);
    await tell(order, "SECOND");
    await closePurchase(await anAdmin(), aClient(), (await only(order.order_no)).id);
    await tell(order, "SECOND");
    expect((await read(order)).fulfillment.payload).toBe("FIRST");
    expect((await only(order.order_no)).stopped).toBe(null);
  });

  it("are over when the main site says the first again [C166]", async ({ main, sku }) => {
    const order = await delivered(main, sku);
    await tell(order, "SECOND");
    const { id } = await only(order.order_no);
    await retryPurchase(await anAdmin(), aClient(), id);
    main.release("U1", "FIRST");
    await pollPurchase(id);
    expect((await only(order.order_no)).stopped).toBe(null);
  });

  it("a change that is called one replaces them, and an answer from before it asks nothing [C166]", async ({
    main,
    sku,
  }) => {
    const order = await delivered(main, sku);
    await tell(order, "SECOND", "order.secret_changed");
    await tell(order, "FIRST");
    expect((await read(order)).fulfillment.payload).toBe("SECOND");
    expect((await only(order.order_no)).stopped).toBe(null);
  });

  it("one of two that come at once is handed over, and stays [C166]", async ({ main, sku }) => {
    for (let round = 0; round < 5; round++) {
      const order = await held(main, sku);
      const { id, upstreamOrderNo } = await only(order.order_no);
      main.state.next.get.push(ready(`A-${round}`));
      const tellB = () =>
        callBack(credentials, {
          event: "order.fulfilled",
          upstream_order_no: upstreamOrderNo,
          downstream_order_no: order.order_no,
          fulfillment: { status: "ready", payload: `B-${round}` },
          timestamp: new Date().toISOString(),
        });
      await Promise.all([pollPurchase(id), tellB(), tellB()]);
      const { payload } = (await read(order)).fulfillment;
      expect([`A-${round}`, `B-${round}`]).toContain(payload);
      // A poll that comes after a callback finds the purchase delivered and asks for nothing.
      const isAsked = main.state.next.get.splice(0).length === 0;
      const stopped = isAsked ? "changed" : null;
      expect(await only(order.order_no)).toMatchObject({ status: "delivered", stopped });
      await tellB();
      expect((await read(order)).fulfillment.payload).toBe(payload);
    }
  });
});

describe("a unit that came from another main site", () => {
  const second = { key: "agent_key_0002", secret: "another-shared-secret" };
  const twoSuppliers = async (main: FakeMain, sku: Sku) => {
    const other = await startFakeMain(second);
    const { sku: copy } = await anUpstreamProduct({ ...second, baseUrl: other.url });
    const orders = [await bought(sku), await bought(copy)];
    main.state.next.paid.push(ready("SAME-KEY"));
    other.state.next.paid.push(ready("SAME-KEY"));
    return { other, orders };
  };
  const states = async (orders: GuestOrder[]) =>
    (await Promise.all(orders.map(async (order) => (await read(order)).fulfillment.status))).sort();

  it.for([
    ["never", ["processing", "ready"]],
    ["other_suppliers", ["ready", "ready"]],
    ["always", ["ready", "ready"]],
  ] as const)(
    "is held or handed over by the setting of the mapping: %s [C164]",
    async ([repeats, expected], { main, sku }) => {
      const { other, orders } = await twoSuppliers(main, sku);
      await setRepeats(repeats);
      await advance();
      expect(await states(orders)).toEqual(expected);
      await other.stop();
    },
  );

  it.for([
    ["other_suppliers", "processing"],
    ["always", "ready"],
  ] as const)(
    "from the same main site again, with %s: %s [C164]",
    async ([repeats, expected], { main, sku }) => {
      await setRepeats(repeats);
      for (const _ of [1, 2]) {
        const order = await bought(sku);
        main.state.next.paid.push(ready("SAME-KEY"));
        await advance();
        if (_ === 2) expect((await read(order)).fulfillment.status).toBe(expected);
      }
    },
  );

  it("reaches one buyer, when it comes from both at the same moment [C164]", async ({ main, sku }) => {
    const { other, orders } = await twoSuppliers(main, sku);
    const open = await db().purchase.findMany({ select: { id: true } });
    await Promise.all(open.map(({ id }) => payPurchase(id)));
    expect(await states(orders)).toEqual(["processing", "ready"]);
    await other.stop();
  });
});

describe("the books", () => {
  it("say which purchases are open, with their sums [C167]", async ({ main, sku }) => {
    await held(main, sku);
    const asked = await held(main, sku);
    main.state.next.get.push(waiting({ status: "paid" }), waiting({ amount: "6.00", status: "paid" }));
    await advance();
    expect((await only(asked.order_no)).stopped).toBe("terms");
    const { open } = await listPurchases({ page: 1, per_page: 20 });
    expect(open).toEqual([{ currency: null, count: 2, amount: "10.00", asked: 1, asked_amount: "5.00" }]);
    const closed = await listPurchases({ page: 1, per_page: 20, open: "false" });
    expect([closed.purchases, closed.open]).toEqual([[], []]);
    let csv = "";
    for await (const part of await exportPurchases(await anAdmin(), aClient(), { page: 1, per_page: 20 }))
      csv += part;
    expect(csv.split("\n").filter((line) => line.includes('"yes"'))).toHaveLength(2);
    expect(csv).toMatch(/"yes","terms"/);
  });
});
