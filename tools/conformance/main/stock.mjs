import { expectRefused } from "../answers.mjs";
import { expect, Skipped } from "../report.mjs";
import { bodyOf, readStock } from "./goods.mjs";

const mostUnits = 1000;
/** A product's own limits need not be shown: as many SKUs are asked for as may well be above theirs. */
const mostAsked = 5;

/** The smallest stock first: the least likely to meet a product's own limit, and the least that a wrong answer reserves. */
const shortestFirst = (products) =>
  products
    .flatMap((product) =>
      product.skus?.length > 0
        ? product.skus.map((sku) => ({ id: product.id, skuId: sku.id, stock: sku.stock }))
        : [{ id: product.id, stock: product.stock }],
    )
    .filter(({ stock }) => stock < mostUnits)
    .sort((a, b) => a.stock - b.stock);

/** Asks for one unit more than there is, of the first goods whose own limit lets it be asked. */
export async function checkShortStock(report, main, products) {
  report.section("POST /upstream/orders: a short stock");
  let asked;
  await report.rule("order.short", "one unit more than is in stock is 4099", async () => {
    const candidates = shortestFirst(products);
    if (candidates.length === 0) throw new Skipped(`no stock of what is ordered here is below ${mostUnits}`);
    for (const goods of candidates.slice(0, mostAsked)) {
      const stock = await readStock(main, goods);
      const answer = await main.post("/orders", bodyOf({ ...goods, quantity: stock + 1 }));
      if (answer.json?.status_code === 4001) continue;
      asked = { ...goods, stock };
      return expectRefused(answer, 409, 4099);
    }
    throw new Skipped("the product's own limit is below its stock");
  });
  await report.rule(
    "order.short-keeps",
    "an order that is refused for its stock reserves nothing",
    async () => {
      if (!asked) throw new Skipped("no order was refused");
      const stock = await readStock(main, asked);
      expect(stock === asked.stock, `stock ${asked.stock}`, { stock });
    },
  );
}

/** Takes a whole stock for as long as a reservation lasts: for thorough runs. */
export async function checkOversell(report, main, products, { isThorough }) {
  await report.rule("order.oversell", "of three orders of a whole stock at once one is taken", async () => {
    if (!isThorough) throw new Skipped("give --thorough");
    const goods = shortestFirst(products).find(({ stock }) => stock >= 1 && stock <= 100);
    if (!goods) throw new Skipped("no stock of what is ordered here is between 1 and 100");
    const quantity = await readStock(main, goods);
    const answers = await Promise.all(
      [1, 2, 3].map(() => main.post("/orders", bodyOf({ ...goods, quantity }))),
    );
    if (answers.every(({ json }) => json?.status_code === 4001))
      throw new Skipped("the product's own limit is below its stock");
    const taken = answers.filter(({ status }) => status === 200);
    expect(taken.length === 1, "one order taken", { taken: taken.length });
    for (const answer of answers) if (answer.status !== 200) expectRefused(answer, 409, 4099);
  });
}
