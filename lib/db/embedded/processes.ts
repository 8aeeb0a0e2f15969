import { execFileSync, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { bareEnvironment } from "../../config/env";
import { codeOf } from "../../core/process/thrown";
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
    return codeOf(error) === "EPERM";
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

/**
 * Reads `postmaster.pid` as the server wrote it. The number counts where the server runs, which may be another
 * container.
 */
export function readPostmaster(cluster: string): { pid: number; port: number } | null {
  try {
    const [pid, , , port] = readFileSync(path.join(cluster, "postmaster.pid"), "utf8")
      .split("\n")
      .map(Number);
    // A server that has only just begun has not written its port yet; 0 connects to nothing.
    return pid && pid > 0 ? { pid, port: port || 0 } : null;
  } catch {
    return null;
  }
}

/** The server of this cluster, when it is a process that we can end: after a crash the number may belong to anybody. */
export function findServer(cluster: string): number | null {
  const named = readPostmaster(cluster);
  if (!named) return null;
  const command = commandOf(named.pid);
  return command.includes("postgres") && (process.platform === "win32" || command.includes(cluster))
    ? named.pid
    : null;
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
export function startServer(
  program: string,
  args: string[],
  { log, inherited, ...options }: RunOptions & { log: number; inherited: number },
) {
  return spawn(program, args, {
    ...options.account,
    cwd: options.cwd,
    env: bareEnvironment(),
    detached: process.platform !== "win32",
    stdio: ["ignore", log, log, inherited],
    windowsHide: true,
  });
}
