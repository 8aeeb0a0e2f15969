import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { inject } from "vitest";
import { variableOf } from "@/lib/config/load-config";
import { createDatabase, onServer } from "./database";
import type { TestRun } from "./global-setup";
import { freePort } from "./start-api-server";

export interface BuiltShop {
  url: string;
  databaseUrl: string;
  dataDir: string;
  /** As the first start left it in the data folder. */
  admin: { email: string; password: string };
  /** Text that went to the terminal until now. */
  output(): string;
  stop(): Promise<void>;
}

const root = path.resolve(import.meta.dirname, "../../..");
/** An unpacked archive whose shop is tried in place of the clone's: `KEYSHELF_TEST_RELEASE=/path/keyshelf-1.2.3-linux-x64`. */
const unpacked = process.env.KEYSHELF_TEST_RELEASE;
const program = unpacked ? [path.join(unpacked, "app/bin/keyshelf.mjs"), "start"] : ["scripts/start.mjs"];
/** The same without a look at what is missing, which the shop that was opened first has had. */
const onceMade = unpacked ? program : ["tests/support/harness/open-built.mjs"];
/** Without a finished build the start makes one. */
const startMs = 280_000;

/** A developer's own settings and what vitest sets must not reach the shop. */
const foreign = /^(KEYSHELF_|DATABASE_URL$|NEXTAUTH_|NODE_OPTIONS$|VITEST|TEST$|DEV$|PROD$|MODE$)/;

/** E-mail and password of the first admin; nothing where somebody else made the shop. */
function readFirstPassword(dataDir: string): string[] {
  const file = path.join(dataDir, "first-password.txt");
  return existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
}

/** An empty database and an empty data folder, or both as another shop left them. */
interface Place {
  databaseUrl: string;
  dataDir: string;
}

/** Starts the program on a place, and waits until it says that it is open. */
async function open(
  { databaseUrl, dataDir }: Place,
  further: Record<string, string>,
  variables: Record<string, string>,
  entry = onceMade,
): Promise<BuiltShop> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "keyshelf-e2e-"));
  const port = Number(further["server.port"] ?? (await freePort()));
  const settings: Record<string, string> = {
    "server.host": "127.0.0.1",
    "server.port": String(port),
    "database.url": databaseUrl,
    dataDir,
    // Tests add goods of their own.
    testGateway: "true",
    ...further,
  };
  const config = path.join(folder, "config.yaml");
  writeFileSync(config, "");
  const child = spawn(process.execPath, [...entry, "--config", config], {
    cwd: unpacked ? folder : root,
    env: {
      ...Object.fromEntries(Object.entries(process.env).filter(([key]) => !foreign.test(key))),
      ...Object.fromEntries(Object.entries(settings).map(([key, value]) => [variableOf(key), value])),
      NODE_ENV: "production",
      ...variables,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const exited = new Promise<string>((resolve) =>
    child.once("exit", (code, signal) => resolve(signal ?? String(code))),
  );
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
    await exited;
    rmSync(folder, { recursive: true, force: true });
  };
  const isOpen = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`The shop did not open:\n${output}`)), startMs);
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      if (process.env.KEYSHELF_TEST_LOG) process.stderr.write(chunk);
      if (!output.includes("Keyshelf is open")) return;
      clearTimeout(timer);
      resolve();
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    void exited.then((how) => {
      clearTimeout(timer);
      reject(new Error(`The shop ended at once (${how}):\n${output}`));
    });
  });
  try {
    await isOpen;
    const [email = "", password = ""] = readFirstPassword(dataDir);
    const url = `http://localhost:${port}`;
    return { url, databaseUrl, dataDir, admin: { email, password }, output: () => output, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const opened = "opened";

/**
 * A shop as its first start leaves it, which costs twice the processor time of a later one: the first file of the run that
 * needs it makes it, and the others wait.
 * @returns its data folder; its database is `opened`
 */
const openOnce = (run: TestRun): Promise<string> =>
  onServer(run, async (admin) => {
    await admin.query("SELECT pg_advisory_lock(hashtext($1))", [`${run.prefix}_${opened}`]);
    const finished = path.join(run.filesDir, opened);
    if (existsSync(finished)) return finished;
    const dataDir = path.join(run.filesDir, "opening");
    const shop = await open({ databaseUrl: await createDatabase(run, opened), dataDir }, {}, {}, program);
    await shop.stop();
    renameSync(dataDir, finished);
    return finished;
  });

/**
 * The shop as `npm start` opens it, with the sample goods, on a database of this test run. It is a copy of one that was opened
 * before, with its keys; `isNew` opens an empty one, for a second shop beside it. `variables` of its environment are no settings.
 */
export async function startBuiltShop(
  name: string,
  further: Record<string, string> = {},
  { isNew = false, variables = {} }: { isNew?: boolean; variables?: Record<string, string> } = {},
): Promise<BuiltShop> {
  const run = inject("testRun");
  const dataDir = path.join(mkdtempSync(path.join(run.filesDir, `${name}-`)), "data");
  if (!isNew) cpSync(await openOnce(run), dataDir, { recursive: true });
  const databaseUrl = await createDatabase(run, `e2e_${name}`, isNew ? undefined : opened);
  return open({ databaseUrl, dataDir }, further, variables, isNew ? program : onceMade);
}
