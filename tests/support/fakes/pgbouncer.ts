import { execFileSync, spawn } from "node:child_process";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect as dial } from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { freePort } from "../harness/start-api-server";

export const hasPgbouncer = (() => {
  try {
    execFileSync("pgbouncer", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();
if (!hasPgbouncer) console.log("PgBouncer is not installed: the tests with a pooler are skipped.");

/** A real PgBouncer in front of the server of `address`. */
export async function startPgbouncer(address: string, mode: "transaction" | "session") {
  const target = new URL(address);
  const folder = await mkdtemp(path.join(os.tmpdir(), "keyshelf-bouncer-"));
  await chmod(folder, 0o755);
  const port = await freePort();
  await writeFile(path.join(folder, "users.txt"), `"${target.username}" "${target.password}"\n`, {
    mode: 0o644,
  });
  await writeFile(
    path.join(folder, "pgbouncer.ini"),
    `[databases]
* = host=127.0.0.1 port=${target.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${folder}/users.txt
pool_mode = ${mode}
default_pool_size = 10
max_client_conn = 100
`,
  );
  const isRoot = process.getuid?.() === 0;
  const child = spawn(
    "pgbouncer",
    [...(isRoot ? ["-u", "nobody"] : []), path.join(folder, "pgbouncer.ini")],
    { stdio: "ignore" },
  );
  for (let open = false; !open; await sleep(50)) {
    open = await new Promise((resolve) => {
      const probe = dial(port, "127.0.0.1", () => resolve(true));
      probe.on("error", () => resolve(false));
      probe.on("connect", () => probe.destroy());
    });
  }
  const gone = new Promise((resolve) => child.once("exit", resolve));
  const through = new URL(address);
  through.hostname = "127.0.0.1";
  through.port = String(port);
  return {
    url: through.href,
    /** A client that sets nothing by itself. */
    session: async (): Promise<pg.Client> => {
      const client = new pg.Client({ connectionString: through.href });
      await client.connect();
      return client;
    },
    stop: async (): Promise<void> => {
      child.kill("SIGKILL");
      await gone;
      await rm(folder, { recursive: true });
    },
  };
}
