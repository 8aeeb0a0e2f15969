import { describe, expect } from "vitest";
import { actorName } from "@/lib/acts/actor";
import { db } from "@/lib/db/client";
import { reorderByHand } from "@/lib/interconnect/agent/purchases/operator";
import {
  advance,
  alerts,
  buy,
  callBack,
  credentials,
  type GuestOrder,
  only,
  payFor,
  purchasesOf,
  read,
} from "../../support/builders/agent-shop";
import { aClient, anAdmin } from "../../support/builders/products";
import type { FakeMain, MainAnswer } from "../../support/fakes/fake-main";
import { it } from "../../support/harness/agent-shop-test";
import { isTurnOf } from "../../support/harness/seed";

const answers = {
  "4004": { code: 4004 },
  "4004 with HTTP 410": { code: 4004, http: 410 },
  "4004 with HTTP 200": { code: 4004, http: 200 },
  "4099 with HTTP 200": { code: 4099, http: 200 },
  "HTTP 410 without an envelope": { text: "gone", http: 410 },
  "an envelope without a code, HTTP 410": { code: 0, http: 410 },
  "a page, HTTP 404": { text: "<html></html>", http: 404 },
  "a page, HTTP 200": { text: "<html></html>", http: 200 },
  "half an answer": { text: '{"status_code":0,', http: 200 },
  "500": { code: 5000 },
  "502 without an envelope": { text: "Bad gateway", http: 502 },
  "429": { code: 4290 },
  "403": { code: 4003 },
  "409": { code: 4090 },
  "409, short": { code: 4099 },
  "a code that nobody knows": { code: 4777 },
  "a hang-up": "reset",
} satisfies Record<string, MainAnswer>;
type Name = keyof typeof answers;
const names = Object.keys(answers) as Name[];

/** The specification's words that this report of the payment was not taken. */
const definite: readonly Name[] = ["4004", "409, short", "429", "403"];

const turns = 8;

const placed = (main: FakeMain) =>
  new Set(
    main.calls.filter(({ path }) => path.endsWith("/orders")).map(({ body }) => body.downstream_order_no),
  ).size;
const paidFor = (main: FakeMain) =>
  new Set(main.calls.map(({ path }) => path).filter((path) => path.endsWith("/paid"))).size;

async function bought(sku: { id: number; productId: number }): Promise<GuestOrder> {
  const { data } = await buy(sku);
  await payFor(data.order_no);
  return data;
}

const turn = async () => {
  for (let n = 0; n < turns; n++) await advance();
};

/** Expects that paid goods are delivered whenever the main site says so. */
async function expectLateCallbackDelivers(order: GuestOrder): Promise<void> {
  const answer = await callBack(credentials, {
    event: "order.fulfilled",
    upstream_order_no: "U1",
    downstream_order_no: order.order_no,
    fulfillment: { status: "ready", payload: "LATE-KEY" },
    timestamp: new Date().toISOString(),
  });
  expect(answer.data).toMatchObject({ result: "applied" });
  expect((await read(order)).fulfillment.payload).toBe("LATE-KEY");
}

describe("money that may be at a main site", () => {
  // A main site that denies what it took in the very words of a refusal cannot be found out.
  it.for(names.filter((name) => !definite.includes(name)).filter((_, at) => isTurnOf(at, 4)))(
    "one order is placed and paid, when /paid is carried out and answered by %s, and the books are lost after it [C79]",
    async (name, { main, sku }) => {
      const order = await bought(sku);
      main.state.after.paid.push(answers[name]);
      main.state.fulfillment = "processing";
      // Its first word after that, too.
      main.state.next.get.push({ code: 4004 });
      await advance();
      main.orders.clear();
      await turn();
      expect([placed(main), paidFor(main)]).toEqual([1, 1]);
      expect(await purchasesOf(order.order_no)).toHaveLength(1);
      expect(await alerts()).toContain("purchase.doubtful");
      await expectLateCallbackDelivers(order);
    },
  );

  it.for(names.filter((_, at) => isTurnOf(at, 4)))(
    "one order is placed and paid, when /paid was accepted and every later question is answered by %s [C79]",
    async (name, { main, sku }) => {
      main.state.fulfillment = "processing";
      const order = await bought(sku);
      await advance();
      for (let n = 0; n < turns; n++) main.state.next.get.push(answers[name]);
      await turn();
      expect([placed(main), paidFor(main)]).toEqual([1, 1]);
      expect((await only(order.order_no)).status).toBe("awaiting_goods");
      await expectLateCallbackDelivers(order);
    },
  );

  it.for(
    (["500", "a hang-up", "4004 with HTTP 410", "502 without an envelope"] as const)
      .flatMap((first) => (["4004", "409, short"] as const).map((second) => [first, second] as const))
      .filter((_, at) => isTurnOf(at, 4)),
  )(
    "after %s a refusal of the same payment by %s places no other order [C79]",
    async ([first, second], { main, sku }) => {
      const order = await bought(sku);
      main.state.next.paid.push(answers[first]);
      await advance();
      for (let n = 0; n < turns; n++) {
        main.state.next.paid.push(answers[second]);
        main.state.next.get.push({ code: 4004 });
      }
      await turn();
      expect([placed(main), paidFor(main)]).toEqual([1, 1]);
      expect(await only(order.order_no)).toMatchObject({ status: "paying", question: "paid" });
      const alert = await db().alert.findFirstOrThrow({ where: { kind: "purchase.doubtful" } });
      expect(alert.message).toContain(`${order.order_no} (U1)`);
      await expectLateCallbackDelivers(order);
      expect((await only(order.order_no)).question).toBe(null);
    },
  );

  it.for(["4004", "409, short"] as const)(
    "a first refusal by %s is definite: a fresh order is placed, and one is paid [C62]",
    async (name, { main, sku }) => {
      const order = await bought(sku);
      main.state.next.paid.push(answers[name]);
      await turn();
      expect([placed(main), [...main.orders.values()].filter(({ isPaid }) => isPaid).length]).toEqual([2, 1]);
      expect((await read(order)).fulfillment.payload).toBe("CARD-U2");
    },
  );

  it("refused for the limit of calls and then for the reservation, it is ordered anew: nothing can be paid [C79]", async ({
    main,
    sku,
  }) => {
    const order = await bought(sku);
    main.state.next.paid.push({ code: 4290 }, { code: 4003 }, { code: 4099 });
    await turn();
    expect((await read(order)).fulfillment.payload).toBe("CARD-U2");
  });

  it("a report that no process lived to hear the answer of counts as sent, also of a version that did not count [C79]", async ({
    main,
    sku,
  }) => {
    const order = await bought(sku);
    await db().purchase.updateMany({ data: { paymentRef: "P1:1" } });
    for (let n = 0; n < turns; n++) {
      main.state.next.paid.push({ code: 4099 });
      main.state.next.get.push({ code: 4004 });
    }
    await turn();
    expect(placed(main)).toBe(1);
    expect((await only(order.order_no)).question).toBe("paid");
  });

  it("names every order that was placed, when five were refused one after the other [C63]", async ({
    main,
    sku,
  }) => {
    const order = await bought(sku);
    for (let n = 0; n < turns; n++) main.state.next.paid.push({ code: 4099 });
    await turn();
    expect(placed(main)).toBe(5);
    const { message } = await db().alert.findFirstOrThrow({ where: { kind: "purchase.failed" } });
    for (const [place, suffix] of ["", "-2", "-3", "-4", "-5"].entries())
      expect(message).toContain(`${order.order_no}${suffix} (U${place + 1})`);
  });

  it("a person orders another one, and what the former delivers after all reaches no buyer [C79]", async ({
    main,
    sku,
  }) => {
    main.state.fulfillment = "processing";
    const order = await bought(sku);
    await advance();
    main.state.next.get.push({ code: 4004 });
    await advance();
    const first = await only(order.order_no);
    expect(first.question).toBe("paid");
    const staff = await anAdmin();
    main.state.fulfillment = "ready";
    await reorderByHand(staff, aClient(), first.id);
    await advance();
    expect((await read(order)).fulfillment.payload).toBe("CARD-U2");
    await callBack(credentials, {
      event: "order.fulfilled",
      upstream_order_no: "U1",
      downstream_order_no: order.order_no,
      fulfillment: { status: "ready", payload: "CARD-U1" },
      timestamp: new Date().toISOString(),
    });
    expect((await read(order)).fulfillment.payload).toBe("CARD-U2");
    expect(await alerts()).toContain("purchase.twice");
    expect(
      await db().auditLog.count({ where: { action: "purchase.reorder", actor: actorName(staff) } }),
    ).toBe(1);
  });
});
