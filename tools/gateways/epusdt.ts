import { createHash } from "node:crypto";
import { type Answer, type Called, LoopbackGateway, type Over } from "./loopback-gateway";

const token = "epusdt-fake-token";
const statuses = { waiting: 1, paid: 2, refunded: 2, expired: 3 } as const;

/** Sorted, without what is empty, the token behind. */
function signatureOf(fields: Record<string, string | number>, secret = token): string {
  const text = Object.keys(fields)
    .filter((name) => name !== "signature" && fields[name] !== "")
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join("&");
  return createHash("md5")
    .update(text + secret)
    .digest("hex");
}

/** epusdt: the shop opens a transaction, the buyer pays on its page, and nobody can ask it anything. */
export class FakeEpusdt extends LoopbackGateway {
  settings(over: Record<string, string | boolean> = {}) {
    return { gateway_url: this.url, api_token: token, currency: "CNY", ...over };
  }

  message(paymentNo: string, over: Over = {}) {
    const book = { ...this.bookOf(paymentNo), ...over };
    const fields = {
      trade_id: book.tradeNo,
      order_id: paymentNo,
      amount: Number(book.cents) / 100,
      actual_amount: 1.3755,
      token: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
      block_transaction_id: book.state === "paid" ? "12ef6267b42e43959795cf31808d0cc7" : "",
      status: statuses[book.state],
    };
    const isTrue = !over.isForged && !over.isOthers;
    const body = JSON.stringify({ ...fields, signature: signatureOf(fields, isTrue ? token : "other") });
    return { method: "POST", body, headers: { "content-type": "application/json" } };
  }

  protected answer({ path, body }: Called): Answer {
    if (path.startsWith("/pay/"))
      return { status: 200, body: "<html>epusdt</html>", headers: { "content-type": "text/html" } };
    const fields = JSON.parse(body || "{}") as Record<string, string | number>;
    if (path !== "/api/v1/order/create-transaction" || fields.signature !== signatureOf(fields))
      return { status: 200, body: { status_code: 401, message: "signature verification failed" } };
    const cents = BigInt(Math.round(Number(fields.amount) * 100));
    const { tradeNo } = this.open(String(fields.order_id), cents, "CNY");
    return {
      status: 200,
      body: { status_code: 200, data: { trade_id: tradeNo, payment_url: `${this.url}pay/${tradeNo}` } },
    };
  }
}
