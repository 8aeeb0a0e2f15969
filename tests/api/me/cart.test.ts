import { describe, expect, it } from "vitest";
import { POST as addLines } from "@/app/api/v1/me/cart/lines/route";
import { GET, PUT } from "@/app/api/v1/me/cart/route";
import { GET as skus } from "@/app/api/v1/public/skus/route";
import type { OfferedSkuList } from "@/lib/catalogue/schema";
import { db } from "@/lib/db/client";
import { countCart } from "@/lib/orders/cart/read-cart";
import type { CartView } from "@/lib/orders/cart/schema";
import { aLoggedInUser } from "../../support/builders/accounts";
import { aProduct, aSku } from "../../support/builders/products";
import { call } from "../../support/harness/call";

const line = (skuId: number, more: object = {}) => ({ product_id: 1, sku_id: skuId, quantity: 1, ...more });
const add = (token: string, ...lines: object[]) =>
  call<CartView & { left_out: number }>(addLines, "POST", { token, body: { lines } });
const put = (token: string, version: number, lines: object[]) =>
  call<CartView>(PUT, "PUT", { token, body: { version, lines } });
const read = async (token: string) => (await call<CartView>(GET, "GET", { token })).json.data as CartView;

describe("/api/v1/me/cart", () => {
  it("is for members, and empty for one who kept nothing", async () => {
    expect((await call(GET, "GET")).json).toMatchObject({ status_code: 401, data: null });
    const refused = await call(addLines, "POST", { body: { lines: [line(1)] } });
    expect(refused.json).toMatchObject({ status_code: 401, data: null });
    const { token } = await aLoggedInUser();
    expect(await read(token)).toEqual({ version: 0, lines: [] });
  });

  it("loses nothing of what devices add at one moment [C175]", async () => {
    const { token } = await aLoggedInUser();
    const ids = Array.from({ length: 12 }, (_, index) => index + 1);
    const answers = await Promise.all(ids.map((id) => add(token, line(id), line(99))));
    expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200));
    const { version, lines } = await read(token);
    expect(version).toBe(ids.length);
    expect(lines.map(({ sku_id }) => sku_id).sort((a, b) => a - b)).toEqual([...ids, 99]);
    expect(lines.find(({ sku_id }) => sku_id === 99)?.quantity).toBe(ids.length);
  });

  it("lets one of two devices replace what both saw, and tells the other [C175]", async () => {
    const { token } = await aLoggedInUser();
    await add(token, line(1), line(2));
    const both = await Promise.all([put(token, 1, [line(1)]), put(token, 1, [line(2, { quantity: 4 })])]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.json).toMatchObject({ status_code: 40906 });
    expect((await read(token)).version).toBe(2);
  });

  it("tells apart what was answered and which key was chosen, and takes as many lines as an order", async () => {
    const { token, user } = await aLoggedInUser();
    const answered = { form: { name: "Ada", tone: "calm" } };
    await add(token, line(1, answered), line(1, { form: { name: "Eve" } }), line(2, { pick: "A-1" }));
    const merged = await add(
      token,
      line(1, { form: { tone: "calm", name: "Ada" }, quantity: 2, price: "9.90" }),
      line(2, { pick: "A-1" }),
    );
    expect(merged.json.data?.lines).toEqual([
      { product_id: 1, sku_id: 1, quantity: 3, ...answered, price: "9.90" },
      { product_id: 1, sku_id: 1, quantity: 1, form: { name: "Eve" } },
      { product_id: 1, sku_id: 2, quantity: 1, pick: "A-1" },
    ]);
    expect(await countCart(user.id)).toBe(5);
    const many = Array.from({ length: 20 }, (_, index) => line(100 + index));
    const full = await add(token, ...many);
    expect(full.json.data?.lines).toHaveLength(20);
    expect(full.json.data?.left_out).toBe(3);
    expect((await add(token, ...many, line(200))).json).toMatchObject({ status_code: 400, data: null });
    expect((await add(token, line(1, { quantity: 0 }))).json).toMatchObject({ status_code: 400, data: null });
  });

  it("is one's own, and goes with the account", async () => {
    const [mine, other] = [await aLoggedInUser(), await aLoggedInUser()];
    await add(mine.token, line(1));
    expect((await read(other.token)).lines).toEqual([]);
    await db().user.delete({ where: { id: mine.user.id } });
    expect(await db().cart.count()).toBe(0);
  });
});

describe("GET /api/v1/public/skus", () => {
  it("shows options of several products, and leaves out what is not for sale", async () => {
    const { product, sku } = await aProduct({ keys: 2, priceCents: 1250n });
    const second = await aSku(product.id, { priceCents: 900n });
    const { sku: draft } = await aProduct({ product: { status: "draft" } });
    const { sku: alone } = await aProduct({ priceCents: 300n });
    const ids = [sku.id, second.id, draft.id, alone.id, 999_999].join(",");
    const answer = await call<OfferedSkuList>(skus, "GET", { path: `/api/v1/public/skus?sku_ids=${ids}` });
    const found = answer.json.data?.skus ?? [];
    expect(found.map(({ sku: { id } }) => id).sort((a, b) => a - b)).toEqual([sku.id, second.id, alone.id]);
    const first = found.find(({ sku: { id } }) => id === sku.id);
    expect(first).toMatchObject({
      is_only: false,
      product: { id: product.id, slug: product.slug, form_fields: [] },
      sku: { price: "12.50", stock: 2 },
    });
    expect(found.find(({ sku: { id } }) => id === alone.id)?.is_only).toBe(true);
    expect(JSON.stringify(found)).not.toContain("cost");
  });
});
