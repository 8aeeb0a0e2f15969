// `npm test`: everything that is missing, then every test. Arguments are handed to vitest; `--changed` runs what depends on
// a change, `--long` (npm run long) has the breadth, `--install` fetches Debian's programs first (.ci/run),
// `--note-durations` keeps how long each file took, for the order of the next runs.
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { findChromium } from "../tools/find-chromium.mjs";
import { ensureBuild, ensureClient, ensurePackages, main, root, StopError } from "./bootstrap.mjs";
import { testsOfChange } from "./test/changed.mjs";
import { findFaketime } from "./test/moved-day.mjs";
import { installPrograms } from "./test/programs.mjs";
import { noteDurations, readReport, sumUp, tellFailures, tellSkipped, tellTimes } from "./test/report.mjs";
import { runOfTree } from "./test/run-of-tree.mjs";
import { beside, finishedStages, runNode, stage } from "./test/stages.mjs";

const isCi = process.env.CI === "true";
const options = new Set(["--install", "--long", "--changed", "--note-durations"]);
const given = process.argv.slice(2).filter((argument) => !options.has(argument));
const has = (option) => process.argv.includes(option);

const reports = mkdtempSync(path.join(os.tmpdir(), "keyshelf-test-report-"));
const run = runOfTree();
const results = [];

async function vitest(name, args, day = run.day) {
  const report = path.join(reports, `${results.length}-${name.replaceAll(/\W+/g, "-")}.json`);
  const env = {
    KEYSHELF_TEST_SEED: String(run.seed),
    ...(findFaketime() ? { KEYSHELF_TEST_DAY: day } : {}),
    ...(has("--long") ? { KEYSHELF_TEST_LONG: "1" } : {}),
  };
  const output = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const program = path.join(root, "node_modules/vitest/vitest.mjs");
  const code = await stage(name, () => runNode([program, "run", ...output, ...args], env));
  results.push(readReport(report, code));
}

async function check() {
  const code = await stage("checks", () => runNode([path.join(root, "scripts/verify.mjs"), "--fast"]));
  if (code !== 0) throw new StopError("The checks before the tests failed; no further test was run.");
}

async function prepare() {
  await beside(
    () => stage("packages", ensurePackages),
    async () => has("--install") && stage("programs", installPrograms),
  );
  await stage("client", ensureClient);
  if (!findFaketime()) {
    if (isCi) throw new StopError("libfaketime is missing: apt-get install libfaketime");
    console.log("No libfaketime was found: tests that deal with dates run today only.");
  }
  if (!(await findChromium()))
    console.log("No Chromium was found (CHROMIUM_PATH): tests in the browser are skipped.");
}

/** The build takes one processor and a half; the checks take what it leaves. */
async function runAll() {
  await beside(
    () => stage("build", ensureBuild),
    async () => isCi && check(),
  );
  await vitest("tests", []);
  if (!has("--long") || !findFaketime()) return;
  // A day, a month and a year ahead, beside the day of the commit.
  for (const day of ["+1d", "+31d", "+366d"]) await vitest(`dates ${day}`, ["--project=*moved*"], day);
}

async function runGiven() {
  if (given.some((argument) => argument.includes("e2e"))) await stage("build", ensureBuild);
  await vitest("tests", given);
}

async function runChanged() {
  await check();
  const { files, leftOut } = await stage("imports", () => testsOfChange(given[0]));
  for (const { why, names } of leftOut)
    console.log(`${why}:\n${names.map((name) => `  ${name}`).join("\n")}`);
  if (files.length === 0) console.log("No test depends on the change.");
  else await vitest("tests", files);
}

// vitest receives the same signal from the terminal and stops its database itself; we wait for it.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => {});

let isBroken = true;
await main(async () => {
  await prepare();
  if (has("--changed")) await runChanged();
  else await (given.length === 0 ? runAll() : runGiven());
  isBroken = false;
});
rmSync(reports, { recursive: true, force: true });

const counts = sumUp(results);
if (isBroken) counts.failed += 1;
tellSkipped(counts);
tellTimes({ ...run, stages: finishedStages(), counts });
tellFailures({ ...run, counts });
if (has("--note-durations") && !isBroken) noteDurations(counts.files);
const { passed, failed, skipped } = counts;
if (failed > 0) process.exitCode = 1;
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
