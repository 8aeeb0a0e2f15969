import type { AdminActor, ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { readPicture } from "../../content/pictures/read-picture";
import { now } from "../../core/clock";
import { open, seal } from "../../core/crypto";
import { notFound } from "../../core/errors";
import { randomCode } from "../../core/ids";
import { db } from "../../db/client";
import { inTransaction } from "../../db/transaction";
import type { UploadedProof } from "./schema";

const aad = (id: string) => `payment_proofs:picture:${id}:v1`;

const sealProof = (id: string, picture: Uint8Array) => seal(Buffer.from(picture).toString("base64"), aad(id));

const openProof = (id: string, sealed: Uint8Array): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.from(open(sealed, aad(id)), "base64"));

/** The picture as WebP. @throws AppError `not_found` */
export async function readProof(id: string): Promise<Uint8Array<ArrayBuffer>> {
  const row = await db().paymentProof.findUnique({
    where: { id },
    omit: { pictureSealed: false },
  });
  if (!row) throw notFound("picture");
  return openProof(row.id, row.pictureSealed);
}

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
