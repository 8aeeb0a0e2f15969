import { fork } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { operations as adminStock } from "@/app/api/v1/admin/stock/[[...path]]/route";
import { open as unseal } from "@/lib/core/crypto";
import { db } from "@/lib/db/client";
import { sealedColumns } from "@/lib/db/sealed/sealed-columns";
import { runImport } from "@/lib/stock/imports/run-import";
import type { KeyFormat, KeyImportView } from "@/lib/stock/imports/schema";
import { openSecret } from "@/lib/stock/seal-secret";
import { jobsOf } from "../../support/builders/accounts";
import { stockOf } from "../../support/builders/orders";
import { aProduct } from "../../support/builders/products";
import { audits, expectStaffOnly, staffOfTest } from "../../support/harness/admin-suite";
import { programOf } from "../../support/harness/programs";
import { expectRefusal } from "../../support/harness/public-suite";

const { addImportPiece, cancelImport, exportImportLines, getImport, listImports, openImport, startImport } =
  adminStock;

const staff = staffOfTest("manager");
const at = (id: number | string) => ({ params: { import_id: String(id) } });
const open = (body: object) => staff.call<{ id: number }>(openImport, "POST", { body });
const send = (id: number, number: number, text: string) =>
  staff.call<{ pieces: number }>(addImportPiece, "POST", { ...at(id), body: { number, text } });
const begin = (id: number, body: object) => staff.call(startImport, "POST", { ...at(id), body });
const show = async (id: number) => (await staff.call<KeyImportView>(getImport, "GET", at(id))).data;

/** A busy machine takes longer than one turn of the job. */
const runToEnd = (id: number) => runImport(id, Number.POSITIVE_INFINITY);

const plain: KeyFormat = { kind: "lines" };

async function aText(skuId: number | null, texts: readonly string[], more: object = {}): Promise<number> {
  const { data } = await open({ sku_id: skuId, name: "keys.txt", format: plain, ...more });
  for (const [number, text] of texts.entries()) await send(data.id, number, text);
  return data.id;
}

async function imported(id: number, count: number, mode: "check" | "import" = "import") {
  expect((await begin(id, { mode, pieces: count })).status).toBe(200);
  await runToEnd(id);
  return show(id);
}

const contentOf = async (skuId: number) => {
  const rows = await db().secret.findMany({
    where: { skuId },
    orderBy: { id: "asc" },
    omit: { contentSealed: false },
  });
  return rows.map((row) => openSecret(row.id, row.contentSealed));
};

describe("/api/v1/admin/stock/imports", () => {
  it("admits staff of the right role, and refuses what does not fit", async () => {
    const { sku } = await aProduct();
    const id = await aText(sku.id, ["A\n"]);
    const body = { sku_id: sku.id, format: plain };
    await expectStaffOnly(openImport, "POST", { body }, "support");
    await expectStaffOnly(listImports, "GET", {}, "support");
    await expectStaffOnly(getImport, "GET", at(id), "support");
    await expectStaffOnly(exportImportLines, "GET", at(id), "support");
    await expectStaffOnly(addImportPiece, "POST", { ...at(id), body: { number: 1, text: "B" } }, "support");
    await expectStaffOnly(startImport, "POST", { ...at(id), body: { mode: "import", pieces: 1 } }, "support");
    await expectStaffOnly(cancelImport, "POST", at(id), "support");
    expectRefusal(await open({ sku_id: 999_999, format: plain }), 404, "SKU not found");
    expectRefusal(await open({ format: plain }), 400, /^sku_id: is required, unless a column/);
    expectRefusal(await staff.call(getImport, "GET", at(999_999)), 404, "Import not found");
    expectRefusal(await send(999_999, 0, "A"), 404, "Import not found");
    expectRefusal(await begin(id, { mode: "import", pieces: 2 }), 400, /^pieces: is more than what was sent/);
    expectRefusal(await send(id, 1, "KEY \uD83D"), 400, /lone surrogates/);
    const { sku: text } = await aProduct({ kind: "text" });
    expectRefusal(await open({ sku_id: text.id, format: plain }), 409, /not stored as single keys/, 40906);
    expect((await show(id)).status).toBe("uploading");
  });

  it("stores the keys of a text in pieces once, whoever sends or runs it twice, and forgets the text", async () => {
    const { sku } = await aProduct({ keys: 1 });
    const id = await aText(sku.id, ["\uFEFFKEY-1\r\n  KE", "Y-2 \n\nKEY-1\r", `\nKEY-${sku.id}-0001\n`], {
      note: "Monday",
    });
    expect((await send(id, 1, "something else")).data).toEqual({ pieces: 3 });
    // Found by a new master key where its domain binds it to.
    const aad = sealedColumns.find(({ table }) => table === "key_import_pieces")?.aad ?? "";
    const [piece] = await db().$queryRawUnsafe<{ sealed: Uint8Array; aad: string }[]>(
      `SELECT text_sealed AS sealed, ${aad} AS aad FROM key_import_pieces WHERE number = 1`,
    );
    expect(Buffer.from(piece?.sealed ?? []).toString("latin1")).not.toContain("KEY-");
    expect(unseal(piece?.sealed ?? new Uint8Array(), piece?.aad ?? "")).toBe("Y-2 \n\nKEY-1\r");
    expect((await begin(id, { mode: "import", pieces: 3 })).status).toBe(200);
    expect(await jobsOf("stock.import")).toEqual([{ importId: id }]);
    expectRefusal(
      await begin(id, { mode: "import", pieces: 3 }),
      409,
      /^This import was started already/,
      40906,
    );
    expectRefusal(await send(id, 3, "KEY-9"), 409, /^This import was started already/, 40906);
    await Promise.all([runToEnd(id), runToEnd(id), runToEnd(id)]);
    const view = await show(id);
    expect(view).toMatchObject({
      status: "done",
      pieces: 3,
      pieces_done: 3,
      read: 5,
      imported: 2,
      not_imported: { repeated: 1, duplicate: 1, empty: 1 },
      refused: [],
    });
    expect(await contentOf(sku.id)).toEqual([`KEY-${sku.id}-0001`, "KEY-1", "  KEY-2 "]);
    expect(await stockOf(sku.id)).toMatchObject({ rows: { available: 3 }, counters: { available: 3 } });
    expect(await db().keyImportPiece.count()).toBe(0);
    const batchId = view.batches[0]?.batch_id ?? 0;
    expect(await db().secretBatch.findUnique({ where: { id: batchId } })).toMatchObject({
      note: "Monday",
      importedCount: 2,
    });
    expect((await staff.call(exportImportLines, "GET", at(id))).text).toBe(
      '"line","reason"\r\n"3","empty"\r\n"4","repeated"\r\n"5","duplicate"\r\n',
    );
    const target = `sku:${sku.id}`;
    expect(await audits()).toMatchObject([
      { action: "stock.import_start", target, actor: `staff:${staff.email()}` },
      { action: "stock.import", target, data: { importId: id, batchId, imported: 2, lines: 5 } },
    ]);
    expect(await jobsOf("order.redeliver")).toEqual([{ skuId: sku.id }]);
  });

  it("stores a secret of several lines as one", async () => {
    const { sku } = await aProduct();
    const config = (n: number) => `[Interface]\nPrivateKey = ${n}\n\n[Peer]\nEndpoint = vpn.example`;
    const id = await aText(sku.id, [`${config(1)}\n---\n${config(2)}\n---\n`], {
      format: { kind: "blocks", separator: "---" },
    });
    expect(await imported(id, 1)).toMatchObject({ imported: 2, not_imported: {} });
    expect(await contentOf(sku.id)).toEqual([config(1), config(2)]);
  });

  it("puts each line of a table into its option, after a check that stores nothing and another mapping", async () => {
    const [first, second] = [await aProduct({ keys: 1 }), await aProduct()];
    const other = await aProduct({ sku: { code: second.sku.code } });
    const away = await aProduct({ sku: { source: "upstream" } });
    const text = [
      "option;key;until;paid;memo;product",
      `${first.sku.code};AAA;2099-01-31;1.5;from Mo;`,
      `${second.sku.code};BBB;;;;${second.product.slug}`,
      `${second.sku.code};CCC;;;;`,
      `NOPE;DDD;;;;`,
      `${away.sku.code};EEE;;;;`,
      `${first.sku.code};KEY-${first.sku.id}-0001;;;;`,
      `${first.sku.code};FFF;soon;;;`,
      `${other.sku.code};BBB;;;;${other.product.slug}`,
      `${first.sku.code};GGG;;x;;`,
    ].join("\r\n");
    const columns = { key: 1, sku: 0 };
    const format = { kind: "table", delimiter: ";", has_heading: true, columns };
    const id = await aText(null, [text], { format });
    expect(await imported(id, 1, "check")).toMatchObject({
      status: "checked",
      imported: 3,
      not_imported: { several_options: 3, unknown_option: 2, duplicate: 1 },
    });
    const whole = { ...format, columns: { ...columns, use_by: 2, cost: 3, note: 4, product: 5 } };
    await begin(id, { mode: "check", pieces: 1, format: whole });
    await runToEnd(id);
    const view = await show(id);
    expect(view).toMatchObject({ status: "checked", imported: 3, batches: [] });
    expect(view.refused).toEqual([
      { line: 4, reason: "several_options" },
      { line: 5, reason: "unknown_option" },
      { line: 6, reason: "unknown_option" },
      { line: 8, reason: "wrong_date" },
      { line: 10, reason: "wrong_cost" },
    ]);
    expect(await db().secretBatch.count({ where: { skuId: second.sku.id } })).toBe(0);
    // The second BBB is of another option: it stands elsewhere by then, and is stored unless it is to be left out.
    expect(await imported(id, 1)).toMatchObject({
      status: "done",
      imported: 3,
      not_imported: { duplicate: 1, several_options: 1, unknown_option: 2, wrong_date: 1, wrong_cost: 1 },
    });
    expect(await db().secret.findFirst({ where: { skuId: first.sku.id, note: "from Mo" } })).toMatchObject({
      useBy: new Date("2099-02-01T00:00:00Z"),
      costCents: 150n,
    });
    expect(await db().sku.findUnique({ where: { id: first.sku.id } })).toMatchObject({ hasUseBy: true });
    for (const [sku, contents] of [
      [second.sku, ["BBB"]],
      [other.sku, ["BBB"]],
    ] as const)
      expect(await contentOf(sku.id)).toEqual(contents);
    expect(await stockOf(first.sku.id)).toMatchObject({ rows: { available: 2 }, counters: { available: 2 } });
  });

  it("leaves out what another option has, when it is asked to", async () => {
    const [here, there] = [await aProduct(), await aProduct({ keys: 2 })];
    const text = `KEY-${there.sku.id}-0001\nNEW\n`;
    const id = await aText(here.sku.id, [text], { leave_out_elsewhere: true });
    expect(await imported(id, 1)).toMatchObject({
      imported: 1,
      not_imported: { elsewhere: 1 },
      elsewhere: [{ sku_id: there.sku.id, name: `${there.product.title} · ${there.sku.name}`, count: 1 }],
    });
    const table = `${here.sku.code};TWO;${here.product.slug}\n${there.sku.code};TWO;${there.product.slug}\n`;
    const columns = { sku: 0, key: 1, product: 2 };
    const format = { kind: "table", delimiter: ";", has_heading: false, columns };
    const ofTwo = await aText(null, [table], { leave_out_elsewhere: true, format });
    expect(await imported(ofTwo, 1)).toMatchObject({ imported: 1, not_imported: { elsewhere: 1 } });
  });

  it("goes on exactly where a killed process stopped", { timeout: 180_000 }, async () => {
    const { sku } = await aProduct();
    const keys = Array.from({ length: 5_000 }, (_, n) => `KEY-${n}`);
    const id = await aText(sku.id, [
      `${keys.slice(0, 3_100).join("\n")}\nKE`,
      keys.slice(3_100).join("\n").slice(2),
    ]);
    await begin(id, { mode: "import", pieces: 2 });
    // One batch, as when the time of a turn is over: the rest is a job again.
    await runImport(id, 0);
    expect(await show(id)).toMatchObject({ status: "importing", read: 2_000, imported: 2_000 });
    const child = fork(programOf("import-writer"), [String(id)]);
    expect(await once(child, "exit")).toEqual([null, "SIGKILL"]);
    expect(await show(id)).toMatchObject({ read: 2_000, imported: 2_000 });
    await runToEnd(id);
    expect(await show(id)).toMatchObject({ status: "done", read: 5_000, imported: 5_000, not_imported: {} });
    expect(await contentOf(sku.id)).toEqual(keys);
    expect((await stockOf(sku.id)).counters).toMatchObject({ available: 5_000 });
  });

  it("stops when it is canceled, and keeps what it stored", async () => {
    const { sku } = await aProduct();
    const id = await aText(sku.id, [Array.from({ length: 2_500 }, (_, n) => `KEY-${n}`).join("\n")]);
    await begin(id, { mode: "import", pieces: 1 });
    await runImport(id, 0);
    expect((await staff.call(cancelImport, "POST", at(id))).status).toBe(200);
    await runToEnd(id);
    expect(await show(id)).toMatchObject({ status: "canceled", imported: 2_000 });
    expect(await db().keyImportPiece.count()).toBe(0);
    expect((await stockOf(sku.id)).counters).toMatchObject({ available: 2_000 });
    expectRefusal(await staff.call(cancelImport, "POST", at(id)), 409, "This import is over", 40906);
  });

  it("lists no check that nobody followed up, because nothing came in", async () => {
    const { sku } = await aProduct();
    const id = await aText(sku.id, ["AAA\nBBB"]);
    expect(await imported(id, 1, "check")).toMatchObject({ status: "checked", imported: 2 });
    const listed = async () =>
      (
        await staff.call<{ imports: KeyImportView[] }>(listImports, "GET", { path: `/x?sku_id=${sku.id}` })
      ).data.imports.map((row) => row.id);
    expect(await listed()).toEqual([id]);
    expect((await staff.call(cancelImport, "POST", at(id))).status).toBe(200);
    expect(await listed()).toEqual([]);
    expect(await show(id)).toMatchObject({ status: "canceled", imported: 0 });
  });

  it("says why it cannot go on: a table without an end, an option of a main site", async () => {
    const { sku } = await aProduct();
    const format = { kind: "table", delimiter: ",", has_heading: false, columns: { key: 0 } };
    const broken = await aText(sku.id, ['AAA\n"BBB\nCCC'], { format });
    expect(await imported(broken, 1)).toMatchObject({
      status: "failed",
      problem: expect.stringMatching(/^The table cannot be read up to line 3:/),
    });
    const id = await aText(sku.id, ["DDD"]);
    await begin(id, { mode: "import", pieces: 1 });
    await db().sku.update({ where: { id: sku.id }, data: { source: "upstream" } });
    await runToEnd(id);
    expect(await show(id)).toMatchObject({ status: "failed", imported: 0 });
    expect(await stockOf(sku.id)).toMatchObject({ rows: { available: 0 }, counters: { available: 0 } });
    const { data } = await staff.call<{ imports: KeyImportView[]; total: number }>(listImports, "GET", {
      path: `/x?sku_id=${sku.id}`,
    });
    expect(data.imports.map((view) => view.id)).toEqual([id, broken]);
    const later = new Date(Date.parse(data.imports[0]?.created_at ?? "") + 1).toISOString();
    for (const [time, total] of Object.entries({ [`from=${later}`]: 0, [`to=${later}`]: data.total }))
      expect((await staff.call(listImports, "GET", { path: `/x?sku_id=${sku.id}&${time}` })).data.total).toBe(
        total,
      );
  });

  it("lists the first refused lines of each import, however many another one has", async () => {
    const { sku } = await aProduct();
    const [few, many] = [await aText(sku.id, ["A"]), await aText(sku.id, ["B"])];
    const line = { importId: many, reason: "too_long" };
    const lines = Array.from({ length: 1_100 }, (_, n) => ({ ...line, line: n + 1 }));
    await db().keyImportLine.createMany({ data: [...lines, { ...line, importId: few, line: 7 }] });
    const { data } = await staff.call<{ imports: KeyImportView[] }>(listImports, "GET", {
      path: `/x?sku_id=${sku.id}`,
    });
    expect(data.imports.map(({ id, refused }) => [id, refused.length, refused.at(-1)?.line])).toEqual([
      [many, 50, 50],
      [few, 1, 7],
    ]);
  });
});
