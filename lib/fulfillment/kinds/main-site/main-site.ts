import type { StockFulfiller } from "../../fulfiller";

/**
 * A main site decides about its own stock, which ours only mirrors, and delivers: the event `order.paid` starts the
 * purchase there (lib/interconnect/agent/purchases).
 */
export const mainSite: StockFulfiller = {
  code: "main_site",
  units: "elsewhere",
  reserve: async (_tx, { skuId }) => ({ skuId }),
  release: async (_tx, { skuId }) => ({ skuId }),
  begin: async () => undefined,
  deliver: async () => ({ content: null }),
};
