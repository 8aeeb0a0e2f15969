import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import type { Account } from "@/lib/db/embedded/account";

export interface Command {
  /** From util-linux: the program is told to stop when we are gone, however we went. */
  setpriv: string;
  program: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  account: Account;
  /** Where it runs. */
  folder: string;
  /** File to which its output is appended. */
  log: string;
}

/** A process and all that it started, the youngest last; none when it is gone. */
export function familyOf(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean);
    return [pid, ...children.flatMap((child) => familyOf(Number(child)))];
  } catch {
    return [];
  }
}

export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It ended meanwhile.
    }
  }
}

/** A server of the cluster as an ordinary process. A terminal's Ctrl-C does not reach it: it is stopped in order. */
export class Daemon {
  readonly #child: ChildProcess;
  readonly log: string;
  readonly exited: Promise<void>;

  constructor({ setpriv, program, args, env, account, folder, log }: Command) {
    this.log = log;
    const output = openSync(log, "a", 0o600);
    this.#child = spawn(setpriv, ["--pdeathsig", "TERM", "--", program, ...args], {
      ...account,
      cwd: folder,
      env: env as NodeJS.ProcessEnv,
      detached: true,
      stdio: ["ignore", output, output],
    });
    closeSync(output);
    this.exited = new Promise((resolve) => {
      this.#child.once("exit", () => resolve());
      this.#child.once("error", () => resolve());
    });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get isRunning(): boolean {
    return this.#child.pid !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  kill(): Promise<void> {
    if (this.isRunning) this.#child.kill("SIGKILL");
    return this.exited;
  }

  /** Asks it to stop, and ends it when it has not done so after `patienceMs`. */
  async stop(patienceMs = 10_000): Promise<void> {
    if (!this.isRunning) return;
    this.#child.kill("SIGTERM");
    const timer = setTimeout(() => this.#child.kill("SIGKILL"), patienceMs);
    await this.exited;
    clearTimeout(timer);
  }
}
