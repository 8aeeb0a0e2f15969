import { AppError } from "../../core/errors";
import { isBundle } from "./schema";

/** Only the parts of a bundle deliver something. @throws AppError `state_conflict` for a bundle */
export function requireNoBundle(sku: { fulfillers: readonly string[] }): void {
  if (isBundle(sku)) throw new AppError("state_conflict", "bundle_is_alone");
}
