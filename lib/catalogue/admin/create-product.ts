import type { AdminActor, ClientInfo } from "../../acts/actor";
import { type AuditEntry, recordAudit } from "../../acts/record-audit";
import { now } from "../../core/clock";
import { inTransaction, type Tx } from "../../db/transaction";
import { slugTaken } from "../../db/unique-violation";
import { checkProduct } from "./product-rules";
import { productColumns, requireCategory, saveParts } from "./save-product";
import type { CreateProductBody } from "./schema";

/** The step: the product with its options and what follows from them. */
export async function insertProduct(tx: Tx, input: CreateProductBody): Promise<number> {
  const kind = input.auto_secret_kind;
  checkProduct(input, { kind, minQuantity: input.min_quantity ?? 1, maxQuantity: input.max_quantity ?? 100 });
  await requireCategory(tx, input.category_id);
  const { id } = await tx.product.create({
    data: {
      ...productColumns(input),
      categoryId: input.category_id,
      slug: input.slug,
      title: input.title,
      autoSecretKind: kind,
      createdAt: now(),
    },
    select: { id: true },
  });
  await saveParts(tx, id, kind, input);
  return id;
}

/** Makes the entry of a new product in the audit log. */
export const createdEntry = (id: number, { slug, title }: CreateProductBody): AuditEntry => ({
  action: "product.create",
  target: `product:${id}`,
  data: { slug, title },
});

/** @throws AppError `malformed`; `state_conflict` when the slug is taken. */
export async function createProduct(
  actor: AdminActor,
  client: ClientInfo,
  input: CreateProductBody,
): Promise<{ id: number }> {
  try {
    return await inTransaction(async (tx) => {
      const id = await insertProduct(tx, input);
      await recordAudit(tx, actor, client, createdEntry(id, input));
      return { id };
    });
  } catch (error) {
    throw slugTaken(error, "products_slug_key");
  }
}
