import { expect, it } from "vitest";
import { alertPlace, taskPlace } from "@/lib/reports/task-kinds";

const order = "K0123456789ABCDEF";

it.each([
  ["purchase.differs", order, `/admin/purchases/${order}`],
  ["purchase.changed", `${order}-2`, `/admin/purchases/${order}-2`],
  ["purchase.doubtful", `${order}.2-3`, `/admin/purchases/${order}.2-3`],
  ["purchase.repeated", `${order}.2`, `/admin/purchases/${order}.2`],
  ["purchase.refunded", `${order}-2`, `/admin/orders/${order}`],
  ["purchase.unused", `${order}.2`, `/admin/orders/${order}`],
  ["purchase.twice", `${order}.10-2`, `/admin/orders/${order}`],
  ["payment.overpaid", order, `/admin/orders/${order}`],
  ["purchase.differs", null, null],
])("an alert %s about %s is seen to at %s", (kind, reference, place) => {
  expect(alertPlace(kind, reference)).toBe(place);
});

it.each([order, `${order}-2`, `${order}.2`, `${order}.2-3`])(
  "a failed purchase %s at its buyer's order",
  (reference) => {
    expect(taskPlace("purchase.failed", reference)).toBe(`/admin/orders/${order}`);
  },
);

it.each(["stock.out", "stock.low"] as const)("%s at the field for keys of its option", (kind) => {
  expect(taskPlace(kind, "19")).toBe("/admin/stock/19#add-keys");
});
