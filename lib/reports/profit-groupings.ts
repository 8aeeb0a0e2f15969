/** Things by which a report breaks its sums down; `supplier` is the main site that an option is bought from today. */
export const profitGroupings = [
  "product",
  "sku",
  "category",
  "channel",
  "buyer",
  "supplier",
  "coupon",
] as const;
export type ProfitGrouping = (typeof profitGroupings)[number];
