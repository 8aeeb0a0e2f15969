import { describe, expect, it } from "vitest";
import { operations as adminStock } from "@/app/api/v1/admin/stock/[[...path]]/route";
import { db } from "@/lib/db/client";
import type { BatchList } from "@/lib/stock/schema";
import { jobsOf } from "../../support/builders/accounts";
import { anOrder, getOrder, pay, stockOf } from "../../support/builders/orders";
import { addKeys, aProduct, keyOf } from "../../support/builders/products";
import { audits, expectStaffOnly, staffOfTest } from "../../support/harness/admin-suite";
import { expectRefusal } from "../../support/harness/public-suite";
import { at, stockCalls } from "../../support/harness/stock-calls";

const staff = staffOfTest("manager");

const { put, list, take, shift, by } = stockCalls(staff);
const remove = (skuId: number, body: unknown) =>
  staff.call<{ voided: number }>(adminStock.voidSecrets, "POST", { ...at(skuId), body });
const idsOf = async (skuId: number) =>
  (await db().secret.findMany({ where: { skuId }, orderBy: { id: "asc" } })).map(({ id }) => id);

describe("/api/v1/admin/stock", () => {
  it("admits staff of the right role, and refuses unknown options", async () => {
    const { sku } = await aProduct({ keys: 2 });
    const [secretId] = await idsOf(sku.id);
    const body = { secrets: "A", secret_ids: [secretId] };
    for (const handler of [adminStock.listSecrets, adminStock.listBatches]) {
      await expectStaffOnly(handler, "GET", at(sku.id), null);
      expectRefusal(await staff.call(handler, "GET", at(999_999)), 404, "SKU not found");
    }
    await expectStaffOnly(
      adminStock.exportSecrets,
      "POST",
      { ...at(sku.id), body: { password: "x" } },
      "support",
    );
    expectRefusal(await take(999_999), 404, "SKU not found");
    for (const handler of [
      adminStock.importSecrets,
      adminStock.voidSecrets,
      adminStock.restoreSecrets,
      adminStock.moveSecrets,
    ]) {
      const sent =
        handler === adminStock.moveSecrets
          ? { secret_ids: [1], to_sku_id: sku.id }
          : { ...body, secrets: "A" };
      await expectStaffOnly(handler, "POST", { ...at(sku.id), body: sent }, "support");
      const unknown = { ...at(999_999), body: sent };
      expectRefusal(await staff.call(handler, "POST", unknown), 404, "SKU not found");
    }
    const one = (id: unknown) => ({ params: { secret_id: String(id) } });
    await expectStaffOnly(adminStock.revealSecret, "POST", one(secretId), "support");
    expectRefusal(await staff.call(adminStock.revealSecret, "POST", one(999_999)), 404, "Secret not found");
    expect(await audits()).toEqual([]);
  });

  it.each<[string, string, (skuId: number) => ReturnType<typeof staff.call>]>([
    ["import", "secrets", (id) => put(id, {})],
    ["import", "secrets", (id) => put(id, { secrets: "" })],
    ["import", "secrets", (id) => put(id, { secrets: " \n\t\r\n" })],
    ["import", "secrets", (id) => put(id, { secrets: ["A"] })],
    ["import", "secrets", (id) => put(id, { secrets: "x".repeat(16_385) })],
    ["import", "note", (id) => put(id, { secrets: "A", note: "x".repeat(201) })],
    ["import", "batch_id", (id) => put(id, { secrets: "A", batch_id: 999_999 })],
    ["import", "batch_id", (id) => put(id, { secrets: "A", batch_id: "1" })],
    ["list", "status", (id) => list(id, "status=gone")],
    ["list", "page", (id) => list(id, "page=0")],
    ["list", "batch_id", (id) => list(id, "batch_id=x")],
    ["export", "status", (id) => take(id, { status: "all" })],
    ["export", "batch_id", (id) => take(id, { batch_id: 0 })],
    ["export", "count", (id) => take(id, { count: 0 })],
    ["export", "password", (id) => take(id, { password: "another" })],
    ["move", "to_sku_id", (id) => shift(id, { secret_ids: [1], to_sku_id: id })],
    ["void", "secret_ids", (id) => remove(id, { secret_ids: ["1"] })],
    ["void", "secret_ids", (id) => remove(id, { secret_ids: Array.from({ length: 1001 }, (_, n) => n + 1) })],
    ["void", "batch_id", (id) => remove(id, { batch_id: -1 })],
  ])("%s names the member %s when it is wrong", async (_, field, send) => {
    const { sku } = await aProduct({ keys: 1 });
    expectRefusal(await send(sku.id), 400, new RegExp(`^${field}`));
    expect(await stockOf(sku.id)).toMatchObject({ rows: { available: 1 }, counters: { available: 1 } });
    expect(await audits()).toEqual([]);
  });

  it("void wants the one or the other of its members", async () => {
    const { sku } = await aProduct({ keys: 1 });
    for (const body of [{}, { secret_ids: [1], batch_id: 1 }, { batch_id: 1, all: true }])
      expectRefusal(await remove(sku.id, body), 400, /give one of secret_ids, batch_id and all/);
  });
});

describe("POST …/skus/:id/import", () => {
  it("stores each line once, byte for byte, reports the rest, and audits the numbers [A24, A25]", async () => {
    const { sku } = await aProduct();
    const text = "\uFEFFKEY-1\r\n  KEY-2 \n\nKEY-1\r卡密:甲----x\n";
    const first = await put(sku.id, { secrets: text, note: "From Monday" });
    expect(first.data).toMatchObject({ imported: 3, duplicates: 0, repeated: 1, empty: 2 });
    expect(first.text).not.toContain("KEY-");
    const again = await put(sku.id, { secrets: "KEY-1\nKEY-4", batch_id: first.data.batch_id });
    expect(again.data).toMatchObject({ imported: 1, duplicates: 1, batch_id: first.data.batch_id });
    expect((await take(sku.id)).text).toBe("KEY-1\n  KEY-2 \n卡密:甲----x\nKEY-4\n");
    const shown = await staff.call<BatchList>(adminStock.listBatches, "GET", at(sku.id));
    expect(shown.data.batches).toMatchObject([
      { note: "From Monday", imported_count: 4, duplicate_count: 1, available: 4 },
    ]);
    const target = `sku:${sku.id}`;
    const batchId = first.data.batch_id;
    expect(await audits()).toEqual([
      by({ action: "stock.import", target, data: { batchId, imported: 3, lines: 3 } }),
      by({ action: "stock.import", target, data: { batchId, imported: 1, lines: 2 } }),
      by({ action: "stock.export", target, data: { status: "available", batchId: null } }),
    ]);
    expect(await jobsOf("order.redeliver")).toEqual([{ skuId: sku.id }]);
  });

  it("stores no key twice when two people import the same list at once", async () => {
    const { sku } = await aProduct();
    const text = Array.from({ length: 300 }, (_, n) => `KEY-${n}`).join("\n");
    const answers = await Promise.all(Array.from({ length: 4 }, () => put(sku.id, { secrets: text })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(answers.reduce((sum, { data }) => sum + data.imported, 0)).toBe(300);
    expect(await stockOf(sku.id)).toMatchObject({
      rows: { available: 300 },
      counters: { available: 300 },
    });
  });

  it("is not for products whose content is no list of keys", async () => {
    for (const kind of ["text", "none"] as const) {
      const { sku } = await aProduct({ kind });
      expectRefusal(await put(sku.id, { secrets: "A" }), 409, /not stored as single keys/, 40906);
    }
    const { sku } = await aProduct({ sku: { source: "upstream" } });
    expectRefusal(await put(sku.id, { secrets: "A" }), 409, /not stored as single keys/, 40906);
    const elsewhere = await aProduct({ keys: 1 });
    const batch = await db().secretBatch.findFirstOrThrow({ where: { skuId: elsewhere.sku.id } });
    const { sku: mine } = await aProduct();
    const body = { secrets: "A", batch_id: batch.id };
    expectRefusal(await put(mine.id, body), 400, "batch_id: is not a batch of this option");
    expect(await audits()).toEqual([]);
  });
});

describe("POST …/skus/:id/find", () => {
  it("says where a known key is, to staff, and takes it in the body only", async () => {
    const { sku } = await aProduct({ keys: 2 });
    const at = { params: { sku_id: String(sku.id) } };
    await expectStaffOnly(adminStock.findSecret, "POST", { ...at, body: { content: "x" } }, null);
    const look = async (content: string) =>
      (
        await staff.call<{ secret: { id: number } | null }>(adminStock.findSecret, "POST", {
          ...at,
          body: { content },
        })
      ).data;
    const [first] = await idsOf(sku.id);
    expect((await look(keyOf(sku.id, 1))).secret).toMatchObject({ id: first, status: "available" });
    expect(await look("KEY-%")).toEqual({ secret: null });
    expectRefusal(await staff.call(adminStock.findSecret, "POST", { ...at, body: {} }), 400, /^content: /);
    const nowhere = { params: { sku_id: "999999" }, body: { content: "x" } };
    expectRefusal(await staff.call(adminStock.findSecret, "POST", nowhere), 404, "SKU not found");
  });
});

describe("GET …/skus/:id/secrets and the keys behind it", () => {
  it("lists keys without their content, newest first, by state, batch, or one known key", async () => {
    const { sku } = await aProduct({ keys: 3 });
    const { orderId } = await anOrder({ sku });
    await pay(orderId);
    const { orderNo } = await getOrder(orderId);
    const [sold, ...free] = await idsOf(sku.id);
    const all = await list(sku.id);
    expect(all.data).toMatchObject({ total: 3, page: 1, per_page: 50 });
    expect(all.data.secrets.map(({ id }) => id)).toEqual([...free.reverse(), sold]);
    expect(all.data.secrets.at(-1)).toMatchObject({ status: "sold", order_no: orderNo });
    expect(all.text).not.toContain("KEY-");
    const found = async (query: string) => (await list(sku.id, query)).data.secrets.map(({ id }) => id);
    expect(await found("status=sold")).toEqual([sold]);
    expect(await found(`secret_id=${sold}`)).toEqual([sold]);
    expect(await found("page=3&per_page=1")).toEqual([sold]);
    await addKeys(sku.id, 1, 4);
    const { batchId } = await db().secret.findFirstOrThrow({ orderBy: { id: "desc" } });
    expect(await found(`batch_id=${batchId}`)).toHaveLength(1);
    const { sku: other } = await aProduct({ keys: 1 });
    expect((await list(other.id)).data.total).toBe(1);
    expect((await list(sku.id, "per_page=1000")).data.per_page).toBe(200);
  });

  it("shows one key, and each look is one row of the audit log [A25]", async () => {
    const { sku } = await aProduct({ keys: 2 });
    const [id = 0] = await idsOf(sku.id);
    const look = { params: { secret_id: String(id) } };
    expect((await staff.call(adminStock.revealSecret, "POST", look)).data).toEqual({
      id,
      content: keyOf(sku.id, 1),
    });
    const row = by({ action: "stock.reveal", target: `secret:${id}`, data: { skuId: sku.id } });
    expect(await audits()).toEqual([row]);
    expectRefusal(
      await staff.call(adminStock.revealSecret, "POST", { params: { secret_id: "1e3" } }),
      400,
      /^secret_id: /,
    );
    expect(await audits()).toEqual([row]);
  });

  it("exports the keys of one state as a file, and audits it before the first line [A25]", async () => {
    const { sku } = await aProduct({ keys: 3 });
    await pay((await anOrder({ sku })).orderId);
    const answer = await take(sku.id, { status: "sold" });
    expect(answer.text).toBe(`${keyOf(sku.id, 1)}\n`);
    expect(answer.headers.get("content-disposition")).toBe(`attachment; filename="sku-${sku.id}-sold.txt"`);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect((await take(sku.id)).text).toBe(`${keyOf(sku.id, 2)}\n${keyOf(sku.id, 3)}\n`);
    const row = (status: string) =>
      by({ action: "stock.export", target: `sku:${sku.id}`, data: { status, batchId: null } });
    expect(await audits()).toEqual([row("sold"), row("available")]);
  });
});

describe("POST …/skus/:id/void", () => {
  it("takes free keys off sale for good, and only those of this option [A25]", async () => {
    const { sku } = await aProduct({ keys: 4 });
    await pay((await anOrder({ sku })).orderId);
    await anOrder({ sku });
    const { sku: other } = await aProduct({ keys: 1 });
    const ids = [...(await idsOf(sku.id)), ...(await idsOf(other.id))];
    expect((await remove(sku.id, { secret_ids: ids.slice(2, 3) })).data).toEqual({
      voided: 1,
      secret_ids: ids.slice(2, 3),
    });
    expect((await remove(sku.id, { secret_ids: ids })).data).toEqual({
      voided: 1,
      secret_ids: ids.slice(3, 4),
    });
    expect((await remove(sku.id, { secret_ids: ids })).data).toEqual({ voided: 0, secret_ids: [] });
    expect(await stockOf(sku.id)).toMatchObject({
      counters: { available: 0, reserved: 1, sold: 1 },
      rows: { available: 0, reserved: 1, sold: 1 },
    });
    expect((await stockOf(other.id)).rows.available).toBe(1);
    const row = by({ action: "stock.void", target: `sku:${sku.id}`, data: { count: 1, batchId: null } });
    expect(await audits()).toEqual([row, row]);
  });

  it("takes a whole batch", async () => {
    const { sku } = await aProduct({ keys: 2 });
    const { data } = await put(sku.id, { secrets: "A\nB\nC" });
    expect((await remove(sku.id, { batch_id: data.batch_id })).data).toEqual({
      voided: 3,
      secret_ids: [],
    });
    expect((await stockOf(sku.id)).counters.available).toBe(2);
    expect((await audits()).at(-1)).toMatchObject({ data: { count: 3, batchId: data.batch_id } });
  });
});
