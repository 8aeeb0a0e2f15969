import type { AdminActor, ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { AppError, notFound } from "../../core/errors";
import { formatMoney } from "../../core/money";
import type { Said } from "../../core/refusals/refusal";
import { requireUnchanged } from "../../core/refusals/require-unchanged";
import { inTransaction } from "../../db/transaction";
import { isUniqueViolation } from "../../db/unique-violation";
import { requireOwnPrice } from "../bundles/bundle-rules";
import { isKeyed } from "../schema";
import { askForSale } from "../want-stock";
import { changeBy } from "./costs-of-reader";
import { refreshProductPrice } from "./refresh-product-price";
import { checkSaved } from "./save-product";
import { changeSku } from "./save-skus";
import type { SkuPatch } from "./schema";
import { lockProduct } from "./update-product";

const malformed = (field: string, said: Said) => new AppError("malformed", said, { field });

/** The quick edit of a list: price, name, activity, cap, text. @throws AppError `not_found`, `malformed`, `state_conflict` */
export async function updateSku(
  actor: AdminActor,
  client: ClientInfo,
  skuId: number,
  asked: SkuPatch,
): Promise<{ id: number }> {
  const input: SkuPatch = changeBy(actor, asked);
  try {
    return await inTransaction(async (tx) => {
      const owner = await tx.sku.findUnique({ where: { id: skuId }, select: { productId: true } });
      if (!owner) throw notFound("option");
      const product = await lockProduct(tx, owner.productId);
      const found = await tx.sku.findUnique({ where: { id: skuId } });
      if (!found) throw notFound("option");
      requireUnchanged({ price: formatMoney(found.priceCents), is_active: found.isActive }, input.seen);
      requireOwnPrice(found, input.price);
      const kind = product.autoSecretKind;
      const price = input.price ?? found.priceCents;
      const original = input.original_price === undefined ? found.originalPriceCents : input.original_price;
      if (original !== null && original < price) throw malformed("original_price", "not_below_price");
      if (isKeyed(kind) && input.stock !== undefined) throw malformed("stock", "counted_from_keys");
      if (kind !== "text" && input.content !== undefined) throw malformed("content", "only_for_text_product");
      await changeSku(tx, kind, skuId, input);
      if (input.is_active && !found.isActive) await askForSale(tx, { id: skuId });
      await checkSaved(tx, product.id);
      await refreshProductPrice(tx, [product.id]);
      await recordAudit(tx, actor, client, {
        action: "sku.update",
        target: `sku:${skuId}`,
        data: {
          changed: Object.keys(input).filter((name) => name !== "seen"),
          price: { from: formatMoney(found.priceCents), to: formatMoney(price) },
        },
      });
      return { id: skuId };
    });
  } catch (error) {
    if (!isUniqueViolation(error, "skus_product_id_code_key")) throw error;
    throw new AppError("state_conflict", "used_by_option", { field: "code" });
  }
}
