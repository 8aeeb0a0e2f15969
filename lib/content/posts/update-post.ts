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
import { toAdminPost } from "../admin-queries";
import type { PostPatch } from "../schema";
import { lockPost } from "../sql";

/** Publishing without a time means now, unless the post has a time from before. @throws AppError `not_found`, `state_conflict` */
export async function updatePost(
  actor: AdminActor,
  client: ClientInfo,
  id: number,
  input: PostPatch,
): Promise<{ id: number }> {
  try {
    return await inTransaction(async (tx) => {
      await lockPost(tx, id);
      const before = await tx.post.findUnique({ where: { id } });
      if (!before) throw notFound("post");
      requireUnchanged(toAdminPost(before), input.seen);
      const isPublished = input.is_published ?? before.isPublished;
      const publishedAt = input.published_at === undefined ? before.publishedAt : input.published_at;
      const after = await tx.post.update({
        where: { id },
        data: {
          slug: input.slug,
          type: input.type,
          title: input.title,
          summary: input.summary,
          content: input.content === undefined ? undefined : sanitiseHtml(input.content),
          cover: input.cover,
          isPublished,
          translations: mergeTranslations(
            before.translations,
            mapTexts(input.translations, "content", sanitiseHtml),
          ),
          publishedAt: publishedAt ?? (isPublished ? now() : null),
          updatedAt: now(),
        },
      });
      await recordAudit(tx, actor, client, {
        action: "post.update",
        target: `post:${id}`,
        data: auditChanges(changesBetween(before, after)),
      });
      return { id };
    });
  } catch (error) {
    throw slugTaken(error, "posts_slug_key");
  }
}
