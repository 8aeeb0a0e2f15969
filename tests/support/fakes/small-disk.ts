import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";

export interface SmallDisk {
  folder: string;
  setReadOnly(isReadOnly: boolean): void;
  remove(): void;
}

/** A file system of so many megabytes in memory, which every account may pass through; `null` for who may not mount one. */
export function mountSmallDisk(parent: string, megabytes: number): SmallDisk | null {
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(path.join(parent, "keyshelf-disk-"));
  const mount = (...options: string[]) =>
    spawnSync("mount", ["-t", "tmpfs", "-o", options.join(","), "tmpfs", folder]).status === 0;
  if (!mount(`size=${megabytes}m`)) {
    rmSync(folder, { recursive: true, force: true });
    return null;
  }
  chmodSync(folder, 0o711);
  return {
    folder,
    setReadOnly: (isReadOnly) => execFileSync("mount", ["-o", `remount,${isReadOnly ? "ro" : "rw"}`, folder]),
    remove: () => {
      execFileSync("umount", [folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
