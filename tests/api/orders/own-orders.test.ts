import { describe, expect, it } from "vitest";
import { GET as list } from "@/app/api/v1/orders/route";
import { db } from "@/lib/db/client";
import type { OrderList } from "@/lib/orders/schema";
import { aLoggedInUser } from "../../support/builders/accounts";
import { anOrder, pay } from "../../support/builders/orders";
import { aProduct } from "../../support/builders/products";
import { call } from "../../support/harness/call";

const ask = (token: string, query: string) =>
  call<OrderList>(list, "GET", { token, path: `/api/v1/orders?${query}` });
const numbers = ({ data }: { data: OrderList }) => data.orders.map(({ order_no }) => order_no);

const numberOf = async (id: number) =>
  (await db().order.findUniqueOrThrow({ where: { id }, select: { orderNo: true } })).orderNo;

async function aBuyer() {
  const { user, token } = await aLoggedInUser();
  const buy = async (
    product: Parameters<typeof aProduct>[0],
    overrides: Parameters<typeof anOrder>[0]["overrides"] = {},
  ) => {
    const { sku } = await aProduct({ keys: 2, ...product });
    const { orderId } = await anOrder({ sku, userId: user.id, email: user.email, overrides });
    return { sku, orderId, orderNo: await numberOf(orderId) };
  };
  return { user, token, buy };
}

describe("the search of a buyer's orders", () => {
  it("finds a name as it was bought, as the shop calls it now and in each of its languages, whatever its width and case", async () => {
    const { token, buy } = await aBuyer();
    const { orderNo, sku } = await buy({ product: { title: "Paper Glide" } });
    await buy({ product: { title: "Tidemill" } });
    await db().product.update({
      where: { id: sku.productId },
      data: { title: "Paperglide Pro", translations: { zh: { title: "纸翼专业版" } } },
    });
    for (const words of [
      "paper GLIDE",
      "glide pro",
      "纸翼",
      "ｇｌｉｄｅ",
      orderNo.slice(0, 9).toLowerCase(),
      `纸翼 ${orderNo}`,
    ])
      expect(numbers(await ask(token, `search=${encodeURIComponent(words)}`)), words).toEqual([orderNo]);
    for (const words of ["glide tidemill", "%", "_aper", "纸鸢"])
      expect(numbers(await ask(token, `search=${encodeURIComponent(words)}`)), words).toEqual([]);
  });

  it("finds the option, an answer, the chosen label and the recipient of a gift", async () => {
    const { token, buy } = await aBuyer();
    const { orderNo, orderId } = await buy(
      {},
      { forms: [{ account: "Heron-77" }], gift: { email: "kim@example.com", message: "", fromName: "" } },
    );
    await db().orderItem.updateMany({
      where: { orderId },
      data: { skuName: "Twelve months", pick: "+1 555 0100" },
    });
    await buy({});
    for (const words of ["twelve", "heron-77", "0100", "kim@"])
      expect(numbers(await ask(token, `search=${encodeURIComponent(words)}`)), words).toEqual([orderNo]);
    // The name of a question is none of the buyer's words.
    expect(numbers(await ask(token, "search=account"))).toEqual([]);
  });

  it("keeps the newest first, counts what it found and pages through it, also of one status", async () => {
    const { token, buy } = await aBuyer();
    const made = [];
    for (let n = 0; n < 5; n++) made.push(await buy({ product: { title: `Lantern ${n}` } }));
    const [first, second] = made;
    if (!first || !second) throw new Error("Nothing was bought");
    await pay(first.orderId);
    await pay(second.orderId);
    const newest = made.map(({ orderNo }) => orderNo).reverse();
    const page = await ask(token, "search=lantern&per_page=2&page=2");
    expect([numbers(page), page.data.total]).toEqual([newest.slice(2, 4), 5]);
    const delivered = await ask(token, "search=lantern&status=delivered");
    expect([numbers(delivered), delivered.data.total]).toEqual([[second.orderNo, first.orderNo], 2]);
    expect(numbers(await ask(token, `search=lantern&order_no=${first.orderNo}`))).toEqual([first.orderNo]);
  });

  it("finds nothing of another member, nor of a guest with the same address", async () => {
    const [one, other] = [await aBuyer(), await aBuyer()];
    const { sku } = await aProduct({ keys: 2, product: { title: "Paper Glide" } });
    const foreign = await anOrder({ sku, userId: other.user.id, email: one.user.email });
    await anOrder({ sku, email: one.user.email });
    for (const query of ["search=paper", `search=${await numberOf(foreign.orderId)}`, ""])
      expect(numbers(await ask(one.token, query)), query).toEqual([]);
  });

  it("takes a search of 1 to 100 signs", async () => {
    const { token } = await aBuyer();
    for (const [search, status] of [
      ["", 400],
      ["a".repeat(101), 400],
      ["a".repeat(100), 200],
      ["a b c d e f g h", 200],
    ] as const)
      expect((await ask(token, `search=${encodeURIComponent(search)}`)).status, search).toBe(status);
  });
});

it("names the goods of own orders in the language that is asked for, and as they were ordered without one", async () => {
  const { token, buy } = await aBuyer();
  const { sku, orderId } = await buy({ product: { title: "Paper Glide" } });
  await db().orderItem.updateMany({ where: { orderId }, data: { skuName: "Year" } });
  await db().product.update({
    where: { id: sku.productId },
    data: { translations: { zh: { title: "纸翼" } } },
  });
  await db().sku.update({ where: { id: sku.id }, data: { translations: { zh: { name: "一年" } } } });
  const nameOf = async (query: string) => {
    const item = (await ask(token, query)).data.orders[0]?.items[0];
    return [item?.title, item?.sku_name];
  };
  expect(await nameOf("lang=zh")).toEqual(["纸翼", "一年"]);
  expect(await nameOf("")).toEqual(["Paper Glide", "Year"]);
});
