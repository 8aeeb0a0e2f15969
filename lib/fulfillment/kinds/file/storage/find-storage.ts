import { getConfig } from "../../../../config/config";
import { db } from "../../../../db/client";
import type { S3Options } from "../../../../outgoing/s3-client";
import type { FileStorageName } from "../state";
import { bucketStorage } from "./bucket-storage";
import type { FileStorage } from "./file-storage";
import { folderStorage } from "./folder-storage";

/** Where the bytes of a version lie, as its row says. */
export interface StoredAt {
  storage: FileStorageName;
  storageKey: string;
  /** The address of the store. Null: it was uploaded before addresses were kept. */
  store: string | null;
}

type Config = ReturnType<typeof getConfig>["files"]["s3"];

const rootOf = ({ endpoint }: Pick<Config, "endpoint">): string => `${endpoint ?? "s3:/"}/`;
const addressOf = (config: Config): string | null =>
  config.bucket ? `${rootOf(config)}${config.bucket}/${config.prefix}` : null;

/** The store that new files are uploaded to; null: the folder. */
export const configuredStore = (): string | null => addressOf(getConfig().files.s3);

/** Another bucket or prefix of the configured provider; its keys open it, or the provider says that they do not. */
function optionsOf(store: string, config: Config): S3Options {
  const root = rootOf(config);
  if (!store.startsWith(root))
    throw new Error(
      `This file lies in ${store}, and files.s3 names another provider: copy it to the new store under the same name, or set files.s3 back`,
    );
  const [bucket = "", ...prefix] = store.slice(root.length).split("/");
  return { ...config, bucket, prefix: prefix.join("/") };
}

let known: { config: object; storages: Map<string, FileStorage> } | undefined;

/** One client for each store and configuration: it keeps its connections. */
function bucketAt(store: string): FileStorage {
  const config = getConfig().files.s3;
  if (known?.config !== config) known = { config, storages: new Map() };
  const made = known.storages.get(store) ?? bucketStorage(optionsOf(store, config));
  known.storages.set(store, made);
  return made;
}

/**
 * Where the bytes of a version lie. A file that was uploaded before the bucket was changed stays in its own; one that was copied to
 * the new one is read there from then on.
 */
export async function findStorage({ storage, storageKey, store }: StoredAt): Promise<FileStorage> {
  if (storage === "folder") return folderStorage;
  const configured = configuredStore();
  if (configured === null && store === null)
    throw new Error("This file lies in an S3 store, and files.s3.bucket names none");
  if (configured !== null && configured !== store) {
    const place = bucketAt(configured);
    if (store === null) return place;
    if ((await place.sizeOf(storageKey)) !== null) {
      await db().fileVersion.updateMany({ where: { storageKey }, data: { store: configured } });
      return place;
    }
  }
  return bucketAt(store ?? configured ?? "");
}

/** Where new versions are uploaded to. Older ones stay where they are. */
export function chooseStorage(): Pick<StoredAt, "storage" | "store"> {
  const store = configuredStore();
  return { storage: store === null ? "folder" : "bucket", store };
}

/** Files of before addresses were kept lie in the store that is configured then: a later change must not lose them. */
export async function keepStores(): Promise<void> {
  const store = configuredStore();
  if (store !== null)
    await db().fileVersion.updateMany({ where: { storage: "bucket", store: null }, data: { store } });
}
