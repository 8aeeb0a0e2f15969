import { createReadStream } from "node:fs";
import { copyFile, mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { type Config, getConfig } from "../../config/config";
import { foreignWords } from "../../core/refusals/noted";
import { problem } from "../../core/refusals/refusal";
import { failureOf } from "../../outgoing/outgoing-call";
import { BackupError } from "./backup-file";
import { s3Store } from "./s3-store";
import type { BackupStore } from "./stored-backup";

/** Brings what was written to the disk, where a power cut leaves it. */
async function flush(place: string): Promise<void> {
  const handle = await open(place, "r");
  await handle.sync().finally(() => handle.close());
}

export function folderStore(root: string): BackupStore {
  const placeOf = (name: string) => path.join(root, path.dirname(name), path.basename(name));
  return {
    where: root,
    async put(name, source) {
      const place = placeOf(name);
      const folder = path.dirname(place);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const draft = path.join(folder, `.${path.basename(name)}.part`);
      await (typeof source === "string"
        ? copyFile(source, draft)
        : writeFile(draft, source, { mode: 0o600 }));
      await flush(draft);
      await rename(draft, place);
      await flush(folder);
    },
    async list(folder) {
      const entries = await readdir(path.join(root, folder), { withFileTypes: true }).catch(() => []);
      const found = entries
        .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
        .map(async ({ name }) => ({
          name: `${folder}${name}`,
          bytes: (await stat(path.join(root, folder, name))).size,
        }));
      return Promise.all(found);
    },
    read: async (name) => createReadStream(placeOf(name)),
    remove: (name) => rm(placeOf(name), { force: true }),
  };
}

/** An error of the network or of the store does not name the store that it came from. */
function sayingWhy(store: BackupStore): BackupStore {
  const told = async <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: Error) => {
      if (error instanceof BackupError) throw error;
      const reason =
        failureOf(error)?.problem ?? foreignWords(`${error.name}: ${error.message}`.replace(/\.$/, ""));
      throw new BackupError(problem("backup_store_unusable", { where: store.where, reason }), {
        cause: error,
      });
    });
  return {
    where: store.where,
    put: (name, source) => told(store.put(name, source)),
    list: (folder) => told(store.list(folder)),
    read: (name) => told(store.read(name)),
    remove: (name) => told(store.remove(name)),
  };
}

/** The store of the configuration. */
export function backupStore(config: Pick<Config, "backup" | "dataDir"> = getConfig()): BackupStore {
  const { backup, dataDir } = config;
  const { s3 } = backup;
  if (s3.bucket) return sayingWhy(s3Store({ ...s3, bucket: s3.bucket }));
  return folderStore(path.resolve(/* turbopackIgnore: true */ dataDir, backup.dir ?? "backups"));
}
