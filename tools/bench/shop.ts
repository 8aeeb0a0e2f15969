import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { resetConfig } from "@/lib/config/config";
import { disconnect } from "@/lib/db/client";
import { migrate } from "@/lib/db/migrations/migrate";
import { startNewDatabase } from "../new-database";
import { countingSettings } from "./statements";

interface Server {
  baseUrl: string;
  pid: number;
  stop(): Promise<void>;
}

export interface Shop {
  baseUrl: string;
  databaseUrl: string;
  serverPid: number;
  databasePid: number;
  /** The processes whose memory counts: the server's and the database's. */
  pids: number[];
  /** One more process on the same database. */
  startAnother(): Promise<Server>;
  stop(): Promise<void>;
}

const unlimited = String(1_000_000);

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("No port");
  return address.port;
}

/** As `npm start` runs it, its memory settings included. */
function startArguments(): string[] {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: { start: string } };
  return scripts.start.split(" ").slice(1);
}

export async function untilUp(url: string, server: ChildProcess): Promise<void> {
  for (let attempts = 0; attempts < 1200; attempts++) {
    if (server.exitCode !== null) throw new Error(`The server ended with ${server.exitCode}`);
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error("The server did not come up");
}

async function startServer(port: number, isProfiled: boolean): Promise<Server> {
  const baseUrl = `http://127.0.0.1:${port}`;
  const profiler = isProfiled ? ["--import", "./tools/bench/profiler.mjs"] : [];
  const server = spawn(process.execPath, [...profiler, ...startArguments()], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, KEYSHELF_SERVER__PORT: String(port), KEYSHELF_SERVER__BASE_URL: baseUrl },
  });
  await untilUp(`${baseUrl}/api/health`, server);
  return {
    baseUrl,
    pid: server.pid ?? 0,
    async stop() {
      server.kill("SIGTERM");
      await new Promise((resolve) => server.once("exit", resolve));
    },
  };
}

/** The built server on a database of its own, configured as in production but for limits and the sample shop. */
export async function openShop({ isProfiled = false, countsStatements = false } = {}): Promise<Shop> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "keyshelf-bench-"));
  const port = await freePort();
  const database = await startNewDatabase({ dataDir, settings: countsStatements ? countingSettings : {} });
  Object.assign(process.env, {
    DATABASE_URL: database.url,
    KEYSHELF_DATA_DIR: dataDir,
    KEYSHELF_SERVER__HOST: "127.0.0.1",
    // Buyers come from addresses of their own, as they do behind a proxy.
    KEYSHELF_SERVER__TRUSTED_PROXIES: "127.0.0.1",
    KEYSHELF_SAMPLE_SHOP: "false",
    KEYSHELF_LOG__LEVEL: "warn",
    KEYSHELF_INTERCONNECT__ALLOW_PRIVATE_NETWORKS: "true",
    KEYSHELF_LIMITS__PUBLIC_READS_PER_MINUTE: unlimited,
    KEYSHELF_LIMITS__GUEST_ORDERS_PER_MINUTE: unlimited,
    KEYSHELF_LIMITS__OPEN_ORDERS_PER_IP: unlimited,
    KEYSHELF_LIMITS__OPEN_UNITS_PER_IP: unlimited,
    KEYSHELF_LIMITS__LOGINS_PER_IP: unlimited,
    KEYSHELF_LIMITS__UPSTREAM_PER_MINUTE: unlimited,
    KEYSHELF_LIMITS__UPSTREAM_BURST: unlimited,
    KEYSHELF_LIMITS__CALLBACKS_PER_MINUTE: unlimited,
  });
  resetConfig();
  await migrate(database.url);
  const server = await startServer(port, isProfiled);
  return {
    baseUrl: server.baseUrl,
    databaseUrl: database.url,
    serverPid: server.pid,
    databasePid: database.pid,
    pids: [server.pid, database.pid],
    startAnother: async () => startServer(await freePort(), false),
    async stop() {
      await server.stop();
      await disconnect();
      await database.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
