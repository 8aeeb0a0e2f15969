import type { Reader } from "../../../db/transaction";

/** The version that buyers of the same file get now. Null for a version that was removed. */
export async function findNewestOfFile(reader: Reader, versionId: number) {
  const version = await reader.fileVersion.findFirst({
    where: { id: versionId, removedAt: null },
    select: { fileId: true },
  });
  if (!version) return null;
  return reader.fileVersion.findFirst({
    where: { fileId: version.fileId, status: "ready" },
    orderBy: { id: "desc" },
    include: { file: true },
  });
}
