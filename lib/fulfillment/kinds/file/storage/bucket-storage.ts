import { Readable } from "node:stream";
import type { S3Client } from "@aws-sdk/client-s3";
import type { DataStore } from "@tus/server";
import { loadS3, type S3Options, s3Client, s3ClientConfig } from "../../../../outgoing/s3-client";
import type { ByteRange, FilePart, FileStorage } from "./file-storage";

const isMissing = (error: unknown): boolean =>
  error instanceof Error && (error.name === "NotFound" || error.name === "NoSuchKey");

/** The store sends pieces as they come: what of one does not fit is kept for the next call. */
function partOf(source: Readable): FilePart {
  const pieces = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let piece: Buffer = Buffer.alloc(0);
  return {
    async fill(into) {
      if (piece.byteLength === 0) {
        const { done, value } = await pieces.next();
        if (done) return 0;
        piece = value;
      }
      const copied = piece.copy(into);
      piece = piece.subarray(copied);
      return copied;
    },
    async close() {
      source.destroy();
    },
  };
}

/**
 * An S3-compatible store: pieces become parts of a multipart upload, so every process can take the next one. Beside an upload lie
 * `.info` (how it is called in the store) and `.part` (the end of what came, too small for a part).
 */
export function bucketStorage(options: S3Options): FileStorage {
  const { bucket, prefix } = options;
  let made: Promise<S3Client> | undefined;
  let store: Promise<DataStore> | undefined;
  const client = () => {
    made ??= s3Client(options);
    return made;
  };
  const uploadId = (key: string) => `${prefix}${key}`;
  const at = (key: string, ending = "") => ({ Bucket: bucket, Key: `${uploadId(key)}${ending}` });

  async function sizeAt(key: string, ending = ""): Promise<number | null> {
    const { HeadObjectCommand } = await loadS3();
    try {
      const { ContentLength = 0 } = await (await client()).send(new HeadObjectCommand(at(key, ending)));
      return ContentLength;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async function removeAt(key: string, ending = ""): Promise<void> {
    const { DeleteObjectCommand } = await loadS3();
    await (await client()).send(new DeleteObjectCommand(at(key, ending)));
  }

  /** Parts of an upload that was not completed cost as much as an object. */
  async function abortUploads(key: string): Promise<void> {
    const { AbortMultipartUploadCommand, ListMultipartUploadsCommand } = await loadS3();
    const s3 = await client();
    const listed = await s3.send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: uploadId(key) }));
    for (const { UploadId } of listed.Uploads ?? [])
      await s3.send(new AbortMultipartUploadCommand({ ...at(key), UploadId }));
  }

  async function read(key: string, range?: ByteRange): Promise<Readable> {
    const { GetObjectCommand } = await loadS3();
    const Range = range && `bytes=${range.start}-${range.end}`;
    const { Body } = await (await client()).send(new GetObjectCommand({ ...at(key), Range }));
    if (!(Body instanceof Readable)) throw new Error(`The store has no bytes of ${key}`);
    return Body;
  }

  return {
    uploads() {
      store ??= import("@tus/s3-store").then(
        ({ S3Store }) =>
          new S3Store({ s3ClientConfig: { ...s3ClientConfig(options), bucket }, useTags: false }),
      );
      return store;
    },
    uploadId,
    hasUpload: async (key) => (await sizeAt(key, ".info")) !== null,
    sizeOf: (key) => sizeAt(key),
    read,
    openPart: async (key, range) => partOf(await read(key, range)),
    keep: (key) => removeAt(key, ".info"),
    async remove(key) {
      await abortUploads(key);
      for (const ending of ["", ".info", ".part"]) await removeAt(key, ending);
    },
  };
}
