import { createPublicKey, generateKeyPairSync, type KeyObject, randomUUID, sign, verify } from "node:crypto";
import { crc32 } from "node:zlib";
import { type Answer, type Book, type Called, LoopbackGateway, type Over } from "./loopback-gateway";

const pair = () =>
  generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });

const money = (cents: bigint) => `${cents / 100n}.${String(cents % 100n).padStart(2, "0")}`;
const centsOf = (value: string) => BigInt(value.replace(".", ""));

const refused = (status: number, issue: string): Answer => ({
  status,
  body: { name: "UNPROCESSABLE_ENTITY", message: "…", details: [{ issue, description: `About ${issue}` }] },
});

/** PayPal with its own key: tokens, orders, captures, refunds, and its word on what it sent. */
export class FakePaypal extends LoopbackGateway {
  readonly webhookId = "1JE4291016473214C";
  /** Buyers agreed to these payments; nobody took the money yet. */
  readonly approved = new Set<string>();
  captures = 0;
  token = "A21AAfirst";
  private readonly own = pair();

  get publicKey(): KeyObject {
    return createPublicKey(this.own.publicKey);
  }

  override forget(): void {
    super.forget();
    this.approved.clear();
    this.captures = 0;
  }

  settings(over: Record<string, string | boolean> = {}) {
    return {
      client_id: "client",
      client_secret: `secret of ${this.url}`,
      webhook_id: this.webhookId,
      currency: "USD",
      api_url: this.url,
      ...over,
    };
  }

  /** The headers that prove a body. */
  proof(body: string, { webhookId = this.webhookId, isForged = false } = {}): Record<string, string> {
    const id = randomUUID();
    const time = new Date().toISOString();
    const text = `${id}|${time}|${webhookId}|${crc32(body)}`;
    const key = isForged ? pair().privateKey : this.own.privateKey;
    return {
      "content-type": "application/json",
      "paypal-transmission-id": id,
      "paypal-transmission-time": time,
      "paypal-transmission-sig": sign("sha256", Buffer.from(text), key).toString("base64"),
      "paypal-cert-url": "https://api.paypal.com/v1/notifications/certs/CERT-360caa42-fca2a594-1d93a270",
      "paypal-auth-algo": "SHA256withRSA",
    };
  }

  event(eventType: string, resource: object): string {
    return JSON.stringify({ id: `WH-${randomUUID()}`, event_type: eventType, resource }, null, 1);
  }

  message(paymentNo: string, over: Over = {}) {
    const book = { ...this.bookOf(paymentNo), ...over };
    const eventType = { paid: "COMPLETED", waiting: "PENDING", expired: "DENIED", refunded: "REFUNDED" };
    const body = this.event(`PAYMENT.CAPTURE.${eventType[book.state]}`, this.capture(paymentNo, book));
    const headers = this.proof(body, {
      ...(over.isOthers ? { webhookId: "1JE4291016479999X" } : {}),
      isForged: over.isForged ?? false,
    });
    return { method: "POST", body, headers };
  }

  /** The buyer agreed at PayPal. */
  approve(paymentNo: string) {
    this.approved.add(paymentNo);
    const body = this.event("CHECKOUT.ORDER.APPROVED", this.order(paymentNo, this.bookOf(paymentNo)));
    return { method: "POST", body, headers: this.proof(body) };
  }

  /** A case at PayPal's resolution center, and its end. */
  dispute(paymentNo: string, outcome?: "RESOLVED_BUYER_FAVOUR" | "RESOLVED_SELLER_FAVOUR") {
    const { tradeNo, cents, currency } = this.bookOf(paymentNo);
    const body = this.event(`CUSTOMER.DISPUTE.${outcome ? "RESOLVED" : "CREATED"}`, {
      dispute_id: `PP-D-${tradeNo}`,
      disputed_transactions: [{ seller_transaction_id: tradeNo }],
      reason: "MERCHANDISE_OR_SERVICE_NOT_RECEIVED",
      status: outcome ? "RESOLVED" : "WAITING_FOR_SELLER_RESPONSE",
      dispute_amount: { currency_code: currency, value: money(cents) },
      ...(outcome
        ? { dispute_outcome: { outcome_code: outcome } }
        : { seller_response_due_date: "2027-01-01T00:00:00.000Z" }),
    });
    return { method: "POST", body, headers: this.proof(body) };
  }

  private capture(paymentNo: string, book: Book): object {
    const status = { paid: "COMPLETED", waiting: "PENDING", expired: "DECLINED", refunded: "REFUNDED" };
    return {
      id: book.tradeNo,
      status: status[book.state],
      amount: { currency_code: book.currency, value: money(book.cents) },
      custom_id: paymentNo,
      invoice_id: paymentNo,
      supplementary_data: { related_ids: { order_id: book.reference } },
      payer: { email_address: "payer@example.com" },
    };
  }

  private order(paymentNo: string, book: Book): object {
    const isTaken = book.state === "paid" || book.state === "refunded";
    const waiting = this.approved.has(paymentNo) ? "APPROVED" : "PAYER_ACTION_REQUIRED";
    const refunds = [...this.refunds].filter(([, refund]) => refund.tradeNo === book.tradeNo);
    return {
      id: book.reference,
      intent: "CAPTURE",
      status: isTaken ? "COMPLETED" : book.state === "expired" ? "VOIDED" : waiting,
      payer: { email_address: "payer@example.com" },
      purchase_units: [
        {
          reference_id: "default",
          custom_id: paymentNo,
          amount: { currency_code: book.currency, value: money(book.cents) },
          ...(isTaken
            ? {
                payments: {
                  captures: [this.capture(paymentNo, book)],
                  ...(refunds.length > 0 ? { refunds: refunds.map(([no]) => this.viewRefund(no)) } : {}),
                },
              }
            : {}),
        },
      ],
      links: [{ rel: "payer-action", href: `${this.url}checkoutnow?token=${book.reference}` }],
    };
  }

  private viewRefund(refundNo: string): object {
    const refund = this.refunds.get(refundNo);
    const status = { done: "COMPLETED", pending: "PENDING", failed: "FAILED" };
    return { id: `R${refundNo}`, status: status[refund?.state ?? "failed"], custom_id: refundNo };
  }

  protected answer(call: Called): Answer {
    const { method, path, headers, body } = call;
    if (path === "/v1/oauth2/token") {
      const own = Buffer.from(`client:secret of ${this.url}`).toString("base64");
      return headers.authorization === `Basic ${own}` && body === "grant_type=client_credentials"
        ? { status: 200, body: { access_token: this.token, token_type: "Bearer", expires_in: 32_400 } }
        : { status: 401, body: { error: "invalid_client" } };
    }
    if (headers.authorization !== `Bearer ${this.token}`)
      return { status: 401, body: { name: "AUTHENTICATION_FAILURE" } };
    if (path === "/v1/notifications/verify-webhook-signature") return this.judge(body);
    if (path === `/v1/notifications/webhooks/${this.webhookId}`)
      return { status: 200, body: { id: this.webhookId } };
    if (path === "/v2/checkout/orders" && method === "POST") return this.create(body);
    const [, reference = "", act] = /^\/v2\/checkout\/orders\/([^/]+)(\/capture)?$/.exec(path) ?? [];
    const found = [...this.books].find(([, book]) => book.reference === reference);
    if (found) return act ? this.take(...found) : { status: 200, body: this.order(...found) };
    const [, tradeNo] = /^\/v2\/payments\/captures\/([^/]+)\/refund$/.exec(path) ?? [];
    if (tradeNo && method === "POST") return this.refund(tradeNo, body, headers["paypal-request-id"]);
    return { status: 404, body: { name: "RESOURCE_NOT_FOUND", message: "…" } };
  }

  private judge(body: string): Answer {
    const fields = JSON.parse(body) as Record<string, string>;
    const mark = '"webhook_event":';
    const event = body.slice(body.indexOf(mark) + mark.length, -1);
    const text = `${fields.transmission_id}|${fields.transmission_time}|${fields.webhook_id}|${crc32(event)}`;
    const proof = Buffer.from(fields.transmission_sig ?? "", "base64");
    const isOurs = verify("sha256", Buffer.from(text), this.own.publicKey, proof);
    return { status: 200, body: { verification_status: isOurs ? "SUCCESS" : "FAILURE" } };
  }

  private create(body: string): Answer {
    const [unit] = JSON.parse(body).purchase_units;
    const known = this.books.get(unit.custom_id);
    const book = known ?? this.open(unit.custom_id, centsOf(unit.amount.value), unit.amount.currency_code);
    book.reference = book.reference.replaceAll(/[^A-Za-z0-9]/g, "").toUpperCase();
    return { status: 201, body: this.order(unit.custom_id, book) };
  }

  private take(paymentNo: string, book: Book): Answer {
    if (book.state === "paid") return refused(422, "ORDER_ALREADY_CAPTURED");
    if (!this.approved.has(paymentNo)) return refused(422, "ORDER_NOT_APPROVED");
    this.captures += 1;
    book.state = "paid";
    return { status: 201, body: this.order(paymentNo, book) };
  }

  private refund(tradeNo: string, body: string, requestId: unknown): Answer {
    const { custom_id: refundNo, amount } = JSON.parse(body);
    if (requestId !== `keyshelf-refund-${refundNo}`) return refused(422, "DUPLICATE_REQUEST_ID");
    const made = this.makeRefund(refundNo, tradeNo, centsOf(amount.value));
    return made ? { status: 201, body: this.viewRefund(refundNo) } : refused(422, "REFUND_AMOUNT_EXCEEDED");
  }
}
