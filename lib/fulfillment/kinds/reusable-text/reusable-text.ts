import { openSkuContent } from "../../../catalogue/sku-content";
import { problem } from "../../../core/refusals/refusal";
import { countedUnits } from "../../counted-units";
import type { StockFulfiller } from "../../fulfiller";

/** One text for every buyer. An option that delivers something else besides may do without it. */
export const reusableText: StockFulfiller = {
  code: "reusable_text",
  ...countedUnits,
  async deliver(tx, { skuId, fulfillers }) {
    const sku = await tx.sku.findUnique({ where: { id: skuId }, select: { contentSealed: true } });
    // A copy of its own: a later edit of the product must not change what was sold.
    if (sku?.contentSealed) return { content: openSkuContent(skuId, sku.contentSealed) };
    return fulfillers.length > 0 ? { content: null } : { failure: problem("product_without_content") };
  },
};
