import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { isAlive } from "./processes";

const fileOf = (dataDir: string) => path.join(dataDir, "keyshelf.pid");

/** Tells a process from a later one with the same number. `null`: this system does not say. */
function startOf(pid: number): string | null {
  try {
    // The 22nd field; the second one, the name, may hold spaces and brackets.
    if (process.platform === "linux")
      return (
        readFileSync(`/proc/${pid}/stat`, "utf8")
          .replace(/^.*\) /s, "")
          .split(" ")[19] ?? null
      );
    if (process.platform === "darwin")
      return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim() || null;
  } catch {}
  return null;
}

/** The living process that works on this data folder. */
export function holderOf(dataDir: string): number | null {
  try {
    const { pid, started } = JSON.parse(readFileSync(fileOf(dataDir), "utf8")) as {
      pid: number;
      started: string | null;
    };
    return started !== null && isAlive(pid) && startOf(pid) === started ? pid : null;
  } catch {
    return null;
  }
}

/**
 * Beside the lock in the database: that one is gone while the server restarts itself after one of its processes was killed,
 * and a second start in that moment would take the living shop for a dead one.
 */
export async function holdFolder(dataDir: string): Promise<() => Promise<void>> {
  const mark = { pid: process.pid, started: startOf(process.pid) };
  await writeFile(fileOf(dataDir), JSON.stringify(mark), { mode: 0o600 });
  return () => rm(fileOf(dataDir), { force: true });
}
