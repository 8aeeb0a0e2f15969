import type { AdminActor, ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { now } from "../../core/clock";
import { inTransaction } from "../../db/transaction";
import { slugTaken } from "../../db/unique-violation";
import type { CreateCategoryBody } from "../admin/schema";
import { categoryColumns, checkParent } from "./category-rules";

/** @throws AppError `malformed`; `state_conflict` when the slug is taken. */
export async function createCategory(
  actor: AdminActor,
  client: ClientInfo,
  input: CreateCategoryBody,
): Promise<{ id: number }> {
  try {
    return await inTransaction(async (tx) => {
      await checkParent(tx, input.parent_id);
      const { id } = await tx.category.create({
        data: { ...categoryColumns(input), slug: input.slug, name: input.name, createdAt: now() },
      });
      await recordAudit(tx, actor, client, {
        action: "category.create",
        target: `category:${id}`,
        data: { slug: input.slug },
      });
      return { id };
    });
  } catch (error) {
    throw slugTaken(error, "categories_slug_key");
  }
}
