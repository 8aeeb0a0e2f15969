import { Server, Upload } from "@tus/server";
import type { AdminActor } from "../../../../acts/actor";
import { now } from "../../../../core/clock";
import { AppError, notFound } from "../../../../core/errors";
import { refusal } from "../../../../core/refusals/refusal";
import { db } from "../../../../db/client";
import { inTransaction } from "../../../../db/transaction";
import { enqueue } from "../../../../jobs/enqueue";
import { moveVersion } from "../move-version";
import { requireFilePermission } from "../own-files";
import { pieceBytesOf } from "../schema";
import { findStorage, type StoredAt } from "../storage/find-storage";
import { uploadLocker } from "./upload-lease";

export const uploadsPath = "/api/v1/admin/file-uploads";

interface OpenUpload extends StoredAt {
  bytes: bigint;
}

/** An upload of this many bytes that waits for its pieces. One that is open stays as it is. */
export async function openUpload(upload: OpenUpload): Promise<void> {
  const { storageKey, bytes } = upload;
  const place = await findStorage(upload);
  if (await place.hasUpload(storageKey)) return;
  const uploads = await place.uploads();
  await uploads.create(new Upload({ id: place.uploadId(storageKey), size: Number(bytes), offset: 0 }));
}

/** All bytes are here: they are checked by a job, however often this is called. */
export const finishUpload = (key: string): Promise<void> =>
  inTransaction(async (tx) => {
    const version = await tx.fileVersion.findUnique({ where: { storageKey: key }, select: { id: true } });
    if (version && (await moveVersion(tx, version.id, "checking")))
      await enqueue(tx, "file.check", { versionId: version.id });
  });

/** Notes that the upload goes on, before its piece is stored: an abandoned one is removed (purge-uploads.ts). */
async function touchUpload(actor: AdminActor, key: string, method: string): Promise<OpenUpload> {
  const where = { storageKey: key, status: "uploading" } as const;
  const file = await db().skuFile.findFirst({
    where: { versions: { some: where } },
    select: { fulfillmentId: true },
  });
  requireFilePermission(actor, file);
  if (!file) throw notFound("upload");
  const version =
    method === "PATCH"
      ? (await db().fileVersion.updateManyAndReturn({ where, data: { lastPieceAt: now() }, select }))[0]
      : await db().fileVersion.findFirst({ where, select });
  if (!version) throw notFound("upload");
  return version;
}
const select = { storage: true, storageKey: true, store: true, bytes: true } as const;

/**
 * Answers the tus protocol (https://tus.io) for an upload that exists: HEAD says how far it is, PATCH adds a piece. Uploads
 * are only opened by `createVersion`.
 */
export async function receiveUpload(
  actor: AdminActor,
  key: string,
  request: Request,
  body: Uint8Array<ArrayBuffer>,
) {
  const { method, headers } = request;
  const upload = await touchUpload(actor, key, method);
  const storage = await findStorage(upload);
  // A larger piece would be several parts at once, and one that is lost between them would not be noticed.
  const max = pieceBytesOf(Number(upload.bytes));
  if (upload.storage === "bucket" && body.byteLength > max)
    throw new AppError("payload_too_large", refusal("body_too_large", { max }));
  // A client that continues an upload asks first how far it is.
  if (method === "HEAD") await openUpload(upload);
  const server = new Server({
    path: uploadsPath,
    datastore: await storage.uploads(),
    getFileIdFromRequest: () => storage.uploadId(key),
    locker: uploadLocker(key),
    relativeLocation: true,
    async onUploadFinish() {
      await finishUpload(key);
      return {};
    },
  });
  const answer = await server.handleWeb(
    new Request(`http://localhost${uploadsPath}/${key}`, {
      method,
      headers,
      ...(method === "PATCH" ? { body } : {}),
    }),
  );
  const offset = Number(answer.headers.get("upload-offset") ?? 0);
  // The process that took the last piece may have died before it said so.
  if (method === "HEAD" && BigInt(offset) === upload.bytes) await finishUpload(key);
  return answer;
}
