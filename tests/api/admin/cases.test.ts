import { describe, expect, it } from "vitest";
import { operations as adminAlerts } from "@/app/api/v1/admin/alerts/[[...path]]/route";
import { operations as adminCases } from "@/app/api/v1/admin/cases/[[...path]]/route";
import { operations as adminOrders } from "@/app/api/v1/admin/orders/[[...path]]/route";
import { POST as report } from "@/app/api/v1/guest/orders/[order_no]/problem/route";
import { testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { getAdminOrder } from "@/lib/orders/staff/admin-queries";
import { countAttention } from "@/lib/reports/attention";
import type { CaseDetail, CasePage } from "@/lib/reports/case-schema";
import { aLoggedInAdmin } from "../../support/builders/accounts";
import { order, orderIdOf } from "../../support/builders/guest-orders";
import { anOrder, pay } from "../../support/builders/orders";
import { anAdmin, aProduct } from "../../support/builders/products";
import { expectStaffOnly, lastAudit, staffOfTest } from "../../support/harness/admin-suite";
import { call } from "../../support/harness/call";
import { expectRefusal } from "../../support/harness/public-suite";

const staff = staffOfTest("owner");
const list = async (query = "") =>
  (await staff.call<CasePage>(adminCases.listCases, "GET", { path: `/x?${query}` })).data;
const read = (no: string) => staff.call<CaseDetail>(adminCases.getCase, "GET", { params: { order_no: no } });
const mark = (no: string, body: Record<string, unknown>) =>
  staff.call(adminCases.markCase, "POST", { params: { order_no: no }, body });

async function aSoldOrder({ keys = 3, quantity = 1 } = {}) {
  const { sku } = await aProduct({ keys });
  const { order_no: no, guest_token: token } = (await order(sku, { quantity })).data;
  await pay(await orderIdOf(no));
  const say = (text: string, key?: number) =>
    call(report, "POST", {
      params: { order_no: no },
      token,
      body: { text, ...(key ? { item: 1, key } : {}) },
    });
  return { no, say };
}

const act = {
  answer: (no: string) =>
    staff.call(adminOrders.answerBuyer, "POST", { params: { order_no: no }, body: { text: "Try it again" } }),
  "new key": async (no: string) => {
    const { replaceable } = (await read(no)).data;
    return staff.call(adminOrders.replaceSecret, "POST", {
      params: { order_no: no },
      body: { secret_id: replaceable?.secret_id, reason: "Reported by the buyer" },
    });
  },
  refund: (no: string) =>
    staff.call(adminOrders.refundOrder, "POST", {
      params: { order_no: no },
      body: { amount: "1.00", method: "manual" },
    }),
};

/** Sessions go on while the clock is moved. */
async function at(time: string) {
  testClock.set(new Date(time));
  await db().staffSession.updateMany({
    data: { lastSeenAt: new Date(time), expiresAt: new Date("2026-03-09T10:00:00Z") },
  });
}

describe("a case", () => {
  it.each(["answer", "new key", "refund"] as const)(
    "is settled by %s, which tells how long the buyer waited since the first report [C153]",
    async (name) => {
      await at("2026-03-01T10:00:00Z");
      const { no, say } = await aSoldOrder();
      await say("It is used already");
      await at("2026-03-01T10:10:00Z");
      await say("Nobody there?");
      const waiting = await list();
      expect(waiting).toMatchObject({ open: 1, first_answers: { count: 0, median_seconds: null } });
      expect(waiting.cases).toMatchObject([
        { order_no: no, kinds: ["order.problem"], since: "2026-03-01T10:00:00.000Z", waited_seconds: null },
      ]);

      await at("2026-03-01T10:15:00Z");
      expect((await act[name](no)).status).toBe(200);
      const settled = await list("state=answered");
      expect(settled).toMatchObject({ open: 0, first_answers: { count: 1, median_seconds: 900 } });
      expect(settled.cases).toMatchObject([
        { order_no: no, waited_seconds: 900, answered_at: "2026-03-01T10:15:00.000Z" },
      ]);
      expect((await read(no)).status).toBe(404);

      // Words that nobody waited for are no first answer.
      await act.answer(no);
      expect((await list()).first_answers.count).toBe(1);
    },
  );

  it("holds the words of both sides and the key that the buyer named", async () => {
    const { no, say } = await aSoldOrder({ keys: 4, quantity: 2 });
    await say("Which one is for the laptop?");
    expect((await read(no)).data.replaceable).toBeNull();
    await act.answer(no);
    await say("Then this one is dead", 2);
    const { data } = await read(no);
    const [, second] = (await getAdminOrder(no)).keys;
    expect(data).toMatchObject({
      tasks: [{ kind: "order.problem", key: `order.problem:${no}` }],
      messages: [
        { by: "buyer", text: "Which one is for the laptop?" },
        { by: "shop", text: "Try it again", waited_seconds: expect.any(Number) },
        { by: "buyer", text: expect.stringMatching(/#2: Then this one is dead$/) },
      ],
      replaceable: { secret_id: second?.secret_id, item: 1, number: 2, available: 2 },
    });
    expect((await act["new key"](no)).status).toBe(200);
    expect((await read(no)).status).toBe(404);
  });

  it("is one row however much of the order waits, and the most pressing reason comes first", async () => {
    const { sku } = await aProduct({ kind: "none", units: 5 });
    const { order_no: no, guest_token: token } = (await order(sku)).data;
    await pay(await orderIdOf(no));
    await call(report, "POST", { params: { order_no: no }, token, body: { text: "Still waiting" } });
    const dispute = { dispute_no: "DP-1", state: "open", reason: "fraud" };
    await staff.call(adminOrders.recordDispute, "POST", { params: { order_no: no }, body: dispute });
    const { sku: other } = await aProduct({ kind: "none", units: 5 });
    const plain = await anOrder({ sku: other, email: "ada@example.com" });
    await pay(plain.orderId);
    const all = await list();
    expect(all.cases.map(({ kinds }) => kinds)).toEqual([
      ["order.problem", "order.dispute", "order.by_hand"],
      ["order.by_hand"],
    ]);
    expect(all.total).toBe(2);
    expect((await countAttention(await anAdmin())).counts.cases).toBe(2);
    expect((await list("kind=order.dispute")).cases.map(({ order_no }) => order_no)).toEqual([no]);
    await staff.call(adminOrders.recordDispute, "POST", {
      params: { order_no: no },
      body: { ...dispute, state: "won" },
    });
    expect((await read(no)).data.tasks.map(({ kind }) => kind)).toEqual(["order.problem", "order.by_hand"]);
  });

  it("is given to a colleague and put off, and comes back when the buyer writes again", async () => {
    await at("2026-03-01T10:00:00Z");
    const { no, say } = await aSoldOrder();
    await say("It does not open");
    const support = await aLoggedInAdmin({ role: "support" });
    const viewer = await aLoggedInAdmin({ role: "viewer" });
    const { colleagues } = (await read(no)).data;
    expect(colleagues.map(({ id }) => id)).toContain(support.staff.id);
    expect(colleagues.map(({ id }) => id)).not.toContain(viewer.staff.id);
    expectRefusal(await mark(no, { owner_id: viewer.staff.id }), 400, /somebody who works here/);
    expectRefusal(await mark(no, { wait_until: "2026-03-01T09:00:00Z" }), 400, /future/);
    expect((await mark("K0000000000000000", { owner_id: null })).status).toBe(404);

    expect((await mark(no, { owner_id: support.staff.id })).data).toMatchObject({
      owner: { id: support.staff.id },
    });
    const mine = (as: Awaited<ReturnType<typeof aLoggedInAdmin>>) =>
      call<CasePage>(adminCases.listCases, "GET", { path: "/x?state=mine", headers: as.headers });
    expect((await mine(support)).data.total).toBe(1);
    expect((await mine(viewer)).data.total).toBe(0);

    await mark(no, { wait_until: "2026-03-02T10:00:00Z" });
    expect(await list()).toMatchObject({ open: 0, cases: [] });
    expect((await list("state=waiting")).cases).toMatchObject([
      { order_no: no, wait_until: "2026-03-02T10:00:00.000Z", owner: { id: support.staff.id } },
    ]);
    await say("Still not");
    expect((await list()).cases).toMatchObject([{ order_no: no, wait_until: null }]);
  });

  it("ends without an answer only for a reason, which the time line keeps", async () => {
    const { no, say } = await aSoldOrder();
    const close = (body: Record<string, unknown>) =>
      staff.call(adminOrders.closeOrderProblem, "POST", { params: { order_no: no }, body });
    expectRefusal(await close({ reason: "Solved by telephone" }), 409, /No problem/, 40906);
    await say("It does not open");
    const alert = await db().alert.findFirstOrThrow({ where: { kind: "order.problem" } });
    const ticked = await staff.call(adminAlerts.resolveAlert, "POST", { params: { id: String(alert.id) } });
    expectRefusal(ticked, 409, /ends by itself/, 40906);
    expect((await close({ reason: "" })).status).toBe(400);
    expect((await close({ reason: "Solved by telephone" })).status).toBe(200);
    expect(await lastAudit()).toMatchObject({ action: "order.close_problem" });
    expect((await getAdminOrder(no)).events.at(-1)).toMatchObject({
      kind: "problem_closed",
      data: { note: "Solved by telephone" },
    });
    expect((await list()).first_answers.count).toBe(0);
    expect((await read(no)).status).toBe(404);
  });

  it("is for staff who may read orders, and is marked by those who may write them", async () => {
    const { no, say } = await aSoldOrder();
    await say("It does not open");
    await expectStaffOnly(adminCases.listCases, "GET", { path: "/x" }, null);
    const params = { order_no: no };
    await expectStaffOnly(adminCases.markCase, "POST", { params, body: { owner_id: null } }, "viewer");
    await expectStaffOnly(adminOrders.closeOrderProblem, "POST", { params, body: { reason: "x" } }, "viewer");
  });
});
