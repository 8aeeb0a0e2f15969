import { notFound } from "../../core/errors";
import { db } from "../../db/client";
import { openProof } from "./seal-proof";

/** The picture as WebP. @throws AppError `not_found` */
export async function readProof(id: string): Promise<Uint8Array<ArrayBuffer>> {
  const row = await db().paymentProof.findUnique({
    where: { id },
    omit: { pictureSealed: false },
  });
  if (!row) throw notFound("picture");
  return openProof(row.id, row.pictureSealed);
}
