import { checkEnvelopes, expectOk } from "../answers.mjs";
import { expect, Skipped } from "../report.mjs";
import { signedCall } from "../signed-call.mjs";
import { checkCallbacks, listen } from "./callbacks.mjs";
import { checkExpiry, skipExpiry } from "./expiry.mjs";
import { bodyOf, goodsOf, pathOf, readStock } from "./goods.mjs";
import { checkOrder, checkOrders } from "./order.mjs";
import { checkPayment } from "./payment.mjs";
import { checkProducts } from "./products.mjs";
import { checkRefusals, checkRefusedPayments } from "./refused.mjs";
import { checkRestart } from "./restarted.mjs";
import { checkEarlyNonce, checkSignature, spendEarly } from "./signature.mjs";
import { checkOversell, checkShortStock } from "./stock.mjs";

class MainSite {
  constructor(baseUrl, credentials) {
    this.baseUrl = baseUrl;
    this.credentials = credentials;
  }

  as = (credentials) => new MainSite(this.baseUrl, credentials);
  get = (path, changes) =>
    signedCall(this.credentials, "GET", `${this.baseUrl}/api/v1/upstream${path}`, undefined, changes);
  delete = (path, changes) =>
    signedCall(this.credentials, "DELETE", `${this.baseUrl}/api/v1/upstream${path}`, undefined, changes);
  post = (path, body, changes) =>
    signedCall(this.credentials, "POST", `${this.baseUrl}/api/v1/upstream${path}`, body, changes);
}

const price = ({ price: text }) => Number(text);

/** Questions of a product's own form have answers that nobody but its operator knows. */
const asksItsBuyer = ({ buyer_form: form }) => Array.isArray(form) && form.some(({ required }) => required);

/** A burst above the limit of calls: every answer is one of the two. */
async function checkBurst(report, main, { isThorough }) {
  report.section("Many calls");
  await report.rule("limit.burst", "400 calls at once are answered, each with 200 or 4290", async () => {
    if (!isThorough) throw new Skipped("give --thorough");
    const calls = Array.from({ length: 400 }, () => main.get("/products?per_page=1", { isImpatient: true }));
    const wrong = (await Promise.all(calls)).find(
      ({ status, json }) => !(status === 200 || (status === 429 && json?.status_code === 4290)),
    );
    expect(wrong === undefined, "HTTP 200, or 429 with 4290", wrong);
  });
}

async function checkTrade(report, main, receiver, { offered, product, ...options }) {
  if (!product) {
    report.section("Orders");
    report.skip("order.answer", "an order", "no product in stock");
    return;
  }
  const order = await checkOrder(report, main, product, { ...options, others: offered });
  await checkOrders(report, main, product, options);
  const alone = options.productId ? [product] : offered;
  await checkShortStock(report, main, alone);
  if (!order) return;
  await checkRefusedPayments(report, main, order);
  const bought = options.isBuying ? await checkPayment(report, main, order, options) : null;
  if (!options.isBuying) report.skip("pay.answer", "a purchase", "give --buy to pay for it");
  if (bought)
    await checkCallbacks(report, main, receiver, order, {
      ...bought,
      waitMs: options.callbackWaitMs,
    });
  const { restart, reservation, isBuying, isThorough } = options;
  await checkRestart(report, main, {
    command: restart,
    goods: order.goods,
    bought: bought && { ...bought, path: order.path },
  });
  if (!isThorough && !reservation) skipExpiry(report);
  else {
    const goods = { ...goodsOf(product, 1), stock: await readStock(main, order.goods) };
    const waiting = expectOk(await main.post("/orders", bodyOf(goods)));
    await checkExpiry(report, main, { ...waiting, goods, path: pathOf(waiting) }, { reservation, isBuying });
  }
  await checkOversell(report, main, alone, { isThorough });
}

/** Plays an agent site, from the gentlest rule to a purchase. */
export async function checkMainSite(report, baseUrl, credentials, options) {
  const main = new MainSite(baseUrl, credentials);
  console.log(`Playing an agent against ${baseUrl}`);
  const first = await main.get("/products?per_page=1");
  if (first.status === 403) {
    report.section("Start");
    await report.rule("signature.accepted", "the given key and secret are accepted", () =>
      expect(false, "HTTP 200", first),
    );
    return;
  }
  const receiver = options.listen ? await listen(options.listen) : null;
  try {
    const early = await spendEarly(main);
    await checkSignature(report, main, options);
    const list = await checkProducts(report, main, options);
    const { test: isTest } = (await main.get("/account")).json?.data ?? {};
    if (isTest === true) console.log("\nThis is a test key: its orders take no stock, which is not judged.");
    const offered = (list?.products ?? [])
      .filter(({ active }) => active !== false)
      .filter((each) => each.id === options.productId || !asksItsBuyer(each))
      .map((each) => ({ ...each, takesNoStock: isTest === true }));
    const inStock = offered.filter(({ stock }) => stock > 0);
    const product = options.productId
      ? inStock.find(({ id }) => id === options.productId)
      : [...inStock].sort((a, b) => price(a) - price(b))[0];
    await checkRefusals(report, main, { offered, product });
    await checkTrade(report, main, receiver, { ...options, offered, product });
    await checkEarlyNonce(report, main, early, options.nonceWait);
    await checkBurst(report, main, options);
    await checkEnvelopes(report);
  } finally {
    await receiver?.stop();
  }
}
