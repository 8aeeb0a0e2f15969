import { beforeEach, describe, expect, it } from "vitest";
import * as ofGuest from "@/app/api/v1/guest/orders/[order_no]/licenses/route";
import * as listing from "@/app/api/v1/guest/orders/[order_no]/renewals/route";
import { POST as preview } from "@/app/api/v1/guest/orders/preview/route";
import * as activating from "@/app/api/v1/licenses/activate/route";
import * as validating from "@/app/api/v1/licenses/validate/route";
import * as ofUser from "@/app/api/v1/orders/[order_no]/renewals/route";
import { POST as placeOwn } from "@/app/api/v1/orders/route";
import { testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import type { Activation, LicenseView, OwnLicenseList } from "@/lib/licenses/schema";
import type { OwnRenewals } from "@/lib/orders/renewals/schema";
import { aLoggedInUser } from "../../support/builders/accounts";
import { order, orderIdOf } from "../../support/builders/guest-orders";
import { pay, refundByHand, reportDispute } from "../../support/builders/orders";
import { anEmail } from "../../support/builders/products";
import {
  anEndingSku,
  anOpenRenewal,
  aSoldEnd,
  days,
  endOfAccess,
  endOfLicense,
  ofMonth,
  read,
  type SoldEnd,
} from "../../support/builders/renewals";
import { aSite } from "../../support/builders/sites";
import { call } from "../../support/harness/call";

type Sold = { orderNo: string; token: string };
const renewals = async ({ orderNo, token }: Sold) =>
  (await call<OwnRenewals>(listing.GET, "GET", { params: { order_no: orderNo }, token })).data.renewals;
const ruleOf = ({ status, headers }: { status: number; headers: Headers }) =>
  `${status} ${headers.get("x-error-rule")}`;
const asked = async (sale: SoldEnd, renews: object = sale.renews, more: object = {}) =>
  order(sale.sku, { renews, ...more });

describe("a renewal", () => {
  beforeEach(() => () => testClock.reset());

  it("is an order at the option's price that moves the end of the same license, also in validate and in license files", async () => {
    const sale = await aSoldEnd(await anEndingSku());
    const before = await endOfLicense(sale.orderId);
    const { payload: key } = (await read(sale)).fulfillment;
    testClock.advance(20 * 86_400);
    const [one] = await renewals(sale);
    expect(one).toMatchObject({ item: 1, days: 30, sku_id: sale.sku.id });
    expect(Date.parse(one?.ends_at_after ?? "")).toBe(before + days(30));
    const renews = { ...sale.renews, license_id: one?.license_id };
    const line = { product_id: sale.sku.productId, sku_id: sale.sku.id, quantity: 1 };
    const { data: quote } = await call<{ amount: string }>(preview, "POST", { body: { ...line, renews } });
    expect(quote.amount).toBe("9.90");

    const renewal = await anOpenRenewal({ ...sale, renews: { ...renews } } as SoldEnd);
    expect(await endOfLicense(sale.orderId)).toBe(before);
    await pay(renewal.orderId);
    expect(await endOfLicense(sale.orderId)).toBe(before + days(30));
    expect(await db().license.count()).toBe(1);
    expect(await read(renewal)).toMatchObject({
      status: "delivered",
      items: [
        {
          delivers: ["renewal"],
          fulfillment: { payload: key, renewal: { order_no: sale.orderNo, item: 1, is_new: false } },
        },
      ],
    });
    const ends = new Date(before + days(30)).toISOString().slice(0, 19);
    const body = { license_key: key, fingerprint: "device-0001" };
    const { data: valid } = await call<{ license: LicenseView }>(validating.POST, "POST", { body });
    expect(valid.license.expires_at?.slice(0, 19)).toBe(ends);
    const { data: active } = await call<Activation>(activating.POST, "POST", { body });
    const claims = JSON.parse(Buffer.from(active.license_file.split(".")[1] ?? "", "base64url").toString());
    expect(claims.license_exp).toBe(Math.floor((before + days(30)) / 1000));

    const { data: own } = await call<OwnLicenseList>(ofGuest.GET, "GET", {
      params: { order_no: renewal.orderNo },
      token: renewal.token,
    });
    expect(own.licenses).toMatchObject([{ id: one?.license_id, devices_used: 1 }]);
    // The order of a renewal renews the same license again.
    const again = await anOpenRenewal({ ...sale, renews: { ...sale.renews, ...tokenOf(renewal) } });
    await pay(again.orderId);
    expect(await endOfLicense(sale.orderId)).toBe(before + days(60));
  });

  it("counts from now when the end has passed, and moves the access to a living text, too", async () => {
    const both = { ...ofMonth, living: { days: 10 } };
    const sale = await aSoldEnd(await anEndingSku(both));
    testClock.advance(40 * 86_400);
    expect((await read(sale)).items[0]?.fulfillment.living).toMatchObject({ state: "ended" });
    const renewal = await anOpenRenewal(sale);
    await pay(renewal.orderId);
    const soon = (ms: number, count: number) => Math.abs(ms - Date.now() - days(40 + count)) < 60_000;
    expect(soon(await endOfLicense(sale.orderId), 30)).toBe(true);
    expect(soon(await endOfAccess(sale.orderId), 10)).toBe(true);
    for (const each of [sale, renewal])
      expect((await read(each)).items[0]?.fulfillment.living).toMatchObject({
        state: "current",
        text: "first password",
      });
    expect(await db().livingAccess.count()).toBe(1);
  });

  it("needs no license for an access alone, and an account proves its own orders", async () => {
    const sku = await anEndingSku({ living: { days: 10 } });
    const user = await aLoggedInUser();
    const line = { product_id: sku.productId, sku_id: sku.id, quantity: 1 };
    const place = (body: object, token: string) =>
      call<{ order_no: string }>(placeOwn, "POST", { body: { ...line, ...body }, token });
    const { data } = await place({}, user.token);
    const orderId = await orderIdOf(data.order_no);
    await pay(orderId);
    const before = await endOfAccess(orderId);
    const { data: list } = await call<OwnRenewals>(ofUser.GET, "GET", {
      params: { order_no: data.order_no },
      token: user.token,
    });
    expect(list.renewals).toMatchObject([{ item: 1, license_id: null, days: 10 }]);
    const renews = { order_no: data.order_no, item: 1 };
    const other = await aLoggedInUser();
    expect(ruleOf(await place({ renews }, other.token))).toBe("404 not_found");
    expect(ruleOf(await order(sku, { renews }))).toBe("404 not_found");
    const { data: renewal } = await place({ renews }, user.token);
    await pay(await orderIdOf(renewal.order_no));
    expect(await endOfAccess(orderId)).toBe(before + days(10));
  });

  it("is refused with a token that does not open the order, for another option, more than one, and beside other lines", async () => {
    const sale = await aSoldEnd(await anEndingSku());
    const foreign = await aSoldEnd(await anEndingSku());
    for (const token of [undefined, foreign.token, "x".repeat(43)])
      expect(ruleOf(await asked(sale, { ...sale.renews, token }))).toBe("404 not_found");
    expect(ruleOf(await asked(sale, { ...sale.renews, order_no: "NONE" }))).toBe("404 not_found");
    expect(ruleOf(await asked(sale, { ...sale.renews, item: 2 }))).toBe("409 not_renewable");
    expect(ruleOf(await asked(sale, { ...sale.renews, license_id: "LNONE" }))).toBe("409 not_renewable");
    expect(ruleOf(await asked(sale, sale.renews, { quantity: 2 }))).toBe("400 renewal_is_one");
    expect(ruleOf(await order(foreign.sku, { renews: sale.renews }))).toBe("400 renewal_is_one");
    const { productId: product_id, id: sku_id } = sale.sku;
    const items = [{ product_id, sku_id, quantity: 1 }];
    expect(ruleOf(await asked(sale, sale.renews, { items }))).toBe("400 renewal_is_one");
    expect(await db().renewal.count()).toBe(0);
  });

  it("is refused for what has no end, was revoked, refunded, disputed, sold to an agent, or is not sold like that any more", async () => {
    const refused = async (sale: SoldEnd) => {
      expect(await renewals(sale)).toEqual([]);
      expect(ruleOf(await asked(sale))).toBe("409 not_renewable");
    };
    await refused(await aSoldEnd(await anEndingSku({ license: { product: "atlas" } })));
    await refused(
      await aSoldEnd(await anEndingSku({ living: { days: 9, until: "2099-01-01T00:00:00.000Z" } })),
    );
    const revoked = await aSoldEnd(await anEndingSku());
    await db().license.updateMany({ data: { status: "revoked" } });
    await refused(revoked);
    for (const keys of ["keep", "withdraw"] as const) {
      const sale = await aSoldEnd(await anEndingSku());
      await refundByHand(sale.orderNo, { keys });
      await refused(sale);
    }
    const disputed = await aSoldEnd(await anEndingSku());
    await reportDispute({ id: disputed.orderId, orderNo: disputed.orderNo }, "open");
    await refused(disputed);
    const agents = await aSoldEnd(await anEndingSku());
    const { site } = await aSite();
    await db().order.update({ where: { id: agents.orderId }, data: { siteId: site.id, buyerKind: "site" } });
    await refused(agents);
    const changed = await aSoldEnd(await anEndingSku());
    const fulfillerSettings = { license: { product: "atlas", valid_days: null } };
    await db().sku.update({ where: { id: changed.sku.id }, data: { fulfillerSettings } });
    await refused(changed);
  });

  it("names one license of several, and its buyer may pay under another address", async () => {
    const sale = await aSoldEnd(await anEndingSku(), { quantity: 3 });
    const before = await endOfLicense(sale.orderId);
    const found = await renewals(sale);
    expect(found).toHaveLength(3);
    expect(ruleOf(await asked(sale))).toBe("409 not_renewable");
    const license_id = found[1]?.license_id;
    const { data } = await asked(sale, { ...sale.renews, license_id }, { email: anEmail() });
    await pay(await orderIdOf(data.order_no));
    const ends = await db().license.findMany({ orderBy: { position: "asc" } });
    expect(ends.map(({ expiresAt }) => (expiresAt?.getTime() ?? 0) - before)).toEqual([0, days(30), 0]);
  });
});

const tokenOf = ({ orderNo, token }: Sold) => ({ order_no: orderNo, token });
