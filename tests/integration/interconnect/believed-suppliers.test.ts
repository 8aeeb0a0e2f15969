import { describe, expect } from "vitest";
import { db } from "@/lib/db/client";
import { getPurchase } from "@/lib/interconnect/agent/admin/queries";
import { acceptPurchase, closePurchase } from "@/lib/interconnect/agent/purchases/decide";
import { retryPurchase } from "@/lib/interconnect/agent/purchases/operator";
import { payPurchase } from "@/lib/interconnect/agent/purchases/pay";
import { advance, alerts, buy, only, payFor, read } from "../../support/builders/agent-shop";
import { bought, held, paidCalls, ready, tell, waiting } from "../../support/builders/believed-main";
import { aClient, anAdmin } from "../../support/builders/products";

import { it } from "../../support/harness/agent-shop-test";

const others = [
  ["another amount", { amount: "6.00" }, { amount: "6.00" }],
  ["another currency", { currency: "EUR" }, { currency: "EUR" }],
  ["an amount of nothing", { amount: "0.00" }, { amount: "0.00" }],
  ["another number", { upstream_order_no: "OTHER" }, { upstream_order_no: "OTHER" }],
] as const;

describe("terms that are not what was agreed", () => {
  it.for(others)(
    "%s, read after the payment: nothing is handed over, and a person sees both sides [C165]",
    async ([, told, shown], { main, sku }) => {
      await db().connection.updateMany({ data: { currency: "USD" } });
      const order = await held(main, sku);
      main.state.next.get.push(ready("K", { ...told, status: "delivered" }));
      await advance();
      const { id } = await only(order.order_no);
      expect((await read(order)).fulfillment.status).toBe("processing");
      expect(await getPurchase(id)).toMatchObject({
        question: "terms",
        amount: "5.00",
        currency: "USD",
        answered: shown,
        is_open: true,
      });
      expect(await alerts()).toEqual(["purchase.differs"]);
      // A late callback and further turns change nothing.
      main.release("U1", "K");
      expect((await tell(order, "K")).data).toMatchObject({ result: "ignored" });
      await advance();
      expect((await read(order)).fulfillment.status).toBe("processing");
      expect(paidCalls(main)).toBe(1);
    },
  );

  it.for(others.slice(0, 3))(
    "%s, in the answer to the payment: the goods wait [C165]",
    async ([, told], { main, sku }) => {
      await db().connection.updateMany({ data: { currency: "USD" } });
      const order = await bought(sku);
      main.state.next.paid.push(ready("K", told));
      await advance();
      await advance();
      expect((await read(order)).fulfillment.status).toBe("processing");
      expect(await only(order.order_no)).toMatchObject({ stopped: "terms", status: "awaiting_goods" });
      expect(paidCalls(main)).toBe(1);
    },
  );

  it.for([
    ["another amount", { amount: "6.00" }],
    ["a reservation that ends sooner", { expire_at: "2020-01-01T00:00:00Z" }],
  ] as const)(
    "%s, read before the payment was booked: it is not paid again [C165]",
    async ([, told], { main, sku }) => {
      const order = await bought(sku);
      main.state.next.paid.push({ code: 5000 });
      main.state.next.get.push(waiting(told));
      for (let n = 0; n < 4; n++) await advance();
      expect(await only(order.order_no)).toMatchObject({ stopped: "terms", status: "paying" });
      expect(paidCalls(main)).toBe(1);
    },
  );

  it("another currency of the whole account: nothing is paid [C165]", async ({ main, sku }) => {
    await db().connection.updateMany({ data: { currency: "USD" } });
    const { data: order } = await buy(sku);
    await db().connection.updateMany({ data: { currency: "EUR" } });
    await payFor(order.order_no);
    await advance();
    expect(await only(order.order_no)).toMatchObject({ stopped: "terms" });
    expect(paidCalls(main)).toBe(0);
  });

  it("two amounts for one order, in two answers at once: a person is told, and it is paid once at most [C165]", async ({
    main,
    sku,
  }) => {
    main.state.lose.create = 2;
    const { data: order } = await buy(sku);
    await payFor(order.order_no);
    const { id } = await only(order.order_no);
    const placed = { upstream_order_no: "U1", amount: "5.00", expire_at: null };
    main.state.next.create.push({ data: placed }, { data: { ...placed, amount: "7.00" } });
    await Promise.all([payPurchase(id), payPurchase(id)]);
    const { stopped } = await only(order.order_no);
    // Each of the two may have found the answer of the other, and asked nothing.
    const asked = main.calls.filter(({ path }) => path.endsWith("/orders")).length - 2;
    if (asked === 2) expect([stopped, await alerts()]).toEqual(["terms", ["purchase.differs"]]);
    expect(paidCalls(main)).toBeLessThanOrEqual(1);
  });

  it("are agreed by a person: it goes on with them, and is paid once [C165]", async ({ main, sku }) => {
    const order = await bought(sku);
    main.state.next.paid.push({ code: 5000 });
    main.state.next.get.push(waiting({ amount: "6.00" }));
    await advance();
    const { id } = await only(order.order_no);
    await acceptPurchase(await anAdmin(), aClient(), id);
    main.state.next.get.push(waiting({ amount: "6.00" }));
    await advance();
    expect((await read(order)).fulfillment.payload).toBe("CARD-U1");
    expect(main.calls.filter(({ path }) => path.endsWith("/paid")).at(-1)?.body).toMatchObject({
      paid_amount: "6.00",
    });
    expect(await only(order.order_no)).toMatchObject({ amountCents: 600n, stopped: null, answered: null });
  });

  it("are asked for again: the read comes before the payment [C165]", async ({ main, sku }) => {
    const order = await bought(sku);
    main.state.next.paid.push({ code: 5000 });
    main.state.next.get.push(waiting({ amount: "6.00" }), waiting({ amount: "6.00" }));
    await advance();
    const { id } = await only(order.order_no);
    await retryPurchase(await anAdmin(), aClient(), id);
    await advance();
    expect(await only(order.order_no)).toMatchObject({ stopped: "terms" });
    expect(paidCalls(main)).toBe(1);
    await retryPurchase(await anAdmin(), aClient(), id);
    await advance();
    expect((await read(order)).fulfillment.payload).toBe("CARD-U1");
  });

  it("are refused by a person: the order fails, and may be paid there stays a question [C165]", async ({
    main,
    sku,
  }) => {
    const order = await held(main, sku);
    main.state.next.get.push(waiting({ amount: "6.00", status: "paid" }));
    await advance();
    const { id } = await only(order.order_no);
    await closePurchase(await anAdmin(), aClient(), id);
    expect(await only(order.order_no)).toMatchObject({ status: "failed", stopped: null });
    expect((await read(order)).fulfillment.status).toBe("failed");
    main.release("U1", "K");
    await advance();
    expect(paidCalls(main)).toBe(1);
  });
});
