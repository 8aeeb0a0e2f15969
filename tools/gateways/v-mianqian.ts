import { createHash } from "node:crypto";
import { type Answer, type Called, LoopbackGateway, type Over } from "./loopback-gateway";

const key = "v-mianqian-fake-key";
const md5 = (text: string) => createHash("md5").update(text).digest("hex");
const decimal = (cents: bigint) => (Number(cents) / 100).toFixed(2);

export const vmqSign = (fields: Record<string, string>, secret = key): string =>
  md5(["payId", "param", "type", "price", "reallyPrice"].map((name) => fields[name] ?? "").join("") + secret);

/** V-mianqian: buyers' browsers create the order, and a phone's listener reports what arrived. */
export class FakeVmq extends LoopbackGateway {
  settings(over: Record<string, string | boolean> = {}) {
    return { gateway_url: this.url, key, type: "2", currency: "CNY", ...over };
  }

  message(paymentNo: string, over: Over = {}) {
    const book = { ...this.bookOf(paymentNo), ...over };
    const price = decimal(book.cents);
    const fields = { payId: paymentNo, param: "", type: "2", price, reallyPrice: price };
    const isTrue = !over.isForged && !over.isOthers;
    const sign = vmqSign(fields, isTrue ? key : "other");
    return { method: "GET", query: String(new URLSearchParams({ ...fields, sign })), headers: {} };
  }

  protected answer({ path, query }: Called): Answer {
    const fields = Object.fromEntries(query);
    const proof = md5(`${fields.payId}${fields.param}${fields.type}${fields.price}${key}`);
    if (path !== "/createOrder" || fields.sign !== proof)
      return { status: 200, body: { code: -1, msg: "签名校验不通过" } };
    const paymentNo = fields.payId ?? "";
    // It has no number of its own.
    this.open(paymentNo, BigInt((fields.price ?? "").replace(".", "")), "CNY").tradeNo = paymentNo;
    return { status: 200, body: "<html>V免签</html>", headers: { "content-type": "text/html" } };
  }
}
