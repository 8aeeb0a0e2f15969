import { expectOk, expectRefused, money } from "../answers.mjs";
import { expect, Skipped } from "../report.mjs";

const kinds = ["card_key", "account", "link", "text", "none"];
/** Pages that are read at most: a large shop is not read whole. */
const mostPages = 12;

const isWhole = (value) => Number.isInteger(value) && value >= 0;

const memberChecks = {
  id: Number.isInteger,
  slug: (value) => typeof value === "string",
  title: (value) => typeof value === "string",
  price: (value) => typeof value === "string",
  stock: Number.isInteger,
  auto_secret_kind: (value) => typeof value === "string",
  category: (value) => typeof value === "string",
};

async function checkMembers(report, list) {
  const each = (name, sentence, check) =>
    report.rule(name, sentence, () => {
      if (!list) throw new Skipped("no list came");
      for (const product of list.products) check(product);
    });
  await each("products.members", "each product has the specified members", (product) => {
    for (const [name, isGood] of Object.entries(memberChecks))
      expect(isGood(product[name]), `products[].${name} as specified`, product);
  });
  await each("products.money", "prices have two decimals", (product) => {
    for (const { price } of [product, ...(product.skus ?? [])])
      expect(money.test(price), "a price like 9.90", product);
  });
  await each("products.stock", "stock is a whole number from 0 to 999999", (product) => {
    for (const { stock } of [product, ...(product.skus ?? [])])
      expect(isWhole(stock) && stock <= 999_999, "stock from 0 to 999999", product);
  });
  await each("products.skus", "each SKU has id, price and stock", (product) => {
    for (const sku of product.skus ?? [])
      expect(
        Number.isInteger(sku.id) && "price" in sku && "stock" in sku,
        "skus[] with id, price, stock",
        product,
      );
  });
  await each("products.kind", "auto_secret_kind is a word of the list", (product) =>
    expect(kinds.includes(product.auto_secret_kind), kinds.join(", "), product),
  );
  await each("products.on-sale", "without updated_after nothing comes that is not on sale", (product) =>
    expect(product.active !== false, "no product with active false", product),
  );
  await report.rule("products.unique", "an id stands once", () => {
    const ids = (list?.products ?? []).flatMap(({ id, skus }) => [
      `product ${id}`,
      ...(skus ?? []).map((sku) => `SKU ${sku.id}`),
    ]);
    const twice = ids.find((id, at) => ids.indexOf(id) !== at);
    expect(twice === undefined, "each id once", twice);
  });
}

async function checkPages(report, main, list, { isThorough }) {
  const total = list?.total ?? 0;
  const needed = "there are fewer than two products";
  const pages = [];
  await report.rule("products.pages", "the pages hold every product once", async () => {
    if (total < 2) throw new Skipped(needed);
    const most = isThorough ? 100 : mostPages;
    const perPage = Math.max(1, Math.min(200, Math.ceil(total / most)));
    const count = Math.ceil(total / perPage);
    for (let page = 1; page <= count; page++) {
      const answer = await main.get(`/products?per_page=${perPage}&page=${page}`);
      const data = expectOk(answer);
      expect(data.page === page && data.per_page === perPage, `page ${page} of ${perPage} each`, answer);
      pages.push(answer);
    }
    const ids = pages.flatMap(({ json }) => json.data.products.map(({ id }) => id));
    const twice = ids.find((id, at) => ids.indexOf(id) !== at);
    expect(twice === undefined, "no product on two pages", ids);
    expect(ids.length === total, `${total} products on ${count} pages`, ids);
  });
  await report.rule("products.total", "total is the same on each page", () => {
    if (pages.length < 2) throw new Skipped(needed);
    const wrong = pages.find(({ json }) => json.data.total !== total);
    expect(wrong === undefined, `total ${total}`, wrong);
  });
  await report.rule("products.beyond", "a page after the last one is an empty list", async () => {
    const answer = await main.get("/products?page=100000&per_page=200");
    expect(expectOk(answer).products.length === 0, "no product", answer);
  });
}

async function checkTimes(report, main, list) {
  const since = async (time, more = "") => {
    const answer = await main.get(`/products?updated_after=${encodeURIComponent(time)}${more}`);
    return { answer, data: expectOk(answer) };
  };
  await report.rule("products.future", "updated_after a time to come is an empty list", async () => {
    const { answer, data } = await since("2099-01-01T00:00:00Z");
    expect(data.products.length === 0 && data.total === 0, "no product and total 0", answer);
  });
  await report.rule("products.past", "updated_after a time long ago is everything", async () => {
    const { answer, data } = await since("1970-01-01T00:00:00Z");
    expect(data.total >= (list?.total ?? 0), `at least the ${list?.total} products on sale`, answer);
    expect(data.products.length === Math.min(data.total, 50), "as many as fit", answer);
  });
  await report.rule("products.left", "what has left the shelf has no stock", async () => {
    const { answer, data } = await since("1970-01-01T00:00:00Z", "&per_page=200");
    const left = data.products.filter(({ active }) => active === false);
    if (left.length === 0) throw new Skipped("nothing has left the shelf");
    expect(
      left.every(({ stock }) => stock === 0),
      "stock 0",
      answer,
    );
  });
  const dated = list?.products.find(({ updated_at }) => typeof updated_at === "string");
  const needed = "the products show no updated_at";
  await report.rule(
    "products.strict",
    "updated_after the time of a product's last change leaves it out",
    async () => {
      if (!dated) throw new Skipped(needed);
      const { answer, data } = await since(dated.updated_at, "&per_page=200");
      const isThere = data.products.some(
        ({ id, updated_at }) => id === dated.id && updated_at === dated.updated_at,
      );
      expect(!isThere, `no product ${dated.id} of ${dated.updated_at}`, answer);
    },
  );
  await report.rule("products.offset", "an offset of updated_after counts", async () => {
    if (!dated) throw new Skipped(needed);
    const before = Date.parse(dated.updated_at) - 1000;
    const elsewhere = new Date(before - 3 * 3_600_000).toISOString().replace("Z", "-03:00");
    const [one, same] = [await since(new Date(before).toISOString()), await since(elsewhere)];
    expect(
      one.data.total === same.data.total,
      `total ${one.data.total}, as with the same time in UTC`,
      same.answer,
    );
    for (const form of ["-0300", "-03"]) {
      const other = await since(elsewhere.replace("-03:00", form));
      expect(one.data.total === other.data.total, `total ${one.data.total}, as with -03:00`, other.answer);
    }
    const later = await since(new Date(before + 3 * 3_600_000).toISOString().replace("Z", "+03:00"));
    expect(
      one.data.total === later.data.total,
      `total ${one.data.total}, as with the same time in UTC`,
      later.answer,
    );
  });
}

export async function checkProducts(report, main, { isThorough }) {
  report.section("GET /upstream/products");
  const answer = await main.get("/products");
  const list = Array.isArray(answer.json?.data?.products) ? answer.json.data : null;
  await report.rule("products.defaults", "nothing asked is page 1 of 50", () => {
    const data = expectOk(answer);
    expect(list !== null, "products: a list", answer);
    expect(data.page === 1 && data.per_page === 50, "page 1 and per_page 50", answer);
    expect(
      Number.isInteger(data.total) && data.total >= data.products.length,
      "total: the whole match",
      answer,
    );
    expect(data.products.length === Math.min(50, data.total), "as many products as fit", answer);
  });
  await checkMembers(report, list);
  for (const [name, asked] of [
    ["products.full-page", 200],
    ["products.clamp", 1000],
  ]) {
    await report.rule(name, `per_page ${asked} is 200`, async () => {
      const answer = await main.get(`/products?per_page=${asked}`);
      expect(expectOk(answer).per_page === 200, "per_page 200", answer);
    });
  }
  const malformed = (name, sentence, queries) =>
    report.rule(name, sentence, async () => {
      for (const query of queries) expectRefused(await main.get(`/products?${query}`), 400, 4001);
    });
  await malformed("products.page-form", "a page that is no number above 0 is 4001", [
    "page=0",
    "page=-1",
    "page=x",
    "page=1.5",
    "per_page=0",
    "per_page=x",
  ]);
  await malformed("products.time-form", "a time without an offset is 4001", [
    "updated_after=yesterday",
    "updated_after=2026-01-01T00:00:00",
    "updated_after=1767225600",
  ]);
  await checkPages(report, main, list, { isThorough });
  await report.rule("products.category", "a category that is not there is an empty list", async () => {
    const answer = await main.get("/products?category_id=2147483646");
    const data = expectOk(answer);
    expect(data.products.length === 0 && data.total === 0, "no product and total 0", answer);
  });
  await checkTimes(report, main, list);
  return list;
}
