import { describe, expect } from "vitest";
import { operations as adminPurchases } from "@/app/api/v1/admin/interconnect/purchases/[[...path]]/route";
import { advance, buy, payFor, purchasesOf, read } from "../../support/builders/agent-shop";
import { purchaseIn, type Question, questions, type State } from "../../support/builders/purchase-states";
import type { FakeMain } from "../../support/fakes/fake-main";
import { audits, expectStaffOnly, staffOfTest } from "../../support/harness/admin-suite";
import { it } from "../../support/harness/agent-shop-test";
import { expectRefusal } from "../../support/harness/public-suite";

const staff = staffOfTest("manager");
const at = (id: number | string) => ({ params: { purchase_id: String(id) } });

const acts = {
  retry: adminPurchases.retryPurchase,
  accept: adminPurchases.acceptPurchase,
  reorder: adminPurchases.reorderPurchase,
  close: adminPurchases.closePurchase,
};
type Act = keyof typeof acts;
const click = (act: Act, id: number | string) => staff.call(acts[act], "POST", at(id));

const rowOf = async (id: number) => (await staff.call(adminPurchases.readPurchase, "GET", at(id))).data;
const reports = (main: FakeMain) => main.calls.filter(({ method }) => method === "POST").length;

/** Rows that a second click must leave as they are. */
const settled = async (orderNo: string) =>
  (await purchasesOf(orderNo)).map(({ updatedAt: _, nextPollAt: __, ...row }) => row);

/** By state, question and act: the state afterwards, `+` with another order beside it. Without a line it is refused. */
const outcomes: Record<string, Partial<Record<Act, string>>> = {
  "created, none": {},
  "paying, none": { retry: "paying", reorder: "superseded+" },
  "paying, paid": { retry: "paying", reorder: "superseded+", close: "failed" },
  "paying, repeat": { retry: "paying", accept: "paying", reorder: "superseded+", close: "failed" },
  "paying, terms": { retry: "paying", accept: "paying", reorder: "superseded+", close: "failed" },
  "held, none": { retry: "held", reorder: "superseded+" },
  "held, paid": { retry: "held", reorder: "superseded+", close: "failed" },
  "held, repeat": { retry: "held", accept: "held", reorder: "superseded+", close: "failed" },
  "held, terms": { retry: "held", accept: "held", reorder: "superseded+", close: "failed" },
  "delivered, none": {},
  "delivered, terms": { accept: "delivered", close: "delivered" },
  "delivered, changed": { retry: "delivered", accept: "delivered", close: "delivered" },
  "failed unpaid, none": { retry: "superseded+", reorder: "superseded+" },
  "failed, may be paid, none": { retry: "paying", reorder: "superseded+" },
  "failed, may be paid, paid": { retry: "paying", reorder: "superseded+", close: "failed" },
  "failed, may be paid, repeat": {
    retry: "paying",
    accept: "paying",
    reorder: "superseded+",
    close: "failed",
  },
  "refunded, none": { retry: "superseded+" },
  "canceled, none": {},
  "superseded, none": {},
};

const rows = Object.entries(outcomes).map(([name, allowed]) => {
  const question = (Object.keys(questions) as Question[]).find((one) => name.endsWith(`, ${one}`)) ?? "none";
  return { state: name.slice(0, name.lastIndexOf(",")) as State, question, allowed };
});
const possible = rows.flatMap(({ allowed, ...row }) =>
  Object.entries(allowed).map(([act, outcome]) => ({ ...row, act: act as Act, outcome })),
);

describe("POST …/purchases/:id/retry, accept, reorder, close", () => {
  it.for(possible)(
    "$act of one that is $state, asked: $question: $outcome, and a second click changes nothing more",
    async ({ act, state, question, outcome }, { main, sku }) => {
      const { id, order } = await purchaseIn(sku, state, question);
      expect((await click(act, id)).data).toEqual({});
      const after = await settled(order.order_no);
      expect((await rowOf(id)).status + (after.length > 1 ? "+" : "")).toBe(outcome);
      const second = await click(act, id);
      expect([200, 409]).toContain(second.status);
      expect(await settled(order.order_no)).toEqual(after);
      const actor = `staff:${staff.email()}`;
      const row = { actor, action: `purchase.${act}`, target: `purchase:${order.order_no}`, data: {} };
      expect(await audits()).toEqual(second.status === 200 ? [row, row] : [row]);
      const callsBefore = reports(main);
      await advance();
      await advance();
      // At most one order and one report of a payment come of it.
      expect(reports(main) - callsBefore).toBeLessThanOrEqual(2);
    },
  );

  it.for(rows)(
    "every other act on one that is $state, asked: $question, is refused and changes nothing",
    async ({ state, question, allowed }, { sku }) => {
      const { id, order } = await purchaseIn(sku, state, question);
      const before = await settled(order.order_no);
      for (const act of (Object.keys(acts) as Act[]).filter((one) => !(one in allowed)))
        expectRefusal(await click(act, id), 409, /^A purchase that is /, 40906);
      expect([await settled(order.order_no), await audits()]).toEqual([before, []]);
    },
  );

  it.for(Object.keys(acts) as Act[])("%s is for staff who may change connections", async (act, { sku }) => {
    const { id } = await purchaseIn(sku, "held", "terms");
    for (const role of ["viewer", "support"] as const) await expectStaffOnly(acts[act], "POST", at(id), role);
    expectRefusal(await click(act, 999_999), 404, "Purchase not found");
    expectRefusal(await click(act, "1x"), 400, /^purchase_id: /);
    expect([await audits(), (await rowOf(id)).question]).toEqual([[], "terms"]);
  });

  it.for([
    ["reorder", "held", "paid"],
    ["reorder", "failed, may be paid", "paid"],
    ["retry", "failed unpaid", "none"],
    ["close", "held", "terms"],
    ["accept", "paying", "terms"],
  ] as const)(
    "%s of one that is %s, asked: %s, twice at the same moment, happens once",
    async ([act, state, question], { sku }) => {
      const { id, order } = await purchaseIn(sku, state, question);
      const answers = await Promise.all([click(act, id), click(act, id)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(await audits()).toHaveLength(1);
      expect(await purchasesOf(order.order_no)).toHaveLength(act === "close" || act === "accept" ? 1 : 2);
    },
  );

  it("an order is placed five times at most", async ({ sku }) => {
    const { order } = await purchaseIn(sku, "held", "paid");
    for (let round = 2; round <= 5; round++)
      expect((await click("reorder", (await purchasesOf(order.order_no)).at(-1)?.id ?? 0)).status).toBe(200);
    const last = (await purchasesOf(order.order_no)).at(-1)?.id ?? 0;
    expectRefusal(await click("reorder", last), 409, /./, 40906);
    expect((await purchasesOf(order.order_no)).map(({ downstreamOrderNo }) => downstreamOrderNo)).toEqual(
      ["", "-2", "-3", "-4", "-5"].map((suffix) => order.order_no + suffix),
    );
  });

  it("pays by the terms that were accepted, and its buyer gets the key", async ({ main, sku }) => {
    const { data: order } = await buy(sku);
    await payFor(order.order_no);
    const agreed = {
      data: { status: "pending_payment", amount: "6.00", fulfillment: { status: "pending" } },
    };
    main.state.next.paid.push({ code: 5000 });
    main.state.next.get.push(agreed);
    await advance();
    const [purchase] = await purchasesOf(order.order_no);
    const id = purchase?.id ?? 0;
    expect(await rowOf(id)).toMatchObject({
      question: "terms",
      amount: "5.00",
      answered: { amount: "6.00" },
    });
    await click("accept", id);
    main.state.next.get.push(agreed);
    await advance();
    expect((await read(order)).fulfillment.payload).toBe("CARD-U1");
    expect(await rowOf(id)).toMatchObject({
      status: "delivered",
      question: null,
      amount: "6.00",
      answered: null,
    });
  });
});
