import { execFileSync, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { bareEnvironment } from "../../config/env";
import type { Account } from "./account";

/** Killed, and not yet collected by a parent that may never do it (a container's first process often does not). */
function isZombie(pid: number): boolean {
  if (process.platform !== "linux") return false;
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function commandOf(pid: number): string {
  try {
    if (process.platform === "linux")
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
    if (process.platform === "win32") return "postgres";
    return execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
  } catch {
    return "";
  }
}

/** The process that `postmaster.pid` names, when it lives. After a crash the number may belong to anybody,
 * or to a zombie, which PostgreSQL itself would take for a living server. */
export function readPostmaster(cluster: string): { pid: number; port: number; isOurs: boolean } | null {
  let lines: string[];
  try {
    lines = readFileSync(path.join(cluster, "postmaster.pid"), "utf8").split("\n");
  } catch {
    return null;
  }
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  if (!isAlive(pid) && !isZombie(pid)) return null;
  // A server that has only just begun has not written its port yet; 0 connects to nothing.
  return { pid, port: Number(lines[3]) || 0, isOurs: /\bpostgres\b/.test(commandOf(pid)) };
}

export interface RunOptions {
  account: Account;
  cwd: string;
  input?: string;
}

/** Runs a short program to its end. */
export function run(
  program: string,
  args: string[],
  options: RunOptions,
): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...options.account, cwd: options.cwd, env: bareEnvironment() });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        output = (output + chunk.toString("utf8")).slice(-8000);
      });
    }
    child.on("error", reject);
    child.on("close", (code, signal) => resolve({ code: code ?? (signal ? 1 : 0), output }));
    child.stdin.on("error", () => {});
    child.stdin.end(options.input);
  });
}

/**
 * Starts the server in a process group of its own: Ctrl-C reaches the whole group of the terminal, and the database
 * must outlive the requests that are still being answered.
 */
export function startServer(program: string, args: string[], options: RunOptions & { log: number }) {
  return spawn(program, args, {
    ...options.account,
    cwd: options.cwd,
    env: bareEnvironment(),
    detached: process.platform !== "win32",
    stdio: ["ignore", options.log, options.log],
    windowsHide: true,
  });
}
