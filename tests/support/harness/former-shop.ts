import { execFile, spawnSync } from "node:child_process";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, "../../..");

/** The last commit with the history that `0001_init` and `0002_invariants` stand for (docs/decisions/0623). */
export const formerCommit = "b74b59db";

/** A clone without its history has it not. */
export const hasFormerCommit =
  spawnSync("git", ["cat-file", "-e", `${formerCommit}^{commit}`], { cwd: root }).status === 0;

/** Opens an embedded database there, fills it as a first start does, and makes a backup; all of it code of that commit. */
const filling = `
import { getConfig, resetConfig } from "@/lib/config/config";
import { publishDatabaseUrl } from "@/lib/config/env";
import { disconnect } from "@/lib/db/client";
import { startEmbedded } from "@/lib/db/embedded/start-embedded";
import { migrate } from "@/lib/db/migrate";
const embedded = await startEmbedded({ dataDir: getConfig().dataDir });
publishDatabaseUrl(embedded.url);
resetConfig();
await migrate(embedded.url);
await disconnect();
await import("./prepare");
await embedded.stop();
`;

/** A data folder that the commit made: its sample shop with a month of orders, and a backup of that. */
export async function aFormerShop(box: string, dataDir: string): Promise<void> {
  const sources = path.join(box, "former");
  await mkdir(sources);
  await run("sh", ["-c", `git archive ${formerCommit} | tar -x -C "$0"`, sources], { cwd: root });
  // The packages of that commit are those of today, but for some that only its tests used.
  await symlink(path.join(root, "node_modules"), path.join(sources, "node_modules"));
  // Neither a developer's settings nor those of the test run, which that commit does not know.
  const foreign = /^(KEYSHELF_|DATABASE_URL$|NODE_OPTIONS$|VITEST)/;
  const own = Object.entries(process.env).filter(([name]) => !foreign.test(name));
  const environment = {
    ...Object.fromEntries(own),
    KEYSHELF_DATA_DIR: dataDir,
    NODE_ENV: "production" as const,
  };
  const inFormer = (args: string[], more: Record<string, string> = {}) =>
    run(process.execPath, args, {
      cwd: sources,
      env: { ...environment, ...more },
      maxBuffer: 64 * 1024 ** 2,
    });
  await inFormer(["node_modules/prisma/build/index.js", "generate", "--no-hints"], {
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    PATH: `${path.join(root, "node_modules/.bin")}:${process.env.PATH}`,
    CHECKPOINT_DISABLE: "1",
  });
  await writeFile(path.join(sources, "scripts/fill.ts"), filling);
  await build({
    absWorkingDir: sources,
    entryPoints: { fill: "scripts/fill.ts", shop: "scripts/shop.ts" },
    outdir: path.join(sources, "build"),
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    logLevel: "error",
  });
  await inFormer(["build/fill.mjs"]);
  const command = `await (await import("./build/shop.mjs")).run(["--json", "backup"], process.cwd())`;
  await inFormer(["--input-type=module", "-e", command]);
}
