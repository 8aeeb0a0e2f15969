import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { migrate } from "@/lib/db/migrations/migrate";
import { bundlePrograms } from "./programs";
import { startTestServer, type TestServer } from "./test-server";

export interface TestRun {
  /** Begins the name of every database of this run. */
  prefix: string;
  /** The database to clone. */
  templateUrl: string;
  /** For uploads, secrets and what else a shop keeps in files. */
  filesDir: string;
  /** The bundled programs of tests/support/processes. */
  programsDir: string;
}

declare module "vitest" {
  interface ProvidedContext {
    testRun: TestRun;
  }
}

interface Shared {
  run: Promise<TestRun & { stop(): Promise<void> }>;
  users: number;
}

// Each project with a database asks for it; all with the same clock share one.
const holder = globalThis as typeof globalThis & { keyshelfTestRuns?: Map<string, Shared> };
holder.keyshelfTestRuns ??= new Map();
const runs = holder.keyshelfTestRuns;

/** A server that is already there keeps nothing of us but the run's databases, which go at the end. */
async function borrowServer(address: string, prefix: string): Promise<TestServer> {
  const admin = new pg.Client({ connectionString: address });
  await admin.connect();
  const template = `${prefix}_template`;
  await admin.query(`CREATE DATABASE ${template}`);
  const url = new URL(address);
  url.pathname = `/${template}`;
  await migrate(url.href);
  return {
    url: url.href,
    stop: async () => {
      const { rows } = await admin.query<{ name: string }>(
        "SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)",
        [prefix],
      );
      for (const { name } of rows) await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await admin.end();
    },
  };
}

async function begin() {
  const prefix = `keyshelf_test_${process.pid}_${randomBytes(3).toString("hex")}`;
  const borrowed = process.env.KEYSHELF_TEST_DATABASE_URL;
  const filesDir = await mkdtemp(path.join(os.tmpdir(), "keyshelf-files-"));
  const [server, programsDir] = await Promise.all([
    borrowed ? borrowServer(borrowed, prefix) : startTestServer(),
    bundlePrograms(prefix),
  ]);
  const stop = async () => {
    await server.stop();
    await Promise.all([filesDir, programsDir].map((folder) => rm(folder, { recursive: true, force: true })));
  };
  return { prefix, templateUrl: server.url, filesDir, programsDir, stop };
}

/** The server inherits the clock of the project whose tests it serves. */
async function beginWith(clock: Record<string, string>) {
  Object.assign(process.env, clock);
  try {
    return await begin();
  } finally {
    for (const name of Object.keys(clock)) delete process.env[name];
  }
}

/** Vitest sets its projects up one after the other. */
export default async function setup(project: TestProject) {
  const clock = Object.fromEntries(
    Object.entries(project.config.env ?? {}).map(([name, value]) => [name, `${value}`]),
  );
  const key = clock.FAKETIME ?? "";
  const shared = runs.get(key) ?? { run: beginWith(key ? clock : {}), users: 0 };
  runs.set(key, shared);
  shared.users += 1;
  const { stop, ...testRun } = await shared.run;
  project.provide("testRun", testRun);
  return async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    runs.delete(key);
    await stop();
  };
}
