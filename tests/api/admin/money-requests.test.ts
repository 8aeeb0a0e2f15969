import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { operations as adminMoneyRequests } from "@/app/api/v1/admin/money-requests/[[...path]]/route";
import { operations as adminTasks } from "@/app/api/v1/admin/tasks/[[...path]]/route";
import { permissionsIn } from "@/lib/acts/permissions";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { closeOrder } from "@/lib/orders/close-order";
import type { Task } from "@/lib/reports/schema";
import { forgetSettings } from "@/lib/settings/queries";
import { aLoggedInAdmin } from "../../support/builders/accounts";
import { anOrder } from "../../support/builders/orders";
import { aProduct, aUser } from "../../support/builders/products";
import { aSite } from "../../support/builders/sites";
import { balanceOf, giveBalance } from "../../support/builders/wallet";
import { audits, expectStaffOnly } from "../../support/harness/admin-suite";
import { call } from "../../support/harness/call";
import { aMember, aRequest, ask, decide, gift, listed } from "../../support/harness/money-members";
import { expectRefusal } from "../../support/harness/public-suite";

const { approveMoneyRequest, rejectMoneyRequest, withdrawMoneyRequest } = adminMoneyRequests;
const { listTasks } = adminTasks;

async function orderOf(id: number) {
  return db().order.findUniqueOrThrow({ where: { id } });
}

describe("a second person", () => {
  it("does what was asked for, once, and both are named [A31]", async () => {
    const [asker, second] = [await aMember({ act: 100n }), await aMember()];
    const { id, user } = await aRequest(asker);
    expect(await balanceOf(user.id)).toBe(0n);
    const [open] = await listed(asker, "status=pending");
    expect(open).toMatchObject({
      id,
      kind: "wallet.adjust",
      amount: "80.00",
      reference: `user:${user.id}`,
      remark: "goodwill",
      status: "pending",
      requested_by: { id: asker.staff.id },
    });
    const later = new Date(Date.parse(open?.created_at ?? "") + 1).toISOString();
    expect(await listed(asker, `status=pending&from=${later}`)).toEqual([]);
    expect(await listed(asker, `status=pending&to=${later}`)).toEqual([open]);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => decide(approveMoneyRequest, second, id)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    expect(await balanceOf(user.id)).toBe(8000n);
    expect((await listed(second))[0]).toMatchObject({ status: "done", decided_by: { id: second.staff.id } });
    const trail = (await audits()).map(({ actor, action }) => [actor, action]);
    expect(trail).toEqual([
      [`staff:${asker.staff.email}`, "money.ask"],
      [`staff:${second.staff.email}`, "wallet.adjust"],
      [`staff:${second.staff.email}`, "money.approve"],
    ]);
  });

  it("is never who asked, not even without a limit", async () => {
    const asker = await aMember();
    const { id, user } = await aRequest(asker);
    expectRefusal(await decide(approveMoneyRequest, asker, id), 403, /Somebody else has to approve/);
    expectRefusal(await decide(rejectMoneyRequest, asker, id, { note: "no" }), 403, /Somebody else/);
    expect(await balanceOf(user.id)).toBe(0n);
    await expect(
      db().moneyRequest.update({
        where: { id },
        data: { status: "done", decidedById: asker.staff.id, decidedAt: new Date() },
      }),
    ).rejects.toThrow(/money_requests_second_person_check/);
  });

  it("needs the rights of the act and a limit that covers it", async () => {
    const asker = await aMember({ act: 100n });
    const { id } = await aRequest(asker);
    expectRefusal(
      await decide(approveMoneyRequest, await aMember({ act: 7999n }), id),
      403,
      /may move 79\.99/,
    );
    await expectStaffOnly(approveMoneyRequest, "POST", { params: { request_id: String(id) } }, "viewer");
    await db().ownRole.updateMany({ data: { permissions: permissionsIn({ money: "write" }) } });
    const moneyOnly = await aLoggedInAdmin({ role: "viewer", ownRoleId: asker.staff.ownRoleId });
    expectRefusal(await decide(approveMoneyRequest, moneyOnly, id), 403, /customers:write/);
    expect((await listed(moneyOnly))[0]?.status).toBe("pending");
  });

  it("refuses with a reason, or who asked takes it back; then nothing can be approved", async () => {
    const [asker, second] = [await aMember({ act: 100n }), await aMember()];
    const [one, two] = [await aRequest(asker), await aRequest(asker)];
    expect((await decide(rejectMoneyRequest, second, one.id, { note: "twice" })).status).toBe(200);
    expectRefusal(await decide(withdrawMoneyRequest, second, two.id), 403, /Only who asked/);
    expect((await decide(withdrawMoneyRequest, asker, two.id)).status).toBe(200);
    for (const { id } of [one, two])
      expectRefusal(await decide(approveMoneyRequest, second, id), 409, /is decided or has expired/, 40906);
    expect((await listed(asker)).map(({ status }) => status)).toEqual(["withdrawn", "rejected"]);
    expectRefusal(await decide(approveMoneyRequest, second, 999_999), 404, "Request not found");
  });

  it("comes too late after three days, and the act can be asked for again", async () => {
    const [asker, second] = [await aMember({ act: 100n }), await aMember()];
    const { id, body } = await aRequest(asker);
    const again = await ask(asker, body);
    expect(again.data.id).toBe(id);
    await db().moneyRequest.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 1000) } });
    expectRefusal(await decide(approveMoneyRequest, second, id), 409, /has expired/, 40906);
    expect(await listed(second, "status=pending")).toEqual([]);
    expect((await listed(second, "status=expired")).map((row) => row.id)).toEqual([id]);
    const next = await ask(asker, body);
    expect(next.data.id).not.toBe(id);
    expect((await decide(approveMoneyRequest, second, next.data.id)).status).toBe(200);
  });

  it("sees it on the to-do list until it is decided", async () => {
    const [asker, second] = [await aMember({ act: 100n }), await aMember()];
    const { id } = await aRequest(asker);
    const kinds = async () =>
      (await call<{ tasks: Task[] }>(listTasks, "GET", { headers: second.headers })).data.tasks.filter(
        ({ kind }) => kind === "money.request",
      );
    expect(await kinds()).toMatchObject([
      {
        text: expect.stringMatching(/second person has to approve: wallet booking, 80\.00 /),
        href: "/admin/money-requests?status=pending",
      },
    ]);
    await decide(approveMoneyRequest, second, id);
    expect(await kinds()).toEqual([]);
  });

  it("keeps a request open when the act is refused at that moment", async () => {
    const [asker, second] = [await aMember({ act: 100n }), await aMember()];
    const user = await aUser();
    const body = { kind: "wallet.adjust", user_id: user.id, ...gift("3.00"), direction: "out" };
    const { id } = (await ask(asker, body)).data;
    expect((await decide(approveMoneyRequest, second, id)).status).toBe(409);
    expect((await listed(second))[0]?.status).toBe("pending");
    expect(await balanceOf(user.id)).toBe(0n);
  });

  it("approves refunds, payments confirmed by hand, deposits and gift cards alike", async () => {
    const [asker, second] = [await aMember({ act: 0n }), await aMember()];
    const { sku } = await aProduct({ keys: 3, priceCents: 990n });
    const { site } = await aSite();
    const order = await orderOf((await anOrder({ sku })).orderId);
    const run = async (body: unknown) => {
      const asked = await ask(asker, body);
      expect(asked.json.msg).toBe("success");
      expect((await decide(approveMoneyRequest, second, asked.data.id)).json.msg).toBe("success");
    };
    await run({ kind: "order.confirm_paid", order_no: order.orderNo, note: "cash" });
    expect((await orderOf(order.id)).paymentStatus).toBe("paid");
    const back = { amount: "9.90", method: "manual", request_key: randomUUID() };
    await run({ kind: "order.refund", order_no: order.orderNo, ...back });
    expect((await orderOf(order.id)).paymentStatus).toBe("refunded");
    const { refundNo } = await db().refund.findFirstOrThrow();
    await run({ kind: "refund.finish", refund_no: refundNo });
    expect((await db().refund.findFirstOrThrow()).status).toBe("done");
    await run({ kind: "deposit.move", site_id: site.id, ...gift("12.00") });
    const account = await db().ledgerAccount.findFirstOrThrow({ where: { siteId: site.id } });
    expect(account.balanceCents).toBe(1200n);
    const statement = await db().siteStatement.create({
      data: {
        siteId: site.id,
        periodFrom: new Date(0),
        periodTo: new Date(1),
        currency: "USD",
        orderedCents: 700n,
        amountCents: 700n,
        closedAt: new Date(),
      },
    });
    await run({ kind: "statement.settle", site_id: site.id, statement_id: statement.id, from: "deposit" });
    expect(await db().siteStatement.findFirstOrThrow()).toMatchObject({ settledFrom: "deposit" });
    const { balanceCents } = await db().ledgerAccount.findUniqueOrThrow({ where: { id: account.id } });
    expect(balanceCents).toBe(500n);
    await run({
      kind: "gift_cards.create",
      request_key: randomUUID(),
      name: "Gifts",
      amount: "5.00",
      quantity: 2,
    });
    expect(await db().giftCard.count()).toBe(2);
  });

  it("is refused when what would move is no longer what was asked for", async () => {
    const [asker, second] = [await aMember({ act: 0n }), await aMember()];
    const { id, user } = await aRequest(asker);
    await db().setting.create({ data: { key: "currency", value: "EUR" } });
    forgetSettings();
    expectRefusal(
      await decide(approveMoneyRequest, second, id),
      409,
      /80\.00 USD was asked for, and 80\.00 EUR would move now/,
      40906,
    );
    expect(await balanceOf(user.id)).toBe(0n);
    expect((await listed(second))[0]).toMatchObject({ status: "pending" });
  });

  it("approves the rest of an order that was canceled since: its part comes from the balance once more", async () => {
    const [asker, second] = [await aMember({ act: 0n }), await aMember()];
    const { sku } = await aProduct({ keys: 1, priceCents: 100_000n });
    const user = await aUser();
    await giveBalance(user.id, 99_000n);
    const { orderId } = await anOrder({ sku, userId: user.id, useBalance: true });
    const { orderNo } = await orderOf(orderId);
    const asked = await ask(asker, { kind: "order.confirm_paid", order_no: orderNo, note: "cash" });
    expect((await listed(second))[0]).toMatchObject({ amount: "10.00" });
    await inTransaction((tx) => closeOrder(tx, orderId, "canceled", "buyer"));
    expect(await balanceOf(user.id)).toBe(99_000n);
    expect((await decide(approveMoneyRequest, second, asked.data.id)).status).toBe(200);
    expect(await orderOf(orderId)).toMatchObject({ status: "delivered", walletPaidCents: 99_000n });
    expect(await balanceOf(user.id)).toBe(0n);
  });

  it("shows how the money would move", async () => {
    const asker = await aMember({ act: 0n });
    const user = await aUser();
    const { site } = await aSite();
    const see = async (body: object) => {
      await ask(asker, { request_key: randomUUID(), ...body });
      return (await listed(asker))[0];
    };
    const out = { ...gift("1.00"), direction: "out" };
    expect(await see({ kind: "wallet.adjust", user_id: user.id, ...out })).toMatchObject({
      direction: "out",
    });
    expect(await see({ kind: "deposit.move", site_id: site.id, amount: "1.00" })).toMatchObject({
      direction: "in",
    });
    const cards = { name: "Gifts", amount: "5.00", quantity: 2, expires_at: "2100-01-01T00:00:00Z" };
    expect(await see({ kind: "gift_cards.create", ...cards })).toMatchObject({
      quantity: 2,
      valid_until: "2100-01-01T00:00:00.000Z",
      direction: null,
      method: null,
    });
    const { sku } = await aProduct({ keys: 1 });
    const { orderNo } = await orderOf((await anOrder({ sku })).orderId);
    const refund = { order_no: orderNo, amount: "1.00", method: "manual", paid_back: true };
    expect(await see({ kind: "order.refund", ...refund })).toMatchObject({
      method: "manual",
      paid_back: true,
    });
  });

  it("reads which item is paid back, and what happens to its keys", async () => {
    const asker = await aMember({ act: 0n });
    const { sku, product } = await aProduct({ keys: 3, priceCents: 990n });
    const { orderId } = await anOrder({ sku });
    const { orderNo } = await orderOf(orderId);
    const refund = { kind: "order.refund", order_no: orderNo, amount: "9.90", method: "manual" };
    const see = async (more: object) => {
      await ask(asker, { ...refund, request_key: randomUUID(), ...more });
      return (await listed(asker))[0];
    };
    const item = { position: 1, title: product.title };
    expect(await see({ item: 1, keys: "keep" })).toMatchObject({ item, keys: "keep" });
    expect(await see({ item: 1 })).toMatchObject({ item, keys: "withdraw" });
    expect(await see({ keys: "withdraw" })).toMatchObject({ item: null, keys: "withdraw" });
    expect(await see({})).toMatchObject({ item: null, keys: null });
  });

  it("is asked only for what exists and by who may do the act", async () => {
    const asker = await aMember({ act: 0n });
    expectRefusal(
      await ask(asker, { kind: "wallet.adjust", user_id: 999, ...gift("1.00") }),
      404,
      "User not found",
    );
    const unknown = { kind: "order.confirm_paid", order_no: "K0000000000000000", note: "cash" };
    expectRefusal(await ask(asker, unknown), 404, "Order not found");
    expect((await ask(asker, { kind: "till.empty" })).status).toBe(400);
    await db().ownRole.updateMany({ data: { permissions: permissionsIn({ money: "write" }) } });
    const user = await aUser();
    const body = { kind: "wallet.adjust", user_id: user.id, ...gift("1.00") };
    expectRefusal(await ask(asker, body), 403, /customers:write/);
  });
});
