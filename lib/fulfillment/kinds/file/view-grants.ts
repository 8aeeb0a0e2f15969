import { getConfig } from "../../../config/config";
import { now } from "../../../core/clock";
import { toTime } from "../../../core/wire";
import type { Reader } from "../../../db/transaction";
import { findNewestVersions, isRightTo } from "../../sql/downloads";
import { downloadToken } from "./download-token";
import type { DeliveredFile } from "./schema";

/** A download that was begun counts as one. */
const usedDownloads = (sent: bigint, bytes: bigint): number => Number((sent + bytes - 1n) / bytes);

/** The files of delivered items with their links, by fulfillment. */
export async function viewGrants(
  reader: Reader,
  fulfillmentIds: readonly number[],
): Promise<Map<number, { files: DeliveredFile[] }>> {
  const grants = await reader.downloadGrant.findMany({
    where: { fulfillmentId: { in: [...fulfillmentIds] }, revokedAt: null },
    include: { downloads: { select: { versionId: true, bytesSent: true } } },
  });
  const versions = await findNewestVersions(reader, grants);
  const { baseUrl } = getConfig().server;
  return new Map(
    grants.map((grant) => {
      const files = versions
        .filter((version) => isRightTo(grant, version))
        .map((version): DeliveredFile => {
          const sent =
            grant.downloads.find(({ versionId }) => versionId === version.versionId)?.bytesSent ?? 0n;
          const left = Math.max(0, grant.allowed - usedDownloads(sent, version.bytes));
          const isOpen = grant.expiresAt > now() && sent < version.bytes * BigInt(grant.allowed);
          return {
            title: version.title,
            version: version.label,
            notes: version.notes,
            name: version.name,
            bytes: Number(version.bytes),
            sha256: version.sha256 ?? "",
            url: isOpen ? `${baseUrl}/api/v1/downloads/${downloadToken(grant.id, version.fileId)}` : null,
            downloads_left: left,
            expires_at: toTime(grant.expiresAt),
          };
        });
      return [grant.fulfillmentId, { files }];
    }),
  );
}
