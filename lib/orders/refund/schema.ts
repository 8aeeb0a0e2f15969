/** Why the shop itself gives money back, as it is stored; pages say it in their reader's language. */
export const shopRefundReasons = { payment_not_needed: "A payment that the order did not need" } as const;
