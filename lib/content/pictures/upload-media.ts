import type { AdminActor, ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { now } from "../../core/clock";
import { sha256Hex } from "../../core/crypto";
import { randomCode } from "../../core/ids";
import { inTransaction } from "../../db/transaction";
import type { UploadedMedia } from "../schema";
import { readPicture } from "./read-picture";

/** In the database, so that every process has it; under a name that says nothing and is never used again. */
export async function uploadMedia(
  actor: AdminActor,
  client: ClientInfo,
  upload: Uint8Array,
): Promise<UploadedMedia> {
  const { bytes, mime, width, height } = await readPicture(upload);
  const id = randomCode(26);
  return inTransaction(async (tx) => {
    await tx.media.create({
      data: { id, mime, bytes, width, height, sha256: sha256Hex(bytes), createdAt: now() },
    });
    await recordAudit(tx, actor, client, {
      action: "media.upload",
      target: `media:${id}`,
      data: { bytes: bytes.byteLength, width, height },
    });
    return { id, url: `/media/${id}`, width, height, bytes: bytes.byteLength };
  });
}
