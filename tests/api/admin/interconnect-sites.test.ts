import { describe, expect, it } from "vitest";
import { operations as adminCallbacks } from "@/app/api/v1/admin/interconnect/callbacks/[[...path]]/route";
import { operations as adminConnections } from "@/app/api/v1/admin/interconnect/connections/[[...path]]/route";
import { operations as adminHeld } from "@/app/api/v1/admin/interconnect/held/[[...path]]/route";
import { operations as adminRequests } from "@/app/api/v1/admin/interconnect/requests/[[...path]]/route";
import { operations as adminSites } from "@/app/api/v1/admin/interconnect/sites/[[...path]]/route";
import { db } from "@/lib/db/client";
import type { SiteView } from "@/lib/interconnect/main/admin/schema";
import { sendCallback } from "@/lib/interconnect/main/send-callback";
import { aDeliveredOrder } from "../../support/builders/callbacks";
import { aProduct } from "../../support/builders/products";
import { aSite } from "../../support/builders/sites";
import { anOrderBody, aPaidBody, mainSite } from "../../support/fakes/main-site";
import { expectStaffOnly, lastAudit, staffOfTest } from "../../support/harness/admin-suite";
import { overrideConfig } from "../../support/harness/test-config";

const staff = staffOfTest();
const period = `from=${new Date(Date.now() - 86_400_000).toISOString()}&to=${new Date(Date.now() + 86_400_000).toISOString()}`;

interface Paired {
  site: { id: number; api_key: string };
  key: string;
  secret: string;
}

const pair = async (body: Record<string, unknown> = {}) =>
  (await staff.call<Paired>(adminSites.pairSite, "POST", { body: { name: "Agent", ...body } })).data;
const params = (id: number) => ({ params: { site_id: String(id) } });

describe("agent sites", () => {
  it("admits staff with the permission only [A16, A17]", async () => {
    await expectStaffOnly(adminSites.pairSite, "POST", { body: { name: "Agent" } }, "viewer");
    await expectStaffOnly(adminSites.listSites, "GET", {}, "support");
    await expectStaffOnly(adminHeld.releaseHeldOrders, "POST", { body: { order_nos: ["K1"] } }, "viewer");
    await expectStaffOnly(adminConnections.createConnection, "POST", { body: {} }, "viewer");
  });

  it("key and secret are shown once and work [C49]", async () => {
    const paired = await pair({ settlement_mode: "hold", ip_allow_list: ["203.0.113.0/24"] });
    expect((await mainSite(paired).products()).status).toBe(200);
    const shown = await staff.call(adminSites.getSite, "GET", params(paired.site.id));
    expect(shown.text).not.toContain(paired.secret);
    expect(shown.data).toMatchObject({
      settlement_mode: "hold",
      deposit: "0.00",
      previous_secret_expires_at: null,
    });
    const [row] = await db().$queryRaw<
      { sealed: Uint8Array }[]
    >`SELECT secret_sealed AS sealed FROM site_signing_secrets`;
    expect(Buffer.from(row?.sealed ?? []).toString("latin1")).not.toContain(paired.secret);
    expect(await lastAudit()).toMatchObject({ action: "site.pair" });
    expect(
      JSON.stringify(await db().auditLog.findMany(), (_, value: unknown) =>
        typeof value === "bigint" ? String(value) : value,
      ),
    ).not.toContain(paired.secret);
  });

  it("rotation shows the new secret once; disabling shuts the door [C49]", async () => {
    const paired = await pair();
    const use = async () =>
      (await staff.call<SiteView>(adminSites.getSite, "GET", params(paired.site.id))).data.secret_use;
    expect(await use()).toBeNull();
    const fresh = (await staff.call<Paired>(adminSites.rotateSiteSecret, "POST", params(paired.site.id)))
      .data;
    expect(fresh.key).toBe(paired.key);
    expect(await use()).toEqual({ new_at: null, old_at: null });
    expect((await mainSite(paired).products()).status).toBe(200);
    expect(await use()).toEqual({ new_at: null, old_at: expect.any(String) });
    expect((await mainSite(fresh).products()).status).toBe(200);
    expect((await use())?.new_at).toEqual(expect.any(String));
    await staff.call(adminSites.updateSite, "PATCH", {
      ...params(paired.site.id),
      body: { status: "disabled" },
    });
    expect((await mainSite(fresh).products()).status).toBe(403);
  });

  it.each([
    "http://127.0.0.1/cb",
    "http://169.254.169.254/",
    "https://localhost/cb",
    "ftp://example.com/",
    "https://a:b@example.com/",
  ])(
    "the callback address %s is refused at save, when pairing and when editing [C53]",
    async (callback_url) => {
      overrideConfig({ "interconnect.allowPrivateNetworks": "false" });
      const refused = await staff.call(adminSites.pairSite, "POST", {
        body: { name: "Agent", callback_url },
      });
      expect([refused.status, refused.json.msg]).toEqual([400, expect.stringMatching(/^callback_url: must/)]);
      const { site: made } = await pair();
      expect(
        (await staff.call(adminSites.updateSite, "PATCH", { ...params(made.id), body: { callback_url } }))
          .status,
      ).toBe(400);
    },
  );

  it("a price list is what the agent pays [C43]", async () => {
    const paired = await pair();
    const { sku } = await aProduct({ keys: 2, priceCents: 1000n });
    const set = (price: string | null) =>
      staff.call(adminSites.setSitePrices, "PUT", {
        ...params(paired.site.id),
        body: { prices: [{ sku_id: sku.id, price }] },
      });
    expect((await set("7.5")).status).toBe(200);
    expect((await staff.call(adminSites.listSitePrices, "GET", params(paired.site.id))).data).toMatchObject({
      prices: [{ list_price: "10.00", site_price: "7.50" }],
    });
    expect((await mainSite(paired).create(anOrderBody(sku))).data.amount).toBe("7.50");
    await set(null);
    expect((await mainSite(paired).products()).data.products[0]).toMatchObject({ price: "10.00" });
    expect(
      (
        await staff.call(adminSites.setSitePrices, "PUT", {
          ...params(paired.site.id),
          body: { prices: [{ sku_id: 999, price: "1" }] },
        })
      ).json.msg,
    ).toBe("prices.0.sku_id: is not known");
  });

  it("deposit, statement, and the same request twice is one top-up [C46]", async () => {
    const paired = await pair({ settlement_mode: "prepaid" });
    const { sku } = await aProduct({ keys: 2, priceCents: 1000n });
    const body = { amount: "15.00", remark: "bank transfer", request_key: crypto.randomUUID() };
    for (let turn = 0; turn < 2; turn++) {
      const answer = await staff.call(adminSites.moveDeposit, "POST", { ...params(paired.site.id), body });
      expect(answer.data).toEqual({ balance: "15.00", released_orders: [] });
    }
    const main = mainSite(paired);
    for (let turn = 0; turn < 2; turn++) {
      const order = (await main.create(anOrderBody(sku))).data;
      await main.pay(order.upstream_order_no, aPaidBody(order.amount));
    }
    const { data } = await staff.call(adminSites.listDepositEntries, "GET", params(paired.site.id));
    expect(data).toMatchObject({
      balance: "5.00",
      entries: [
        { type: "deposit_pay", direction: "out", amount: "10.00" },
        { type: "deposit_topup", amount: "15.00", remark: "bank transfer" },
      ],
    });
    const waiting = await staff.call<{ orders: { order_no: string }[] }>(adminHeld.listHeldOrders, "GET");
    expect(waiting.data).toMatchObject({ total: 1, total_amount: "10.00", orders: [{ deposit: "5.00" }] });
    const order_nos = waiting.data.orders.map(({ order_no }) => order_no);
    const short = await staff.call(adminHeld.releaseHeldOrders, "POST", { body: { order_nos } });
    expect(short.data).toMatchObject({ results: [{ result: "deposit_short" }] });
    const forced = await staff.call(adminHeld.releaseHeldOrders, "POST", {
      body: { order_nos, from_deposit: false },
    });
    expect(forced.data).toMatchObject({ results: [{ result: "released" }] });
  });

  it("reconciliation sums a period and exports it without formulas [A20]", async () => {
    const paired = await pair();
    const { sku } = await aProduct({ keys: 3, priceCents: 1000n, product: { title: "=HYPERLINK(1)" } });
    const main = mainSite(paired);
    const paid = (await main.create(anOrderBody(sku, { downstream_order_no: "=1+1" }))).data;
    await main.pay(paid.upstream_order_no, aPaidBody(paid.amount, "+cmd|' /C calc'!A0"));
    await main.create(anOrderBody(sku));
    const { data } = await staff.call(adminSites.getReconciliation, "GET", {
      ...params(paired.site.id),
      path: `/x?${period}`,
    });
    expect(data).toMatchObject({
      ordered: { orders: 2, amount: "20.00" },
      paid: { orders: 1, amount: "10.00" },
      delivered: { orders: 1, amount: "10.00" },
      refunded: { orders: 0, amount: "0.00" },
      balance: "10.00",
      open_on_account: "10.00",
      total: 2,
    });
    const file = await staff.call(adminSites.exportReconciliation, "GET", {
      ...params(paired.site.id),
      path: `/x?${period}`,
    });
    expect(file.headers.get("content-disposition")).toContain("reconciliation.csv");
    const [, first] = file.text.split("\r\n");
    expect(first).toContain(`"'=1+1","'+cmd|' /C calc'!A0","'=HYPERLINK(1)"`);
    expect(first).toContain('"10.00"');
  });

  it("the request log shows an agent's last thirty, refused ones and their cause included [C48]", async () => {
    const paired = await pair();
    const main = mainSite(paired);
    for (let turn = 0; turn < 33; turn++) await main.products();
    await mainSite({ key: paired.key, secret: "wrong" }).products();
    const { data } = await staff.call<{ requests: Record<string, unknown>[] }>(
      adminRequests.listSiteRequests,
      "GET",
      {
        path: `/x?site_id=${paired.site.id}`,
      },
    );
    expect(data.requests).toHaveLength(30);
    expect(data.requests[0]).toMatchObject({
      http_status: 403,
      status_code: 4003,
      is_signature_valid: false,
      cause: "wrong_signature",
    });
    await mainSite({ key: "unknown_key_1", secret: "x" }).products();
    const all = await staff.call<{ requests: Record<string, unknown>[] }>(
      adminRequests.listSiteRequests,
      "GET",
      {
        path: "/x?result=refused",
      },
    );
    expect(all.data.requests).toMatchObject([
      { site: null, claimed_key: "unknown_key_1" },
      { cause: "wrong_signature" },
    ]);
  });

  it("callbacks are listed with their attempts, and resent [C52]", async () => {
    overrideConfig({ "interconnect.allowPrivateNetworks": "true" });
    const agent = await aSite({ callbackUrl: "http://127.0.0.1:9/none" });
    const { sku } = await aProduct({ keys: 1 });
    await aDeliveredOrder(agent, sku);
    const { id } = await db().callback.findFirstOrThrow();
    await sendCallback(id);
    const list = await staff.call(adminCallbacks.listCallbacks, "GET", { path: "/x?status=pending" });
    expect(list.data).toMatchObject({
      total: 1,
      callbacks: [{ event: "order.fulfilled", attempts: 1, last_error: expect.stringMatching(/connection/) }],
    });
    const detail = await staff.call(adminCallbacks.getCallback, "GET", {
      params: { callback_id: String(id) },
    });
    expect(detail.data).toMatchObject({
      attempt_rows: [{ attempt_no: 1, http_status: null, error: expect.any(String) }],
    });
    expect(detail.text).not.toContain("KEY-");
    const again = await staff.call(adminCallbacks.resendCallback, "POST", {
      params: { callback_id: String(id) },
    });
    expect(again.data).toMatchObject({ status: "pending" });
    expect(await lastAudit()).toMatchObject({ action: "callback.resend" });
  });
});
