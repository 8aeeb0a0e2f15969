import { describe, expect } from "vitest";
import { actorName } from "@/lib/acts/actor";
import { db } from "@/lib/db/client";
import { acceptPurchase } from "@/lib/interconnect/agent/purchases/decide";
import { payPurchase } from "@/lib/interconnect/agent/purchases/pay";
import {
  advance,
  alerts,
  buy,
  callBack,
  credentials,
  only,
  payFor,
  read,
} from "../../support/builders/agent-shop";
import { aClient, anAdmin } from "../../support/builders/products";
import type { FakeMain, MainAnswer } from "../../support/fakes/fake-main";
import { it } from "../../support/harness/agent-shop-test";
import { saying } from "../../support/harness/saying";

describe("a key that a main site sends twice", () => {
  const ready = (payload: string, secrets?: string[]): MainAnswer => ({
    data: { fulfillment: { status: "ready", payload, ...(secrets ? { secrets } : {}) } },
  });
  const oneFor = async (
    main: FakeMain,
    sku: { id: number; productId: number },
    made: MainAnswer,
    quantity = 1,
  ) => {
    const { data } = await buy(sku, quantity);
    await payFor(data.order_no);
    main.state.next.paid.push(made);
    await advance();
    return data;
  };

  it("reaches one buyer; the other's order waits, and a person is told [C79]", async ({ main, sku }) => {
    const first = await oneFor(main, sku, ready("SAME-KEY"));
    const second = await oneFor(main, sku, ready(" SAME-KEY\n"));
    expect((await read(first)).fulfillment.payload).toBe("SAME-KEY");
    expect((await read(second)).fulfillment.status).toBe("processing");
    expect(await only(second.order_no)).toMatchObject({ status: "awaiting_goods", question: "repeat" });
    expect(await alerts()).toEqual(["purchase.repeated"]);
    main.release("U2", "OTHER-KEY");
    await advance();
    expect((await read(second)).fulfillment.payload).toBe("OTHER-KEY");
  });

  it.for([
    ["twice in one answer", 2, ready("K\nK")],
    ["twice where units come apart", 2, ready("K\nK", ["K", "K"])],
    ["one of several", 3, ready("A\nSAME-KEY\nB")],
    ["the same lines again", 2, ready("SAME-1\nSAME-2\nSAME-3")],
  ] as const)("is held: %s [C79]", async ([, quantity, made], { main, sku }) => {
    await oneFor(main, sku, ready("SAME-KEY"));
    await oneFor(main, sku, ready("SAME-1\nSAME-2\nSAME-3"), 2);
    const order = await oneFor(main, sku, made, quantity);
    expect((await read(order)).fulfillment.status).toBe("processing");
    expect((await only(order.order_no)).question).toBe("repeat");
  });

  it.for([
    ["in a list", ["A\n1", "B\n2"], ["A\n1", "B\n2"]],
    ["in a list that is not the payload", ["A\n1", "C\n3"], ["A", "1", "B", "2"]],
    ["in the payload alone", undefined, ["A", "1", "B", "2"]],
  ] as const)("units of several lines %s", async ([, sent, units], { main, sku }) => {
    const order = await oneFor(main, sku, ready("A\n1\nB\n2", sent && [...sent]), 2);
    expect(await read(order)).toMatchObject({
      fulfillment: { status: "ready", payload: "A\n1\nB\n2" },
      items: [{ fulfillment: { secrets: units } }],
    });
  });

  it("goes to its own buyer again, however often it is told", async ({ main, sku }) => {
    const order = await oneFor(main, sku, ready("SAME-KEY"));
    const tell = (event: string, payload: string, second: number) =>
      callBack(credentials, {
        event,
        upstream_order_no: "U1",
        downstream_order_no: order.order_no,
        fulfillment: { status: "ready", payload },
        timestamp: `2026-01-01T00:00:0${second}Z`,
      });
    await tell("order.fulfilled", "SAME-KEY", 1);
    await tell("order.secret_changed", "NEW-KEY", 2);
    await tell("order.secret_changed", "SAME-KEY", 3);
    expect((await read(order)).fulfillment.payload).toBe("SAME-KEY");
    expect(await alerts()).toEqual([]);
    const other = await oneFor(main, sku, ready("NEW-KEY"));
    expect((await read(other)).fulfillment.status).toBe("processing");
  });

  it.for(["text", "none"])(
    "is no repeat where the offer is %s: that may be the same for all",
    async (kind, { main, sku }) => {
      await db().upstreamSku.updateMany({ data: { autoSecretKind: kind } });
      for (let n = 0; n < 2; n++) {
        const order = await oneFor(main, sku, ready("One text for all"));
        expect((await read(order)).fulfillment.payload).toBe("One text for all");
      }
    },
  );

  it("is delivered once more when a person says so, and only then [C79]", async ({ main, sku }) => {
    await oneFor(main, sku, ready("SAME-KEY"));
    const order = await oneFor(main, sku, ready("SAME-KEY"));
    main.release("U2", "SAME-KEY");
    await advance();
    expect((await read(order)).fulfillment.status).toBe("processing");
    const staff = await anAdmin();
    await acceptPurchase(staff, aClient(), (await only(order.order_no)).id);
    await advance();
    expect((await read(order)).fulfillment.payload).toBe("SAME-KEY");
    expect(await db().auditLog.count({ where: { action: "purchase.accept", actor: actorName(staff) } })).toBe(
      1,
    );
    const third = await oneFor(main, sku, ready("SAME-KEY"));
    expect((await read(third)).fulfillment.status).toBe("processing");
  });

  it("is delivered by one of two purchases that bring it at the same moment [C79]", async ({ main, sku }) => {
    const orders = [];
    for (let n = 0; n < 6; n++) {
      const { data } = await buy(sku);
      await payFor(data.order_no);
      main.state.next.paid.push(ready("SAME-KEY"));
      orders.push(data);
    }
    const open = await db().purchase.findMany({ select: { id: true } });
    await Promise.all(open.map(({ id }) => payPurchase(id)));
    const states = await Promise.all(orders.map(async (order) => (await read(order)).fulfillment.status));
    expect(states.filter((state) => state === "ready")).toHaveLength(1);
  });

  it("more keys than were bought are told where they come apart; joined, a key may have several lines [C79]", async ({
    main,
    sku,
  }) => {
    const joined = await oneFor(main, sku, ready("USER\nPASSWORD"));
    expect((await read(joined)).fulfillment.payload).toBe("USER\nPASSWORD");
    const apart = await oneFor(main, sku, ready("A\nB", ["A", "B"]));
    expect((await read(apart)).fulfillment.status).toBe("processing");
    expect((await only(apart.order_no)).lastError).toEqual(saying(/sent 2 of 1 keys/));
    const lines = await oneFor(main, sku, ready("C1\nC2\nD1\nD2", ["C1\nC2", "D1\nD2"]), 2);
    expect((await read(lines)).fulfillment.payload).toBe("C1\nC2\nD1\nD2");
  });
});
