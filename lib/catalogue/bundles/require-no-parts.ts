import { AppError } from "../../core/errors";
import { refusal } from "../../core/refusals/refusal";
import type { Prisma } from "../../db/generated/client";
import type { Tx } from "../../db/transaction";

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
