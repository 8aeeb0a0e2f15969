import type { z } from "zod";
import type { Cents } from "../core/money";
import type { Problem } from "../core/refusals/refusal";
import type { Reader } from "../db/transaction";
import type { BuyerDevice } from "./buyer-device";
import { askedOf } from "./exchange";
import type { PaymentFailure } from "./state";

/** A notification as it came in: nothing decoded, nothing trusted. */
export interface NotificationMessage {
  method: "GET" | "POST";
  /** After the first `?`, without it. */
  rawQuery: string;
  rawBody: Uint8Array;
  headers: Headers;
  /** For protocols that sign a time: verifying itself reads no clock. */
  receivedAt: Date;
  /** Our own `provider` and `id` stood in the query (and not in the path), so they are not the gateway's. */
  hasOwnKeys: boolean;
}

/**
 * Message of a gateway about a payment, proved by its signature or fetched from it. Amount and merchant are still to
 * be compared.
 */
export interface PaymentNotification {
  paymentNo: string;
  tradeNo: string;
  isPaid: boolean;
  /** Set when the gateway says that this try is over and nothing was taken. */
  failure?: PaymentFailure;
  /** The gateway's own word for the state. */
  status: string;
  amountCents: Cents;
  currency: string;
  merchant: string;
}

/** Why a message proves nothing. `signature` is also the answer to every forged one. */
export type RejectReason =
  | "malformed"
  | "content_type"
  | "sign_type"
  | "timestamp"
  | "signature"
  | "missing_field"
  | "amount_format"
  | "payment_no_format"
  | "trade_no_format"
  | "merchant"
  /** Whether it is genuine could not be found out now: it shall be repeated. */
  | "proof_unavailable";

/** The gateway took up a complaint about a trade, or closed it. */
export interface GatewayDispute {
  tradeNo: string;
  disputeNo: string;
  state: "open" | "won" | "lost";
  /** With its currency. */
  amount: string;
  reason: string;
  dueAt: Date | null;
}

export type Verification =
  | { ok: true; notification: PaymentNotification }
  /** Authentic, and about nothing that the shop acts on: acknowledged. `status` is the gateway's own word for it. */
  | {
      ok: true;
      notification: null;
      status: string;
      /** The buyer agreed to this payment, and the gateway waits for the shop to take the money. */
      approvedPaymentNo?: string;
      dispute?: GatewayDispute;
    }
  | {
      ok: false;
      reason: RejectReason /** Unproved: only for finding what it was about. */;
      claimedPaymentNo?: string | undefined;
    };

export type Fault = "refused" | "ours" | "not_paid";

export interface GatewayAnswer {
  status: number;
  contentType: string;
  body: string;
}

export interface CreateRequest {
  paymentNo: string;
  amountCents: Cents;
  currency: string;
  title: string;
  /** When the order that it pays ends. */
  expiresAt: Date;
  notifyUrl: string;
  returnUrl: string;
  clientIp: string;
  device: BuyerDevice;
}

export interface PaymentForm {
  action: string;
  method: "POST";
  fields: Record<string, string>;
}

/** How the buyer gets to the gateway: one of the three is set. */
export interface PaymentStart {
  payUrl: string | null;
  qrCode: string | null;
  form: PaymentForm | null;
  /** The gateway's own number of what was created, where its queries ask for it. */
  reference?: string;
}

/** Payment to ask a gateway about. */
export interface PaymentKey {
  paymentNo: string;
  /** Reference that `create` was given; null where the gateway knows the payment by our number. */
  reference: string | null;
  /** Sum that the gateway was asked for, in its own currency. */
  amountCents: Cents;
  currency: string;
}

export type QueryResult =
  | { state: "paid"; notification: PaymentNotification }
  | { state: "unpaid" }
  /** The buyer agreed, and nothing moves until `collect`. */
  | { state: "approved" }
  /** It is over and nothing was taken. */
  | { state: "failed"; failure: PaymentFailure }
  /** The gateway does not know it. */
  | { state: "unknown" }
  /** It does not accept this merchant, key or signature, and says so in these words: nothing is known of the payment. */
  | { state: "refused"; message: string };

export const keyOf = (
  payment: { paymentNo: string; gatewayReference: string | null } & Parameters<typeof askedOf>[0],
): PaymentKey => ({
  paymentNo: payment.paymentNo,
  reference: payment.gatewayReference,
  ...askedOf(payment),
});

/** Part or all of a paid payment goes back. `refundNo` names it: the gateway makes one refund of it, however often it is asked. */
export interface RefundOrder {
  refundNo: string;
  payment: PaymentKey & { tradeNo: string };
  amountCents: Cents;
  currency: string;
  reason: string;
}

/** `unknown`: the gateway has no such refund. When the outcome is uncertain, a GatewayError is thrown instead. */
export type RefundResult = { state: "done" | "pending" | "unknown" } | { state: "failed"; message: string };

/** A line of the gateway's own list of trades. */
export interface GatewayTrade {
  paymentNo: string;
  tradeNo: string;
  isPaid: boolean;
  /** As the gateway writes them; it names no time zone. */
  money: string;
  begunAt: string;
}

/** Answer of a gateway that is asked about merchant and key alone. */
export interface Probed {
  passed: boolean;
  told: Problem;
}

/** How a message was checked, for an operator who looks for what is wrong. Tells no signature that the shop made. */
export interface Explanation {
  /** Without the key. */
  signedText: string;
  /** The one that came with the message. */
  signature: string | null;
  /** A setting under which the signature would hold. */
  suggestion: string | null;
}

/** One merchant account at one gateway: the provider bound to a channel's settings. */
export interface GatewayAccount {
  currency: string;
  /** Where the gateway takes larger multiples of a currency than the currency itself has. */
  stepCents?: Cents;
  /** `create` needs no call to the gateway: the link is computed here. */
  createsOffline: boolean;
  create(request: CreateRequest): Promise<PaymentStart>;
  /** Changes nothing. Never throws for what a sender wrote. */
  verify(message: NotificationMessage): Verification | Promise<Verification>;
  /** Absent where the gateway has none that can be trusted. */
  query?: (payment: PaymentKey) => Promise<QueryResult>;
  /** Takes the money of a payment that the buyer approved, once. Absent where the gateway takes it by itself. */
  collect?: (payment: PaymentKey) => Promise<QueryResult>;
  /** Absent where money can only be sent back by hand. */
  refund?: (order: RefundOrder) => Promise<RefundResult>;
  /** Finds the result of a refund whose answer was lost, or that was pending. */
  queryRefund?: (order: RefundOrder) => Promise<RefundResult>;
  /** A page (from 1) of the merchant's trades, newest first; none beyond the last. Absent where the gateway has no list. */
  listTrades?: (page: number) => Promise<GatewayTrade[]>;
  /** Asks the gateway whether it knows this merchant and key: for the operator's test button. */
  probe?: () => Promise<Probed>;
  /** Absent where a proof is more than one signed text. `null` for what cannot be read. */
  explain?: (message: NotificationMessage) => Explanation | null;
  /** Where each channel has an answer of its own; else the provider's. */
  ack?: GatewayAnswer;
  /** The signature is weak or so the operator wants it: ask the gateway before believing a notification. */
  confirmsByQuery: boolean;
}

/** A field of the channel form in the admin. */
export interface SettingField {
  key: string;
  label: string;
  kind: "text" | "textarea" | "secret" | "url" | "select" | "switch";
  required: boolean;
  options?: readonly string[];
  hint?: string;
}

/** One protocol. `connect` parses a channel's settings, so that their type stays inside the provider. */
export interface PaymentProvider {
  code: string;
  name: string;
  /** Its notifications are signed with MD5: shown as weak in the admin. */
  isWeak: boolean;
  /** It tells of everything in the merchant's account, also of what other sites of the same account sell. */
  isAccountWide?: boolean;
  /** It counts in the currency of the shop, whatever that is, unless its channel has a rate. */
  countsAsShop?: boolean;
  fields: readonly SettingField[];
  /** Absent: always. A provider that is switched off can be neither listed nor used. */
  isAvailable?: (reader: Reader) => Promise<boolean>;
  /** Absent: always. Whether it may fill a wallet. */
  takesRecharges?: () => boolean;
  settings: z.ZodType<Record<string, unknown>>;
  connect(settings: unknown): GatewayAccount;
  /** How a channel with these settings shows itself to the buyer. */
  interaction(settings: unknown): "qr" | "redirect" | "form";
  ack: GatewayAnswer;
  /** `refused`: do not send that again. `ours`: our fault, please repeat. `not_paid`: genuine, and tells of no money. */
  nack(fault: Fault): GatewayAnswer;
  /** The message for the log, without signature and without anything about the payer. */
  redact(message: NotificationMessage): string;
}
