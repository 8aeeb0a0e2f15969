import { createHash, generateKeyPairSync, type KeyObject, sign, verify } from "node:crypto";
import { type Answer, type Book, type Called, LoopbackGateway, type Over } from "./loopback-gateway";

const pid = "1001";
const key = "fake-epay-merchant-key-1";
const decimal = (cents: bigint) => (Number(cents) / 100).toFixed(2);
const cashier: Answer = { status: 200, body: "<html>EPay</html>", headers: { "content-type": "text/html" } };

type Fields = Record<string, string>;

/** Every field with a value but the signature and its type, by name. */
const signedText = (fields: Fields): string =>
  Object.keys(fields)
    .filter((name) => fields[name] !== "" && name !== "sign" && name !== "sign_type")
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join("&");

abstract class EpayGateway extends LoopbackGateway {
  protected abstract signed(fields: Fields, isTrue: boolean): Fields;

  protected begin(fields: Fields): Answer {
    const cents = BigInt((fields.money ?? "").replace(".", ""));
    // A buyer who comes back to the cashier pays the same trade.
    const paymentNo = fields.out_trade_no ?? "";
    if (!this.books.has(paymentNo)) this.open(paymentNo, cents, "CNY");
    return cashier;
  }

  protected fieldsOf(paymentNo: string, book: Pick<Book, "tradeNo" | "cents">): Fields {
    return { pid, trade_no: book.tradeNo, out_trade_no: paymentNo, money: decimal(book.cents) };
  }

  message(paymentNo: string, over: Over = {}) {
    const book = { ...this.bookOf(paymentNo), ...over };
    const fields = {
      ...this.fieldsOf(paymentNo, book),
      ...(over.isOthers ? { pid: "1002" } : {}),
      type: "alipay",
      name: "product",
      trade_status: book.state === "paid" ? "TRADE_SUCCESS" : "WAIT_BUYER_PAY",
    };
    return {
      method: "GET",
      query: String(new URLSearchParams(this.signed(fields, !over.isForged))),
      headers: {},
    };
  }
}

/** EPay v1: a cashier that the buyer's browser opens, and MD5 both ways. */
export class FakeEpay extends EpayGateway {
  settings(over: Record<string, string | boolean> = {}) {
    return { gateway_url: this.url, pid, key, type: "alipay", currency: "CNY", ...over };
  }

  private md5 = (fields: Fields, secret = key) =>
    createHash("md5")
      .update(signedText(fields) + secret)
      .digest("hex");

  protected signed(fields: Fields, isTrue: boolean): Fields {
    return { ...fields, sign: this.md5(fields, isTrue ? key : "other"), sign_type: "MD5" };
  }

  protected answer({ path, query }: Called): Answer {
    const fields = Object.fromEntries(query);
    if (path === "/submit.php")
      return fields.sign === this.md5(fields) ? this.begin(fields) : { status: 403, body: "sign" };
    if (path !== "/api.php" || fields.pid !== pid || fields.key !== key)
      return { status: 200, body: { code: -3, msg: "商户ID或密钥错误" } };
    if (fields.act === "query") return { status: 200, body: { code: 1, pid, key, active: 1 } };
    const paymentNo = fields.out_trade_no ?? "";
    const book = this.books.get(paymentNo);
    if (!book) return { status: 200, body: { code: -1, msg: "订单号不存在" } };
    const status = book.state === "paid" ? 1 : 0;
    return { status: 200, body: { code: 1, ...this.fieldsOf(paymentNo, book), status } };
  }
}

const pair = () => generateKeyPairSync("rsa", { modulusLength: 2048 });
const pem = (half: KeyObject, type: "spki" | "pkcs8") =>
  half.export({ format: "der", type }).toString("base64");

/** EPay v2: the same fields with a time, signed by RSA both ways. */
export class FakeEpayV2 extends EpayGateway {
  private readonly merchant = pair();
  private readonly platform = pair();

  settings(over: Record<string, string | boolean> = {}) {
    return {
      gateway_url: this.url,
      pid,
      merchant_private_key: pem(this.merchant.privateKey, "pkcs8"),
      platform_public_key: pem(this.platform.publicKey, "spki"),
      type: "wxpay",
      currency: "CNY",
      ...over,
    };
  }

  protected signed(fields: Fields, isTrue: boolean): Fields {
    const dated = { ...fields, timestamp: String(Math.floor(Date.now() / 1000)) };
    const { privateKey } = isTrue ? this.platform : this.merchant;
    const proof = sign("sha256", Buffer.from(signedText(dated)), privateKey).toString("base64");
    return { ...dated, sign: proof, sign_type: "RSA" };
  }

  private isMerchants = (fields: Fields): boolean =>
    verify(
      "sha256",
      Buffer.from(signedText(fields)),
      this.merchant.publicKey,
      Buffer.from(fields.sign ?? "", "base64"),
    );

  protected answer({ path, query, body }: Called): Answer {
    const fields = Object.fromEntries(path.endsWith("submit") ? query : new URLSearchParams(body));
    if (!this.isMerchants(fields)) return { status: 200, body: { code: "-1", msg: "sign" } };
    if (path === "/api/pay/submit") return this.begin(fields);
    const paymentNo = fields.out_trade_no ?? "";
    const book = this.books.get(paymentNo);
    if (path !== "/api/pay/query" || !book) return { status: 200, body: { code: "1" } };
    const status = book.state === "paid" ? "1" : "0";
    return {
      status: 200,
      body: this.signed({ code: "0", ...this.fieldsOf(paymentNo, book), status }, true),
    };
  }
}
