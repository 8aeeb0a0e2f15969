import type { Moves } from "../../core/shapes/moves";
import type { CouponUseStatus } from "../../db/generated/tables";

/** A use that was given back is counted again for an order that is paid late, or reserved for one that opens anew. */
export const couponUseMoves = {
  reserved: ["used", "released"],
  released: ["reserved", "used"],
  used: [],
} as const satisfies Moves<CouponUseStatus>;
