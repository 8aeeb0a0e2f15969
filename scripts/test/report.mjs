// Counts what vitest wrote, and says where the time of a run went.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "../bootstrap.mjs";
import { filesWithDates } from "./moved-day.mjs";

const file = path.join(root, ".cache/test-run.json");

const notRun = ["skipped", "pending", "todo", "disabled"];
const countOf = (tests, ...wanted) => tests.filter(({ status }) => wanted.includes(status));

/** A file that could not be read at all has no test to count, and is a failure nevertheless. */
export function readReport(report, code) {
  const { testResults } = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : { testResults: [] };
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" && !assertionResults.some((test) => test.status === "failed"),
  );
  const failed = countOf(tests, "failed").length + broken.length;
  if (code !== 0 && failed === 0) console.log("Vitest ended with an error outside the tests; see above.");
  return {
    passed: countOf(tests, "passed").length,
    failed: code !== 0 ? Math.max(failed, 1) : failed,
    skipped: countOf(tests, ...notRun).length,
    files: testResults.map(({ name, status, startTime, endTime, assertionResults }) => ({
      file: path.relative(root, name),
      seconds: Math.max(0, (endTime - startTime) / 1000),
      tests: assertionResults.length,
      skipped: countOf(assertionResults, ...notRun).length,
      isFailed: status === "failed",
    })),
  };
}

export const sumUp = (reports) => ({
  passed: reports.reduce((sum, { passed }) => sum + passed, 0),
  failed: reports.reduce((sum, { failed }) => sum + failed, 0),
  skipped: reports.reduce((sum, { skipped }) => sum + skipped, 0),
  files: reports.flatMap(({ files }) => files),
});

/** The seconds of all files of a room, one after the other: several run at a time. */
function roomsOf(files) {
  const dated = new Set(filesWithDates());
  const rooms = new Map();
  for (const { file: name, seconds, tests } of files) {
    const [, folder] = name.split(path.sep);
    const room = name.endsWith("schemathesis.test.ts") ? "description" : dated.has(name) ? "dates" : folder;
    const key = room.endsWith(".ts") ? "unit" : room;
    const sum = rooms.get(key) ?? { seconds: 0, files: 0, tests: 0 };
    rooms.set(key, { seconds: sum.seconds + seconds, files: sum.files + 1, tests: sum.tests + tests });
  }
  return Object.fromEntries(rooms);
}

const shown = (seconds) => `${seconds.toFixed(1).padStart(7)} s`;

/** Prints the seconds of each stage, of each room and of the slowest files, and writes them to .cache/test-run.json. */
export function tellTimes({ seed, day, stages, counts }) {
  const slowest = [...counts.files].sort((a, b) => b.seconds - a.seconds);
  mkdirSync(path.dirname(file), { recursive: true });
  const rooms = roomsOf(slowest);
  writeFileSync(
    file,
    `${JSON.stringify({ seed, day, stages, rooms, ...counts, files: slowest }, null, 1)}\n`,
  );
  console.log("\nStages");
  for (const { name, seconds } of stages) console.log(`${shown(seconds)}  ${name}`);
  if (slowest.length === 0) return;
  console.log("\nRooms, their files one after the other");
  for (const [name, { seconds, files, tests }] of Object.entries(rooms))
    console.log(`${shown(seconds)}  ${name} (${files} files, ${tests} tests)`);
  console.log("\nSlowest files");
  for (const { file: name, seconds } of slowest.slice(0, 20)) console.log(`${shown(seconds)}  ${name}`);
}

/** Files of a second and more; the sequencer and `--changed` read it. */
export function noteDurations(files) {
  const noted = files
    .map(({ file: name, seconds }) => [name, Math.round(seconds)])
    .filter(([, seconds]) => seconds >= 1)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(
    path.join(root, "tests/durations.json"),
    `${JSON.stringify(Object.fromEntries(noted), null, 2)}\n`,
  );
}

/** Prints how much of each file belongs to the long tier or needs what this machine lacks; the file says which. */
export function tellSkipped({ files }) {
  for (const { file: name, tests, skipped } of files)
    if (skipped > 0) console.log(`skipped: ${skipped} of ${tests} in ${name}`);
}

/** Prints the failures last, with the one command that repeats them. */
export function tellFailures({ seed, day, counts }) {
  const failed = counts.files.filter(({ isFailed }) => isFailed).map(({ file: name }) => name);
  if (failed.length === 0) return;
  console.log(`\nFailed with the seed ${seed} and the clock of the tests with dates moved by ${day}:`);
  for (const name of failed) console.log(`  ${name}`);
  console.log(`Again: KEYSHELF_TEST_SEED=${seed} KEYSHELF_TEST_DAY=${day} npm test -- ${failed.join(" ")}`);
}
