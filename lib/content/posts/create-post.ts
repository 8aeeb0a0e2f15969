import type { AdminActor, ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { now } from "../../core/clock";
import { plainTextOf, sanitiseHtml } from "../../core/formats/rich-text";
import { mapTexts, mergeTranslations } from "../../core/translations";
import { inTransaction } from "../../db/transaction";
import { slugTaken } from "../../db/unique-violation";
import type { CreatePostBody } from "../schema";

const summaryLength = 200;

/** The beginning of the text, for a post that was given no summary. */
const beginningOf = (content: string): string => {
  const text = plainTextOf(content);
  return text.length <= summaryLength ? text : `${text.slice(0, summaryLength).replace(/\s+\S*$/, "")}…`;
};

/** @throws AppError `state_conflict` when the slug is taken. */
export async function createPost(
  actor: AdminActor,
  client: ClientInfo,
  input: CreatePostBody,
): Promise<{ id: number }> {
  const content = sanitiseHtml(input.content ?? "");
  const isPublished = input.is_published ?? false;
  try {
    return await inTransaction(async (tx) => {
      const { id } = await tx.post.create({
        data: {
          slug: input.slug,
          type: input.type,
          title: input.title,
          summary: input.summary || beginningOf(content),
          content,
          cover: input.cover,
          isPublished,
          translations: mergeTranslations({}, mapTexts(input.translations, "content", sanitiseHtml)),
          publishedAt: input.published_at ?? (isPublished ? now() : null),
          createdAt: now(),
          updatedAt: now(),
        },
        select: { id: true },
      });
      await recordAudit(tx, actor, client, {
        action: "post.create",
        target: `post:${id}`,
        data: { slug: input.slug },
      });
      return { id };
    });
  } catch (error) {
    throw slugTaken(error, "posts_slug_key");
  }
}
