import { beforeEach, describe, expect, it } from "vitest";
import * as orders from "@/app/api/v1/upstream/account/orders/route";
import * as account from "@/app/api/v1/upstream/account/route";
import { now } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { moveDeposit } from "@/lib/interconnect/main/move-deposit";
import { watchDeposits } from "@/lib/interconnect/main/statements/watch-deposits";
import { accountDesk, aPaidOrder, refundAgentOrder } from "../../support/builders/agent-account";
import { aClient, anAdmin, aProduct } from "../../support/builders/products";
import { aSite, callSigned } from "../../support/builders/sites";
import { agentOfTest, anOrderBody, mainSite } from "../../support/fakes/main-site";
import { staffOfTest } from "../../support/harness/admin-suite";

const staff = staffOfTest();
const { agent } = agentOfTest();

const read = async () =>
  (await callSigned(agent, account.GET, "GET", { path: "/api/v1/upstream/account" })).data;
const list = (query: string, as = agent) =>
  callSigned<{ orders: Record<string, unknown>[]; total: number }>(as, orders.GET, "GET", {
    path: `/api/v1/upstream/account/orders?${query}`,
  });
const move = async (direction: "in" | "out", amount: bigint) =>
  moveDeposit(await anAdmin(), aClient(), agent.site.id, {
    direction,
    amount,
    remark: "",
    request_key: crypto.randomUUID(),
  });

describe("GET /upstream/account", () => {
  it("tells deposit, debt and closed periods [C72]", async () => {
    expect(await read()).toMatchObject({
      deposit: "0.00",
      deposit_alert: null,
      deposit_low: false,
      due: "0.00",
      closed_until: null,
      statements: [],
    });
    const { sku } = await aProduct({ keys: 2, priceCents: 1000n });
    await aPaidOrder(agent, sku);
    const desk = accountDesk(staff, agent.site.id);
    const { period } = await desk.read();
    const { data: statement } = await desk.close(period.to, period.amount);
    expect(await read()).toMatchObject({
      due: "10.00",
      closed_until: period.to,
      statements: [{ id: statement.id, orders: 1, amount: "10.00", settled_at: null }],
    });
    await desk.settle(statement.id, { from: "outside", note: "for us alone" });
    const told = await read();
    expect(told).toMatchObject({ due: "0.00", statements: [{ settled_from: "outside" }] });
    expect(JSON.stringify(told)).not.toContain("for us alone");
  });
});

describe("GET /upstream/account/orders", () => {
  const period = () =>
    new URLSearchParams({
      from: new Date(now().getTime() - 3_600_000).toISOString(),
      to: new Date(now().getTime() + 3_600_000).toISOString(),
    }).toString();

  it("lists the agent's own paid orders by pages [C72]", async () => {
    const { sku } = await aProduct({ keys: 9, priceCents: 1000n });
    const first = await aPaidOrder(agent, sku);
    const second = await aPaidOrder(agent, sku);
    await refundAgentOrder(second.orderNo, 250n);
    await mainSite(agent).create(anOrderBody(sku));
    await aPaidOrder(await aSite(), sku);
    const { data } = await list(period());
    expect(data).toMatchObject({
      total: 2,
      orders: [
        { upstream_order_no: first.orderNo, downstream_order_no: first.downstreamOrderNo, statement: null },
        { upstream_order_no: second.orderNo, amount: "10.00", refunded_amount: "2.50" },
      ],
    });
    const page = await list(`${period()}&page=2&per_page=1`);
    expect(page.data.orders).toMatchObject([{ upstream_order_no: second.orderNo }]);
  });

  it("needs a period and a signature [C72]", async () => {
    expect((await list("")).json.status_code).toBe(4001);
    expect((await list(period(), { ...agent, secret: "wrong" })).json.status_code).toBe(4003);
  });
});

describe("a deposit that runs low", () => {
  const alerts = () =>
    db().alert.findMany({
      where: { kind: "deposit.low" },
      select: { count: true, resolvedAt: true, data: true },
    });

  beforeEach(async () => {
    await db().site.update({ where: { id: agent.site.id }, data: { depositAlertCents: 5000n } });
    await move("in", 8000n);
    await watchDeposits();
  });

  it("raises one alert a fall, and ends it when it is filled up [C72]", async () => {
    expect(await alerts()).toEqual([]);
    await move("out", 4000n);
    await Promise.all(Array.from({ length: 4 }, () => watchDeposits()));
    expect(await alerts()).toMatchObject([
      { count: 1, resolvedAt: null, data: { balance: "40.00", limit: "50.00" } },
    ]);
    expect(await read()).toMatchObject({ deposit: "40.00", deposit_alert: "50.00", deposit_low: true });
    await move("in", 1000n);
    await watchDeposits();
    expect((await alerts())[0]?.resolvedAt).not.toBeNull();
    await move("out", 100n);
    await watchDeposits();
    expect(await alerts()).toMatchObject([{ resolvedAt: null }]);
  });

  it("stays resolved when an operator said so, until it falls again [C72]", async () => {
    await move("out", 4000n);
    await watchDeposits();
    await db().alert.updateMany({ data: { resolvedAt: now() } });
    await watchDeposits();
    expect((await alerts())[0]?.resolvedAt).not.toBeNull();
  });

  it("is none of an agent that is switched off, or without a limit [C72]", async () => {
    await move("out", 4000n);
    await db().site.update({ where: { id: agent.site.id }, data: { status: "disabled" } });
    await watchDeposits();
    await db().site.update({
      where: { id: agent.site.id },
      data: { status: "active", depositAlertCents: null },
    });
    await watchDeposits();
    expect(await alerts()).toEqual([]);
  });
});
