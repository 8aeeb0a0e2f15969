import { readDrawing } from "../../content/pictures/read-drawing";
import { readPicture } from "../../content/pictures/read-picture";
import { now } from "../../core/clock";
import { sha256Hex } from "../../core/crypto";
import { isAppError } from "../../core/errors";
import { randomCode } from "../../core/ids";
import { log } from "../../core/process/log";
import { db } from "../../db/client";
import { inTransaction, type Tx } from "../../db/transaction";
import { raiseAlert } from "../../notifications/alerts/raise-alert";
import { callOut, OutgoingError } from "../../outgoing/outgoing-call";
import { type OfferedPicture, offeredDetails } from "./schema";

const totalMs = 15_000;
const maxBytes = 8 * 1024 * 1024;
const maxPictures = 8;

/** Fetched like every other call: public addresses only, no redirect; decoded and written anew like every upload, and drawings drawn. */
async function fetchPicture({ url, sha256 }: OfferedPicture) {
  try {
    const answer = await callOut({ url, method: "GET", headers: {}, totalMs, maxBytes, overflow: "fail" });
    if (answer.status !== 200) return null;
    if (sha256 !== null && sha256Hex(answer.bytes) !== sha256) return null;
    return (await readDrawing(answer.bytes)) ?? (await readPicture(answer.bytes));
  } catch (error) {
    if (error instanceof OutgoingError || isAppError(error)) return null;
    throw error;
  }
}

/** One alert a connection, however many products were imported at once: the last one is named. */
async function tellOfLost(
  tx: Tx,
  title: string,
  { connectionId }: { connectionId: number },
  lost: readonly string[],
): Promise<void> {
  const { name } = await tx.connection.findUniqueOrThrow({
    where: { id: connectionId },
    select: { name: true },
  });
  await raiseAlert(tx, {
    kind: "connection.pictures_skipped",
    data: { connection: name, title, count: lost.length, url: lost[0]?.slice(0, 200) ?? "" },
    reference: `connection:${connectionId}`,
  });
}

/** The pictures of an imported product, copied into this shop. One that has pictures by now keeps them. */
export async function importPictures(productId: number): Promise<void> {
  const product = await db().product.findUnique({
    where: { id: productId },
    select: {
      title: true,
      image: true,
      skus: { take: 1, select: { mapping: { select: { upstreamSku: true } } } },
    },
  });
  const offer = product?.skus[0]?.mapping?.upstreamSku;
  if (!product || product.image !== null || !offer) return;
  const { connectionId, upstreamProductId } = offer;
  const row = await db().upstreamProduct.findUnique({
    where: { connectionId_upstreamProductId: { connectionId, upstreamProductId } },
  });
  const details = offeredDetails.safeParse(row?.details);
  const offered = (details.success ? details.data.images : undefined) ?? [];
  const media: { id: string; mime: string; bytes: Uint8Array<ArrayBuffer>; width: number; height: number }[] =
    [];
  const lost: string[] = [];
  for (const picture of offered.slice(0, maxPictures)) {
    const read = await fetchPicture(picture);
    if (read) media.push({ id: randomCode(26), ...read });
    else {
      lost.push(picture.url);
      log.warn({ product_id: productId, url: picture.url }, "a picture of a main site could not be copied");
    }
  }
  if (lost.length > 0) await inTransaction((tx) => tellOfLost(tx, product.title, offer, lost));
  if (media.length === 0) return;
  const addresses = media.map(({ id }) => `/media/${id}`);
  await inTransaction(async (tx) => {
    const { count } = await tx.product.updateMany({
      where: { id: productId, image: null },
      data: { image: addresses[0] ?? null, images: addresses.slice(1), updatedAt: now() },
    });
    if (count === 0) return;
    await tx.media.createMany({
      data: media.map((one) => ({ ...one, sha256: sha256Hex(one.bytes), createdAt: now() })),
    });
  });
}
