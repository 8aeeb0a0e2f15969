import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, cp, mkdir, mkdtemp, readFile, readlink, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { variableOf } from "@/lib/config/load-config";
import { isRoot } from "@/lib/db/embedded/account";
import { findPlace } from "@/lib/db/embedded/place";
import { isAlive } from "@/lib/db/embedded/processes";
import { directQuery } from "../../support/harness/direct-query";
import { programOf } from "../../support/harness/programs";
import { isTurnOf } from "../../support/harness/seed";
import { aStartedFolder, removeFolder, testShelf } from "../../support/harness/test-server";
import { isLong, itLong } from "../../support/harness/tier";

interface Said {
  url: string;
  pid: number;
  cluster: string;
  error: string;
}

const children: ChildProcess[] = [];
let box: string;
let dataDir: string;

beforeEach(async () => {
  // mkdtemp closes the folder to everybody else, as a checkout under /root is.
  box = await mkdtemp(path.join(os.tmpdir(), "keyshelf-embedded-"));
  dataDir = path.join(box, "data");
});

afterEach(async () => {
  for (const child of children.splice(0)) await end(child, "SIGTERM");
  await removeFolder(box);
});

function start(
  folder = dataDir,
  settings: Record<string, string> = {},
): { child: ChildProcess; said: Promise<Said> } {
  const child = spawn(process.execPath, [programOf("embedded-owner"), folder], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      ...Object.fromEntries(Object.entries(settings).map(([key, value]) => [variableOf(key), value])),
    },
    cwd: path.resolve(import.meta.dirname, "../../.."),
  });
  children.push(child);
  const lines = createInterface({ input: child.stdout as NonNullable<typeof child.stdout> });
  return { child, said: once(lines, "line").then(([line]) => JSON.parse(String(line)) as Said) };
}

const startAgain = async () => {
  await aStartedFolder(dataDir);
  return start();
};

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, "exit");
  child.kill(signal);
  await closed;
}

/** Kills as the kernel does when memory is short: the server ends every connection and recovers. */
async function killBackend(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  const ended = new Promise((resolve) => client.once("end", resolve));
  process.kill(rows[0]?.pid ?? 0, "SIGKILL");
  await ended;
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds().catch(() => false))) await sleep(50);
}

const taken = (holder: ChildProcess) =>
  `Another Keyshelf (process ${holder.pid} on ${os.hostname()}) already runs on the data folder ${dataDir}. ` +
  "Stop it first, or give this one a data_dir of its own.";

const remember = (url: string, word: string) =>
  directQuery(url, `CREATE TABLE IF NOT EXISTS words (word text); INSERT INTO words VALUES ('${word}')`);
const words = (url: string) => directQuery(url, "SELECT word FROM words ORDER BY word");

/** Tests of what a first start makes begin with an empty folder; the others with a database that is there. */
describe("the embedded database", () => {
  it("runs beside a data folder that only its owner can enter, leaves that folder's mode alone, and answers only with the password and on this machine", async () => {
    await chmod(box, 0o700);
    const { child, said } = start();
    const { url, cluster } = await said;
    expect(await directQuery(url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    expect((await stat(box)).mode & 0o777).toBe(0o700);
    expect((await stat(cluster)).mode & 0o077).toBe(0);
    expect((await stat(path.join(dataDir, "database.json"))).mode & 0o777).toBe(0o600);
    const wrong = new URL(url);
    wrong.password = "wrong";
    await expect(directQuery(wrong.href, "SELECT 1")).rejects.toThrow(/password authentication failed/);
    expect(await directQuery(url, "SELECT setting FROM pg_settings WHERE name = 'listen_addresses'")).toEqual(
      [{ setting: "127.0.0.1" }],
    );
    await end(child, "SIGTERM");
  });

  it.skipIf(process.platform !== "linux")(
    "stops with its owner, opens the same data with a server of the system, and refuses a folder without one or of another release",
    { timeout: 300_000 },
    async () => {
      const first = await startAgain();
      const { url, pid } = await first.said;
      await remember(url, "kept");
      const own = await readlink(`/proc/${pid}/exe`);
      await end(first.child, "SIGTERM");
      expect(isAlive(pid)).toBe(false);
      const folder = path.join(path.dirname(path.dirname(path.dirname(own))), `system-${process.pid}`);
      try {
        await cp(path.dirname(path.dirname(own)), folder, { recursive: true, verbatimSymlinks: true });
        const server = path.join(folder, "bin");
        const second = start(dataDir, { "database.serverDir": server });
        const opened = await second.said;
        expect(await words(opened.url)).toEqual([{ word: "kept" }]);
        expect(await readlink(`/proc/${opened.pid}/exe`)).toBe(path.join(server, "postgres"));
        await end(second.child, "SIGTERM");
        const other = path.join(box, "bin");
        await mkdir(other);
        const refused = async () => (await start(dataDir, { "database.serverDir": other }).said).error;
        expect(await refused()).toContain("does not hold the programs of a PostgreSQL server");
        for (const name of ["postgres", "initdb", "pg_ctl"])
          await writeFile(path.join(other, name), "#!/bin/sh\necho 'x (PostgreSQL) 15.20'\n", {
            mode: 0o755,
          });
        expect(await refused()).toContain("holds PostgreSQL 15, and Keyshelf runs 18");
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  );

  it("is taken over when its owner was killed", async ({ skip }) => {
    skip(!isTurnOf(0, 2));
    const first = await startAgain();
    const { url, pid } = await first.said;
    await remember(url, "committed");
    await end(first.child, "SIGKILL");
    expect(isAlive(pid)).toBe(true);
    const second = await start().said;
    expect(isAlive(pid)).toBe(false);
    expect(second.pid).not.toBe(pid);
    expect(await words(second.url)).toEqual([{ word: "committed" }]);
  });

  it("recovers when owner and server were both killed", async ({ skip }) => {
    skip(!isTurnOf(1, 2));
    const first = await startAgain();
    const { url, pid } = await first.said;
    await remember(url, "survived");
    await end(first.child, "SIGKILL");
    process.kill(pid, "SIGKILL");
    expect(await words((await start().said).url)).toEqual([{ word: "survived" }]);
  });

  itLong("says who is there when a second Keyshelf opens the same data folder", async () => {
    const first = await startAgain();
    const { url } = await first.said;
    expect((await start().said).error).toBe(taken(first.child));
    expect(await directQuery(url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });

  it("stops while its server is just restarting after such a crash", async ({ skip }) => {
    skip(!isTurnOf(2, 2));
    const first = await startAgain();
    const { url, pid } = await first.said;
    await killBackend(url);
    await end(first.child, "SIGTERM");
    expect(isAlive(pid)).toBe(false);
  });

  it("says so, too, while its owner stands still and its server restarts", async () => {
    const first = await startAgain();
    const { url } = await first.said;
    first.child.kill("SIGSTOP");
    try {
      await killBackend(url);
      expect((await start().said).error).toBe(taken(first.child));
      await until(async () => (await directQuery(url, "SELECT 1")).length === 1);
    } finally {
      first.child.kill("SIGCONT");
    }
  });

  it("says that its server was killed, and by which signal", async () => {
    const { child, said } = await startAgain();
    const { pid } = await said;
    const lines = createInterface({ input: child.stdout as NonNullable<typeof child.stdout> });
    const next = once(lines, "line");
    process.kill(pid, "SIGKILL");
    expect(JSON.parse(String((await next)[0]))).toEqual({
      crash: expect.stringMatching(
        /^The embedded database was killed \(SIGKILL\), .* started again\. The log/,
      ),
    });
  });

  it("makes no empty database where the data folder says that there was one", async () => {
    await mkdir(testShelf, { recursive: true, mode: 0o755 });
    const open = await mkdtemp(path.join(testShelf, "cluster-inside-"));
    try {
      await chmod(open, 0o711);
      await writeFile(
        path.join(open, "database.json"),
        JSON.stringify({ password: "a-password", directory: null }),
      );
      const first = start(open);
      const { cluster } = await first.said;
      expect(cluster).toBe(path.join(open, "postgres"));
      await end(first.child, "SIGTERM");
      await rm(cluster, { recursive: true });
      expect((await start(open).said).error).toMatch(/that folder is gone\. Restore it/);
    } finally {
      await rm(open, { recursive: true, force: true });
    }
  });

  it("lets exactly one of two starts at the same moment win", async () => {
    const said = await Promise.all([start().said, start().said]);
    expect(said.filter(({ url }) => url)).toHaveLength(1);
    expect(said.find(({ error }) => error)?.error).toMatch(/^Another Keyshelf/);
  });

  it("begins anew after a first start that was cut off", async ({ skip }) => {
    skip(!isTurnOf(3, 2));
    const first = start();
    await sleep(650);
    await end(first.child, "SIGKILL");
    const second = await start().said;
    expect(second.error).toBeUndefined();
    expect(await directQuery(second.url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });

  it.skipIf(isRoot())(
    "opens again when the file with its password was lost beside a cluster in the data folder",
    async () => {
      const first = start();
      await first.said;
      await end(first.child, "SIGTERM");
      await rm(path.join(dataDir, "database.json"));
      expect(await directQuery((await start().said).url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    },
  );

  it.runIf(isRoot())("does not take the database of the folder that this one is a copy of", async () => {
    await aStartedFolder(dataDir);
    const copy = path.join(box, "copy");
    await mkdir(copy);
    await writeFile(path.join(copy, "database.json"), await readFile(path.join(dataDir, "database.json")));
    expect((await start(copy).said).error).toMatch(/is a copy of/);
  });

  it.runIf(isRoot() && isLong)(
    "says so when its remembered cluster is gone, and makes no empty one in its place",
    async () => {
      const first = await startAgain();
      const { cluster } = await first.said;
      await end(first.child, "SIGTERM");
      await rm(cluster, { recursive: true });
      expect((await start().said).error).toMatch(/that folder is gone/);
    },
  );

  it("refuses a cluster of another major version with a sentence", async () => {
    await aStartedFolder(dataDir);
    const { cluster } = await findPlace(dataDir);
    await writeFile(path.join(cluster, "PG_VERSION"), "16\n");
    expect((await start().said).error).toMatch(/made by PostgreSQL 16 and this Keyshelf brings 18/);
  });

  it("names the damaged file when what it remembers cannot be read", async () => {
    await mkdir(dataDir);
    await writeFile(path.join(dataDir, "database.json"), "{");
    expect((await start().said).error).toMatch(/database\.json is damaged/);
  });
});
