import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { Readable } from "node:stream";
import type { S3Client } from "@aws-sdk/client-s3";
import { BackupError } from "./backup-file";
import { type BackupStore, isBackupName, newestFirst } from "./stored-backup";

export interface S3Options {
  bucket: string;
  prefix: string;
  endpoint: string | null;
  region: string;
  accessKeyId: string | null;
  secretAccessKey: string | null;
}

/** The SDK is loaded when it is needed: most shops keep backups in a folder. */
const load = () => import("@aws-sdk/client-s3");

export function s3Store(options: S3Options): BackupStore {
  const { bucket, prefix, endpoint, region, accessKeyId, secretAccessKey } = options;
  let made: S3Client | undefined;
  async function client(): Promise<S3Client> {
    const sdk = await load();
    made ??= new sdk.S3Client({
      region,
      ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
      ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
      // Stores that only resemble Amazon's know no checksums of newer clients.
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
    });
    return made;
  }
  const at = (name: string) => ({ Bucket: bucket, Key: `${prefix}${name}` });
  return {
    where: `s3://${bucket}/${prefix}`,
    async put(name, file) {
      const { PutObjectCommand } = await load();
      const { size } = await stat(file);
      const command = new PutObjectCommand({
        ...at(name),
        Body: createReadStream(file),
        ContentLength: size,
      });
      await (await client()).send(command);
    },
    async list() {
      const { paginateListObjectsV2 } = await load();
      const found = [];
      const pages = paginateListObjectsV2({ client: await client() }, { Bucket: bucket, Prefix: prefix });
      for await (const page of pages) {
        for (const { Key = "", Size = 0 } of page.Contents ?? []) {
          const name = Key.slice(prefix.length);
          if (isBackupName(name) && !name.includes("/")) found.push({ name, bytes: Size });
        }
      }
      return found.sort(newestFirst);
    },
    async read(name) {
      const { GetObjectCommand } = await load();
      const { Body } = await (await client()).send(new GetObjectCommand(at(name)));
      if (!Body) throw new BackupError(`${name} is empty`);
      return Body as Readable;
    },
    async remove(name) {
      const { DeleteObjectCommand } = await load();
      await (await client()).send(new DeleteObjectCommand(at(name)));
    },
  };
}
