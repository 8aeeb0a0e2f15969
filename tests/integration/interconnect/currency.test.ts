import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { operations as adminConnections } from "@/app/api/v1/admin/interconnect/connections/[[...path]]/route";
import { db } from "@/lib/db/client";
import { readMainAccount } from "@/lib/interconnect/agent/account/main-account";
import { judgeRates } from "@/lib/interconnect/agent/judge-rate";
import { acceptPurchase } from "@/lib/interconnect/agent/purchases/decide";
import {
  advance,
  alerts,
  anUpstreamProduct,
  buy,
  credentials,
  only,
  payFor,
  read,
} from "../../support/builders/agent-shop";
import { aClient, anAdmin } from "../../support/builders/products";
import { type FakeMain, startFakeMain } from "../../support/fakes/fake-main";
import { expectStaffOnly, lastAudit, staffOfTest } from "../../support/harness/admin-suite";
import { overrideConfig } from "../../support/harness/test-config";

const staff = staffOfTest();
let main: FakeMain;
let connectionId: number;
let offerId: number;
let sku: { id: number; productId: number };

beforeEach(async () => {
  overrideConfig({ "interconnect.allowPrivateNetworks": "true", "limits.openOrdersPerIp": "1000" });
  main = await startFakeMain(credentials);
  const upstream = await anUpstreamProduct({ ...credentials, baseUrl: main.url }, 550n);
  connectionId = upstream.connection.id;
  offerId = upstream.offer.id;
  sku = upstream.sku;
});
afterEach(() => main.stop());

const params = () => ({ connection_id: String(connectionId) });
const sells = async (currency: string) => {
  main.state.account = {
    main_site: "Main",
    currency,
    settlement_mode: "trust",
    deposit: "0.00",
    callback: { problem: null, verified_at: null },
  };
  await readMainAccount(connectionId);
};
const setRate = (value: string) =>
  staff.call(adminConnections.setConnectionRate, "POST", { params: params(), body: { rate: value } });
const needsRate = async () =>
  (await staff.call<{ needs_rate: boolean }>(adminConnections.getConnection, "GET", { params: params() }))
    .data.needs_rate;
const isOnSale = async () => {
  const { status } = await buy(sku);
  return status === 200;
};
const openAlerts = () =>
  db().alert.findMany({
    where: { kind: "connection.needs_rate", resolvedAt: null },
    select: { message: true },
  });

describe("a main site in another currency", () => {
  it("sells nothing here before somebody sets a rate: nothing is importable, an alert says why [C80]", async () => {
    expect(await isOnSale()).toBe(true);
    await sells("JPY");
    expect(await needsRate()).toBe(true);
    expect(await isOnSale()).toBe(false);
    expect(await openAlerts()).toEqual([
      { message: expect.stringMatching(/sells in JPY, this shop in USD: its goods are off sale/) },
    ]);
    const imported = await staff.call(adminConnections.importOffers, "POST", {
      params: params(),
      body: { upstream_product_ids: [12] },
    });
    const mapped = await staff.call(adminConnections.mapOffer, "PUT", {
      params: params(),
      body: { offer_id: offerId, sku_id: sku.id },
    });
    for (const { status, headers } of [imported, mapped])
      expect([status, headers.get("x-error-rule")]).toEqual([409, "connection_needs_rate"]);
    const list = await staff.call<{ offers: { suggested_price: string | null }[] }>(
      adminConnections.listOffers,
      "GET",
      {
        params: params(),
      },
    );
    expect(list.data.offers).toMatchObject([{ suggested_price: null }]);
    expect((await setRate("0.007")).status).toBe(200);
    expect(await lastAudit()).toMatchObject({
      action: "connection.rate",
      data: { rate: "0.007", rateFor: "JPY/USD" },
    });
    expect(await isOnSale()).toBe(true);
    expect(await openAlerts()).toEqual([]);
    expect(await db().sku.findUniqueOrThrow({ where: { id: sku.id } })).toMatchObject({ costCents: 4n });
  });

  it("is sold 1:1 when somebody says so, and not because that is the default [C80]", async () => {
    await sells("EUR");
    await staff.call(adminConnections.updateConnection, "PATCH", {
      params: params(),
      body: { name: "Renamed" },
    });
    expect(await isOnSale()).toBe(false);
    await setRate("1");
    expect(await isOnSale()).toBe(true);
  });

  it.for([
    ["changes its currency after the beginning", "USD", undefined, "JPY"],
    ["changes the currency that a rate was set for", "EUR", "1.1", "JPY"],
    ["changes to ours, while the rate is for the former", "EUR", "1.1", "USD"],
  ] as const)("stops the sale when it %s, until a rate is set again [C80]", async ([, first, set, then]) => {
    await sells(first);
    if (set) await setRate(set);
    expect(await isOnSale()).toBe(true);
    await sells(then);
    expect(await isOnSale()).toBe(false);
    expect(await openAlerts()).toHaveLength(1);
    await setRate("0.5");
    expect(await isOnSale()).toBe(true);
  });

  it("keeps the rate that was entered before its currency was known [C80]", async () => {
    await db().connection.updateMany({ data: { rate: "0.9" } });
    await sells("EUR");
    expect(await needsRate()).toBe(false);
    await sells("JPY");
    expect(await needsRate()).toBe(true);
  });

  it("is asked for as well when this shop changes its own currency, and after an update of a shop that did not ask [C80]", async () => {
    await db().connection.updateMany({ data: { currency: "CNY" } });
    await judgeRates();
    expect(await isOnSale()).toBe(false);
    await db().connection.updateMany({ data: { rateFor: "CNY/EUR", rate: "0.13", needsRate: false } });
    await judgeRates();
    expect(await needsRate()).toBe(true);
    expect(await openAlerts()).toHaveLength(1);
  });

  it("gets no order that was not placed before its currency changed; what was placed is paid when a person takes it in that currency [C80, C165]", async () => {
    await sells("USD");
    const { data: placed } = await buy(sku);
    main.state.next.create.push({ text: "away", http: 502 }, { text: "away", http: 502 });
    const { data: waiting } = await buy(sku);
    await sells("JPY");
    for (const order of [placed, waiting]) await payFor(order.order_no);
    await advance();
    expect((await read(placed)).fulfillment.status).toBe("processing");
    expect((await read(waiting)).fulfillment.status).toBe("failed");
    const { id } = await only(placed.order_no);
    await acceptPurchase(await anAdmin(), aClient(), id);
    await advance();
    expect((await read(placed)).fulfillment.status).toBe("ready");
    expect(await only(placed.order_no)).toMatchObject({ currency: "JPY" });
    expect(main.orders.size).toBe(1);
    expect(await alerts()).toContain("purchase.failed");
  });

  it("a rate is set by staff with the permission", () =>
    expectStaffOnly(
      adminConnections.setConnectionRate,
      "POST",
      { params: params(), body: { rate: "1" } },
      "viewer",
    ));
});
