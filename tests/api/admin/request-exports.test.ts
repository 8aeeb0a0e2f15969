import { beforeEach, describe, expect, it } from "vitest";
import { operations as adminDeliveryRequests } from "@/app/api/v1/admin/delivery-requests/[[...path]]/route";
import { operations as adminReceivedCallbacks } from "@/app/api/v1/admin/interconnect/received-callbacks/[[...path]]/route";
import { operations as adminLicenses } from "@/app/api/v1/admin/licenses/[[...path]]/route";
import { operations as adminMails } from "@/app/api/v1/admin/mails/[[...path]]/route";
import { operations as adminMoneyRequests } from "@/app/api/v1/admin/money-requests/[[...path]]/route";
import { operations as adminPayments } from "@/app/api/v1/admin/payments/[[...path]]/route";
import { db } from "@/lib/db/client";
import { anOrder, getOrder, pay } from "../../support/builders/orders";
import { aChannel, aPayment } from "../../support/builders/payments";
import { aProduct } from "../../support/builders/products";
import { aMadeProduct, sellerServer } from "../../support/fakes/seller-server";
import { expectStaffOnly, staffOfTest } from "../../support/harness/admin-suite";
import { listDownloads } from "../../support/harness/list-download";
import { aMember, aRequest } from "../../support/harness/money-members";

const staff = staffOfTest();
const { download, audited } = listDownloads(staff);
const seller = sellerServer();

beforeEach(() => seller.says("not yet", 500));

/** An option without keys of its own. */
async function aLicense() {
  const { sku } = await aProduct({ kind: "text" });
  const settings = { product: "atlas", plan: "studio", entitlements: [], devices: 3, valid_days: 365 };
  await db().sku.update({
    where: { id: sku.id },
    data: { contentSealed: null, fulfillers: ["license"], fulfillerSettings: { license: settings } },
  });
  const { orderId } = await anOrder({ sku });
  await pay(orderId);
  return getOrder(orderId);
}

const aReceivedCallback = (requestId: string, createdAt: Date) =>
  db().callbackLog.create({
    data: {
      event: "order.fulfilled",
      downstreamOrderNo: "K1",
      isSignatureValid: false,
      cause: "wrong_signature",
      result: "refused",
      bodyHash: "00",
      maskedBody: "{}",
      httpStatus: 401,
      latencyMs: 3,
      requestId,
      createdAt,
    },
  });

const early = new Date("2090-01-01T00:00:00Z");
const late = new Date("2090-01-02T00:00:00Z");
const sinceLate = "from=2090-01-01T12:00:00Z";
const beforeLate = "to=2090-01-01T12:00:00Z";

describe("a list of requests or licenses as a file, in one row of the audit log [A25]", () => {
  it("has the licenses, never their keys", async () => {
    await expectStaffOnly(adminLicenses.exportLicenses, "GET", {}, null);
    const [first, second] = [await aLicense(), await aLicense()];
    const rows = await download(adminLicenses.exportLicenses);
    expect(rows).toMatchObject([
      { order_no: first.orderNo, product: "atlas", plan: "studio", max_devices: "3", devices_used: "0" },
      { order_no: second.orderNo },
    ]);
    expect(rows.map((row) => Object.keys(row).filter((name) => name.includes("key")))).toEqual([[], []]);
    await audited("license.export", "licenses");
    expect(await download(adminLicenses.exportLicenses, `search=${second.orderNo}`)).toEqual([rows[1]]);
    expect(await download(adminLicenses.exportLicenses, "status=revoked")).toEqual([]);
  });

  it("has the requests to the seller's server, without what was asked and answered", async () => {
    await expectStaffOnly(adminDeliveryRequests.exportDeliveryRequests, "GET", {}, "viewer");
    const { sku } = await aMadeProduct(seller.url);
    const { orderId } = await anOrder({ sku });
    await pay(orderId);
    const rows = await download(adminDeliveryRequests.exportDeliveryRequests, "status=pending");
    expect(rows).toMatchObject([{ order_no: (await getOrder(orderId)).orderNo, attempt_count: "0" }]);
    expect(Object.keys(rows[0] ?? {})).not.toContain("body");
    await audited("delivery_request.export", "delivery_requests");
    expect(await download(adminDeliveryRequests.exportDeliveryRequests, "status=timed_out")).toEqual([]);
  });

  it("has the received callbacks, without their bodies", async () => {
    await expectStaffOnly(adminReceivedCallbacks.exportReceivedCallbacks, "GET", {}, "support");
    await aReceivedCallback("r-early", early);
    await aReceivedCallback("r-late", late);
    const rows = await download(adminReceivedCallbacks.exportReceivedCallbacks, "result=refused");
    expect(rows).toMatchObject([
      { request_id: "r-early", event: "order.fulfilled", is_signature_valid: "false", connection: "" },
      { request_id: "r-late", http_status: "401", cause: "wrong_signature" },
    ]);
    expect(Object.keys(rows[0] ?? {})).not.toContain("body");
    await audited("callback.export_received", "received_callbacks");
    expect(await download(adminReceivedCallbacks.exportReceivedCallbacks, sinceLate)).toEqual([rows[1]]);
  });

  it("has the money requests with who asked", async () => {
    await expectStaffOnly(adminMoneyRequests.exportMoneyRequests, "GET", {}, "viewer");
    const asker = await aMember({ act: 100n });
    const { user } = await aRequest(asker);
    expect(await download(adminMoneyRequests.exportMoneyRequests, "status=pending")).toMatchObject([
      {
        kind: "wallet.adjust",
        amount: "80.00",
        reference: `user:${user.id}`,
        requested_by: asker.staff.name,
        decided_by: "",
      },
    ]);
    await audited("money.export", "money_requests");
    expect(await download(adminMoneyRequests.exportMoneyRequests, "status=done")).toEqual([]);
  });
});

describe("the days of a list", () => {
  const total = async (
    handler: typeof adminMails.listMails | typeof adminPayments.listPayments,
    query: string,
  ) =>
    (
      await staff.call<{ total: number }>(handler as typeof adminMails.listMails, "GET", {
        path: `/x?${query}`,
      })
    ).data.total;

  it("bound payments, their file, the messages of gateways, mails and received callbacks", async () => {
    const channel = await aChannel({ currency: "USD" }, { provider: "test" });
    const { sku } = await aProduct({ keys: 2 });
    const made = [];
    for (const createdAt of [early, late]) {
      const { id } = await aPayment((await anOrder({ sku })).orderId, channel);
      made.push(await db().payment.update({ where: { id }, data: { createdAt } }));
      await db().paymentEvent.create({ data: { source: "query", verdict: "ignored", createdAt } });
      await aReceivedCallback(`r-${createdAt.getTime()}`, createdAt);
      await db().mail.create({
        data: {
          kind: "test",
          recipient: "a@example.com",
          subject: "Test",
          textSealed: new Uint8Array(),
          htmlSealed: new Uint8Array(),
          dedupeKey: `test-${createdAt.getTime()}`,
          createdAt,
        },
      });
    }
    const both = "from=2090-01-01T00:00:00Z";
    for (const handler of [
      adminPayments.listPayments,
      adminPayments.listPaymentEvents,
      adminMails.listMails,
      adminReceivedCallbacks.listReceivedCallbacks,
    ]) {
      const counts = [both, sinceLate, `${both}&${beforeLate}`].map((query) =>
        total(handler as never, query),
      );
      expect(await Promise.all(counts)).toEqual([2, 1, 1]);
    }
    expect(await download(adminPayments.exportPayments, sinceLate)).toMatchObject([
      { payment_no: made[1]?.paymentNo },
    ]);
  });
});
