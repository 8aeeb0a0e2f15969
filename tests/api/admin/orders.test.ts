import { describe, expect, it } from "vitest";
import { operations as adminOrders } from "@/app/api/v1/admin/orders/[[...path]]/route";
import { newOrderNo } from "@/lib/core/ids";
import { db } from "@/lib/db/client";
import type { OrderDetail } from "@/lib/orders/schema";
import { countOrderTabs } from "@/lib/orders/staff/admin-filters";
import type { AdminOrderDetail, AdminOrderList } from "@/lib/orders/staff/admin-schema";
import { aLoggedInAdmin } from "../../support/builders/accounts";
import { anOrder, getOrder, pay } from "../../support/builders/orders";
import { aProduct, aUser, keyOf } from "../../support/builders/products";
import { aConnection } from "../../support/builders/sites";
import { audits, expectStaffOnly, staffOfTest } from "../../support/harness/admin-suite";
import { call } from "../../support/harness/call";
import { expectRefusal } from "../../support/harness/public-suite";

const { addOrderNote, exportOrders, getAdminOrder, listOrders, revealOrder } = adminOrders;

const staff = staffOfTest("support");

const at = (orderNo: string) => ({ params: { order_no: orderNo } });
const list = async (query = "") =>
  (await staff.call<AdminOrderList>(listOrders, "GET", { path: `/x?${query}` })).data;
const read = (orderNo: string) => staff.call<AdminOrderDetail>(getAdminOrder, "GET", at(orderNo));

/** A paid order of two keys and the number that names it. */
async function aPaidOrder(email = "ada@example.com") {
  const { sku } = await aProduct({ keys: 2 });
  const { orderId } = await anOrder({ sku, quantity: 2, email });
  await pay(orderId);
  return { sku, orderId, no: (await getOrder(orderId)).orderNo };
}

describe("GET /api/v1/admin/orders", () => {
  it("is for staff who may read orders", async () => {
    for (const handler of [listOrders, exportOrders]) {
      await expectStaffOnly(handler, "GET", {}, null);
      expect((await staff.call(handler, "GET")).status).toBe(200);
    }
    await expectStaffOnly(getAdminOrder, "GET", at(newOrderNo()), null);
  });

  it("sorts what waits for a person from what waits for a main site, and finds by the beginning of a number", async () => {
    const failed = await aPaidOrder();
    const byHand = await aPaidOrder("hand@example.com");
    const away = await aPaidOrder("away@example.com");
    await db().order.update({
      where: { id: failed.orderId },
      data: { fulfillmentStatus: "failed", status: "paid" },
    });
    for (const { orderId } of [byHand, away]) {
      await db().order.update({
        where: { id: orderId },
        data: { fulfillmentStatus: "processing", status: "delivering" },
      });
      await db().fulfillment.updateMany({
        where: { orderItem: { orderId } },
        data: { status: "processing" },
      });
    }
    const connection = await aConnection({
      baseUrl: "https://main.example",
      key: "sk_site_test",
      secret: "sks_test",
    });
    const item = await db().orderItem.findFirstOrThrow({ where: { orderId: away.orderId } });
    await db().purchase.create({
      data: {
        connectionId: connection.id,
        orderItemId: item.id,
        upstreamProductId: 1,
        upstreamSkuId: 0,
        quantity: 2,
        downstreamOrderNo: away.no,
        lastError: "connect ECONNREFUSED",
        upstreamOrderNo: "U-77",
        updatedAt: new Date(),
      },
    });
    const numbers = async (query: string) => (await list(query)).orders.map((row) => row.order_no).sort();
    expect(await numbers("tab=todo")).toEqual([failed.no, byHand.no].sort());
    expect(await numbers("tab=failed")).toEqual([failed.no]);
    expect(await numbers("tab=by_hand")).toEqual([byHand.no]);
    expect(await numbers("tab=main_site")).toEqual([away.no]);
    expect(await countOrderTabs()).toMatchObject({ todo: 2, failed: 1, by_hand: 1, held: 0, main_site: 1 });
    // Support may not read the interconnect.
    expect((await list("tab=main_site")).orders).toMatchObject([
      { waits_for_main_site: true, waits_for: null },
    ]);
    const { headers } = await aLoggedInAdmin();
    const byOwner = await call<AdminOrderList>(listOrders, "GET", { headers, path: "/?tab=main_site" });
    expect(byOwner.data.orders).toMatchObject([{ waits_for: connection.name }]);
    const purchasesFor = async (reader: Record<string, string>) =>
      (await call<AdminOrderDetail>(getAdminOrder, "GET", { ...at(away.no), headers: reader })).data
        .purchases;
    const seen = { is_open: true, last_error: "connect ECONNREFUSED" };
    expect(await purchasesFor(headers)).toMatchObject([
      { ...seen, connection: { name: connection.name }, upstream_order_no: "U-77" },
    ]);
    expect((await read(away.no)).data.purchases).toMatchObject([
      { ...seen, connection: null, upstream_order_no: null },
    ]);
    expect(await numbers(`search=${away.no.slice(0, 12).toLowerCase()}`)).toContain(away.no);
  });

  it("lists every buyer's orders, newest first, without keys", async () => {
    const { no, sku } = await aPaidOrder();
    const user = await aUser({ email: "grace@example.com" });
    const { sku: other } = await aProduct({ keys: 1, priceCents: 100n });
    await anOrder({ sku: other, userId: user.id, email: user.email });
    const answer = await staff.call<AdminOrderList>(listOrders, "GET");
    expect(answer.data).toMatchObject({
      total: 2,
      page: 1,
      per_page: 20,
      orders: [
        { buyer: "user", buyer_name: "grace@example.com", status: "pending_payment", amount: "1.00" },
        {
          order_no: no,
          buyer: "guest",
          buyer_name: "ada@example.com",
          status: "delivered",
          fulfillment_status: "ready",
          quantity: 2,
          amount: "19.80",
          refunded_amount: "0.00",
          currency: "USD",
        },
      ],
    });
    expect(answer.text).not.toContain("KEY-");
    for (const query of [
      "status=delivered",
      "fulfillment=ready",
      "buyer=guest",
      `search=${no.toLowerCase()}`,
      "search=ADA@exam",
      `product_id=${sku.productId}`,
      "sort=amount_desc&per_page=1",
      "sort=oldest&per_page=1",
      "page=2&per_page=1",
    ])
      expect((await list(query)).orders.map((row) => row.order_no)).toEqual([no]);
    for (const query of [
      "search=%25da",
      "search=_da",
      "from=2999-01-01T00:00:00Z",
      "to=2000-01-01T00:00:00Z",
    ])
      expect((await list(query)).total).toBe(0);
    expect((await list("per_page=1000")).per_page).toBe(100);
  });

  it.each([
    ["page", "page=0"],
    ["per_page", "per_page=x"],
    ["status", "status=gone"],
    ["fulfillment", "fulfillment=done"],
    ["buyer", "buyer=robot"],
    ["product_id", "product_id=1.5"],
    ["from", "from=yesterday"],
    ["to", "to=2026-13-01"],
    ["sort", "sort=random"],
    ["search", `search=${"x".repeat(101)}`],
  ])("names the wrong %s", async (field, query) => {
    const wrong = { path: `/x?${query}` };
    for (const handler of [listOrders, exportOrders])
      expectRefusal(await staff.call(handler, "GET", wrong), 400, new RegExp(`^${field}: `));
    expect(await audits()).toEqual([]);
  });
});

describe("GET /api/v1/admin/orders/:order_no", () => {
  it("tells everything about an order but its keys, which it names", async () => {
    const { no, sku } = await aPaidOrder();
    const { data, text } = await read(no);
    expect(data).toMatchObject({
      order: { order_no: no, status: "delivered", email: "ada@example.com" },
      buyer: "guest",
      buyer_name: "ada@example.com",
      coupon_code: null,
      forms: [],
      failures: [],
      payments: [],
    });
    expect(data.keys).toMatchObject([{ item: 1 }, { item: 1 }]);
    expect(data.events.map(({ kind }) => kind)).toEqual(["created", "paid", "delivered"]);
    expect(data.order.fulfillment).toEqual({ status: "ready" });
    expect(text).not.toContain(keyOf(sku.id, 1));
    expect(await audits()).toEqual([]);
  });

  it("answers 404 for an order that nobody made", async () => {
    for (const no of [newOrderNo(), "../etc/passwd"]) {
      expectRefusal(await read(no), 404, "Order not found");
      expectRefusal(await staff.call(revealOrder, "POST", at(no)), 404, "Order not found");
      const note = { ...at(no), body: { note: "Hello" } };
      expectRefusal(await staff.call(addOrderNote, "POST", note), 404, "Order not found");
    }
    expect(await audits()).toEqual([]);
  });
});

describe("POST /api/v1/admin/orders/:order_no/reveal", () => {
  it("is for staff who may change orders", async () => {
    const { no } = await aPaidOrder();
    await expectStaffOnly(revealOrder, "POST", at(no), "viewer");
    expect(await audits()).toEqual([]);
  });

  it("shows the keys, and each look is one row of the audit log [A25]", async () => {
    const { no, sku } = await aPaidOrder();
    const answer = await staff.call<OrderDetail>(revealOrder, "POST", at(no));
    const keys = [keyOf(sku.id, 1), keyOf(sku.id, 2)];
    expect(answer.data.items[0]?.fulfillment.secrets).toEqual(keys);
    const row = { actor: `staff:${staff.email()}`, action: "order.reveal", target: `order:${no}`, data: {} };
    expect(await audits()).toEqual([row]);
    await staff.call(revealOrder, "POST", at(no));
    expect(await audits()).toEqual([row, row]);
  });
});

describe("POST /api/v1/admin/orders/:order_no/notes", () => {
  it("keeps a note among the events of the order and in the audit log without its words", async () => {
    const { no } = await aPaidOrder();
    const options = { ...at(no), body: { note: "Called; will call again" } };
    await expectStaffOnly(addOrderNote, "POST", options, "viewer");
    expect((await staff.call(addOrderNote, "POST", options)).data).toEqual({ done: true });
    expect((await read(no)).data.events.at(-1)).toMatchObject({
      kind: "note",
      actor: `staff:${staff.email()}`,
      data: { note: "Called; will call again" },
    });
    expect(await audits()).toEqual([
      { actor: `staff:${staff.email()}`, action: "order.note", target: `order:${no}`, data: {} },
    ]);
  });

  it.each([[{}], [{ note: "" }], [{ note: "  " }], [{ note: 5 }], [{ note: "x".repeat(1001) }]])(
    "names a note that is none: %j",
    async (body) => {
      const { no } = await aPaidOrder();
      expectRefusal(await staff.call(addOrderNote, "POST", { ...at(no), body }), 400, /^note: /);
      expect(await audits()).toEqual([]);
    },
  );
});

/** As a spreadsheet reads it: quoted cells, in which quotes are doubled and lines may end. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, cell = "", end] of text.matchAll(/"((?:[^"]|"")*)"(,|\r\n)/g)) {
    rows.at(-1)?.push(cell.replaceAll('""', '"'));
    if (end === "\r\n") rows.push([]);
  }
  return rows.slice(0, -1);
}

describe("GET /api/v1/admin/orders/export", () => {
  it("gives the filtered list as a file, in one row of the audit log [A25]", async () => {
    const { no } = await aPaidOrder();
    const { sku } = await aProduct({ keys: 1 });
    await anOrder({ sku });
    const answer = await staff.call(exportOrders, "GET", { path: "/x?status=delivered" });
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toBe('attachment; filename="orders.csv"');
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const [head, ...rows] = readCsv(answer.text);
    expect(head?.slice(0, 5)).toEqual(["order_no", "status", "fulfillment_status", "buyer", "buyer_name"]);
    expect(rows.map((row) => [row[0], row[6], row[7]])).toEqual([[no, "2", "19.80"]]);
    expect(answer.text).not.toContain("KEY-");
    expect(await audits()).toMatchObject([
      { actor: `staff:${staff.email()}`, action: "order.export", target: "orders" },
    ]);
  });

  it.each([
    "=1+1@example.com",
    "+41-44@example.com",
    "-2+3@example.com",
    "@sum@example.com",
    "\t=1@example.com",
    "  =1@example.com",
    "＝1@example.com",
    '=HYPERLINK("http://evil.example","x")@example.com',
    'a"\r\n=1+1@example.com',
    "a\n-1@example.com",
  ])("an address like %j opens as text in a spreadsheet [A20]", async (email) => {
    const { orderId, no } = await aPaidOrder();
    const title = `${email} "quoted", and\n=2+2`;
    await db().order.update({ where: { id: orderId }, data: { email } });
    await db().orderItem.updateMany({ where: { orderId }, data: { title } });
    const { text } = await staff.call(exportOrders, "GET");
    const [, row] = readCsv(text);
    const [orderNo, , , , name = "", shown = "", quantity, amount] = row ?? [];
    expect([orderNo, quantity, amount]).toEqual([no, "2", "19.80"]);
    for (const line of `${name}\n${shown}`.split(/[\r\n]+/)) expect(line).not.toMatch(/^\s*[=+\-@＝＋－＠]/);
    expect(name.replace(/(^|[\r\n])'/g, "$1")).toBe(email);
    expect(shown.replace(/(^|[\r\n])'/g, "$1")).toBe(title);
  });
});
