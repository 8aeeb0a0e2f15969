import { AppError } from "../../core/errors";
import { percentOf } from "./percent";
import { isBundle } from "./schema";

interface Priced {
  priceCents: bigint;
  fulfillers: readonly string[];
  fulfillerSettings: unknown;
}

/** A price by percent would be written over at once. @throws AppError `malformed` */
export function requireOwnPrice(sku: Priced, priceCents: bigint | undefined): void {
  if (priceCents === undefined || priceCents === sku.priceCents) return;
  if (isBundle(sku) && percentOf(sku.fulfillerSettings) !== null)
    throw new AppError("malformed", "price_follows_parts", { field: "price" });
}
