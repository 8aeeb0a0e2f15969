import { describe, expect, it } from "vitest";
import { operations as adminSession } from "@/app/api/v1/admin/session/[[...path]]/route";
import { db } from "@/lib/db/client";
import { goodPassword, jobsOf } from "../../support/builders/accounts";
import { anOrder, pay, stockOf } from "../../support/builders/orders";
import { aProduct, keyOf } from "../../support/builders/products";
import { audits, staffOfTest } from "../../support/harness/admin-suite";
import { stockCalls } from "../../support/harness/stock-calls";

const staff = staffOfTest("manager");

const { put, list, take, shift, by } = stockCalls(staff);

describe("keys that leave an option", () => {
  it("exports so many and takes exactly those off sale, once, however many export at the same time", async () => {
    const { sku } = await aProduct({ keys: 6 });
    const answers = await Promise.all([1, 2].map(() => take(sku.id, { count: 2, and_void: true })));
    const lines = answers.flatMap(({ text }) => text.trim().split("\n"));
    expect(lines.toSorted()).toEqual([1, 2, 3, 4].map((n) => keyOf(sku.id, n)));
    expect(await stockOf(sku.id)).toMatchObject({
      counters: { available: 2 },
      rows: { available: 2 },
    });
    expect((await take(sku.id, { count: 1 })).text).toBe(`${keyOf(sku.id, 5)}\n`);
    expect((await stockOf(sku.id)).counters.available).toBe(2);
    const data = { status: "available", batchId: null, count: 2, voided: 2 };
    expect(await audits()).toContainEqual(by({ action: "stock.export", target: `sku:${sku.id}`, data }));
  });

  it.each([true, false])(
    "takes none off sale, and writes no half file, when a key holds the separator (%s)",
    async (and_void) => {
      const { sku } = await aProduct({ keys: 2 });
      const separator = keyOf(sku.id, 2);
      const answer = await take(sku.id, { separator, and_void });
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining("separator")]);
      expect(await stockOf(sku.id)).toMatchObject({ counters: { available: 2 }, rows: { available: 2 } });
    },
  );

  it("asks whoever logs in with a second factor for its code", async () => {
    const { sku } = await aProduct({ keys: 1 });
    await staff.call(adminSession.setUpStaffTotp, "POST", { body: { password: goodPassword } });
    await db().staff.updateMany({ where: { email: staff.email() }, data: { totpEnabledAt: new Date() } });
    const refused = await take(sku.id, { code: "000000" });
    expect([refused.status, refused.text]).toEqual([401, expect.stringContaining("code")]);
    expect(await audits()).toEqual([]);
  });

  it("moves free keys to another option, without those that are there, and serves who waits there", async () => {
    const { sku } = await aProduct({ keys: 3 });
    await pay((await anOrder({ sku })).orderId);
    const { sku: other } = await aProduct();
    await put(other.id, { secrets: keyOf(sku.id, 2) });
    const preview = await shift(sku.id, { all: true, to_sku_id: other.id, preview: true });
    expect(preview.data).toEqual({ moved: 1, left: 1 });
    expect((await stockOf(sku.id)).rows).toMatchObject({ available: 2 });
    const { data } = await shift(sku.id, { all: true, to_sku_id: other.id });
    expect(data).toEqual({ moved: 1, left: 1 });
    expect(await stockOf(sku.id)).toMatchObject({
      counters: { available: 1, sold: 1 },
      rows: { available: 1 },
    });
    expect(await stockOf(other.id)).toMatchObject({ counters: { available: 2 }, rows: { available: 2 } });
    expect(await jobsOf("order.redeliver")).toContainEqual({ skuId: other.id });
    expect((await take(other.id)).text).toContain(keyOf(sku.id, 3));
    expect((await shift(sku.id, { all: true, to_sku_id: other.id })).status).toBe(409);
    const { sku: text } = await aProduct({ product: { autoSecretKind: "text" } });
    expect((await shift(sku.id, { all: true, to_sku_id: text.id })).status).toBe(409);
  });

  it("moves a key once, and sells it once, when two people move it and a buyer takes it", async () => {
    const { sku } = await aProduct({ keys: 4 });
    const { sku: left } = await aProduct();
    const { sku: right } = await aProduct();
    await Promise.all([
      shift(sku.id, { all: true, to_sku_id: left.id }),
      shift(sku.id, { all: true, to_sku_id: right.id }),
      anOrder({ sku }).catch(() => null),
    ]);
    const stocks = await Promise.all([sku, left, right].map(({ id }) => stockOf(id)));
    for (const { counters, rows } of stocks)
      expect([counters.available, counters.reserved]).toEqual([rows.available, rows.reserved]);
    expect(stocks.reduce((sum, { rows }) => sum + rows.available + rows.reserved, 0)).toBe(4);
  });

  it("shows a replaced key as replaced, and empties the list when a key is not here", async () => {
    const { sku } = await aProduct({ keys: 2 });
    const { orderId } = await anOrder({ sku });
    await pay(orderId);
    await db().fulfillmentSecret.updateMany({ data: { replacedAt: new Date() } });
    expect((await list(sku.id, "status=replaced")).data).toMatchObject({
      total: 1,
      secrets: [{ status: "replaced" }],
    });
    expect((await list(sku.id, "status=sold")).data.total).toBe(0);
    expect((await list(sku.id, "secret_id=none")).data).toMatchObject({ total: 0, secrets: [] });
  });

  it("says which lines were duplicates, by their place", async () => {
    const { sku } = await aProduct();
    const { sku: other } = await aProduct();
    await put(sku.id, { secrets: "B\nD" });
    await put(other.id, { secrets: "A" });
    const { data } = await put(sku.id, { secrets: "A\nB\nC\nD", leave_out_elsewhere: true });
    expect(data).toMatchObject({ imported: 1, duplicates: 2, duplicate_lines: [1, 3] });
  });
});
