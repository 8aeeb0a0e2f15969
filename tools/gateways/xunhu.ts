import { type Answer, type Called, LoopbackGateway, type Over } from "./loopback-gateway";
import { tokenpaySignature } from "./tokenpay";

const secret = "xunhu-fake-secret";
const appId = "201906120000";
const statuses = { waiting: "WP", paid: "OD", expired: "CD", refunded: "CD" } as const;
const decimal = (cents: bigint) => (Number(cents) / 100).toFixed(2);

/** Sorted, without what is empty, the secret behind: as TokenPay, with another name for the signature. */
export const xunhuHash = (fields: Record<string, string>, key = secret): string => {
  const { hash: _, ...signed } = fields;
  return tokenpaySignature(signed, key);
};

export class FakeXunhu extends LoopbackGateway {
  settings(over: Record<string, string | boolean> = {}) {
    return { gateway_url: this.url, merchant: appId, key: secret, currency: "CNY", ...over };
  }

  message(paymentNo: string, over: Over = {}) {
    const book = { ...this.bookOf(paymentNo), ...over };
    const fields = {
      trade_order_id: paymentNo,
      total_fee: decimal(book.cents),
      transaction_id: `4200${book.tradeNo}`,
      open_order_id: book.tradeNo,
      order_title: "会员 A&B=1",
      status: statuses[book.state],
      plugins: "",
      appid: over.isOthers ? "201906129999" : appId,
      time: "1767225600",
      nonce_str: "740969606",
    };
    const hash = xunhuHash(fields, over.isForged ? "other" : secret);
    return {
      method: "POST",
      body: String(new URLSearchParams({ ...fields, hash })),
      headers: { "content-type": "application/x-www-form-urlencoded" },
    };
  }

  protected answer({ path, body }: Called): Answer {
    const fields = Object.fromEntries(new URLSearchParams(body));
    const refused: Answer = { status: 200, body: { errcode: 500, errmsg: "签名错误" } };
    if (fields.hash !== xunhuHash(fields) || fields.appid !== appId) return refused;
    if (path === "/payment/do.html") {
      const paymentNo = fields.trade_order_id ?? "";
      const { tradeNo } = this.open(paymentNo, BigInt((fields.total_fee ?? "").replace(".", "")), "CNY");
      const url = `${this.url}pay?id=${tradeNo}`;
      return { status: 200, body: { openid: tradeNo, url, url_qrcode: url, errcode: 0, errmsg: "success!" } };
    }
    const book = this.books.get(fields.out_trade_order ?? "");
    if (path !== "/payment/query.html" || !book) return { status: 200, body: { errcode: 404, errmsg: "…" } };
    const data = { status: statuses[book.state], open_order_id: book.tradeNo };
    return { status: 200, body: { errcode: 0, data, errmsg: "success!" } };
  }
}
