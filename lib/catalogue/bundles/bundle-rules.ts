import { z } from "zod";
import { AppError } from "../../core/errors";
import { refusal } from "../../core/refusals/refusal";
import type { Prisma } from "../../db/generated/client";
import type { Tx } from "../../db/transaction";
import { isBundle } from "./schema";

const stored = z.object({ bundle: z.object({ percent: z.int().nullable() }) });

/** Off the sum of the parts; null where the bundle has a price of its own. */
export const percentOf = (fulfillerSettings: unknown): number | null =>
  stored.safeParse(fulfillerSettings).data?.bundle.percent ?? null;

/** Only the parts of a bundle deliver something. @throws AppError `state_conflict` for a bundle */
export function requireNoBundle(sku: { fulfillers: readonly string[] }): void {
  if (isBundle(sku)) throw new AppError("state_conflict", "bundle_is_alone");
}

/** Refuses an act that would take a part away from a bundle. @throws AppError `state_conflict` naming the bundle */
export async function requireNoParts(
  tx: Tx,
  part: Prisma.SkuWhereInput,
  at: { field?: string } = {},
): Promise<void> {
  const used = await tx.bundlePart.findFirst({
    where: { part, bundle: { NOT: part } },
    select: { bundle: { select: { product: { select: { title: true } } } } },
  });
  if (used)
    throw new AppError(
      "state_conflict",
      refusal("option_in_bundle", { title: used.bundle.product.title }),
      at,
    );
}

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
