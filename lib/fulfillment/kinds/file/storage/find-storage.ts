import { getConfig } from "../../../../config/config";
import type { FileStorageName } from "../state";
import { bucketStorage } from "./bucket-storage";
import type { FileStorage } from "./file-storage";
import { folderStorage } from "./folder-storage";

let known: { config: object; storage: FileStorage } | undefined;

/** One client for each configuration: it keeps its connections. */
function configuredBucket(): FileStorage {
  const config = getConfig().files.s3;
  const { bucket } = config;
  if (!bucket) throw new Error("This file lies in an S3 store, and files.s3.bucket names none");
  if (known?.config !== config) known = { config, storage: bucketStorage({ ...config, bucket }) };
  return known.storage;
}

/** Where the bytes of a version lie. */
export const findStorage = (name: FileStorageName): FileStorage =>
  name === "bucket" ? configuredBucket() : folderStorage;

/** Where new versions are uploaded to. Older ones stay where they are. */
export const chooseStorage = (): FileStorageName => (getConfig().files.s3.bucket ? "bucket" : "folder");
