import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { findSecret, listBatches, revealSecret } from "@/lib/stock/admin-queries";
import { exportSecrets } from "@/lib/stock/export-secrets";
import { importSecrets, splitSecrets } from "@/lib/stock/import-secrets";
import { openSecret } from "@/lib/stock/seal-secret";
import { restoreSecrets, voidSecrets } from "@/lib/stock/void-secrets";
import { stockOf } from "../../support/builders/orders";
import { aClient, anAdmin, aProduct } from "../../support/builders/products";
import { isLong } from "../../support/harness/tier";

const importLines = async (skuId: number, text: string) =>
  importSecrets(await anAdmin(), aClient(), { skuId, text, note: "" });

const many = isLong ? 100_000 : 20_000;

describe("importing keys", () => {
  it("reports a key that is there already and does not store it again [A24]", async () => {
    const { sku } = await aProduct();
    expect(await importLines(sku.id, "AAA\nBBB\n\nAAA\r\n CCC \n")).toMatchObject({
      imported: 3,
      duplicates: 0,
      repeated: 1,
      empty: 2,
    });
    expect(await importLines(sku.id, "BBB\nDDD")).toMatchObject({ imported: 1, duplicates: 1 });
    expect(await stockOf(sku.id)).toMatchObject({ counters: { available: 4 }, rows: { available: 4 } });
  });

  it("keeps a key byte for byte", async () => {
    const { sku } = await aProduct();
    const odd = [" spaced ", "键值 ☃ 🗝", "user@x.com----p\"w'd", "\ttab"];
    await importLines(sku.id, odd.join("\n"));
    const rows = await db().secret.findMany({
      where: { skuId: sku.id },
      orderBy: { id: "asc" },
      omit: { contentSealed: false },
    });
    expect(rows.map((row) => openSecret(row.id, row.contentSealed))).toEqual(odd);
  });

  it("seals a key to its row: swapped or changed, it does not open [A22]", async () => {
    const { sku } = await aProduct({ keys: 2 });
    const [first, second] = await db().secret.findMany({
      where: { skuId: sku.id },
      omit: { contentSealed: false, contentHash: false },
    });
    if (!first || !second) throw new Error("two secrets were imported");
    expect(Buffer.from(first.contentSealed).toString("latin1")).not.toContain("KEY-");
    expect(() => openSecret(first.id, second.contentSealed)).toThrow();
    const flipped = Uint8Array.from(first.contentSealed);
    flipped[25] = (flipped[25] ?? 0) ^ 1;
    expect(() => openSecret(first.id, flipped)).toThrow();
  });

  it(`takes ${many} lines`, { timeout: 120_000 }, async () => {
    const { sku } = await aProduct();
    const text = Array.from({ length: many }, (_, index) => `BULK-${index}-${"x".repeat(20)}`).join("\n");
    expect(await importLines(sku.id, text)).toMatchObject({ imported: many, duplicates: 0 });
    expect(await stockOf(sku.id)).toMatchObject({ counters: { available: many } });
  });

  it("puts back what was voided by mistake, tells it apart from duplicates, and serves who waits", async () => {
    const { sku } = await aProduct();
    const [actor, client] = [await anAdmin(), aClient()];
    const { batch_id: batchId } = await importLines(sku.id, "AAA\nBBB\nCCC");
    await voidSecrets(actor, client, { skuId: sku.id, batchId });
    await importLines(sku.id, "DDD");
    expect(await importLines(sku.id, "AAA\nBBB\nDDD\nEEE")).toMatchObject({
      imported: 1,
      duplicates: 3,
      voided: 2,
    });
    expect((await listBatches(sku.id)).batches.at(-1)).toMatchObject({ available: 0, voided: 3 });
    await db().$executeRaw`DELETE FROM graphile_worker._private_jobs`;
    expect(await restoreSecrets(actor, client, { skuId: sku.id, batchId })).toMatchObject({ count: 3 });
    expect(await restoreSecrets(actor, client, { skuId: sku.id, batchId })).toMatchObject({ count: 0 });
    expect((await stockOf(sku.id)).rows).toEqual({ available: 5, reserved: 0, sold: 0 });
    expect((await stockOf(sku.id)).counters).toEqual({ available: 5, reserved: 0, sold: 0 });
    expect(await db().$queryRaw`SELECT task_identifier FROM graphile_worker.jobs`).toEqual([
      { task_identifier: "order.redeliver" },
    ]);
    expect(await db().auditLog.findFirst({ orderBy: { id: "desc" } })).toMatchObject({
      action: "stock.restore",
    });
  });

  it("puts nothing back on a SKU that has changed to a main site in between", async () => {
    const { sku } = await aProduct({ keys: 2 });
    const [actor, client] = [await anAdmin(), aClient()];
    const all = { skuId: sku.id, secretIds: (await db().secret.findMany()).map(({ id }) => id) };
    await voidSecrets(actor, client, all);
    await db().sku.update({ where: { id: sku.id }, data: { source: "upstream" } });
    await expect(restoreSecrets(actor, client, all)).rejects.toMatchObject({ kind: "state_conflict" });
    expect((await stockOf(sku.id)).rows).toMatchObject({ available: 0 });
  });

  it("names the line that is too long", () => {
    expect(() => splitSecrets(`ok\n${"x".repeat(20_000)}`)).toThrow("secret 2 has more than");
  });

  it("refuses a key that lost a character on its way, and names its line", () => {
    expect(() => splitSecrets("ok\n\nKEY-\uFFFD-1")).toThrow("line 3 ");
  });

  it("refuses keys for a product that keeps none", async () => {
    const { sku } = await aProduct({ kind: "text" });
    await expect(importLines(sku.id, "AAA")).rejects.toMatchObject({ kind: "state_conflict" });
  });

  it("finds a key by its content, reveals it with an audit row, and voids what is free", async () => {
    const { sku } = await aProduct({ keys: 3 });
    const [actor, client] = [await anAdmin(), aClient()];
    const id = (await findSecret(sku.id, `KEY-${sku.id}-0002`)).secret?.id ?? 0;
    expect(await revealSecret(actor, client, id)).toEqual({ id, content: `KEY-${sku.id}-0002` });
    expect(await voidSecrets(actor, client, { skuId: sku.id, secretIds: [id] })).toEqual({
      count: 1,
      ids: [id],
    });
    expect(await voidSecrets(actor, client, { skuId: sku.id, secretIds: [id] })).toEqual({
      count: 0,
      ids: [],
    });
    expect((await listBatches(sku.id)).batches[0]).toMatchObject({ imported_count: 3, available: 2 });
    const actions = await db().auditLog.findMany({ orderBy: { id: "asc" } });
    expect(actions.map((row) => row.action)).toEqual(["stock.reveal", "stock.void"]);
    let text = "";
    for await (const lines of await exportSecrets(actor, client, {
      skuId: sku.id,
      status: "available",
      batchId: undefined,
    }))
      text += lines;
    expect(text.split("\n")).toHaveLength(3);
  });
});
