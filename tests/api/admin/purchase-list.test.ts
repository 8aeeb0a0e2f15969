import { describe, expect } from "vitest";
import { operations as adminPurchases } from "@/app/api/v1/admin/interconnect/purchases/[[...path]]/route";
import { db } from "@/lib/db/client";
import { purchaseQuestions } from "@/lib/interconnect/agent/purchases/schema";
import { advance, anUpstreamProduct, buy, only, payFor } from "../../support/builders/agent-shop";
import { purchaseIn } from "../../support/builders/purchase-states";
import { type FakeMain, type MainAnswer, startFakeMain } from "../../support/fakes/fake-main";
import { expectStaffOnly, staffOfTest } from "../../support/harness/admin-suite";
import { it } from "../../support/harness/agent-shop-test";
import { expectRefusal } from "../../support/harness/public-suite";

type Sku = { id: number; productId: number };
interface List {
  purchases: { id: number; status: string; is_open: boolean; question: string | null }[];
  open: object[];
  total: number;
}

const byNumber = (one: number, other: number) => one - other;
const staff = staffOfTest("viewer");
const list = (query = "") =>
  staff.call<List>(adminPurchases.listPurchases, "GET", { path: `/x?per_page=100&${query}` });
const at = (id: number | string) => ({ params: { purchase_id: String(id) } });
const rowOf = async (id: number) => (await staff.call(adminPurchases.readPurchase, "GET", at(id))).data;
const idsOf = ({ data }: Awaited<ReturnType<typeof list>>) =>
  data.purchases.map(({ id }) => id).sort(byNumber);

/** Two that are open, two that wait for a person, and three that are done; one of each in another currency. */
async function aShopOfSeven(sku: Sku) {
  const open = [await purchaseIn(sku, "paying"), await purchaseIn(sku, "held")];
  const asked = [await purchaseIn(sku, "delivered", "changed"), await purchaseIn(sku, "held", "terms")];
  const done = [
    await purchaseIn(sku, "delivered"),
    await purchaseIn(sku, "failed unpaid"),
    await purchaseIn(sku, "canceled"),
  ];
  const ids = (rows: { id: number }[]) => rows.map(({ id }) => id).sort(byNumber);
  for (const { id } of [open[1], asked[1], done[0]].flatMap((row) => row ?? []))
    await db().purchase.update({ where: { id }, data: { currency: "EUR", refundedCents: 100n } });
  return { open: ids(open), asked: ids(asked), done: ids(done) };
}

describe("GET …/purchases", () => {
  it("is for staff who may see connections, and names a filter that it does not know", async ({ sku }) => {
    await purchaseIn(sku, "held");
    await expectStaffOnly(adminPurchases.listPurchases, "GET", {}, null);
    for (const [query, message] of [
      ["open=maybe", /^open: /],
      ["open=", /^open: /],
      ["status=awaiting_goods", /^status: /],
      ["connection_id=x", /^connection_id: /],
    ] as const)
      expectRefusal(await list(query), 400, message);
  });

  it("says what is open, with its sums by currency, of whatever is filtered [C167]", async ({ sku }) => {
    const { open, asked, done } = await aShopOfSeven(sku);
    const both = [...open, ...asked].sort(byNumber);
    const none = { currency: null, count: 2, amount: "10.00", asked: 1, asked_amount: "5.00" };
    const euro = { currency: "EUR", count: 2, amount: "8.00", asked: 1, asked_amount: "4.00" };
    for (const [query, ids, sums] of [
      ["", [...both, ...done].sort(byNumber), [euro, none]],
      ["open=true", both, [euro, none]],
      ["open=false", done, []],
      ["status=held", both.filter((id) => [open[1], asked[1]].includes(id)), [euro]],
      ["status=delivered&open=true", [asked[0]], [{ ...none, count: 1, amount: "5.00" }]],
      ["connection_id=999999", [], []],
      ["from=2100-01-01T00:00:00Z", [], []],
    ] as const) {
      const answer = await list(query);
      expect([query, idsOf(answer), answer.data.open]).toEqual([query, ids, sums]);
      expect(answer.data.total).toBe(ids.length);
    }
    const { data } = await list("open=true");
    expect(data.purchases.every(({ is_open }) => is_open)).toBe(true);
  });

  it("keeps the sums of two main sites apart [C167]", async ({ main, sku }) => {
    const second = { key: "agent_key_0002", secret: "another-shared-secret" };
    const other = await startFakeMain(second);
    const { sku: copy, connection } = await anUpstreamProduct({ ...second, baseUrl: other.url });
    const here = await purchaseIn(sku, "held");
    const there = await purchaseIn(copy, "held", "paid");
    const ofOther = await list(`connection_id=${connection.id}`);
    expect([idsOf(ofOther), ofOther.data.open]).toMatchObject([[there.id], [{ count: 1, asked: 1 }]]);
    expect((await list()).data.open).toMatchObject([{ count: 2, asked: 1, amount: "10.00" }]);
    expect(idsOf(await list(`search=${here.order.order_no}`))).toEqual([here.id]);
    const { upstreamOrderNo } = await only(there.order.order_no);
    expect(idsOf(await list(`search=${upstreamOrderNo}`))).toContain(there.id);
    expect(idsOf(await list(`connection_id=${connection.id}&search=${upstreamOrderNo}`))).toEqual([there.id]);
    expect(main.calls.length).toBe(1);
    await other.stop();
  });
});

/** A purchase that was paid there, and about which this comes when it is read again. */
async function readAgain(main: FakeMain, sku: Sku, told: MainAnswer): Promise<number> {
  await db().connection.updateMany({ data: { currency: "USD" } });
  main.state.fulfillment = "processing";
  const { data: order } = await buy(sku);
  await payFor(order.order_no);
  await advance();
  main.state.next.get.push(told);
  await advance();
  return (await only(order.order_no)).id;
}

const nothing = {
  upstream_order_no: null,
  amount: null,
  currency: null,
  expire_at: null,
  state: null,
  units: null,
};
const told = (members: object): MainAnswer => ({
  data: { status: "paid", ...members, fulfillment: { status: "processing" } },
});

describe("GET …/purchases/:id", () => {
  it("is for staff who may see connections, and knows only those there are", async ({ sku }) => {
    const { id } = await purchaseIn(sku, "held");
    await expectStaffOnly(adminPurchases.readPurchase, "GET", at(id), null);
    const read = (value: string) => staff.call(adminPurchases.readPurchase, "GET", at(value));
    expectRefusal(await read("999999"), 404, "Purchase not found");
    expectRefusal(await read("1x"), 400, /^purchase_id: /);
  });

  it.for([
    ["another amount", told({ amount: "6.00" }), "terms", { amount: "6.00" }],
    ["another currency", told({ currency: "EUR" }), "terms", { currency: "EUR" }],
    ["another number", told({ upstream_order_no: "U9" }), "terms", { upstream_order_no: "U9" }],
    ["an order that was never paid", told({ status: "expired" }), "paid", { state: "expired" }],
    ["no such order", { code: 4004 }, "paid", { state: "unknown" }],
    ["nothing else", told({ amount: "5.00" }), null, null],
  ] as const)(
    "lays both sides beside each other: %s [C165]",
    async ([, answer, question, answered], { main, sku }) => {
      const row = await rowOf(await readAgain(main, sku, answer));
      expect(row).toMatchObject({
        status: "held",
        is_open: true,
        question,
        upstream_order_no: "U1",
        amount: "5.00",
        currency: "USD",
        answered: answered && { ...nothing, ...answered },
      });
      expect(row.expire_at).not.toBe(null);
      expect(row.last_error === null).toBe(question === null);
    },
  );

  it("says how many keys came before, and keeps the keys themselves to itself [C164]", async ({
    main,
    sku,
  }) => {
    const orders = [];
    for (const _ of [1, 2]) {
      const { data } = await buy(sku);
      await payFor(data.order_no);
      main.state.next.paid.push({ data: { fulfillment: { status: "ready", payload: "SAME-KEY" } } });
      await advance();
      orders.push(await only(data.order_no));
    }
    const answer = await staff.call(adminPurchases.readPurchase, "GET", at(orders[1]?.id ?? 0));
    expect(answer.data).toMatchObject({ question: "repeat", answered: { ...nothing, units: 1 } });
    expect(answer.text).not.toContain("SAME-KEY");
  });

  it("names first what stopped it, and each question is one of the list", async ({ sku }) => {
    const { id } = await purchaseIn(sku, "held", "terms");
    await db().purchase.update({ where: { id }, data: { question: "paid" } });
    expect((await rowOf(id)).question).toBe("terms");
    for (const question of purchaseQuestions) {
      const state = question === "changed" ? "delivered" : "held";
      expect((await rowOf((await purchaseIn(sku, state, question)).id)).question).toBe(question);
    }
  });
});
