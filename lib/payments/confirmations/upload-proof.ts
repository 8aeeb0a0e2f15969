import type { AdminActor, ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { readPicture } from "../../content/pictures/read-picture";
import { now } from "../../core/clock";
import { randomCode } from "../../core/ids";
import { inTransaction } from "../../db/transaction";
import type { UploadedProof } from "./schema";
import { sealProof } from "./seal-proof";

/**
 * Keeps a picture of money that arrived, re-encoded and sealed: a bank's page names people. A confirmation then names it.
 * @throws AppError `unsupported_media_type`, `malformed`
 */
export async function uploadProof(
  actor: AdminActor,
  client: ClientInfo,
  upload: Uint8Array,
): Promise<UploadedProof> {
  const { bytes } = await readPicture(upload);
  const id = randomCode(26);
  return inTransaction(async (tx) => {
    await tx.paymentProof.create({
      data: { id, pictureSealed: sealProof(id, bytes), createdById: actor.staffId, createdAt: now() },
      select: { id: true },
    });
    await recordAudit(tx, actor, client, {
      action: "payment_proof.upload",
      target: `payment_proof:${id}`,
      data: { bytes: bytes.byteLength },
    });
    return { id, bytes: bytes.byteLength };
  });
}
