import { AppError } from "../../core/errors";
import { isBundle } from "./schema";

/** What a bundle delivers its parts deliver. @throws AppError `state_conflict` */
export function requireNoBundle(sku: { fulfillers: readonly string[] }): void {
  if (isBundle(sku)) throw new AppError("state_conflict", "bundle_is_alone");
}
