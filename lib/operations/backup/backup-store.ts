import { createReadStream } from "node:fs";
import { copyFile, mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { getConfig } from "../../config/config";
import { s3Store } from "./s3-store";
import { type BackupStore, isBackupName, newestFirst } from "./stored-backup";

function folderStore(folder: string): BackupStore {
  return {
    where: folder,
    async put(name, file) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const draft = path.join(folder, `.${name}.part`);
      await copyFile(file, draft);
      await rename(draft, path.join(folder, name));
    },
    async list() {
      const names = (await readdir(folder).catch(() => [])).filter(isBackupName);
      const found = names
        .filter((name) => !name.startsWith("."))
        .map(async (name) => ({ name, bytes: (await stat(path.join(folder, name))).size }));
      return (await Promise.all(found)).sort(newestFirst);
    },
    read: async (name) => createReadStream(path.join(folder, path.basename(name))),
    remove: (name) => rm(path.join(folder, path.basename(name)), { force: true }),
  };
}

/** The store of the configuration. */
export function backupStore(): BackupStore {
  const { backup, dataDir } = getConfig();
  const { s3 } = backup;
  if (s3.bucket) return s3Store({ ...s3, bucket: s3.bucket });
  return folderStore(path.resolve(/* turbopackIgnore: true */ dataDir, backup.dir ?? "backups"));
}
