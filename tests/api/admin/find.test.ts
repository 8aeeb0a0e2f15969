import { describe, expect, it } from "vitest";
import { operations as adminFind } from "@/app/api/v1/admin/find/[[...path]]/route";
import { operations as adminStock } from "@/app/api/v1/admin/stock/[[...path]]/route";
import { db } from "@/lib/db/client";
import type { FoundThings } from "@/lib/reports/schema";
import type { ImportReport } from "@/lib/stock/schema";
import { anOrder, getOrder, pay } from "../../support/builders/orders";
import { aProduct, aUser, keyOf } from "../../support/builders/products";
import { expectStaffOnly, staffOfTest } from "../../support/harness/admin-suite";

const owner = staffOfTest("owner");
const look = async (text: string) =>
  (await owner.call<FoundThings>(adminFind.findAnything, "POST", { body: { text } })).data.hits;

async function aSale() {
  const { sku, product } = await aProduct({ keys: 2, product: { title: "Paper Glide" } });
  const { orderId } = await anOrder({ sku, email: "ada@example.com" });
  await pay(orderId);
  return { sku, product, orderNo: (await getOrder(orderId)).orderNo };
}

describe("POST /api/v1/admin/find", () => {
  it("is for staff", async () => {
    await expectStaffOnly(adminFind.findAnything, "POST", { body: { text: "KX" } }, null);
  });

  it("finds an order by its number, by the beginning of it, and by its buyer", async () => {
    const { orderNo } = await aSale();
    const hit = { kind: "order", title: orderNo, href: `/admin/orders/${orderNo}` };
    for (const text of [orderNo, orderNo.toLowerCase(), orderNo.slice(0, 7), "ada@ex"]) {
      expect(await look(text), text).toContainEqual(expect.objectContaining(hit));
    }
    expect(await look("K0000000000000000")).toEqual([]);
  });

  it("reads no table of buyers as a whole, whatever the collation of the database", async () => {
    // An index in the order of a language does not find what begins with a text.
    const found = await db().$queryRaw<{ name: string }[]>`
      SELECT tablename AS name FROM pg_indexes
      WHERE indexdef LIKE '%(email text_pattern_ops%' AND indexdef NOT LIKE '% WHERE %' ORDER BY tablename`;
    expect(found.map(({ name }) => name)).toEqual(["orders", "users"]);
  });

  it("finds a key over all options, with the order that it was sold in, and never shows one", async () => {
    const { sku, orderNo } = await aSale();
    const sold = await look(keyOf(sku.id, 1));
    expect(sold).toEqual([
      expect.objectContaining({
        kind: "key",
        state: "sold",
        note: orderNo,
        href: `/admin/orders/${orderNo}`,
      }),
    ]);
    const free = await look(keyOf(sku.id, 2));
    expect(free).toMatchObject([{ kind: "key", state: "available", note: null }]);
    expect(JSON.stringify([...sold, ...free])).not.toContain("KEY-");
  });

  it("finds users and products, and only what the role may see", async () => {
    const user = await aUser({ email: "grace@example.com" });
    const { product, sku } = await aSale();
    expect(await look("grace@")).toContainEqual(
      expect.objectContaining({ kind: "user", href: `/admin/users/${user.id}` }),
    );
    expect(await look("glide")).toContainEqual(
      expect.objectContaining({ kind: "product", href: `/admin/products/${product.id}` }),
    );
    await aUser({ email: "gracie@example.com" });
    expect((await look("grac")).map(({ title }) => title)).toEqual([
      "grace@example.com",
      "gracie@example.com",
    ]);
    for (const text of ["gr_ce@", "gra%", "race@"]) expect(await look(text), text).toEqual([]);
    await db().staff.updateMany({ data: { role: "viewer" } });
    expect(await look("grace@")).toEqual([]);
    expect(await look(keyOf(sku.id, 1))).toMatchObject([{ kind: "key" }]);
  });

  it("finds a guest once by the beginning of an address, and a member in place of the guest that the member was", async () => {
    const { sku } = await aProduct({ keys: 4 });
    for (const email of ["lena@example.com", "lena@example.com", "leo@example.com", "le_o@example.com"])
      await anOrder({ sku, email });
    const guest = (email: string) => ({
      kind: "guest",
      title: email,
      href: `/admin/users/guest?email=${encodeURIComponent(email)}`,
    });
    expect(await look("LEN")).toMatchObject([guest("lena@example.com")]);
    expect((await look("leo@example.com")).map(({ kind }) => kind)).toEqual(["order", "guest"]);
    expect((await look("lena@example.com")).map(({ kind }) => kind)).toEqual(["guest", "order", "order"]);
    for (const text of ["le", "l_o", "eo@", "le%"]) expect(await look(text), text).toEqual([]);
    await aUser({ email: "lena@example.com" });
    expect((await look("lena")).map(({ kind }) => kind)).toEqual(["user"]);
  });

  it("puts what is named exactly before what only begins like it or belongs to it", async () => {
    const { orderNo, sku } = await aSale();
    const begin = orderNo.slice(0, 8);
    await owner.call(adminStock.importSecrets, "POST", {
      params: { sku_id: String(sku.id) },
      body: { secrets: begin },
    });
    expect((await look(begin)).map(({ kind }) => kind)).toEqual(["key", "order"]);
    await aUser({ email: "ada@example.com" });
    expect((await look("ada@example.com")).map(({ kind }) => kind)).toEqual(["user", "order"]);
    await db().product.update({ where: { id: sku.productId }, data: { title: "Glide" } });
    for (const version of [1, 2, 3, 4, 5]) await aProduct({ product: { title: `Glide ${version}` } });
    expect((await look("glide")).map(({ title }) => title)).toEqual([
      "Glide",
      "Glide 5",
      "Glide 4",
      "Glide 3",
      "Glide 2",
    ]);
  });

  it("tells at an import which keys another option has, and leaves them out when asked", async () => {
    const { sku: first } = await aProduct({ product: { title: "First" } });
    const { sku: second } = await aProduct({ product: { title: "Second" } });
    const put = async (skuId: number, body: object) =>
      (
        await owner.call<ImportReport>(adminStock.importSecrets, "POST", {
          params: { sku_id: String(skuId) },
          body,
        })
      ).data;
    expect(await put(first.id, { secrets: "A\nB\nC" })).toMatchObject({ imported: 3, elsewhere: [] });
    const elsewhere = [{ sku_id: first.id, name: expect.stringContaining("First"), count: 2 }];
    expect(await put(second.id, { secrets: "B\nC\nD", leave_out_elsewhere: true })).toMatchObject({
      imported: 1,
      duplicates: 0,
      elsewhere,
    });
    expect(await put(second.id, { secrets: "B\nC" })).toMatchObject({ imported: 2, elsewhere });
  });
});
