import { checkOrder, checkRefusals, checkShortStock } from "./orders.mjs";
import { checkProducts } from "./products.mjs";
import { checkPurchase } from "./purchase.mjs";
import { expect } from "./report.mjs";
import { checkEarlyNonce, checkSignature, spendEarly } from "./signature.mjs";
import { signedCall } from "./signed-call.mjs";

class MainSite {
  constructor(baseUrl, credentials) {
    this.baseUrl = baseUrl;
    this.credentials = credentials;
  }

  as = (credentials) => new MainSite(this.baseUrl, credentials);
  get = (path, changes) =>
    signedCall(this.credentials, "GET", `${this.baseUrl}/api/v1/upstream${path}`, undefined, changes);
  post = (path, body, changes) =>
    signedCall(this.credentials, "POST", `${this.baseUrl}/api/v1/upstream${path}`, body, changes);
}

const price = ({ price: text }) => Number(text);

/** Plays an agent site, from the gentlest rule to a purchase. */
export async function checkMainSite(report, baseUrl, credentials, { isBuying, productId, other, nonceWait }) {
  const main = new MainSite(baseUrl, credentials);
  console.log(`Playing an agent against ${baseUrl}`);
  const first = await main.get("/products?per_page=1");
  if (first.status === 403) {
    report.section("Start");
    await report.rule("C40", "the given key and secret are accepted", () => expect(false, "HTTP 200", first));
    return;
  }
  const early = await spendEarly(main);
  await checkSignature(report, main);
  const list = await checkProducts(report, main);
  const offered = (list?.products ?? []).filter(({ active }) => active !== false);
  const inStock = offered.filter(({ stock }) => stock > 0);
  const product = productId
    ? inStock.find(({ id }) => id === productId)
    : [...inStock].sort((a, b) => price(a) - price(b))[0];
  await checkRefusals(report, main, product);
  await checkOrders(report, main, { offered, product, productId, other, isBuying });
  await checkEarlyNonce(report, main, early, nonceWait);
}

async function checkOrders(report, main, { offered, product, productId, other, isBuying }) {
  if (!product) {
    report.skip("C44", "an order", "no product in stock");
    return;
  }
  const order = await checkOrder(report, main, product, other);
  await checkShortStock(report, main, productId ? [product] : offered);
  if (!order) return;
  if (isBuying) await checkPurchase(report, main, order);
  else report.skip("C45", "a purchase", "give --buy to pay for it");
}
