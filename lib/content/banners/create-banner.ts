import type { AdminActor, ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { now } from "../../core/clock";
import { inTransaction } from "../../db/transaction";
import type { CreateBannerBody } from "../schema";
import { bannerColumns, checkBanner } from "./banner-rules";

/** @throws AppError `malformed` */
export async function createBanner(
  actor: AdminActor,
  client: ClientInfo,
  input: CreateBannerBody,
): Promise<{ id: number }> {
  checkBanner({
    linkType: input.link_type ?? "none",
    linkUrl: input.link_url ?? null,
    startsAt: input.starts_at ?? null,
    endsAt: input.ends_at ?? null,
  });
  return inTransaction(async (tx) => {
    const { id } = await tx.banner.create({
      data: { ...bannerColumns(input), title: input.title, image: input.image, createdAt: now() },
      select: { id: true },
    });
    await recordAudit(tx, actor, client, {
      action: "banner.create",
      target: `banner:${id}`,
      data: { title: input.title },
    });
    return { id };
  });
}
