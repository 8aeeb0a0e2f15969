import { spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";

/**
 * Packs a folder under its own name. Owner, time and order are not the builder's, so that the same files give the same bytes; the names of
 * files are those of the oldest form of tar, which every unpacker reads.
 */
export async function pack(folder: string, archive: string, seconds: number): Promise<void> {
  const args = [
    ...["--create", "--sort=name", "--format=gnu", "--owner=0", "--group=0", "--numeric-owner"],
    ...["--mode=u=rwX,go=rX", `--mtime=@${seconds}`, "--hard-dereference"],
    ...["--directory", path.dirname(folder), path.basename(folder)],
  ];
  const tar = spawn("tar", args, { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise<void>((resolve, reject) => {
    tar.on("error", reject);
    tar.on("close", (code) => (code === 0 ? resolve() : reject(new Error(`tar ended with code ${code}.`))));
  });
  await Promise.all([pipeline(tar.stdout, createGzip({ level: 9 }), createWriteStream(archive)), ended]);
}

/** Bytes of all files of a folder, and how many files. */
export async function measure(folder: string): Promise<{ bytes: number; files: number }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async (each) => (await lstat(path.join(each.parentPath, each.name))).size),
  );
  return { bytes: sizes.reduce((sum, size) => sum + size, 0), files: files.length };
}
