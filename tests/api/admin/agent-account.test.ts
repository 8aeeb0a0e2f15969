import { beforeEach, describe, expect, it } from "vitest";
import { operations as adminSites } from "@/app/api/v1/admin/interconnect/sites/[[...path]]/route";
import { now, testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { moveDeposit } from "@/lib/interconnect/main/move-deposit";
import { checkLedger } from "@/lib/wallet/check-ledger";
import { accountDesk, aPaidOrder, debtOf, refundAgentOrder } from "../../support/builders/agent-account";
import { aClient, anAdmin, aProduct } from "../../support/builders/products";
import { aSite } from "../../support/builders/sites";
import { expectStaffOnly, lastAudit, staffOfTest } from "../../support/harness/admin-suite";
import { expectRefusal } from "../../support/harness/public-suite";

const staff = staffOfTest();
let agent: Awaited<ReturnType<typeof aSite>>;
let desk: ReturnType<typeof accountDesk>;
let sku: { id: number; productId: number };

beforeEach(async () => {
  agent = await aSite();
  desk = accountDesk(staff, agent.site.id);
  ({ sku } = await aProduct({ keys: 20, priceCents: 1000n }));
});

const order = () => aPaidOrder(agent, sku);
const closeNow = async () => {
  const { period } = await desk.read();
  const { data } = await desk.close(period.to, period.amount);
  testClock.advance(1);
  return data;
};

describe("closing an agent's account", () => {
  it("is for staff with the permission", async () => {
    const params = { site_id: String(agent.site.id) };
    const body = { to: now().toISOString(), amount: "0.00" };
    await expectStaffOnly(adminSites.closePeriod, "POST", { params, body }, "viewer");
    await expectStaffOnly(
      adminSites.compareBooks,
      "POST",
      { params, body: { to: body.to, csv: "a" } },
      "viewer",
    );
    const one = { params: { ...params, statement_id: "1" }, body: { from: "outside" } };
    await expectStaffOnly(adminSites.settleStatement, "POST", one, "viewer");
  });

  it("makes what was booked on account one debt, and the next period begins there [C71]", async () => {
    await order();
    await order();
    const open = await desk.read();
    expect(open).toMatchObject({ due: "0.00", period: { orders: 2, ordered: "20.00", amount: "20.00" } });
    const statement = await closeNow();
    expect(statement).toMatchObject({ orders: 2, amount: "20.00", from: open.period.from, settled_at: null });
    expect(await debtOf(agent.site.id)).toBe(2000n);
    await order();
    expect(await desk.read()).toMatchObject({
      due: "20.00",
      period: { from: statement.to, orders: 1, amount: "10.00" },
    });
    expect(await closeNow()).toMatchObject({ from: statement.to, orders: 1, amount: "10.00" });
    expect(await debtOf(agent.site.id)).toBe(3000n);
    expect(await checkLedger(db())).toMatchObject({ is_sound: true });
  });

  it("leaves out what the deposit paid, what is held, and what is not paid [C71]", async () => {
    await db().site.update({ where: { id: agent.site.id }, data: { settlementMode: "prepaid" } });
    const top = { direction: "in", amount: 1000n, remark: "", request_key: crypto.randomUUID() } as const;
    await moveDeposit(await anAdmin(), aClient(), agent.site.id, top);
    await order();
    await order();
    await db().site.update({ where: { id: agent.site.id }, data: { settlementMode: "hold" } });
    await order();
    expect((await desk.read()).period).toMatchObject({ orders: 0, amount: "0.00" });
    expect(await closeNow()).toMatchObject({ orders: 0, amount: "0.00", settled_from: null });
    expect((await desk.read()).statements[0]?.settled_at).not.toBeNull();
    expect(await debtOf(agent.site.id)).toBe(0n);
  });

  it("credits a refund that waits to be paid back, once, and not one that was paid [C71]", async () => {
    const [first, second] = [await order(), await order()];
    await closeNow();
    await refundAgentOrder(first.orderNo, 400n);
    await refundAgentOrder(second.orderNo, 300n, true);
    const statement = await closeNow();
    expect(statement).toMatchObject({ orders: 0, refunds: 1, refunded: "4.00", amount: "-4.00" });
    expect(await db().refund.findMany({ select: { status: true } })).toEqual([
      { status: "done" },
      { status: "done" },
    ]);
    expect(await debtOf(agent.site.id)).toBe(1600n);
    expect((await desk.read()).period).toMatchObject({ refunds: 0, amount: "0.00" });
  });

  it("refuses a sum that is not there any more, an end that was closed, and one to come [C71]", async () => {
    await order();
    const { period } = await desk.read();
    const changed = await desk.close(period.to, "9.99");
    expect([changed.status, changed.headers.get("x-error-rule")]).toEqual([409, "account_changed"]);
    expect(await db().siteStatement.count()).toBe(0);
    const later = new Date(now().getTime() + 60_000).toISOString();
    expect((await desk.close(later, "10.00")).headers.get("x-error-rule")).toBe("period_future");
    const statement = await closeNow();
    const again = await desk.close(statement.to, statement.amount);
    expect([again.status, again.headers.get("x-error-rule")]).toEqual([409, "period_closed"]);
  });

  it("closes a period once when many ask at the same time [C71]", async () => {
    await order();
    const { period } = await desk.read();
    const answers = await Promise.all(Array.from({ length: 6 }, () => desk.close(period.to, period.amount)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    expect(await db().siteStatement.count()).toBe(1);
    expect(await debtOf(agent.site.id)).toBe(1000n);
  });

  it("takes up what was booked before the end and committed after the close [C71]", async () => {
    const early = await order();
    await closeNow();
    const late = await order();
    // The transfer of a transaction that was under way while the period was closed.
    await inTransaction(async (tx) => {
      await tx.$executeRawUnsafe("ALTER TABLE ledger_transfers DISABLE TRIGGER ledger_transfers_append_only");
      await tx.$executeRaw`UPDATE ledger_transfers SET created_at = (SELECT created_at FROM ledger_transfers
        WHERE reason_key = ${`site_order:${early.orderNo}`}) WHERE reason_key = ${`site_order:${late.orderNo}`}`;
      await tx.$executeRawUnsafe("ALTER TABLE ledger_transfers ENABLE TRIGGER ledger_transfers_append_only");
    });
    expect(await closeNow()).toMatchObject({ orders: 1, amount: "10.00" });
  });

  it("hands out every line as a file without formulas [A20]", async () => {
    const { orderNo } = await order();
    await refundAgentOrder(orderNo, 400n);
    const { id } = await closeNow();
    const params = { site_id: String(agent.site.id), statement_id: String(id) };
    const file = await staff.call(adminSites.exportStatement, "GET", { params });
    expect(file.headers.get("content-disposition")).toContain(`statement-${id}.csv`);
    const [head, price, refund] = file.text.split("\r\n");
    expect(head).toContain('"order_no","downstream_order_no"');
    expect(price).toContain('"10.00",""');
    expect(refund).toMatch(/"-4\.00","F/);
    const other = await aSite();
    const foreign = { site_id: String(other.site.id), statement_id: String(id) };
    expectRefusal(
      await staff.call(adminSites.exportStatement, "GET", { params: foreign }),
      404,
      "Statement not found",
    );
  });
});

describe("settling a statement", () => {
  it("shrinks the debt by one booking, however often it is asked for [C71]", async () => {
    await order();
    const { id } = await closeNow();
    const answers = await Promise.all(Array.from({ length: 6 }, () => desk.settle(id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    expect(await db().ledgerTransfer.count({ where: { type: "site_settlement" } })).toBe(1);
    expect(await debtOf(agent.site.id)).toBe(0n);
    expect(await desk.read()).toMatchObject({ due: "0.00", statements: [{ settled_from: "outside" }] });
    expect(await lastAudit()).toMatchObject({ action: "site.settle_statement" });
  });

  it("takes it from the deposit, or books nothing where that is short [C71]", async () => {
    await order();
    const { id } = await closeNow();
    const short = await desk.settle(id, { from: "deposit" });
    expect([short.status, short.headers.get("x-error-rule")]).toEqual([409, "insufficient_balance"]);
    expect((await desk.read()).statements[0]?.settled_at).toBeNull();
    const top = { direction: "in", amount: 1500n, remark: "", request_key: crypto.randomUUID() } as const;
    await moveDeposit(await anAdmin(), aClient(), agent.site.id, top);
    expect((await desk.settle(id, { from: "deposit", note: "as agreed" })).data).toMatchObject({
      settled_from: "deposit",
      note: "as agreed",
    });
    expect(await desk.read()).toMatchObject({ due: "0.00", deposit: "5.00" });
    expect(await checkLedger(db())).toMatchObject({ is_sound: true });
  });

  it("pays out what is owed to the agent into its deposit [C71]", async () => {
    const { orderNo } = await order();
    const { id } = await closeNow();
    await desk.settle(id);
    await refundAgentOrder(orderNo, 400n);
    const credit = await closeNow();
    expect(credit.amount).toBe("-4.00");
    await desk.settle(credit.id, { from: "deposit" });
    expect(await desk.read()).toMatchObject({ due: "0.00", deposit: "4.00" });
    expect(await debtOf(agent.site.id)).toBe(0n);
  });

  it("knows no statement of another agent", async () => {
    await order();
    const { id } = await closeNow();
    const other = accountDesk(staff, (await aSite()).site.id);
    expectRefusal(await other.settle(id), 404, "Statement not found");
    expect((await desk.read()).statements[0]?.settled_at).toBeNull();
  });
});

describe("comparing the agent's books", () => {
  const resolveOne = (id: number, note = "Agreed by mail") =>
    staff.call(adminSites.resolveMismatch, "POST", {
      params: { site_id: String(agent.site.id), mismatch_id: String(id) },
      body: { note },
    });

  it("lists what differs, and the period waits until it is resolved [C71]", async () => {
    const [first, second, third] = [await order(), await order(), await order()];
    const csv = [
      "downstream_order_no,amount,refunded_amount",
      `${first.downstreamOrderNo},10.00,0`,
      `${second.downstreamOrderNo},9.00,`,
      "A-unknown,5.00,",
    ].join("\n");
    const { data } = await desk.compare(csv);
    expect(data).toMatchObject({ rows: 3, matched: 1, mismatches: 3 });
    const open = await desk.mismatches();
    expect(open).toMatchObject([
      { kind: "amount", order_no: second.orderNo, ours: "10.00", theirs: "9.00" },
      { kind: "unknown_here", order_no: null, downstream_order_no: "A-unknown", theirs: "5.00" },
      { kind: "missing_there", order_no: third.orderNo, ours: "10.00", theirs: null },
    ]);
    const { period } = await desk.read();
    const early = await desk.close(period.to, period.amount);
    expect([early.status, early.headers.get("x-error-rule")]).toEqual([409, "mismatches_open"]);
    for (const { id } of open) expect((await resolveOne(id)).status).toBe(200);
    expect((await resolveOne(open[0]?.id ?? 0)).headers.get("x-error-rule")).toBe("mismatch_resolved");
    expect((await desk.mismatches("resolved"))[0]).toMatchObject({ note: "Agreed by mail" });
    expect((await closeNow()).amount).toBe("30.00");
  });

  it("keeps what was resolved, and ends by itself what agrees now [C71]", async () => {
    const [first, second] = [await order(), await order()];
    const wrong = `order_no,amount\n${first.orderNo},9.00\n${second.orderNo},8.00\n`;
    await desk.compare(wrong);
    const [one] = await desk.mismatches();
    await resolveOne(one?.id ?? 0);
    expect((await desk.compare(wrong)).data.mismatches).toBe(1);
    await desk.compare(`order_no,amount\n${first.orderNo},9.00\n${second.orderNo},10.00\n`);
    expect(await desk.mismatches()).toEqual([]);
    // Wrong again, what ended by itself is open again.
    expect((await desk.compare(wrong)).data.mismatches).toBe(1);
    expect(await db().siteMismatch.count()).toBe(2);
  });

  it("counts a refund where the agent was right: the next comparison agrees [C71]", async () => {
    const { orderNo } = await order();
    await desk.compare(`order_no,amount,refunded_amount\n${orderNo},10.00,1.00\n`);
    expect(await desk.mismatches()).toMatchObject([{ kind: "refunded", ours: "0.00", theirs: "1.00" }]);
    await refundAgentOrder(orderNo, 100n);
    await desk.compare(`order_no,amount,refunded_amount\n${orderNo},10.00,1.00\n`);
    expect(await desk.mismatches()).toEqual([]);
    expect((await closeNow()).amount).toBe("9.00");
  });

  it("refuses a file that it cannot read, and names the line", async () => {
    const refused = await desk.compare("order_no,amount\nK1,ten\n");
    expect([refused.status, refused.headers.get("x-error-field")]).toEqual([400, "csv"]);
    expect(refused.json.msg).toMatch(/line 2/);
    expect(await db().siteComparison.count()).toBe(0);
  });

  it("compares with no other agent's orders", async () => {
    const { orderNo } = await order();
    const other = accountDesk(staff, (await aSite()).site.id);
    await other.compare(`order_no,amount\n${orderNo},10.00\n`);
    expect(await other.mismatches()).toMatchObject([{ kind: "unknown_here", order_no: orderNo }]);
    expect(await desk.mismatches()).toEqual([]);
  });
});
