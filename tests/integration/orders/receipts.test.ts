import { describe, expect, it } from "vitest";
import { operations as adminReports } from "@/app/api/v1/admin/reports/[[...path]]/route";
import { POST as createGuestOrder } from "@/app/api/v1/guest/orders/route";
import { minutesFromNow, now, testClock } from "@/lib/core/clock";
import { readCsv } from "@/lib/core/formats/csv";
import { db } from "@/lib/db/client";
import { peerHeader } from "@/lib/http/caller/client-info";
import { collectEvidence } from "@/lib/orders/disputes/dispute-evidence";
import { getOwnReceipts, getReceiptsOfOrder } from "@/lib/orders/receipts/documents";
import { issueWaitingReceipts } from "@/lib/orders/receipts/issue-receipts";
import { refundOrder } from "@/lib/orders/refund/refund-order";
import { refreshSettings } from "@/lib/settings/queries";
import { updateSettings } from "@/lib/settings/update-settings";
import { anOrder, getOrder, pay } from "../../support/builders/orders";
import { aChannel } from "../../support/builders/payments";
import { aClient, anAdmin, anEmail, aProduct } from "../../support/builders/products";
import { expectStaffOnly, staffOfTest } from "../../support/harness/admin-suite";
import { call } from "../../support/harness/call";
import { overrideConfig } from "../../support/harness/test-config";

const staff = staffOfTest("support");

async function settle(settings: Record<string, unknown>) {
  for (const [key, value] of Object.entries(settings))
    await db().setting.upsert({
      where: { key },
      create: { key, value: value as string },
      update: { value: value as string },
    });
  await refreshSettings();
}

async function paidOrder(country: string | null = null) {
  const { sku } = await aProduct({ keys: 3 });
  const { orderId } = await anOrder({ sku });
  await pay(orderId);
  const order = await db().order.update({ where: { id: orderId }, data: { country } });
  return order;
}

const refund = async (orderNo: string, amountCents: bigint) =>
  refundOrder(await anAdmin(), aClient(), { orderNo, amountCents, method: "manual", reason: "late" });

const later = () => testClock.set(minutesFromNow(5));

describe("a receipt", () => {
  it("has one number, in a row without a gap, however many look at once", async () => {
    const orders = await Promise.all(Array.from({ length: 6 }, () => paidOrder()));
    for (const { orderNo } of orders.slice(0, 3)) await refund(orderNo, 100n);
    later();
    const seen = await Promise.all([
      ...orders.flatMap(({ orderNo }) => [1, 2, 3].map(() => getReceiptsOfOrder(orderNo, "en"))),
      issueWaitingReceipts(),
      issueWaitingReceipts(),
    ]);
    const rows = await db().receipt.findMany({ orderBy: [{ kind: "asc" }, { sequence: "asc" }] });
    const sequences = (kind: string) => rows.filter((row) => row.kind === kind).map((row) => row.sequence);
    expect(sequences("receipt")).toEqual([1, 2, 3, 4, 5, 6]);
    expect(sequences("credit_note")).toEqual([1, 2, 3]);
    expect(new Set(rows.filter(({ kind }) => kind === "receipt").map(({ orderId }) => orderId)).size).toBe(6);
    const shown = new Set(seen.flatMap((documents) => documents?.map(({ number }) => number) ?? []));
    expect(shown.size).toBe(6);
  });

  it("names the tax rate of its sale, however late it is issued", async () => {
    const rates = async (tax_rates: string) => updateSettings(await anAdmin(), aClient(), { tax_rates });
    testClock.set(now());
    const taxOf = async (orderNo: string) => (await getReceiptsOfOrder(orderNo, "en"))?.[0]?.taxRate;
    const sold = [];
    for (const setting of ["DE 19", "DE 7", "DE 21"]) {
      await rates(setting);
      testClock.advance(60);
      sold.push(await paidOrder("DE"));
      testClock.advance(60);
    }
    const taxes = await Promise.all(sold.map(({ orderNo }) => taxOf(orderNo)));
    expect(taxes).toEqual(["19", "7", "21"]);
  });

  it("names the tax of the buyer's country, and its credit notes sum to it exactly", async () => {
    await settle({ taxRates: "DE 19\n* 7.5", receiptPrefix: "R-", creditNotePrefix: "C-" });
    const { id, orderNo } = await paidOrder("DE");
    const [receipt] = await getReceiptsOfOrder(orderNo, "en");
    expect(receipt).toMatchObject({
      kind: "receipt",
      number: "R-000001",
      gross: "9.90",
      tax: "1.58",
      net: "8.32",
      taxRate: "19",
      taxCountry: "DE",
    });
    for (const part of [333n, 333n, 324n]) await refund(orderNo, part);
    await settle({ taxRates: "DE 25" });
    const [, ...notes] = await getReceiptsOfOrder(orderNo, "en");
    expect(notes.map(({ number, gross, tax, receiptNumber }) => [number, gross, tax, receiptNumber])).toEqual(
      [
        ["C-000001", "3.33", "0.53", "R-000001"],
        ["C-000002", "3.33", "0.53", "R-000001"],
        ["C-000003", "3.24", "0.52", "R-000001"],
      ],
    );
    expect((await getOrder(id)).paymentStatus).toBe("refunded");
    const [other] = await getReceiptsOfOrder((await paidOrder("FR")).orderNo, "en");
    expect(other).toMatchObject({ number: "R-000002", taxRate: null, tax: "0.00", net: "9.90" });
  });

  it("keeps who sold it, in each reader's language, and includes the channel's fee", async () => {
    const contact = { en: { site_name: "Lantern" }, zh: { site_name: "灯塔" } };
    await settle({ siteName: "Lantern", owner: "Lena\n1 Mill Lane", taxId: "DE 1", translations: contact });
    const { sku } = await aProduct({ keys: 1 });
    const { orderId } = await anOrder({ sku });
    await pay(orderId);
    await db().payment.create({
      data: {
        paymentNo: "P1",
        purpose: "order",
        orderId,
        channelId: await aChannel({}, { feeBps: 1_000 }),
        amountCents: 1_089n,
        feeCents: 99n,
        currency: "USD",
        state: "paid",
        disposition: "applied",
        tradeNo: "T1",
        paidAt: now(),
        expiresAt: now(),
      },
    });
    const actor = { kind: "guest" as const, orderId };
    const { orderNo } = await getOrder(orderId);
    const [first] = await getOwnReceipts(actor, orderNo, "zh");
    expect(first).toMatchObject({
      gross: "10.89",
      seller: { name: "灯塔", owner: "Lena\n1 Mill Lane", taxId: "DE 1" },
    });
    await settle({ siteName: "Other", owner: "Other", taxId: "Other", translations: {} });
    expect(await getOwnReceipts(actor, orderNo, "zh")).toEqual([first]);
    expect((await getOwnReceipts(actor, orderNo, "en"))[0]?.seller.name).toBe("Lantern");
  });

  it("is for paid orders alone, and for nobody else's", async () => {
    const { sku } = await aProduct({ keys: 1 });
    const { orderId } = await anOrder({ sku });
    const { orderNo } = await getOrder(orderId);
    expect(await getReceiptsOfOrder(orderNo, "en")).toEqual([]);
    const stranger = { kind: "guest" as const, orderId: (await paidOrder()).id };
    await expect(getOwnReceipts(stranger, orderNo, "en")).rejects.toThrow();
    await expect(getReceiptsOfOrder("K0000000000000000", "en")).rejects.toThrow();
    expect(await db().receipt.count()).toBe(0);
  });
});

it("country and terms of sale are kept with the order, and replaced terms for who asks later", async () => {
  overrideConfig({ "server.trustedProxies": "10.0.0.0/8" });
  await settle({ countryHeader: "cf-ipcountry", legal: { terms: "<p>First</p>" } });
  const order = async (peer: string, country: string) => {
    const { product } = await aProduct({ keys: 1 });
    const body = { product_id: product.id, quantity: 1, email: anEmail() };
    const headers = { [peerHeader]: peer, "cf-ipcountry": country };
    const { data } = await call<{ order_no: string }>(createGuestOrder, "POST", { body, headers });
    return db().order.findUniqueOrThrow({ where: { orderNo: data.order_no } });
  };
  const first = await order("10.0.0.1", "de");
  expect(first).toMatchObject({ country: "DE", termsVersion: expect.stringMatching(/^[0-9a-f]{16}$/) });
  expect((await order("203.0.113.9", "DE")).country).toBeNull();
  await updateSettings(await anAdmin(), aClient(), { legal: { terms: "<p>Second</p>" } });
  const evidence = await collectEvidence(await anAdmin(), aClient(), first.orderNo);
  expect(evidence.terms).toMatchObject({
    version: first.termsVersion,
    text: "<p>First</p>",
    in_force_until: expect.any(String),
  });
  const next = await order("10.0.0.2", "XX");
  expect(next).toMatchObject({
    country: null,
    termsVersion: expect.not.stringMatching(first.termsVersion ?? ""),
  });
});

it("receipts and credit notes are exported as lines whose sums add up", async () => {
  await settle({ taxRates: "* 20" });
  const { orderNo } = await paidOrder();
  await refund(orderNo, 990n);
  later();
  const answer = await staff.call(adminReports.exportReceipts, "GET", { path: "/x" });
  const [head, ...lines] = readCsv(answer.text).map(({ cells }) => cells);
  const rows = lines.map((cells) => Object.fromEntries(head?.map((name, n) => [name, cells[n]]) ?? []));
  expect(rows).toMatchObject([
    {
      kind: "receipt",
      number: "000001",
      order_no: orderNo,
      gross: "9.90",
      tax: "1.65",
      net: "8.25",
      tax_rate: "20",
    },
    { kind: "credit_note", number: "000001", order_no: orderNo, gross: "-9.90", tax: "-1.65", net: "-8.25" },
  ]);
  await expectStaffOnly(adminReports.exportReceipts, "GET", { path: "/x" }, "viewer");
});
