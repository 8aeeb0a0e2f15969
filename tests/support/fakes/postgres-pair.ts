import { type ChildProcess, execFile, spawn } from "node:child_process";
import { chmod, chown, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { openClient } from "@/lib/db/connections/guarded-client";
import { unprivilegedAccount } from "@/lib/db/embedded/account";
import { freePort } from "../../../tools/cluster/free-port";

const fast = [
  "fsync=off",
  "full_page_writes=off",
  "shared_buffers=32MB",
  "max_connections=60",
  "unix_socket_directories=",
  "listen_addresses=127.0.0.1",
];

interface Node {
  port: number;
  folder: string;
  process: ChildProcess;
}

/** Two real servers: a primary and a standby that streams from it. */
export class PostgresPair {
  readonly #bin: string;
  readonly #folder: string;
  readonly #account = unprivilegedAccount();
  #nodes: Node[] = [];

  private constructor(bin: string, folder: string) {
    this.#bin = bin;
    this.#folder = folder;
  }

  static async start(bin: string, { isSynchronous }: { isSynchronous: boolean }): Promise<PostgresPair> {
    const folder = await mkdtemp(path.join(os.tmpdir(), "keyshelf-pair-"));
    const pair = new PostgresPair(bin, folder);
    if (pair.#account) {
      await chmod(folder, 0o711);
      await chown(folder, pair.#account.uid, pair.#account.gid);
    }
    const [first, second] = [await freePort(), await freePort()];
    const primary = path.join(folder, "primary");
    await pair.#run("initdb", ["-D", primary, "-U", "keyshelf", "-A", "trust", "-E", "UTF8", "--no-sync"]);
    await pair.#serve(primary, first);
    await pair.query(first, "postgres", "CREATE DATABASE keyshelf");
    const standby = path.join(folder, "standby");
    const source = `host=127.0.0.1 port=${first} user=keyshelf application_name=standby`;
    await pair.#run("pg_basebackup", [
      "-D",
      standby,
      "-d",
      source,
      "-R",
      "-X",
      "stream",
      "--no-sync",
      "-c",
      "fast",
    ]);
    await pair.#serve(standby, second);
    if (isSynchronous) {
      // After the copy: the standby itself shall wait for nobody once it is promoted.
      await pair.query(first, "postgres", "ALTER SYSTEM SET synchronous_standby_names = 'standby'");
      await pair.query(first, "postgres", "SELECT pg_reload_conf()");
    }
    await pair.#whenStreaming(first, isSynchronous ? "sync" : "async");
    return pair;
  }

  /** Both hosts, in the order in which they are tried. */
  get url(): string {
    return `postgres://keyshelf@${this.#nodes.map(({ port }) => `127.0.0.1:${port}`).join(",")}/keyshelf`;
  }

  async query<T>(port: number, database: string, sql: string): Promise<T[]> {
    const client = await openClient(`postgres://keyshelf@127.0.0.1:${port}/${database}`, "test");
    try {
      return (await client.query(sql)).rows as T[];
    } finally {
      await client.end();
    }
  }

  async #whenStreaming(port: number, state: string): Promise<void> {
    for (;;) {
      const [row] = await this.query<{ sync_state: string }>(
        port,
        "postgres",
        "SELECT sync_state FROM pg_stat_replication WHERE state = 'streaming'",
      );
      if (row?.sync_state === state) return;
      await sleep(100);
    }
  }

  /** The primary dies without a word, and the standby takes over. */
  async failOver(): Promise<void> {
    this.#nodes[0]?.process.kill("SIGKILL");
    await this.promote();
  }

  /** The standby takes over, whether or not the primary lives. @returns its port */
  async promote(): Promise<number> {
    const { folder = "", port = 0 } = this.#nodes[1] ?? {};
    await this.#run("pg_ctl", ["promote", "-w", "-D", folder]);
    return port;
  }

  async stop(): Promise<void> {
    for (const { process: server } of this.#nodes) server.kill("SIGQUIT");
    await Promise.all(
      this.#nodes.map(({ process: server }) =>
        server.exitCode !== null || server.signalCode !== null
          ? undefined
          : new Promise((resolve) => server.once("exit", resolve)),
      ),
    );
    await rm(this.#folder, { recursive: true, force: true });
  }

  #run(program: string, args: string[]): Promise<unknown> {
    return promisify(execFile)(path.join(this.#bin, program), args, { ...this.#account, cwd: this.#folder });
  }

  async #serve(folder: string, port: number): Promise<void> {
    const settings = [...fast, `port=${port}`].flatMap((setting) => ["-c", setting]);
    const server = spawn(path.join(this.#bin, "postgres"), ["-D", folder, ...settings], {
      ...this.#account,
      cwd: this.#folder,
      stdio: "ignore",
    });
    this.#nodes.push({ port, folder, process: server });
    for (let attempt = 0; ; attempt++) {
      const answers = await this.query(port, "postgres", "SELECT 1").then(
        () => true,
        () => false,
      );
      if (answers) return;
      if (attempt > 150) throw new Error(`The server in ${folder} did not start`);
      await sleep(200);
    }
  }
}
