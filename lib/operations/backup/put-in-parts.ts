import { createReadStream } from "node:fs";
import type { CompletedPart, S3Client } from "@aws-sdk/client-s3";
import { partBytesOf } from "../../core/multipart";
import { loadS3 } from "../../outgoing/s3-client";

/** Sent within the time in which a store has to answer, also over a slow line; above it the file is sent in parts. */
export const leastPartBytes = 64 * 1024 ** 2;

interface Place {
  Bucket: string;
  Key: string;
}

/** A file that one request does not hold: a store takes 5 GiB at once and 5 TiB in parts. */
export async function putInParts(s3: S3Client, place: Place, file: string, bytes: number): Promise<void> {
  const {
    AbortMultipartUploadCommand,
    CompleteMultipartUploadCommand,
    CreateMultipartUploadCommand,
    UploadPartCommand,
  } = await loadS3();
  const { UploadId } = await s3.send(new CreateMultipartUploadCommand(place));
  const upload = { ...place, UploadId };
  const step = partBytesOf(bytes, leastPartBytes);
  try {
    const Parts: CompletedPart[] = [];
    for (let start = 0; start < bytes; start += step) {
      const end = Math.min(start + step, bytes) - 1;
      const PartNumber = Parts.length + 1;
      const { ETag } = await s3.send(
        new UploadPartCommand({
          ...upload,
          PartNumber,
          Body: createReadStream(file, { start, end }),
          ContentLength: end - start + 1,
        }),
      );
      Parts.push({ PartNumber, ETag });
    }
    await s3.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }));
  } catch (error) {
    // Parts that are left cost as much as a file; why the upload failed counts more than that they could not be removed.
    await s3.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined);
    throw error;
  }
}
