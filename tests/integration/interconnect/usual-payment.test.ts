import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { moveDeposit } from "@/lib/interconnect/main/move-deposit";
import { payStepByStep } from "@/lib/interconnect/main/pay-site-order";
import { paySiteOrderBody } from "@/lib/interconnect/main/schema";
import { taskList } from "@/lib/worker/tasks";
import { aClient, anAdmin, aProduct } from "../../support/builders/products";
import { aSite } from "../../support/builders/sites";
import { anOrderBody, aPaidBody, mainSite } from "../../support/fakes/main-site";
import { jobsAbout, writtenFor } from "../../support/harness/written-rows";

const orderOf = (orderNo: string) => db().order.findUniqueOrThrow({ where: { orderNo } });

async function anAgent(settlementMode: "trust" | "prepaid") {
  const agent = await aSite({ settlementMode, callbackUrl: "https://agent.example/callback" });
  const deposit = { direction: "in", amount: 10_000n, remark: "", request_key: crypto.randomUUID() } as const;
  await moveDeposit(await anAdmin(), aClient(), agent.site.id, deposit);
  return { ...agent, main: mainSite(agent) };
}

/** Each order has its own number, and finds another balance. */
const rowsOf = async (orderId: number, orderNo: string) =>
  JSON.stringify(await writtenFor(orderId), null, 1)
    .replaceAll(orderNo, "its number")
    .replaceAll(/"balanceAfterCents": "\d+"/g, "its balance");

const balanceOf = async (siteId: number) =>
  (await db().ledgerAccount.findFirstOrThrow({ where: { siteId, kind: "site_deposit" } })).balanceCents ?? 0n;

describe.each(["trust", "prepaid"] as const)("an agent's payment on %s in one statement", (mode) => {
  it("writes what the steps write, one after the other", async () => {
    const { site, main } = await anAgent(mode);
    const { sku } = await aProduct({ keys: 6, priceCents: 990n });
    const place = async () => (await main.create(anOrderBody(sku, { quantity: 2 }))).data.upstream_order_no;
    const actor = { kind: "site", siteId: site.id } as const;
    // The first of all opens the shop's accounts.
    await payStepByStep(actor, await place(), paySiteOrderBody.parse(aPaidBody("19.80")));
    const [quick, slow] = [await place(), await place()];
    await payStepByStep(actor, slow, paySiteOrderBody.parse(aPaidBody("19.80")));
    const before = await balanceOf(site.id);
    expect((await main.pay(quick, aPaidBody("19.80"))).data).toMatchObject({ status: "delivered" });
    expect(before - (await balanceOf(site.id))).toBe(mode === "prepaid" ? 1980n : 0n);

    const quickId = (await orderOf(quick)).id;
    const slowId = (await orderOf(slow)).id;
    expect(await rowsOf(quickId, quick)).toEqual(await rowsOf(slowId, slow));
    const debit = await db().ledgerEntry.findFirstOrThrow({
      where: { transfer: { reference: quick }, amountCents: -1980n },
    });
    expect(debit.balanceAfterCents).toBe(mode === "prepaid" ? await balanceOf(site.id) : null);
    expect(await jobsAbout(quickId)).toEqual([{ kind: "order.sold", attempts: 25 }]);
    const stock = await db().skuStock.findUniqueOrThrow({ where: { skuId: sku.id } });
    expect([stock.available, stock.reserved, stock.sold]).toEqual([0, 0, 6]);

    // What follows from it is one job, and the callback comes from it.
    await taskList()["order.sold"]?.({ orderId: quickId, siteId: site.id }, { job: { id: "1" } } as never);
    expect(await db().callback.findMany({ where: { orderId: quickId }, select: { event: true } })).toEqual([
      { event: "order.fulfilled" },
    ]);
  });
});
