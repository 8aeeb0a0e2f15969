import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, cpSync, mkdirSync, realpathSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Parts of the system that a release needs: a shell that starts it, and the C and C++ library. No npm, no compiler, no Node. */
const programs = ["/bin/sh", "/usr/bin/dirname", "/usr/bin/readlink", "/usr/bin/env"];
/** Parts of glibc that machine code loads by name. */
const partsOfLibrary = ["libresolv.so.2", "librt.so.1", "libutil.so.1", "libnss_files.so.2"];

/** Number of a user who has a home in the bare root, and nothing else. */
export const seller = 1000;

const librariesOf = (program: string) =>
  execFileSync("ldd", [program], { encoding: "utf8" }).match(/\/[^\s)]+/g) ?? [];

/** Makes of `root` a system with these programs alone, and what is unpacked from `archive` in /opt. */
export function makeBareRoot(root: string, archive: string): void {
  chmodSync(root, 0o755);
  for (const place of ["etc", "proc", "dev/shm", "tmp", "opt", "home/seller"])
    mkdirSync(path.join(root, place), { recursive: true });
  const libraries = [...programs, process.execPath].flatMap(librariesOf);
  const folder = path.dirname(libraries.find((file) => file.endsWith("/libc.so.6")) ?? "");
  for (const file of new Set([
    ...programs,
    ...libraries,
    ...partsOfLibrary.map((name) => path.join(folder, name)),
  ]))
    cpSync(realpathSync(file), path.join(root, file));
  writeFileSync(path.join(root, "etc/passwd"), `seller:x:${seller}:${seller}::/home/seller:/bin/sh\n`);
  writeFileSync(path.join(root, "etc/hosts"), "127.0.0.1 localhost\n");
  chownSync(path.join(root, "home/seller"), seller, seller);
  for (const [name, minor] of [
    ["null", "3"],
    ["urandom", "9"],
  ] as const)
    execFileSync("mknod", ["-m", "666", path.join(root, "dev", name), "c", "1", minor]);
  for (const place of ["tmp", "dev/shm"]) chmodSync(path.join(root, place), 0o1777);
  execFileSync("tar", ["-xzf", archive, "-C", path.join(root, "opt"), "--no-same-owner"]);
}

/** Arguments of `unshare` that run a command in that root as the seller, in the seller's home. */
export const inBareRoot = (root: string, command: string, environment: Record<string, string>): string[] => [
  ...["--mount", "--fork", "--kill-child", "sh", "-c"],
  'mount -t proc proc "$0/proc" && user="$1" && shift && exec chroot "--userspec=$user:$user" "$0" /usr/bin/env -i "$@"',
  ...[root, String(seller), "HOME=/home/seller", "PATH=/usr/bin:/bin"],
  ...Object.entries(environment).map(([name, value]) => `${name}=${value}`),
  ...["/bin/sh", "-c", `cd && exec ${command}`],
];
