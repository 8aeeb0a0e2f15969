import { pageSlice } from "../../core/paging";
import { toTime } from "../../core/wire";
import { db } from "../../db/client";
import type { MediaList, MediaQuery } from "../schema";

/** The pictures of the shop, newest first; their bytes are read at their own addresses. */
export async function listMedia(query: MediaQuery): Promise<MediaList> {
  const [total, rows] = await Promise.all([
    db().media.count(),
    db().media.findMany({
      select: { id: true, width: true, height: true, createdAt: true },
      orderBy: [{ createdAt: "desc" }, { id: "asc" }],
      ...pageSlice(query),
    }),
  ]);
  return {
    media: rows.map(({ id, width, height, createdAt }) => ({
      id,
      url: `/media/${id}`,
      width,
      height,
      created_at: toTime(createdAt),
    })),
    total,
    page: query.page,
    per_page: query.per_page,
  };
}
