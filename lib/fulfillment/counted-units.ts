import { reserveUnits } from "../stock/count-stock";
import type { StockFulfiller } from "./fulfiller";

/** For what is not stored by the unit: only how many may be sold is counted. */
export const countedUnits: Pick<StockFulfiller, "units" | "reserve" | "release"> = {
  units: "counter",
  // The counter is moved by the statement that looks whether there are enough.
  reserve: async (tx, { skuId, quantity }) => ((await reserveUnits(tx, skuId, quantity)) ? { skuId } : null),
  release: async (_tx, { skuId, quantity }) => ({ skuId, available: quantity, reserved: -quantity }),
};
