import { FileStore } from "@tus/file-store";
import { Server, Upload } from "@tus/server";
import { notFound } from "../../../core/errors";
import { db } from "../../../db/client";
import { inTransaction } from "../../../db/transaction";
import { enqueue } from "../../../jobs/enqueue";
import { uploadFolder } from "./file-folder";
import { moveVersion } from "./move-version";

export const uploadsPath = "/api/v1/admin/file-uploads";

const store = async () => new FileStore({ directory: await uploadFolder() });

/** An upload of this many bytes that waits for its pieces. */
export async function openUpload(key: string, bytes: number): Promise<void> {
  await (await store()).create(new Upload({ id: key, size: bytes, offset: 0 }));
}

/** All bytes are here: they are checked by a job, however often this is called. */
export const finishUpload = (key: string): Promise<void> =>
  inTransaction(async (tx) => {
    const version = await tx.fileVersion.findUnique({ where: { storageKey: key }, select: { id: true } });
    if (version && (await moveVersion(tx, version.id, "checking")))
      await enqueue(tx, "file.check", { versionId: version.id });
  });

/**
 * Answers the tus protocol (https://tus.io) for an upload that exists: HEAD says how far it is, PATCH adds a piece. Uploads
 * are only opened by `createVersion`.
 */
export async function receiveUpload(key: string, request: Request, body: Uint8Array<ArrayBuffer>) {
  const version = await db().fileVersion.findUnique({
    where: { storageKey: key },
    select: { status: true, bytes: true },
  });
  if (version?.status !== "uploading") throw notFound("upload");
  const server = new Server({
    path: uploadsPath,
    datastore: await store(),
    relativeLocation: true,
    async onUploadFinish() {
      await finishUpload(key);
      return {};
    },
  });
  const { method, headers } = request;
  const answer = await server.handleWeb(
    new Request(`http://localhost${uploadsPath}/${key}`, {
      method,
      headers,
      ...(method === "PATCH" ? { body } : {}),
    }),
  );
  const offset = Number(answer.headers.get("upload-offset") ?? 0);
  // The process that took the last piece may have died before it said so.
  if (method === "HEAD" && BigInt(offset) === version.bytes) await finishUpload(key);
  return answer;
}
