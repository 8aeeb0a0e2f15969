import { createCipheriv, generateKeyPairSync, randomBytes, sign, verify } from "node:crypto";
import { type Answer, type Book, type Called, LoopbackGateway, type Over } from "./loopback-gateway";

const pair = () =>
  generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });

const states = { waiting: "NOTPAY", paid: "SUCCESS", expired: "CLOSED", refunded: "REFUND" } as const;
const refundStates = { done: "SUCCESS", pending: "PROCESSING", failed: "ABNORMAL" } as const;

/** AES-256-GCM as WeChat Pay seals a resource. */
export function sealResource(key: string, text: string, nonce = randomBytes(6).toString("hex")): object {
  const cipher = createCipheriv("aes-256-gcm", Buffer.from(key), Buffer.from(nonce));
  cipher.setAAD(Buffer.from("transaction"));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return {
    algorithm: "AEAD_AES_256_GCM",
    original_type: "transaction",
    associated_data: "transaction",
    nonce,
    ciphertext: sealed.toString("base64"),
  };
}

/** WeChat Pay with its own keys, as its documents describe them. */
export class FakeWechat extends LoopbackGateway {
  readonly mchId = "1900000001";
  readonly appId = "wx0000000000000001";
  readonly v3Key = "0123456789abcdef0123456789abcdef";
  private readonly shop = pair();
  private readonly own = pair();
  private readonly keyId = "PUB_KEY_ID_0119000000012026";

  settings(over: Record<string, string | boolean> = {}) {
    return {
      mch_id: this.mchId,
      app_id: this.appId,
      api_v3_key: this.v3Key,
      merchant_private_key: this.shop.privateKey,
      merchant_serial: "5157F09EFDC096DE15EBE81A47057A72",
      platform_public_key: this.own.publicKey,
      platform_key_id: this.keyId,
      mode: "native",
      api_url: this.url,
      ...over,
    };
  }

  /** The four headers that prove a body. */
  proof(body: string, at = new Date(), isForged = false): Record<string, string> {
    const time = String(Math.floor(at.getTime() / 1000));
    const nonce = randomBytes(16).toString("hex");
    const key = isForged ? pair().privateKey : this.own.privateKey;
    return {
      "wechatpay-timestamp": time,
      "wechatpay-nonce": nonce,
      "wechatpay-serial": this.keyId,
      "wechatpay-signature": sign("sha256", Buffer.from(`${time}\n${nonce}\n${body}\n`), key).toString(
        "base64",
      ),
    };
  }

  event(resource: string, eventType = "TRANSACTION.SUCCESS"): string {
    return JSON.stringify({
      id: "EV-2026",
      event_type: eventType,
      resource_type: "encrypt-resource",
      resource: sealResource(this.v3Key, resource),
    });
  }

  message(paymentNo: string, over: Over = {}) {
    const book = { ...this.bookOf(paymentNo), ...over };
    const transaction = this.transaction(paymentNo, book);
    if (over.isOthers) transaction.mchid = "1900000009";
    const body = this.event(JSON.stringify(transaction));
    const headers = { "content-type": "application/json", ...this.proof(body, over.at, over.isForged) };
    return { method: "POST", body, headers };
  }

  private transaction(paymentNo: string, book: Book) {
    const isPaid = book.state === "paid" || book.state === "refunded";
    return {
      mchid: this.mchId,
      appid: this.appId,
      out_trade_no: paymentNo,
      ...(isPaid ? { transaction_id: book.tradeNo } : {}),
      trade_state: states[book.state],
      payer: { openid: "payer" },
      amount: { total: Number(book.cents), currency: book.currency },
    };
  }

  private isShop({ method, path, query, headers, body }: Called): boolean {
    const [scheme, rest = ""] = String(headers.authorization).split(/ (.*)/s);
    const fields = Object.fromEntries(
      [...rest.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, value]) => [key, value]),
    );
    const url = query.size > 0 ? `${path}?${query}` : path;
    const text = `${method}\n${url}\n${fields.timestamp}\n${fields.nonce_str}\n${body}\n`;
    const proof = Buffer.from(fields.signature ?? "", "base64");
    return (
      scheme === "WECHATPAY2-SHA256-RSA2048" &&
      fields.mchid === this.mchId &&
      verify("sha256", Buffer.from(text), this.shop.publicKey, proof)
    );
  }

  protected answer(call: Called): Answer {
    const { method, path, body } = call;
    const tell = (status: number, value: object): Answer => {
      const text = JSON.stringify(value);
      return { status, body: text, headers: this.proof(text) };
    };
    const refused = (status: number, code: string) => tell(status, { code, message: "…" });
    if (!this.isShop(call)) return refused(401, "SIGN_ERROR");
    const last = decodeURIComponent(path.split("/").at(-1) ?? "");
    if (path === "/v3/pay/transactions/native" || path === "/v3/pay/transactions/h5") {
      const { out_trade_no, amount } = JSON.parse(body);
      this.open(out_trade_no, BigInt(amount.total), amount.currency);
      return last === "h5"
        ? tell(200, {
            h5_url: `https://wx.tenpay.com/cgi-bin/mmpayweb-bin/checkmweb?prepay_id=${out_trade_no}`,
          })
        : tell(200, { code_url: `weixin://wxpay/bizpayurl?pr=${out_trade_no}` });
    }
    if (path.startsWith("/v3/pay/transactions/out-trade-no/")) {
      const book = this.books.get(last);
      return book ? tell(200, this.transaction(last, book)) : refused(404, "ORDER_NOT_EXIST");
    }
    const view = (refundNo: string) => {
      const refund = this.refunds.get(refundNo);
      return refund
        ? tell(200, { out_refund_no: refundNo, status: refundStates[refund.state] })
        : refused(404, "RESOURCE_NOT_EXISTS");
    };
    if (path === "/v3/refund/domestic/refunds" && method === "POST") {
      const { transaction_id, out_refund_no, amount } = JSON.parse(body);
      const made = this.makeRefund(out_refund_no, transaction_id, BigInt(amount.refund));
      return made ? view(out_refund_no) : refused(400, "INVALID_REQUEST");
    }
    return path.startsWith("/v3/refund/domestic/refunds/") ? view(last) : refused(404, "NOT_FOUND");
  }
}
