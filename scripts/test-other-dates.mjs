// Runs the tests that deal with dates on other days: libfaketime (a Debian package) moves the clock of the tests and of
// their database alike, so no test may depend on the day it runs on.
import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
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

function runShifted({ shift, shard }) {
  const vitest = path.join(root, "node_modules/vitest/vitest.mjs");
  const env = {
    ...process.env,
    LD_PRELOAD: library,
    FAKETIME: shift,
    // Timers and time-outs stay as they are; only the date moves.
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
  };
  return new Promise((resolve, reject) => {
    const args = [vitest, "run", "--reporter=dot", `--shard=${shard}`, ...files];
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: ["ignore", "inherit", "inherit"] });
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? 1));
  });
}

await main(async () => {
  if (!library) throw new StopError("libfaketime is missing: apt-get install libfaketime");
  await ensurePackages();
  await ensureClient();
  for (const run of shifts) {
    const { shift, shard } = run;
    console.log(`${files.length} test files, part ${shard}, with the clock moved by ${shift}`);
    if ((await runShifted(run)) !== 0) throw new StopError(`Tests fail with the clock moved by ${shift}.`);
  }
});
