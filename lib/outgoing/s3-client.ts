import type { S3Client, S3ClientConfig } from "@aws-sdk/client-s3";

/** An S3-compatible store of the configuration. */
export interface S3Options {
  bucket: string;
  prefix: string;
  endpoint: string | null;
  region: string;
  accessKeyId: string | null;
  secretAccessKey: string | null;
}

/** The SDK is loaded when it is needed: most shops keep everything in folders. */
export const loadS3 = () => import("@aws-sdk/client-s3");

/** As many buyers may download at once; each of them holds a connection to the store. */
const maxSockets = 500;
const connectionTimeout = 10_000;
/** A store that takes a request and says nothing: until its answer begins. A large part may be sent meanwhile. */
const requestTimeout = 300_000;

export const s3ClientConfig = (options: S3Options): S3ClientConfig => {
  const { endpoint, region, accessKeyId, secretAccessKey } = options;
  return {
    region,
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
    requestHandler: {
      connectionTimeout,
      requestTimeout,
      throwOnRequestTimeout: true,
      httpAgent: { maxSockets },
      httpsAgent: { maxSockets },
    },
    // Stores that only resemble Amazon's know no checksums of newer clients.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  };
};

export async function s3Client(options: S3Options): Promise<S3Client> {
  const { S3Client } = await loadS3();
  return new S3Client(s3ClientConfig(options));
}
