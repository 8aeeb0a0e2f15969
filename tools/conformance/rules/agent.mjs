import { rulesAt } from "./signing.mjs";

const required = "All required, nothing else allowed: 4001.";
const lostOrder = "Send it again when the answer was lost";
const nobody = "GET the order; report again if it is still unpaid";
const waits = "wait for the callback, or ask";
const limits =
  "How long and how many each member may be, stands in [limits](limits.md#between-two-shops), the same for both ends";
const never = "An order whose payment was taken, or may have been, is never ordered anew";

/** Everything that the command wants of an agent. */
export const agentRules = {
  ...rulesAt("signing", {
    "agent.headers": "Every call and every callback carries four headers",
    "agent.signature": "Sign the very bytes that you send",
    "agent.timestamp": "Unix time in whole seconds, ten digits",
    "agent.nonce-form": "a fresh UUID v4 for every call",
    "agent.nonce": "a fresh UUID v4 for every call",
    "agent.nonce-repeat": "take a fresh timestamp and nonce, and sign again",
  }),
  ...rulesAt("calls", {
    "agent.further-members": "Ignore members that you do not know.",
    "agent.redirect": "A redirect is no answer: follow none",
  }),
  ...rulesAt("post-upstreamorders", {
    "agent.order": "required whole numbers; a quantity from 1, within the product's own limits",
    "agent.sku": "required when the product has more than one SKU; one of this product",
    "agent.number": "required; your own number in one line, unique among your orders",
    "agent.number-unique": "required; your own number in one line, unique among your orders",
    "agent.optional": "optional; an address, and an object",
    "agent.lost-order": lostOrder,
    "agent.broken-order": lostOrder,
    "agent.short": "More than is in stock is 4099 and reserves nothing",
    "agent.refused-order": "with other content (product, SKU, quantity, address, metadata) 4090",
  }),
  ...rulesAt("errors", {
    "agent.number-length": limits,
    "agent.payment-length": limits,
    "agent.long": "read answers and callbacks as long as they may be",
    "agent.too-many": "see `Retry-After`",
    "agent.half-refused": "A refusal is definite only as one of these codes with its HTTP status",
  }),
  ...rulesAt("post-upstreamordersupstream_order_nopaid", {
    "agent.pays": required,
    "agent.payment": required,
    "agent.amount": "`paid_amount` (exactly `amount`)",
    "agent.large-amount": "`paid_amount` (exactly `amount`)",
    "agent.other-amount": "`paid_amount` (exactly `amount`)",
    "agent.paid-at": "`paid_at` (a time with its offset)",
    "agent.payment-unique": "`downstream_payment_id` (one payment pays one order)",
    "agent.pays-once": "delivered already (or canceled, refunded, or paid with another payment)",
    "agent.payload": "hand it over; several keys are joined by newlines",
    "agent.lines": "hand it over; several keys are joined by newlines",
    "agent.letters": "hand it over; several keys are joined by newlines",
    "agent.blanks": "hand it over; several keys are joined by newlines",
    "agent.lost-payment": nobody,
    "agent.broken-payment": nobody,
    "agent.unpaid-payment": nobody,
    "agent.page": nobody,
    "agent.conflict": "GET the order and take its payload",
    "agent.canceled": "a canceled order was not paid: order anew with the suffix `-2`, or refund your buyer",
    "agent.gone": "order anew with the suffix `-2`, or refund your buyer",
    "agent.held": waits,
    "agent.processing": waits,
    "agent.failed": "wait: it is delivered after an import, or refunded",
    "agent.refunded": "wait: it is delivered after an import, or refunded",
    "agent.forgotten": never,
    "agent.doubtful": never,
    "agent.killed": never,
    "agent.at-once": "`downstream_payment_id` (one payment pays one order)",
  }),
};
