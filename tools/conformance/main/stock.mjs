import { expectRefused } from "../answers.mjs";
import { expect, Skipped } from "../report.mjs";
import { bodyOf, readStock } from "./goods.mjs";

const mostUnits = 1000;
/** A product's own limits need not be shown: as many SKUs are asked for as may well be above theirs. */
const mostAsked = 5;

/** Orders at once in which a whole stock is asked for: a product's own limit may be small. */
const mostOrders = 12;

/** The smallest stock first: the least likely to meet a product's own limit, and the least that a wrong answer reserves. */
const shortestFirst = (products) =>
  products
    .flatMap(({ id, stock, skus, max_quantity: most = mostUnits }) =>
      skus?.length > 0
        ? skus.map((sku) => ({ id, skuId: sku.id, stock: sku.stock, most }))
        : [{ id, stock, most }],
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
  await report.rule("order.oversell", "of orders at once no more are taken than the stock has", async () => {
    if (!isThorough) throw new Skipped("give --thorough");
    const holds = ({ stock, most }) => Math.floor(stock / Math.min(stock, most));
    const goods = shortestFirst(products).find(
      (each) => each.stock >= 1 && each.stock <= 100 && holds(each) + 2 <= mostOrders,
    );
    if (!goods)
      throw new Skipped(
        `no stock of what is ordered here is between 1 and 100, in ${mostOrders - 2} orders at most`,
      );
    const stock = await readStock(main, goods);
    if (stock < 1) throw new Skipped("it is sold out by now");
    const quantity = Math.min(stock, goods.most);
    const fitting = holds({ ...goods, stock });
    const bodies = Array.from({ length: fitting + 2 }, () => bodyOf({ ...goods, quantity }));
    const answers = await Promise.all(bodies.map((body) => main.post("/orders", body)));
    if (answers.every(({ json }) => json?.status_code === 4001))
      throw new Skipped("the product's own limit is below its stock, and the list does not tell it");
    const taken = answers.filter(({ status }) => status === 200).length;
    expect(taken === fitting, `${fitting} of ${bodies.length} orders of ${quantity} taken, of ${stock}`, {
      taken,
    });
    for (const answer of answers) if (answer.status !== 200) expectRefused(answer, 409, 4099);
  });
}
