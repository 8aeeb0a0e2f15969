import { requireOption } from "../../../catalogue/require-option";
import { toldOrNull } from "../../../core/refusals/told";
import { toTime, toTimeOrNull } from "../../../core/wire";
import { db } from "../../../db/client";
import type { AdminFile } from "./schema";
import { uploadsPath } from "./uploads/receive-upload";

/** An option's files with their versions, newest first. @throws AppError `not_found` */
export async function listFiles(skuId: number): Promise<{ files: AdminFile[] }> {
  await requireOption(skuId);
  const rows = await db().skuFile.findMany({
    where: { skuId, versions: { some: { removedAt: null } } },
    orderBy: { id: "asc" },
    include: { versions: { where: { removedAt: null }, orderBy: { id: "desc" } } },
  });
  return {
    files: rows.map(({ id, title, versions }) => ({
      id,
      title,
      versions: versions.map((version) => ({
        id: version.id,
        version: version.label,
        notes: version.notes,
        name: version.name,
        bytes: Number(version.bytes),
        sha256: version.sha256,
        status: version.status,
        ...toldOrNull("problem", version.problem),
        upload_url: version.status === "uploading" ? `${uploadsPath}/${version.storageKey}` : null,
        created_at: toTime(version.createdAt),
        mailed_at: toTimeOrNull(version.mailedAt),
      })),
    })),
  };
}
