// `npm test`: everything that is missing, then every test. Arguments are handed to vitest.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { ensureBuild, ensureClient, ensurePackages, main, root, StopError } from "./bootstrap.mjs";
import { findChromium } from "./find-chromium.mjs";

const isCi = process.env.CI === "true";
const given = process.argv.slice(2);
const folder = mkdtempSync(path.join(os.tmpdir(), "keyshelf-test-report-"));
const report = path.join(folder, "report.json");

function run(args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? 1));
  });
}

/** A file that could not be read at all has no test to count, and is a failure nevertheless. */
function readReport() {
  const { testResults } = JSON.parse(readFileSync(report, "utf8"));
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const withStatus = (...wanted) => tests.filter(({ status }) => wanted.includes(status));
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" && !assertionResults.some((test) => test.status === "failed"),
  );
  return {
    passed: withStatus("passed").length,
    failed: withStatus("failed").length + broken.length,
    skipped: withStatus("skipped", "pending", "todo", "disabled"),
  };
}

async function runTests() {
  const all = given.length === 0;
  await ensurePackages();
  await ensureClient();
  if (isCi && all && (await run([path.join(root, "scripts/verify.mjs"), "--fast"])) !== 0) {
    throw new StopError("The checks before the tests failed; no test was run.");
  }
  if (all || given.some((argument) => argument.includes("e2e"))) await ensureBuild();
  if (!(await findChromium()))
    console.log("No Chromium was found (CHROMIUM_PATH): tests in the browser are skipped.");
  const vitest = path.join(root, "node_modules/vitest/vitest.mjs");
  const code = await run([
    vitest,
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
    ...given,
  ]);
  const counts = readReport();
  if (code !== 0 && counts.failed === 0) {
    console.log("Vitest ended with an error outside the tests; see above.");
    counts.failed = 1;
  }
  return counts;
}

// vitest receives the same signal from the terminal and stops its database itself; we wait for it.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => {});

let counts;
await main(async () => {
  counts = await runTests();
});
rmSync(folder, { recursive: true, force: true });

const { passed, failed, skipped } = counts ?? { passed: 0, failed: 1, skipped: [] };
for (const { fullName } of skipped) console.log(`skipped: ${fullName}`);
if (failed > 0) process.exitCode = 1;
console.log(`${passed} passed, ${failed} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ""}`);
