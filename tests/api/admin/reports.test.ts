import { expect, it } from "vitest";
import { operations as adminReports } from "@/app/api/v1/admin/reports/[[...path]]/route";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { raiseAlert } from "@/lib/notifications/alerts/raise-alert";
import { closeOrder } from "@/lib/orders/close-order";
import type { Attention } from "@/lib/reports/schema";
import { anOrder, pay } from "../../support/builders/orders";
import { addKeys, aProduct } from "../../support/builders/products";
import { expectStaffOnly, staffOfTest } from "../../support/harness/admin-suite";

const staff = staffOfTest("viewer");

const counts = async () => (await staff.call<Attention>(adminReports.countAttention, "GET")).data.counts;
const nothing = {
  cases: 0,
  orders: 0,
  stock: 0,
  refunds: 0,
  held: 0,
  callbacks: 0,
  purchases: 0,
  mails: 0,
  alerts: 0,
  tasks: 0,
};

it("GET /api/v1/admin/reports/attention is for staff of every role", async () => {
  await expectStaffOnly(adminReports.countAttention, "GET", {}, null);
  expect(await counts()).toEqual(nothing);
});

it("counts what waits for a person, and no longer what is done", async () => {
  const { sku } = await aProduct({ keys: 1 });
  const { orderId } = await anOrder({ sku });
  expect(await counts()).toEqual({ ...nothing, stock: 1, tasks: 1 });

  await inTransaction((tx) => closeOrder(tx, orderId, "canceled", "test"));
  await pay((await anOrder({ sku })).orderId);
  // Its money came when the key was another's.
  await pay(orderId);
  await inTransaction((tx) => raiseAlert(tx, { kind: "stock.low", message: "None is left", reference: "" }));
  expect(await counts()).toEqual({ ...nothing, cases: 1, stock: 1, orders: 1, alerts: 1, tasks: 2 });
  await addKeys(sku.id, 1, 2);
  await db().alert.updateMany({ data: { resolvedAt: new Date() } });
  expect(await counts()).toEqual({ ...nothing, cases: 1, orders: 1, tasks: 2 });
  await db().product.updateMany({ data: { status: "draft" } });
  await db().order.update({ where: { id: orderId }, data: { paymentStatus: "refunded" } });
  expect(await counts()).toEqual(nothing);
});
