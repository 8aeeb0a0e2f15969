import { expectOk, expectRefused, money } from "./answers.mjs";
import { expect } from "./report.mjs";

function expectProduct(product) {
  for (const [name, isGood] of [
    ["id", Number.isInteger(product.id)],
    ["slug", typeof product.slug === "string"],
    ["title", typeof product.title === "string"],
    ["price", money.test(product.price)],
    ["stock", Number.isInteger(product.stock) && product.stock >= 0],
    ["auto_secret_kind", typeof product.auto_secret_kind === "string"],
    ["category", typeof product.category === "string"],
  ]) {
    expect(isGood, `products[].${name} as specified`, product);
  }
}

export async function checkProducts(report, main) {
  report.section("GET /upstream/products");
  const list = await report.rule("C43", "lists products with the specified members", async () => {
    const data = expectOk(await main.get("/products"));
    expect(Array.isArray(data.products), "products: a list", data);
    expect(data.page === 1 && data.per_page === 50, "page 1 and per_page 50 when nothing is asked", data);
    expect(
      Number.isInteger(data.total) && data.total >= data.products.length,
      "total: the whole match",
      data,
    );
    for (const product of data.products) expectProduct(product);
    return data;
  });
  await report.rule("C8", "per_page up to 200 is honoured", async () => {
    expect(expectOk(await main.get("/products?per_page=200")).per_page === 200, "per_page 200");
  });
  await report.rule("C8", "per_page above 200 is clamped, and the value used is echoed", async () => {
    const answer = await main.get("/products?per_page=1000");
    expect(expectOk(answer).per_page === 200, "per_page 200", answer);
  });
  for (const query of [
    "page=0",
    "page=x",
    "per_page=0",
    "updated_after=yesterday",
    "updated_after=2026-01-01T00:00:00",
  ]) {
    await report.rule("C8", `${query} is 4001`, async () =>
      expectRefused(await main.get(`/products?${query}`), 400, 4001),
    );
  }
  if (list && list.total > 1) {
    await report.rule("C8", "the pages hold every product once", async () => {
      const first = expectOk(await main.get("/products?per_page=1&page=1"));
      const second = expectOk(await main.get("/products?per_page=1&page=2"));
      const ids = [...first.products, ...second.products].map(({ id }) => id);
      expect(new Set(ids).size === 2, "two products on two pages", ids);
      expect(first.total === list.total && second.total === list.total, "the same total on every page");
    });
  } else report.skip("C8", "the pages hold every product once", "there are fewer than two products");
  await report.rule("C43", "updated_after a time to come is an empty list", async () => {
    const data = expectOk(await main.get("/products?updated_after=2099-01-01T00:00:00Z"));
    expect(data.products.length === 0 && data.total === 0, "no product and total 0", data);
  });
  await report.rule("C43", "updated_after a time long ago is a list", async () => {
    const data = expectOk(
      await main.get(`/products?updated_after=${encodeURIComponent("2000-01-01T02:00:00+02:00")}`),
    );
    expect(data.products.length === Math.min(data.total, 50), "everything that ever changed", data.total);
  });
  await checkFilters(report, main, list);
  return list;
}

async function checkFilters(report, main, list) {
  await report.rule("C43", "category_id of a category that is not there is an empty list", async () => {
    const data = expectOk(await main.get("/products?category_id=2147483646"));
    expect(data.products.length === 0 && data.total === 0, "no product and total 0", data);
  });
  const sentence = "updated_after the time of a product's last change leaves that product out";
  const dated = list?.products.find(({ updated_at }) => typeof updated_at === "string");
  if (!dated) return report.skip("C43", sentence, "the products show no updated_at");
  await report.rule("C43", sentence, async () => {
    const query = new URLSearchParams({ updated_after: dated.updated_at, per_page: "200" });
    const data = expectOk(await main.get(`/products?${query}`));
    const same = data.products.find(
      ({ id, updated_at }) => id === dated.id && updated_at === dated.updated_at,
    );
    expect(same === undefined, `no product ${dated.id} of ${dated.updated_at}`, same);
  });
}
