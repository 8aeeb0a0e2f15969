import { randomUUID } from "node:crypto";
import { operations as adminSites } from "@/app/api/v1/admin/interconnect/sites/[[...path]]/route";
import { now, testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import type { AccountView, MismatchView, StatementView } from "@/lib/interconnect/main/statements/schema";
import { anOrderBody, aPaidBody, mainSite } from "../fakes/main-site";
import type { staffOfTest } from "../harness/admin-suite";
import { refundByHand } from "./orders";
import type { aSite } from "./sites";

type Agent = Awaited<ReturnType<typeof aSite>>;

/** Orders and pays; what follows is later than it by a second. */
export async function aPaidOrder(agent: Agent, sku: { id: number; productId: number }) {
  const main = mainSite(agent);
  const body = anOrderBody(sku);
  const { upstream_order_no: orderNo, amount } = (await main.create(body)).data;
  await main.pay(orderNo, aPaidBody(amount));
  testClock.advance(1);
  return { orderNo, downstreamOrderNo: String(body.downstream_order_no), amount };
}

/** The clock goes on by a second: a statement ends between two refunds. */
export async function refundAgentOrder(
  orderNo: string,
  amountCents: bigint,
  isPaidBack = false,
): Promise<void> {
  await refundByHand(orderNo, { amountCents, requestKey: randomUUID(), isPaidBack });
  testClock.advance(1);
}

/** Acts of an operator on the page of an agent's account. */
export const accountDesk = (staff: ReturnType<typeof staffOfTest>, siteId: number) => {
  const params = { site_id: String(siteId) };
  return {
    read: async (query = "") =>
      (await staff.call<AccountView>(adminSites.getAccountOfSite, "GET", { params, path: `/x?${query}` }))
        .data,
    close: (to: string, amount: string) =>
      staff.call<StatementView>(adminSites.closePeriod, "POST", { params, body: { to, amount } }),
    settle: (statementId: number, body: unknown = { from: "outside" }) =>
      staff.call<StatementView>(adminSites.settleStatement, "POST", {
        params: { ...params, statement_id: String(statementId) },
        body,
      }),
    compare: (csv: string, to = now().toISOString()) =>
      staff.call<{ rows: number; matched: number; mismatches: number }>(adminSites.compareBooks, "POST", {
        params,
        body: { to, csv },
      }),
    mismatches: async (state: "open" | "resolved" = "open") =>
      (
        await staff.call<{ mismatches: MismatchView[] }>(adminSites.listMismatches, "GET", {
          params,
          path: `/x?state=${state}`,
        })
      ).data.mismatches,
  };
};

/** Debt of the agent by the ledger. */
export async function debtOf(siteId: number): Promise<bigint> {
  const { _sum } = await db().ledgerEntry.aggregate({
    where: { account: { kind: "site_account", siteId } },
    _sum: { amountCents: true },
  });
  return -(_sum.amountCents ?? 0n);
}
