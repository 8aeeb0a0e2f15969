import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import type { S3Client } from "@aws-sdk/client-s3";
import { problem } from "../../core/refusals/refusal";
import { loadS3, type S3Options, s3Client } from "../../outgoing/s3-client";
import { BackupError } from "./backup-file";
import { leastPartBytes, putInParts } from "./put-in-parts";
import type { BackupStore } from "./stored-backup";

export function s3Store(options: S3Options): BackupStore {
  const { bucket, prefix } = options;
  let made: Promise<S3Client> | undefined;
  const client = () => {
    made ??= s3Client(options);
    return made;
  };
  const at = (name: string) => ({ Bucket: bucket, Key: `${prefix}${name}` });
  return {
    where: `s3://${bucket}/${prefix}`,
    async put(name, source) {
      const { PutObjectCommand } = await loadS3();
      const isPath = typeof source === "string";
      const bytes = isPath ? (await stat(source)).size : source.byteLength;
      if (isPath && bytes > leastPartBytes) return putInParts(await client(), at(name), source, bytes);
      const command = new PutObjectCommand({
        ...at(name),
        Body: isPath ? createReadStream(source) : source,
        ContentLength: bytes,
      });
      await (await client()).send(command);
    },
    async list(folder) {
      const { paginateListObjectsV2 } = await loadS3();
      const found = [];
      const place = { Bucket: bucket, Prefix: `${prefix}${folder}`, Delimiter: "/" };
      for await (const page of paginateListObjectsV2({ client: await client() }, place)) {
        for (const { Key = "", Size = 0 } of page.Contents ?? [])
          found.push({ name: Key.slice(prefix.length), bytes: Size });
      }
      return found;
    },
    async read(name) {
      const { GetObjectCommand } = await loadS3();
      const { Body } = await (await client()).send(new GetObjectCommand(at(name)));
      if (!(Body instanceof Readable)) throw new BackupError(problem("backup_file_empty", { name }));
      return Body;
    },
    async remove(name) {
      const { DeleteObjectCommand } = await loadS3();
      await (await client()).send(new DeleteObjectCommand(at(name)));
    },
  };
}
