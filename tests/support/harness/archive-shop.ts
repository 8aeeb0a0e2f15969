import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { onTestFinished } from "vitest";
import { discardDataFolder } from "@/lib/db/embedded/discard";
import { freePort } from "./start-api-server";

export interface ArchiveShop {
  url: string;
  port: number;
  home: string;
  /** Everything that it printed. */
  output(): string;
  /** Runs a command of the archive in the folder of the shop. */
  command(...words: string[]): Promise<{ code: number | null; stdout: string; stderr: string }>;
}

/** Waits until a shop says that it is open. @returns everything that it prints, at any time */
export async function untilOpen(shop: ChildProcessByStdio<null, Readable, Readable>): Promise<() => string> {
  let output = "";
  await new Promise<void>((resolve, reject) => {
    for (const stream of [shop.stdout, shop.stderr])
      stream.on("data", (chunk) => {
        output += String(chunk);
        if (output.includes("Keyshelf is open")) resolve();
      });
    shop.once("error", reject);
    shop.once("exit", () => reject(new Error(`The shop ended at once:\n${output}`)));
  });
  return () => output;
}

/** The database that the shop on a data folder has opened, as its owner. */
export function databaseOf(dataDir: string): string {
  const { password, directory } = JSON.parse(readFileSync(path.join(dataDir, "database.json"), "utf8")) as {
    password: string;
    directory: string | null;
  };
  const cluster = directory ?? path.join(dataDir, "postgres");
  const port = readFileSync(path.join(cluster, "postmaster.pid"), "utf8").split("\n")[3];
  return `postgresql://keyshelf:${password}@127.0.0.1:${port}/keyshelf`;
}

export interface PlaceOfShop {
  /** An unpacked archive. */
  release: string;
  home: string;
  environment?: Record<string, string>;
  /** The Node that runs it, in place of the archive's starter. */
  node?: string;
  umask?: string;
  /** Host of its address. */
  host?: string;
}

/** The shop of an unpacked archive with its embedded database, until the end of the test. */
export async function openArchive({
  release,
  home,
  node,
  umask,
  host = "localhost",
  ...place
}: PlaceOfShop): Promise<ArchiveShop> {
  await mkdir(home, { recursive: true });
  const port = await freePort();
  const program = node
    ? [node, path.join(release, "app/bin/keyshelf.mjs")]
    : [path.join(release, "bin/keyshelf")];
  const environment = {
    NODE_ENV: "production" as const,
    PATH: process.env.PATH,
    HOME: home,
    KEYSHELF_SERVER__PORT: String(port),
    ...place.environment,
  };
  const begin = (...words: string[]) =>
    spawn("sh", ["-c", `umask ${umask ?? "022"} && exec "$@"`, "sh", ...program, ...words], {
      cwd: home,
      env: environment,
      stdio: ["ignore", "pipe", "pipe"],
    });
  const shop = begin("start");
  const output = await untilOpen(shop);
  onTestFinished(async () => {
    if (shop.exitCode === null) {
      shop.kill("SIGTERM");
      await once(shop, "exit");
    }
    await discardDataFolder(place.environment?.KEYSHELF_DATA_DIR ?? path.join(home, "keyshelf-data"));
  });
  return {
    url: `http://${host}:${port}`,
    port,
    home,
    output,
    async command(...words) {
      const child = begin(...words);
      let [stdout, stderr] = ["", ""];
      child.stdout.on("data", (chunk) => (stdout += String(chunk)));
      child.stderr.on("data", (chunk) => (stderr += String(chunk)));
      const [code] = (await once(child, "close")) as [number | null];
      return { code, stdout, stderr };
    },
  };
}
