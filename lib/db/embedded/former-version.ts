import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { isAlive } from "./processes";

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

/**
 * The process of a version that did not lock its folder and wrote its number there: it may still sell while this version is
 * put in its place.
 */
export function findFormerVersion(dataDir: string): number | null {
  try {
    const { pid, started } = JSON.parse(readFileSync(path.join(dataDir, "keyshelf.pid"), "utf8")) as {
      pid: number;
      started: string | null;
    };
    return started !== null && isAlive(pid) && startOf(pid) === started ? pid : null;
  } catch {
    return null;
  }
}
