import type { AdminActor, ClientInfo } from "../../acts/actor";
import { auditChanges, changesBetween } from "../../acts/audit-changes";
import { recordAudit } from "../../acts/record-audit";
import { now } from "../../core/clock";
import { notFound } from "../../core/errors";
import { sanitiseHtml } from "../../core/formats/rich-text";
import { requireUnchanged } from "../../core/refusals/require-unchanged";
import { mapTexts, mergeTranslations } from "../../core/translations";
import { inTransaction } from "../../db/transaction";
import { slugTaken } from "../../db/unique-violation";
import { lockPage } from "../sql";
import { toAdminPage } from "./queries";
import type { PagePatch } from "./schema";

/** @throws AppError `not_found`, `state_conflict` */
export async function updatePage(
  actor: AdminActor,
  client: ClientInfo,
  id: number,
  input: PagePatch,
): Promise<{ id: number }> {
  try {
    return await inTransaction(async (tx) => {
      await lockPage(tx, id);
      const before = await tx.page.findUnique({ where: { id } });
      if (!before) throw notFound("page");
      requireUnchanged(toAdminPage(before), input.seen);
      const after = await tx.page.update({
        where: { id },
        data: {
          slug: input.slug,
          title: input.title,
          content: input.content === undefined ? undefined : sanitiseHtml(input.content),
          place: input.place,
          sortOrder: input.sort_order,
          isPublished: input.is_published,
          translations: mergeTranslations(
            before.translations,
            mapTexts(input.translations, "content", sanitiseHtml),
          ),
          updatedAt: now(),
        },
      });
      await recordAudit(tx, actor, client, {
        action: "page.update",
        target: `page:${id}`,
        data: auditChanges(changesBetween(before, after)),
      });
      return { id };
    });
  } catch (error) {
    throw slugTaken(error, "pages_slug_key");
  }
}
