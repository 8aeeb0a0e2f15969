import { createHmac } from "node:crypto";
import { type Answer, type Book, type Called, LoopbackGateway, type Over } from "./loopback-gateway";

const secretKey = "sk_test_51KeyshelfFake";
const webhookSecret = "whsec_keyshelf_fake_gateway";

/** Stripe's `t=…,v1=…`, made without its library. */
export const signStripe = (body: string, secret: string, at: Date): string => {
  const time = Math.floor(at.getTime() / 1000);
  return `t=${time},v1=${createHmac("sha256", secret).update(`${time}.${body}`).digest("hex")}`;
};

const refused = (status: number, type: string, message: string): Answer => ({
  status,
  body: { error: { type, message } },
});

export class FakeStripe extends LoopbackGateway {
  settings(over: Record<string, string | boolean> = {}) {
    return {
      secret_key: secretKey,
      webhook_secret: webhookSecret,
      currency: "USD",
      api_url: this.url,
      ...over,
    };
  }

  message(paymentNo: string, over: Over = {}) {
    const book = { ...this.bookOf(paymentNo), ...over };
    const event = {
      id: `evt_${book.reference}`,
      object: "event",
      type: book.state === "expired" ? "checkout.session.expired" : "checkout.session.completed",
      livemode: false,
      data: { object: this.session(paymentNo, book) },
    };
    const body = JSON.stringify(event, null, 2);
    // Another account's endpoint has another secret: that is all that tells them apart.
    const isTrue = !over.isForged && !over.isOthers;
    const header = signStripe(body, isTrue ? webhookSecret : "whsec_other", over.at ?? new Date());
    return {
      method: "POST",
      body,
      headers: { "content-type": "application/json", "stripe-signature": header },
    };
  }

  /** Tells as Stripe does that the buyer's bank takes the money back, and when that is decided. */
  dispute(paymentNo: string, status: "needs_response" | "won" | "lost", at = new Date()) {
    const { tradeNo, cents, currency } = this.bookOf(paymentNo);
    const dispute = {
      id: `du_${tradeNo}`,
      object: "dispute",
      payment_intent: tradeNo,
      amount: Number(cents),
      currency: currency.toLowerCase(),
      reason: "fraudulent",
      status,
      evidence_details: { due_by: 1_798_761_600 },
    };
    const type = status === "needs_response" ? "charge.dispute.created" : "charge.dispute.closed";
    const body = JSON.stringify({ id: `evt_${status}`, object: "event", type, data: { object: dispute } });
    const headers = {
      "content-type": "application/json",
      "stripe-signature": signStripe(body, webhookSecret, at),
    };
    return { method: "POST", body, headers };
  }

  private session(paymentNo: string, book: Book): object {
    const isPaid = book.state === "paid" || book.state === "refunded";
    return {
      id: book.reference,
      object: "checkout.session",
      mode: "payment",
      url: `${this.url}c/pay/${book.reference}`,
      client_reference_id: paymentNo,
      amount_total: Number(book.cents),
      currency: book.currency.toLowerCase(),
      payment_intent: isPaid ? book.tradeNo : null,
      payment_status: isPaid ? "paid" : "unpaid",
      status: book.state === "expired" ? "expired" : isPaid ? "complete" : "open",
      customer_details: { email: "payer@example.com", name: "A Payer" },
    };
  }

  protected answer({ method, path, query, headers, body }: Called): Answer {
    if (headers.authorization !== `Bearer ${secretKey}`)
      return refused(401, "invalid_request_error", "Invalid API Key provided");
    const fields = new URLSearchParams(body);
    if (path === "/v1/checkout/sessions" && method === "GET")
      return { status: 200, body: { object: "list", data: [], has_more: false, url: path } };
    if (path === "/v1/checkout/sessions") return this.create(fields);
    if (path.startsWith("/v1/checkout/sessions/")) {
      const found = [...this.books].find(([, book]) => path.endsWith(`/${book.reference}`));
      return found
        ? { status: 200, body: this.session(...found) }
        : refused(404, "invalid_request_error", "No such checkout.session");
    }
    if (path === "/v1/refunds" && method === "POST")
      return this.refund(fields, String(headers["idempotency-key"]));
    if (path === "/v1/refunds") return this.listRefunds(query.get("payment_intent") ?? "");
    return refused(404, "invalid_request_error", `Unrecognized request URL (${method}: ${path})`);
  }

  private create(fields: URLSearchParams): Answer {
    const ends = Number(fields.get("expires_at")) - Date.now() / 1000;
    if (ends < 30 * 60 || ends > 24 * 3600)
      return refused(400, "invalid_request_error", "The `expires_at` timestamp must be within 24 hours");
    const paymentNo = fields.get("client_reference_id") ?? "";
    const cents = BigInt(fields.get("line_items[0][price_data][unit_amount]") ?? "");
    const currency = (fields.get("line_items[0][price_data][currency]") ?? "").toUpperCase();
    return { status: 200, body: this.session(paymentNo, this.open(paymentNo, cents, currency)) };
  }

  private refund(fields: URLSearchParams, key: string): Answer {
    const refundNo = fields.get("metadata[refund_no]") ?? "";
    if (key !== `keyshelf-refund-${refundNo}`) return refused(400, "idempotency_error", "Another key");
    const made = this.makeRefund(
      refundNo,
      fields.get("payment_intent") ?? "",
      BigInt(fields.get("amount") ?? ""),
    );
    return made
      ? { status: 200, body: this.viewRefund(refundNo) }
      : refused(400, "invalid_request_error", "Refund amount is greater than unrefunded amount on charge");
  }

  private viewRefund(refundNo: string): object {
    const refund = this.refunds.get(refundNo);
    const status = refund?.state === "done" ? "succeeded" : refund?.state;
    const failure_reason = status === "failed" ? "expired_or_canceled_card" : undefined;
    return {
      id: `re_${refundNo}`,
      object: "refund",
      status,
      failure_reason,
      metadata: { refund_no: refundNo },
    };
  }

  private listRefunds(intent: string): Answer {
    const made = [...this.refunds].filter(([, refund]) => refund.tradeNo === intent);
    const data = made.map(([refundNo]) => this.viewRefund(refundNo));
    return { status: 200, body: { object: "list", data, has_more: false, url: "/v1/refunds" } };
  }
}
