import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Control } from "@/lib/operations/updates/service";
import { sha256Of, signSums, writeSums } from "@/lib/operations/updates/signed-sums";

const system = `linux-${process.arch}`;

export interface ScriptedVersion {
  version: string;
  /** Ends at once in place of opening. */
  crashes?: boolean;
  /** Says so when it is tried on a copy. */
  failsRehearsal?: boolean;
  /** Says that it cannot work with the database as it is. */
  isBarred?: boolean;
  migrations?: Record<string, string>;
}

/**
 * Stands for the program of a release, by the commands that an updater gives it. The shop itself is tried by
 * tests/e2e/update-by-button.test.ts.
 */
const program = `#!/usr/bin/env node
const { readFileSync, writeFileSync, mkdirSync, appendFileSync } = require("node:fs");
const path = require("node:path");
const folder = path.dirname(__dirname);
const facts = JSON.parse(readFileSync(path.join(folder, "facts.json"), "utf8"));
const [command] = process.argv.slice(2).filter((word) => word !== "--json");
const data = process.env.SCRIPTED_DATA;
appendFileSync(path.join(data, "commands"), facts.version + " " + command + "\\n");
const refuse = (words) => { console.error(words); process.exit(1); };
if (command === "backup") console.log(JSON.stringify({ name: "a-backup" }));
if (command === "prove-backup") {
  if (facts.failsRehearsal) refuse("The migration 0002_wrong failed and was taken back whole");
  console.log(JSON.stringify({ restored: { migrated: [] }, findings: [] }));
}
if (command === "check-schema") {
  console.log(JSON.stringify({ newer: facts.isBarred ? "0002_wide" : null }));
  if (facts.isBarred) process.exitCode = 1;
}
if (command === "start") {
  if (facts.crashes) refuse("It does not start.");
  require("node:http").createServer((request, response) => response.end("{}")).listen(Number(process.env.SCRIPTED_PORT), "127.0.0.1", () => {
    mkdirSync(path.join(data, "update"), { recursive: true });
    writeFileSync(path.join(data, "update/open.json"), JSON.stringify({ version: facts.version, at: new Date().toISOString() }));
  });
}
`;

/** Writes a version as an archive would unpack it. */
export function writeVersion(folder: string, facts: ScriptedVersion): void {
  const put = (name: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  };
  put("bin/keyshelf", program);
  chmodSync(path.join(folder, "bin/keyshelf"), 0o755);
  put("app/package.json", "{}");
  put("facts.json", JSON.stringify(facts));
  put("release.json", JSON.stringify({ version: facts.version, commit: "0", system }));
  for (const [name, sql] of Object.entries(facts.migrations ?? { "0001_init": "" }))
    put(`app/prisma/migrations/${name}/migration.sql`, sql);
}

/** Packs it and signs it beside the feed that names it. Returns the archive. */
export async function publish(
  folder: string,
  facts: ScriptedVersion,
  key: string,
  feedKey = key,
): Promise<string> {
  const release = `keyshelf-${facts.version}`;
  const name = `${release}-${system}.tar.gz`;
  const work = mkdtempSync(path.join(os.tmpdir(), "keyshelf-pack-"));
  writeVersion(path.join(work, `${release}-${system}`), facts);
  execFileSync("tar", ["-czf", path.join(folder, name), "-C", work, `${release}-${system}`]);
  rmSync(work, { recursive: true });
  const sums = writeSums(release, new Map([[name, await sha256Of(path.join(folder, name))]]));
  writeFileSync(path.join(folder, `${release}.sha256`), sums);
  writeFileSync(path.join(folder, `${release}.sha256.sig`), signSums(sums, key));
  const feed = JSON.stringify({
    releases: [{ version: facts.version, date: "2030-01-01", notes: "- It is newer." }],
  });
  writeFileSync(path.join(folder, "feed.json"), feed);
  writeFileSync(path.join(folder, "feed.json.sig"), signSums(feed, feedKey));
  return path.join(folder, name);
}

/** A folder of versions in which one is current. */
export function installVersion(root: string, facts: ScriptedVersion): void {
  writeVersion(path.join(root, "versions", facts.version), facts);
  for (const link of ["current", "updater"])
    if (!existsSync(path.join(root, link))) symlinkSync(`versions/${facts.version}`, path.join(root, link));
}

/** Commands of a service manager that knows one process: the version that \`current\` leads to. */
export function controlOf(root: string, dataDir: string, port: number): Control {
  const pid = path.join(dataDir, "service.pid");
  const variables = `SCRIPTED_DATA='${dataDir}' SCRIPTED_PORT=${port}`;
  return {
    start: `${variables} '${root}/current/bin/keyshelf' start >/dev/null 2>&1 & echo $! > '${pid}'`,
    stop: `[ ! -e '${pid}' ] || { kill $(cat '${pid}') 2>/dev/null; while kill -0 $(cat '${pid}') 2>/dev/null; do sleep 0.02; done; }; true`,
  };
}

/** Commands that were given to the versions, in order. */
export const commandsGiven = (dataDir: string): string[] =>
  existsSync(path.join(dataDir, "commands"))
    ? readFileSync(path.join(dataDir, "commands"), "utf8").trim().split("\n")
    : [];
