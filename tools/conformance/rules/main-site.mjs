import { rulesAt, signingRules } from "./signing.mjs";

const products = {
  "products.members":
    "Each product has its `id`, `slug`, `title`, `price`, `stock`, `auto_secret_kind` and `category`",
  "products.skus": "`skus` have `id`, `price` and `stock`",
  "products.unique": "an `id` stands once",
  "products.money": "`price` is what this agent pays",
  "products.stock": "`stock` 999999 means unlimited, and no stock is below 0",
  "products.kind": "`auto_secret_kind`: `card_key`, `account`, `link`, `text` or `none`",
  "products.defaults": "`page` (1), `per_page` (50, clamped to 200 and echoed)",
  "products.full-page": "clamped to 200 and echoed",
  "products.clamp": "clamped to 200 and echoed",
  "products.page-form": "A page that is no number above 0, or a time without an offset, is 4001",
  "products.time-form": "A page that is no number above 0, or a time without an offset, is 4001",
  "products.pages": "The pages together hold every product once",
  "products.total": "`total` is the same on each",
  "products.beyond": "a page after the last one and a category that is not there are empty lists",
  "products.category": "a page after the last one and a category that is not there are empty lists",
  "products.left": 'what has left the shelf with `"active": false, "stock": 0`',
  "products.on-sale": "Without `updated_after` only products on sale come",
  "products.future": "strictly after",
  "products.past": "with it everything that changed (product, SKU, price, stock)",
  "products.offset": "any ISO 8601 offset",
  "products.strict": "strictly after",
  "products.changed": "with it everything that changed (product, SKU, price, stock)",
};

const whole = "required whole numbers; a quantity from 1, within the product's own limits";
const number = "required; your own number in one line, unique among your orders";
const optional = "optional; an address, and an object";
const reserved = "`stock` falls at once, and rises again when nobody has paid by then";
const once = "what is there is sold once, however many ask at once";
const same = "the same number with the same content is the same order, also when both come at once";
const other = "with other content (product, SKU, quantity, address, metadata) 4090";
const short = "More than is in stock is 4099 and reserves nothing";

const orders = {
  "order.required": whole,
  "order.required-number": number,
  "order.types": whole,
  "order.quantity": whole,
  "order.email": optional,
  "order.metadata": optional,
  "order.number-line": number,
  "order.off-sale": "A product that is not on sale, or not any more, is 4004.",
  "order.trimmed": "Spaces around `downstream_order_no` and `downstream_payment_id` are taken off.",
  "order.further-members": "Members that it does not know are ignored here",
  "order.sku-required": "required when the product has more than one SKU; one of this product",
  "order.foreign-sku": "required when the product has more than one SKU; one of this product",
  "order.answer": "Answer: `upstream_order_no`, `amount`, `expire_at`, `status`.",
  "order.amount": "`amount` is the price times the quantity.",
  "order.expiry": "an operator may choose from five minutes to a day",
  "order.stock-falls": reserved,
  "order.again": same,
  "order.again-reserves-once": same,
  "order.at-once": same,
  "order.other-quantity": other,
  "order.other-product": other,
  "order.other-sku": other,
  "order.other-metadata": other,
  "order.other-email": other,
  "order.replayed": "The header `Idempotent-Replayed: true` tells a repeat",
  "order.short": short,
  "order.short-keeps": short,
  "order.oversell": once,
  "order.per-agent": number,
  "expiry.stock": reserved,
  "restart.again": same,
};

const longer = "What is longer than its limit is 4001, a longer body 4013.";
const limits =
  "How long and how many each member may be, stands in [limits](limits.md#between-two-shops), the same for both ends";
const errors = {
  "method.refused": "the path has no such method; `Allow` names those that it has",
  "order.unknown-product": "unknown, or another agent's",
  "order.unknown-sku": "unknown, or another agent's",
  "order.json": "missing or malformed",
  "order.depth": "missing or malformed",
  "order.twice": "missing or malformed",
  "order.precedence": "They are checked in this order: 4003, 4001, 4004, 4090, 4099.",
  "order.number-64": limits,
  "order.number-65": longer,
  "order.metadata-full": limits,
  "order.metadata-length": longer,
  "order.body-full": limits,
  "order.body-length": longer,
  "order.units": longer,
  "order.upstream-no": limits,
  "pay.id-length": longer,
  "pay.unknown": "unknown, or another agent's",
  "pay.others": "unknown, or another agent's",
  "read.unknown": "unknown, or another agent's",
  "read.others": "unknown, or another agent's",
};

const all = "All required, nothing else allowed: 4001.";
const ready = "with a `payload` when it is `ready` and only then";
const units = "Every unit is a secret of its own, which no other order gets, and each is at least a line.";
const payments = {
  "pay.required": all,
  "pay.members": all,
  "pay.less": "`paid_amount` (exactly `amount`)",
  "pay.more": "`paid_amount` (exactly `amount`)",
  "pay.amount-type": "`paid_amount` (exactly `amount`)",
  "pay.amount-form": "`19.5` is the same amount as `19.50`.",
  "pay.per-agent": "Numbers of payments are yours alone: another agent may have the same.",
  "pay.time": "`paid_at` (a time with its offset)",
  "pay.refused": all,
  "pay.at-once": "Of payments at once one is taken.",
  "pay.answer": "Answer: `data.fulfillment`",
  "pay.payload": ready,
  "pay.lines": units,
  "pay.units": units,
  "pay.next-order": units,
  "pay.again": "delivered already (or canceled, refunded, or paid with another payment)",
  "pay.other-order": "A payment that has paid another order is 4090.",
  "pay.other-order-at-once": "A payment that has paid another order is 4090.",
  "pay.same-again": "the same payment again is the same answer, and another payment 4090",
  "pay.second-payment": "the same payment again is the same answer, and another payment 4090",
  "pay.stock-stays": units,
  "expiry.paid": "the reservation had run out and the goods are gone",
  "restart.payment": "A payment that has paid another order is 4090.",
};

const whenPaid = "The payload is there from the payment on, the same at every reading, and never before.";
const words = "`status`: `pending_payment, paid, delivering, delivered, refunded, canceled, expired`.";
const reads = {
  "read.members":
    "upstream_order_no, downstream_order_no, status, amount, paid_at, expire_at, product_id, sku_id, quantity, refunded_amount",
  "read.same":
    "upstream_order_no, downstream_order_no, status, amount, paid_at, expire_at, product_id, sku_id, quantity, refunded_amount",
  "read.status": words,
  "read.fulfillment": "`pending, processing, ready, held, failed, revoked`",
  "read.unpaid": whenPaid,
  "read.payload": whenPaid,
  "read.stays": whenPaid,
  "read.delivered": words,
  "read.secrets": "Joined by newlines it is the `payload`",
  "expiry.status": words,
  "restart.order": whenPaid,
};

const repeated = "the same body with a fresh timestamp, nonce and signature";
const attempts = {
  "callback.retry": "Otherwise it comes again: after 5 s",
  "callback.same-body": repeated,
  "callback.fresh": repeated,
  "callback.once": "Accepted is any 2xx within 15 seconds",
};
const callbacks = {
  "callback.sent": "The main site posts to the agent's callback address, signed with the same key and secret",
  "callback.signature": "signed with the same key and secret",
  "callback.payload": "sent also when `/paid` was answered with the payload",
  "callback.event-id": "`event_id` names the event: it is the same at every attempt",
  "callback.sequence": "`sequence` is a whole number that rises from event to event of one order.",
};

const advised = ["order.twice", "order.replayed", "callback.event-id", "callback.sequence"];

const rules = {
  ...signingRules,
  ...rulesAt("get-upstreamproducts", products),
  ...rulesAt("post-upstreamorders", orders),
  ...rulesAt("errors", errors),
  ...rulesAt("post-upstreamordersupstream_order_nopaid", payments),
  ...rulesAt("get-upstreamordersupstream_order_no", reads),
  ...rulesAt("callbacks", callbacks),
  ...rulesAt("attempts", attempts),
  ...rulesAt("what-a-receiver-does", {
    "callback.body": "lacks one of the five specified members",
    "callback.numbers": "Find the order by **both** numbers.",
  }),
};
for (const name of advised) rules[name].isAdvice = true;

/** Everything that the command wants of a main site. What is advised fails nobody: many programs cannot do it, or need not. */
export const mainSiteRules = rules;
