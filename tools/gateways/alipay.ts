import { generateKeyPairSync, sign } from "node:crypto";
import { AlipaySdk } from "alipay-sdk";
import { type Answer, type Called, LoopbackGateway, type Over } from "./loopback-gateway";

const pair = () =>
  generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });

const statuses = {
  waiting: "WAIT_BUYER_PAY",
  paid: "TRADE_SUCCESS",
  refunded: "TRADE_CLOSED",
  expired: "TRADE_CLOSED",
} as const;

const money = (cents: bigint) => `${cents / 100n}.${String(cents % 100n).padStart(2, "0")}`;
const cents = (text: string) => BigInt(text.replace(".", ""));

/** Alipay with its own keys. Requests are verified by Alipay's own library, so that not only our reading of the protocol counts. */
export class FakeAlipay extends LoopbackGateway {
  readonly appId = "2021000000000001";
  private readonly shop = pair();
  private readonly own = pair();
  private readonly library = new AlipaySdk({
    appId: this.appId,
    privateKey: this.own.privateKey,
    keyType: "PKCS8",
    alipayPublicKey: this.shop.publicKey,
  });

  /** The library as a shop would use it. */
  get merchantLibrary(): AlipaySdk {
    return new AlipaySdk({
      appId: this.appId,
      privateKey: this.shop.privateKey,
      keyType: "PKCS8",
      alipayPublicKey: this.own.publicKey,
      gateway: `${this.url}gateway.do`,
    });
  }

  settings(over: Record<string, string | boolean> = {}) {
    return {
      app_id: this.appId,
      app_private_key: this.shop.privateKey,
      alipay_public_key: this.own.publicKey,
      seller_id: "2088000000000001",
      mode: "precreate",
      api_url: this.url,
      ...over,
    };
  }

  /** RSA2 over the sorted text, by another key where it is forged. */
  signed(fields: Record<string, string>, isForged = false): Record<string, string> {
    const text = Object.keys(fields)
      .sort()
      .map((key) => `${key}=${fields[key]}`)
      .join("&");
    const key = isForged ? pair().privateKey : this.own.privateKey;
    return { ...fields, sign: sign("sha256", Buffer.from(text), key).toString("base64"), sign_type: "RSA2" };
  }

  message(paymentNo: string, over: Over = {}) {
    const book = { ...this.bookOf(paymentNo), ...over };
    const fields = this.signed(
      {
        app_id: over.isOthers ? "2021000000000009" : this.appId,
        seller_id: "2088000000000001",
        buyer_id: "2088payer",
        buyer_logon_id: "payer@example.com",
        charset: "utf-8",
        notify_id: `n${book.tradeNo}`,
        notify_type: "trade_status_sync",
        notify_time: "2026-01-01 08:00:04",
        out_trade_no: paymentNo,
        trade_no: book.tradeNo,
        trade_status: statuses[book.state],
        total_amount: money(book.cents),
        subject: "会员卡",
        version: "1.0",
      },
      over.isForged,
    );
    return {
      method: "POST",
      body: String(new URLSearchParams(fields)),
      headers: { "content-type": "application/x-www-form-urlencoded; charset=utf-8" },
    };
  }

  protected answer({ query, body }: Called): Answer {
    const fields: Record<string, string> = {
      ...Object.fromEntries(query),
      ...Object.fromEntries(new URLSearchParams(body)),
    };
    const { method = "" } = fields;
    if (fields.app_id !== this.appId || !this.library.checkNotifySignV2(fields))
      return this.tell(method, {
        code: "40002",
        msg: "Invalid Arguments",
        sub_code: "isv.invalid-signature",
      });
    const content = JSON.parse(fields.biz_content ?? "{}") as Record<string, string>;
    const done = (rest: object) => this.tell(method, { code: "10000", msg: "Success", ...rest });
    const refused = (sub_code: string) =>
      this.tell(method, { code: "40004", msg: "Business Failed", sub_code, sub_msg: "…" });
    const number = content.out_trade_no ?? "";
    switch (method) {
      case "alipay.trade.page.pay":
      case "alipay.trade.wap.pay":
        this.open(number, cents(content.total_amount ?? ""), "CNY");
        return { status: 200, body: "<html>Alipay</html>" };
      case "alipay.trade.precreate":
        this.open(number, cents(content.total_amount ?? ""), "CNY");
        return done({ out_trade_no: number, qr_code: `https://qr.alipay.com/${number}` });
      case "alipay.trade.query": {
        const book = this.books.get(number);
        if (!book) return refused("ACQ.TRADE_NOT_EXIST");
        const { tradeNo: trade_no, state } = book;
        const total_amount = money(book.cents);
        return done({ out_trade_no: number, trade_no, trade_status: statuses[state], total_amount });
      }
      case "alipay.trade.refund": {
        const refundNo = content.out_request_no ?? "";
        const fund_change = this.refunds.has(refundNo) ? "N" : "Y";
        const made = this.makeRefund(refundNo, content.trade_no ?? "", cents(content.refund_amount ?? ""));
        return made ? done({ fund_change }) : refused("ACQ.REFUND_AMT_NOT_EQUAL_TOTAL");
      }
      case "alipay.trade.fastpay.refund.query": {
        const made = this.refunds.get(content.out_request_no ?? "");
        return done(made ? { refund_status: "REFUND_SUCCESS" } : {});
      }
      default:
        return refused("ACQ.INVALID_METHOD");
    }
  }

  private tell(method: string, answer: object): Answer {
    const text = JSON.stringify(answer);
    const proof = sign("sha256", Buffer.from(text), this.own.privateKey).toString("base64");
    return { status: 200, body: `{"${method.replaceAll(".", "_")}_response":${text},"sign":"${proof}"}` };
  }
}
