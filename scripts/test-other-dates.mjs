// Runs the tests that deal with dates on other days: libfaketime (a Debian package) moves the clock of the tests and of
// their database alike, so no test may depend on the day it runs on.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { ensureClient, ensurePackages, main, root, StopError } from "./bootstrap.mjs";

/** Each test runs on one other day: a third of them a day on, a third a month, a third a year, so that it fits into a CI run. */
const shifts = [
  { shift: "+1d", shard: "1/3" },
  { shift: "+31d", shard: "2/3" },
  { shift: "+366d", shard: "3/3" },
];
const folders = ["tests/unit", "tests/integration", "tests/api"];
/** A test that names a date or moves the clock. */
const dealsWithDates = /testClock|\b20\d\d-\d\d-\d\d/;

const libraryFolders = ["/usr/lib", ...readdirSync("/usr/lib").map((name) => `/usr/lib/${name}`)];
const library = libraryFolders
  .map((folder) => path.join(folder, "faketime/libfaketimeMT.so.1"))
  .find((file) => existsSync(file));

const files = folders
  .flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true }).map((name) => path.join(folder, name)),
  )
  // A server under libfaketime finds no deadlock (its timer goes by the moved clock), and nothing here knows the date.
  .filter((file) => file.endsWith(".test.ts") && !file.startsWith("tests/integration/db/"))
  .filter((file) => dealsWithDates.test(readFileSync(path.join(root, file), "utf8")));

const reports = mkdtempSync(path.join(os.tmpdir(), "keyshelf-other-dates-"));
const findings = path.join(root, ".cache/other-dates.txt");

/** Runs the files with the clock moved, and says how vitest ended and what it found in each file. */
async function runShifted(shift, args) {
  const vitest = path.join(root, "node_modules/vitest/vitest.mjs");
  const report = path.join(reports, `${randomUUID()}.json`);
  const env = {
    ...process.env,
    LD_PRELOAD: library,
    FAKETIME: shift,
    // Timers and time-outs stay as they are; only the date moves.
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
  };
  const output = ["--reporter=dot", "--reporter=json", `--outputFile.json=${report}`];
  const code = await new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [vitest, "run", ...output, ...args], {
      cwd: root,
      env,
      stdio: ["ignore", "inherit", "inherit"],
    });
    child.on("error", reject);
    child.on("close", (ended) => resolve(ended ?? 1));
  });
  const { testResults } = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : { testResults: [] };
  return { code, failed: testResults.filter(({ status }) => status === "failed") };
}

const describeFailure = ({ name, message, assertionResults }) =>
  [
    path.relative(root, name),
    message,
    ...assertionResults
      .filter(({ status }) => status === "failed")
      .flatMap(({ fullName, failureMessages }) => [`  ${fullName}`, ...failureMessages]),
  ]
    .filter(Boolean)
    .join("\n");

/**
 * A file that fails runs once more by itself on the same date: what depends on the date fails again, what a busy machine
 * caused does not. An error outside the tests names no file, so its whole part runs again.
 */
async function findFailures({ shift, shard }) {
  const first = await runShifted(shift, [`--shard=${shard}`, ...files]);
  if (first.code === 0) return [];
  const texts = first.failed.map(describeFailure);
  console.log(`Run again with the clock moved by ${shift}:\n${texts.join("\n") || `part ${shard}`}`);
  const again =
    first.failed.length > 0 ? first.failed.map(({ name }) => name) : [`--shard=${shard}`, ...files];
  const second = await runShifted(shift, again);
  if (second.code === 0) return [];
  const found = second.failed.map(describeFailure);
  return [
    `With the clock moved by ${shift}:`,
    ...(found.length > 0 ? found : [`part ${shard} ended with ${second.code}`]),
  ];
}

await main(async () => {
  if (!library) throw new StopError("libfaketime is missing: apt-get install libfaketime");
  await ensurePackages();
  await ensureClient();
  rmSync(findings, { force: true });
  const found = [];
  for (const run of shifts) {
    console.log(`${files.length} test files, part ${run.shard}, with the clock moved by ${run.shift}`);
    found.push(...(await findFailures(run)));
  }
  rmSync(reports, { recursive: true, force: true });
  if (found.length === 0) return;
  mkdirSync(path.dirname(findings), { recursive: true });
  writeFileSync(findings, `${found.join("\n")}\n`);
  throw new StopError(`Tests fail on other dates:\n${found.join("\n")}`);
});
