import { describe, expect, it } from "vitest";
import { operations as adminProducts } from "@/app/api/v1/admin/products/[[...path]]/route";
import type { ProductImportReport } from "@/lib/catalogue/csv/schema";
import { csvLine, readCsv } from "@/lib/core/formats/csv";
import { db } from "@/lib/db/client";
import { productsOfTest } from "../../support/builders/admin-products";
import { aCategory } from "../../support/builders/products";
import { expectStaffOnly } from "../../support/harness/admin-suite";

const { admin, create, patchSku, read } = productsOfTest();

type Mode = "preview" | "all" | "good";

const send = (csv: string, mode: Mode = "all", headers: Record<string, string> = {}) =>
  admin.call<ProductImportReport>(adminProducts.importProducts, "POST", { body: { csv, mode }, headers });
const report = async (csv: string, mode: Mode = "all") => (await send(csv, mode)).data;
const download = async (query = "") =>
  (await admin.call(adminProducts.exportProducts, "GET", { path: `/x?${query}` })).text;

/** The file with some cells otherwise. */
function withCells(csv: string, changes: Record<string, Record<string, string>>): string {
  const [heading, ...lines] = readCsv(csv);
  const names = heading?.cells ?? [];
  const code = names.indexOf("code");
  const rows = lines.map(({ cells }) =>
    cells.map((cell, index) => changes[cells[code] ?? ""]?.[names[index] ?? ""] ?? cell),
  );
  return [names, ...rows].map(csvLine).join("");
}

const lines = (heading: string, ...rows: (readonly string[])[]) =>
  csvLine(heading.split(",")) + rows.map(csvLine).join("");

const actions = async () => (await db().auditLog.findMany()).map(({ action }) => action);

describe("products as a file", () => {
  it("is for staff who may read and change the catalogue", async () => {
    await expectStaffOnly(
      adminProducts.importProducts,
      "POST",
      { body: { csv: "slug,code\na,b", mode: "preview" } },
      "viewer",
    );
    expect(
      (await admin.call(adminProducts.exportProducts, "GET", {})).headers.get("content-disposition"),
    ).toContain("products.csv");
  });

  it("changes nothing when it is imported as it was exported", async () => {
    const awkward = { "A = B": "1 | 2", Path: "c:\\x", Formula: "=1+1", Apostrophe: "'=x" };
    const { data } = await create({
      title: "=SUM(1)",
      summary: '"quoted", with; signs',
      tags: ["a|b", "c,d", "'@x"],
      skus: [
        {
          code: "STD",
          name: "Standard",
          price: "10",
          cost_price: "5.5",
          original_price: "12.00",
          spec: awkward,
          wholesale: [
            { min_quantity: 10, price: "9.00" },
            { min_quantity: 50, percent: 20 },
          ],
        },
        { code: "OFF", name: "Off", price: "1.00", is_active: false },
      ],
    });
    await create({
      slug: "by-hand",
      auto_secret_kind: "none",
      skus: [{ code: "H", name: "H", price: "2.00", stock: 7 }],
    });
    await create({
      slug: "a-text",
      auto_secret_kind: "text",
      skus: [{ code: "T", name: "T", price: "2.00", content: "The text" }],
    });
    const before = [await read(data.id), await actions()];
    const done = await report(await download());
    expect(done).toMatchObject({
      lines: 4,
      products: { created: 0, changed: 0, unchanged: 3 },
      options: { created: 0, changed: 0, unchanged: 4 },
      changes: [],
      refused: [],
      is_written: true,
    });
    expect([
      await read(data.id),
      (await actions()).filter((one) => !/^product\.(import|export)$/.test(one)),
    ]).toEqual(before);
  });

  it("holds what the list of products shows", async () => {
    await create();
    await create({ slug: "a-draft", status: "draft" });
    expect(readCsv(await download("status=draft")).map(({ cells }) => cells[0])).toEqual([
      "slug",
      "a-draft",
      "a-draft",
    ]);
  });

  it("changes what is written otherwise, and tells it before", async () => {
    const { data } = await create();
    const file = withCells(await download(), {
      STD: { price: "8", cost_price: "", wholesale: "5 = 10%", properties: "Region = EU", title: "Renamed" },
      DLX: { title: "Renamed", on_sale: "no" },
    });
    const preview = await report(file, "preview");
    expect(preview).toMatchObject({
      is_written: false,
      products: { changed: 1 },
      options: { changed: 2 },
      refused: [],
    });
    expect(preview.changes.map(({ line, column, from, to }) => [line, column, from, to])).toEqual([
      [2, "title", "A game", "Renamed"],
      [2, "price", "9.90", "8.00"],
      [2, "cost_price", "5.00", ""],
      [2, "wholesale", "", "5 = 10%"],
      [2, "properties", "Edition = Standard", "Region = EU"],
      [3, "on_sale", "yes", "no"],
    ]);
    expect((await read(data.id)).title).toBe("A game");
    expect(await actions()).not.toContain("product.import");
    expect((await report(file)).is_written).toBe(true);
    expect(await read(data.id)).toMatchObject({
      title: "Renamed",
      skus: [
        {
          code: "STD",
          price: "8.00",
          cost_price: null,
          spec: { Region: "EU" },
          own_wholesale: [{ percent: 10 }],
        },
        { code: "DLX", is_active: false, original_price: "19.90" },
      ],
    });
    expect(await actions()).toEqual(expect.arrayContaining(["product.update", "product.import"]));
  });

  it("leaves what it does not name: columns, options and products", async () => {
    const { data } = await create();
    const file = lines("slug,code,price", ["a-game", "STD", "3.00"], ["a-game", "NEW", "4.00"]);
    expect(await report(file)).toMatchObject({ options: { created: 1, changed: 1 }, is_written: true });
    expect(
      (await read(data.id)).skus.map(({ code, name, price, cost_price }) => [code, name, price, cost_price]),
    ).toEqual([
      ["STD", "Standard", "3.00", "5.00"],
      ["DLX", "Deluxe", "7.50", null],
      ["NEW", "A game", "4.00", null],
    ]);
  });

  it("makes a product of lines that name a new address, as a draft", async () => {
    const { slug } = await aCategory();
    const heading = "slug,title,category,kind,code,name,price";
    const done = await report(
      lines(
        heading,
        ["new-one", "New", slug, "card_key", "A", "One", "1.00"],
        ["new-one", "", "", "", "B", "", "2.00"],
      ),
    );
    expect(done).toMatchObject({
      products: { created: 1 },
      options: { created: 2 },
      refused: [],
      is_written: true,
    });
    const { id } = await db().product.findUniqueOrThrow({ where: { slug: "new-one" } });
    expect(await read(id)).toMatchObject({
      status: "draft",
      skus: [
        { code: "A", name: "One" },
        { code: "B", name: "New" },
      ],
    });
  });
});

describe("a file with wrong lines", () => {
  const heading = "slug,title,category,code,price,compare_at_price,wholesale";
  const wrong = (category: string) =>
    lines(
      heading,
      ["a-game", "", "", "STD", "ten", "", ""],
      ["a-game", "", "", "DLX", "5.00", "4.00", ""],
      ["other", "", "no-such-category", "X", "1.00", "", ""],
      ["other", "", "", "Y", "1.00", "", ""],
      ["third", "", category, "Z", "1.00", "", ""],
      ["good", "", "", "STD", "6.00", "", "10 = 7.00"],
      ["good", "", "", "DLX", "6.00", "", ""],
      ["good", "", "", "DLX", "6.00", "", ""],
    );

  it("names every refused line with its reason, and writes nothing", async () => {
    await create();
    await create({ slug: "good" });
    const file = wrong((await aCategory()).slug);
    const before = await download();
    for (const mode of ["preview", "all"] as const) {
      const { refused, is_written } = await report(file, mode);
      expect(refused.map(({ line, column, reason }) => [line, column, reason])).toEqual([
        [2, "price", 'must be an amount with at most two decimals, like "9.90"'],
        [3, "compare_at_price", expect.any(String)],
        [4, "category", expect.any(String)],
        [5, null, "line 4 of the same product is refused"],
        [6, "title", "is required"],
        [7, "wholesale", expect.any(String)],
        [9, "code", "names an option that line 8 names as well"],
      ]);
      expect(is_written).toBe(false);
    }
    expect(await download()).toBe(before);
  });

  it("writes the good lines alone when it is asked to", async () => {
    await create();
    const { data } = await create({ slug: "good" });
    const done = await report(wrong((await aCategory()).slug), "good");
    expect(done).toMatchObject({ is_written: true, products: { changed: 1 }, options: { changed: 1 } });
    expect(done.refused).toHaveLength(7);
    expect((await read(data.id)).skus.map(({ price }) => price)).toEqual(["9.90", "6.00"]);
  });

  it("says so in the language of who asks", async () => {
    const { data } = await send("slug,code,price\na-game,STD,ten", "preview", { "accept-language": "zh" });
    expect(data.refused[0]?.reason).toMatch(/\p{Script=Han}/u);
  });

  it.each([
    ["price\n1.00", "column_missing"],
    ["slug,code,colour\na,b,red", "column_unknown"],
    ["slug,code,price,Price\na,b,1,2", "column_twice"],
    ["slug,code", "no_lines"],
  ])("is refused when it is no file of products: %j", async (csv, rule) => {
    const refused = await send(csv);
    expect([
      refused.status,
      refused.headers.get("x-error-field"),
      refused.headers.get("x-error-rule"),
    ]).toEqual([400, "csv", rule]);
  });
});

describe("units in a file", () => {
  const aService = () =>
    create({
      slug: "by-hand",
      auto_secret_kind: "none",
      skus: [{ code: "H", name: "H", price: "2.00", stock: 7 }],
    });
  const sellTwo = (id: number) => patchSku(id, { stock: 5 });

  it("gives nothing back that was sold since the export", async () => {
    const { data } = await aService();
    const file = await download();
    await sellTwo((await read(data.id)).skus[0]?.id ?? 0);
    expect(await report(withCells(file, { H: { price: "3.00" } }))).toMatchObject({
      refused: [],
      is_written: true,
    });
    expect((await read(data.id)).skus[0]).toMatchObject({ price: "3.00", stock: 5 });
  });

  it("refuses a count that was changed since the export, and takes one that was not", async () => {
    const { data } = await aService();
    const file = withCells(await download(), { H: { stock: "20" } });
    await sellTwo((await read(data.id)).skus[0]?.id ?? 0);
    expect((await report(file)).refused).toMatchObject([{ line: 2, column: "stock" }]);
    await report(withCells(await download(), { H: { stock: "" } }));
    expect((await read(data.id)).skus[0]).toMatchObject({ is_unlimited: true });
  });

  it("counts keys by themselves: a number there is refused", async () => {
    await create();
    const { refused } = await report(lines("slug,code,stock", ["a-game", "STD", "4"], ["a-game", "DLX", ""]));
    expect(refused).toMatchObject([{ line: 2, column: "stock" }]);
  });
});
