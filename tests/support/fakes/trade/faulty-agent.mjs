// A small agent built from the guide, with the one fault that FAULT names: `node faulty-agent.mjs` buys one unit, as `--agent` asks for.
import { createHash, createHmac, randomUUID } from "node:crypto";

const { BASE_URL, SITE_KEY, SITE_SECRET, ORDER_NO, PRODUCT_ID, FAULT } = process.env;
const is = (name) => name === FAULT;

const hash = (text) => createHash("sha256").update(text).digest("hex");
const ofProcess = randomUUID();
let counter = 0;

function headersOf(body) {
  const now = Date.now();
  const timestamp = String(is("timestamp_in_milliseconds") ? now : Math.floor(now / 1000));
  const nonce = is("nonce_is_counter")
    ? String(++counter)
    : is("nonce_of_process")
      ? ofProcess
      : randomUUID();
  const bytes = is("hash_of_other_bytes") && body ? `${body}\n` : body;
  const signature = createHmac("sha256", SITE_SECRET)
    .update(`${SITE_KEY}${timestamp}${nonce}${hash(bytes)}`)
    .digest("hex");
  return {
    "x-site-key": SITE_KEY,
    "x-site-timestamp": timestamp,
    ...(is("no_nonce") ? {} : { "x-site-nonce": nonce }),
    "x-site-signature": signature,
    "content-type": "application/json",
  };
}

const definite = { 4001: 400, 4003: 403, 4004: 404, 4090: 409, 4099: 409, 4290: 429 };

class Refused extends Error {
  constructor(code) {
    super(`refused with ${code}`);
    this.code = code;
  }
}
/** Nobody knows what became of the call. */
class Unknown extends Error {}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function call(method, path, content, kept) {
  const body = content === undefined ? "" : JSON.stringify(content);
  const sent = is("letters_escaped_after_signing") ? body.replaceAll(/[^\x20-\x7e]/g, "?") : body;
  const headers = kept ?? headersOf(body);
  let response;
  let answer;
  try {
    response = await fetch(`${BASE_URL}/api/v1/upstream${path}`, {
      method,
      headers,
      redirect: is("follows_redirects") ? "follow" : "error",
      ...(body ? { body: sent } : {}),
    });
    answer = JSON.parse(await response.text());
  } catch {
    if (is("repeats_whole_call") && !kept) return call(method, path, content, headers);
    throw new Unknown("no answer");
  }
  const code = answer.status_code;
  if (code === 0 && response.status === 200) return answer.data;
  if (code === 4290 && response.status === 429) {
    const seconds = Number(response.headers.get("retry-after"));
    await pause(is("at_once_after_429") ? 10 : seconds * 1000 + 50);
    return call(method, path, content);
  }
  if (definite[code] === response.status || (is("code_without_status") && definite[code]))
    throw new Refused(code);
  throw new Unknown(`HTTP ${response.status}`);
}

/** Tries again as long as nobody knows. */
async function untilKnown(attempt, attempts = 4) {
  for (let n = 1; ; n++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Unknown) || n === attempts) throw error;
      await pause(50);
    }
  }
}

const product = async () => {
  const { products } = await call("GET", "/products?per_page=200");
  const known = [
    "id",
    "slug",
    "title",
    "price",
    "stock",
    "auto_secret_kind",
    "category",
    "active",
    "updated_at",
    "skus",
  ];
  if (
    is("strict_about_members") &&
    products.some((each) => Object.keys(each).some((name) => !known.includes(name)))
  )
    throw new Error("unknown member");
  return products.find(({ id }) => String(id) === PRODUCT_ID) ?? products[0];
};

function orderBody({ id, skus }, number) {
  return {
    product_id: id,
    ...(is("no_sku") ? {} : { sku_id: skus[0].id }),
    quantity: is("quantity_as_text") ? "1" : 1,
    downstream_order_no: number,
    metadata: is("metadata_as_text") ? "note" : { note: "测试 ☃" },
  };
}

function numberOf(suffix = "") {
  if (is("number_by_product")) return `PRODUCT-${PRODUCT_ID}${suffix}`;
  const own = is("number_by_start") ? `${ORDER_NO}-${process.pid}-${Date.now()}` : ORDER_NO;
  const number = is("number_of_lines") ? `${own}\n1` : `${own}${suffix}`;
  return is("number_of_80") ? number.padEnd(80, "0") : number;
}

function paymentId(number) {
  if (is("payment_id_by_product")) return `PAY-${PRODUCT_ID}`;
  if (is("one_payment_for_all")) return `PAY-OF-THE-DAY-${Math.floor(Date.now() / 86_400_000)}`;
  return is("payment_id_of_150") ? `PAY-${number}`.padEnd(150, "0") : `PAY-${number}`;
}

function paymentOf(order, id, { price }) {
  const amount = is("pays_list_price") ? price : order.amount;
  const time = new Date().toISOString();
  return {
    downstream_payment_id: id,
    paid_amount: is("amount_as_number")
      ? Number(amount)
      : is("amount_as_float")
        ? String(Number(amount))
        : amount,
    paid_at: is("paid_at_without_zone") ? time.replace("Z", "") : time,
    ...(is("further_member_of_payment") ? { currency: "USD" } : {}),
  };
}

async function waitForGoods(path, first) {
  if (is("processing_is_goods") && first?.status === "processing") return "PROCESSING-YOUR-GOODS";
  if (is("failed_is_given_up") && first?.status === "failed") throw new Error("refund the buyer");
  let fulfillment = first;
  for (let n = 0; n < 5 && fulfillment?.payload === undefined; n++) {
    await pause(30);
    ({ fulfillment } = await call("GET", path));
    if (is("late_goods_dropped")) fulfillment = { status: fulfillment.status };
  }
  if (fulfillment?.payload === undefined) throw new Error(`no goods so far: ${fulfillment?.status}`);
  return fulfillment.payload;
}

async function pay(order, item, suffix) {
  const path = `/orders/${order.upstream_order_no}`;
  const number = numberOf(suffix);
  const ordersAnew = () => buy(item, `${suffix}-2`);
  let id = paymentId(number);
  for (let attempt = 1; attempt <= 4; attempt++) {
    try {
      const { fulfillment } = await call("POST", `${path}/paid`, paymentOf(order, id, item));
      if (is("pays_twice"))
        await call("POST", `${path}/paid`, paymentOf(order, id, item)).catch(() => undefined);
      if (is("held_is_ordered_anew") && fulfillment.status === "held" && suffix === "") return ordersAnew();
      if (is("failed_is_ordered_anew") && fulfillment.status === "failed" && suffix === "")
        return ordersAnew();
      return fulfillment.payload ?? (await waitForGoods(path, fulfillment));
    } catch (error) {
      if (error instanceof Refused && error.code === 4090 && is("conflict_pays_another")) {
        id = `PAY-${randomUUID()}`;
        continue;
      }
      if (error instanceof Refused && error.code === 4090 && !is("conflict_is_failure")) {
        const { status } = await call("GET", path);
        return status === "canceled" && is("canceled_is_success") ? "" : waitForGoods(path);
      }
      if (error.message.endsWith("revoked") && is("refunded_is_ordered_anew") && suffix === "")
        return ordersAnew();
      if (error instanceof Refused && error.code === 4099 && is("doubtful_is_ordered_anew") && attempt > 1)
        return ordersAnew();
      if (error instanceof Refused && error.code === 4099 && is("gone_is_paid_again") && attempt < 3)
        continue;
      if (!(error instanceof Unknown)) throw error;
      if (is("lost_payment_given_up")) throw error;
      if (is("orders_anew_after_page") && error.message === "no answer" && suffix === "") return ordersAnew();
      if (is("pays_anew_after_500")) id = `PAY-${randomUUID()}`;
      const goods = await afterLostPayment(path);
      if (goods.payload !== undefined) return goods.payload;
      if (goods.isUnknown && is("forgotten_is_ordered_anew") && suffix === "") return ordersAnew();
      if (is("never_reports_again")) throw error;
    }
  }
  throw new Error("nobody knows whether it was paid");
}

async function afterLostPayment(path) {
  if (is("pays_anew_after_500")) return {};
  try {
    const { fulfillment } = await call("GET", path);
    return { payload: fulfillment?.payload };
  } catch (error) {
    return { isUnknown: error instanceof Refused && error.code === 4004 };
  }
}

async function place(item, suffix) {
  const body = orderBody(item, numberOf(suffix));
  try {
    return await untilKnown(() => {
      if (!is("orders_anew_when_lost") && !is("orders_anew_after_500")) return call("POST", "/orders", body);
      const isFirst = counter++ === 0;
      return call(
        "POST",
        "/orders",
        isFirst ? body : { ...body, downstream_order_no: `${numberOf(suffix)}-${counter}` },
      );
    });
  } catch (error) {
    if (is("short_is_paid") && error.code === 4099) {
      await call(
        "POST",
        "/orders/UNKNOWN/paid",
        paymentOf({ amount: item.price }, paymentId("SHORT"), item),
      ).catch(() => undefined);
    }
    throw error;
  }
}

async function buy(item, suffix = "") {
  const order = await place(item, suffix);
  if (is("never_pays")) return "";
  return pay(order, item, suffix);
}

function print(payload) {
  if (is("payload_not_printed")) return;
  const text = is("first_line_only")
    ? payload.split("\n")[0]
    : is("letters_of_ascii")
      ? payload.replaceAll(/[^\x20-\x7e\n]/g, "?")
      : is("payload_trimmed")
        ? payload.trim()
        : payload;
  process.stdout.write(`${is("payload_64_kib") ? text.slice(0, 65_536) : text}\n`);
}

try {
  print(await buy(await product()));
} catch (error) {
  console.error(error.message);
  const isTakenForDone = is("refunded_is_success") && error.message.endsWith("revoked");
  if (!isTakenForDone && (!is("refusal_shows_goods") || !(error instanceof Refused))) process.exitCode = 1;
}
