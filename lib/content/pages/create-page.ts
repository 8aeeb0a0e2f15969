import type { AdminActor, ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { now } from "../../core/clock";
import { sanitiseHtml } from "../../core/formats/rich-text";
import { mapTexts, mergeTranslations } from "../../core/translations";
import { inTransaction } from "../../db/transaction";
import { slugTaken } from "../../db/unique-violation";
import type { CreatePageBody } from "./schema";

/** @throws AppError `state_conflict` when the slug is taken. */
export async function createPage(
  actor: AdminActor,
  client: ClientInfo,
  input: CreatePageBody,
): Promise<{ id: number }> {
  try {
    return await inTransaction(async (tx) => {
      const { id } = await tx.page.create({
        data: {
          slug: input.slug,
          title: input.title,
          content: sanitiseHtml(input.content ?? ""),
          place: input.place,
          sortOrder: input.sort_order,
          isPublished: input.is_published,
          translations: mergeTranslations({}, mapTexts(input.translations, "content", sanitiseHtml)),
          createdAt: now(),
          updatedAt: now(),
        },
        select: { id: true },
      });
      await recordAudit(tx, actor, client, {
        action: "page.create",
        target: `page:${id}`,
        data: { slug: input.slug },
      });
      return { id };
    });
  } catch (error) {
    throw slugTaken(error, "pages_slug_key");
  }
}
