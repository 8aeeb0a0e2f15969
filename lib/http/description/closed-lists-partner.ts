/** Words of the interconnect. */
export const partnerLists = {
  SettlementMode: {
    trust: "delivered as soon as the payment is reported",
    prepaid: "paid from the deposit",
    hold: "delivered when the operator of the main site releases it",
  },
  SettlementSource: { deposit: "from the deposit", outside: "by money outside the shop" },
  CallbackReceipt: {
    applied: "the event changed the purchase",
    ignored: "the event is known, or older than what is known",
    ping: "the ping was understood; nothing changed",
  },
  CallbackEvent: {
    "order.fulfilled": "the order was delivered; `fulfillment` holds the goods",
    "order.refunded": "money of the order went back",
    "order.secret_changed": "the goods were replaced: `fulfillment` holds the new ones",
  },
} as const;
