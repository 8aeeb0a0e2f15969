import type { AdminActor, ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { AppError } from "../../core/errors";
import { inTransaction } from "../../db/transaction";
import { requireNoParts } from "../bundles/bundle-rules";
import { findSoldBundle } from "../bundles/sql";
import { forgetGoods } from "../finding/kept-goods";
import { lockProduct } from "./update-product";

/** Only what was never sold, holds no key and was not listed for agent sites, who would never hear of it, can vanish. @throws AppError `not_found`, `state_conflict` */
export async function deleteProduct(
  actor: AdminActor,
  client: ClientInfo,
  id: number,
): Promise<{ id: number }> {
  return inTransaction(async (tx) => {
    const product = await lockProduct(tx, id);
    const used =
      (await tx.secret.findFirst({ where: { sku: { productId: id } }, select: { id: true } })) ??
      (await tx.orderItem.findFirst({ where: { productId: id }, select: { id: true } })) ??
      // Its parts are what orders hold of it.
      (await findSoldBundle(tx, id));
    const isKnown = product.firstListedAt && (await tx.site.findFirst({ select: { id: true } }));
    if (used || isKnown) {
      throw new AppError("state_conflict", used ? "product_in_use" : "product_listed");
    }
    await requireNoParts(tx, { productId: id });
    await tx.product.delete({ where: { id } });
    await recordAudit(tx, actor, client, {
      action: "product.delete",
      target: `product:${id}`,
      data: { slug: product.slug, title: product.title },
    });
    return { id };
  }).finally(forgetGoods);
}
