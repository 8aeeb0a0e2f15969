import type { AdminActor, ClientInfo } from "../accounts/actor";
import { recordAudit } from "../accounts/record-audit";
import { AppError } from "../core/errors";
import { inTransaction } from "../db/transaction";
import { lockProduct } from "./update-product";

/** Only what was never sold and holds no key can vanish. @throws AppError `not_found`, `state_conflict` */
export async function deleteProduct(
  actor: AdminActor,
  client: ClientInfo,
  id: number,
): Promise<{ id: number }> {
  return inTransaction(async (tx) => {
    const product = await lockProduct(tx, id);
    const used =
      (await tx.secret.findFirst({ where: { sku: { productId: id } }, select: { id: true } })) ??
      (await tx.orderItem.findFirst({ where: { productId: id }, select: { id: true } }));
    if (used) {
      throw new AppError(
        "state_conflict",
        "This product has keys or orders; archive it instead of deleting it",
      );
    }
    await tx.product.delete({ where: { id } });
    await recordAudit(tx, actor, client, {
      action: "product.delete",
      target: `product:${id}`,
      data: { slug: product.slug, title: product.title },
    });
    return { id };
  });
}
