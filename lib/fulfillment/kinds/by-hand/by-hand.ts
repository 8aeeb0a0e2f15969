import { countedUnits } from "../../counted-units";
import type { StockFulfiller } from "../../fulfiller";

/** A person writes what this buyer gets; the order waits for them. */
export const byHand: StockFulfiller = {
  code: "by_hand",
  ...countedUnits,
  begin: async () => undefined,
  deliver: async () => ({ content: null }),
};
