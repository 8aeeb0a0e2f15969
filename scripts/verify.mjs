// `npm run verify`: every check from the quick to the slow, stopping at the first that fails. `--fast` leaves out the
// tests.
import { spawn } from "node:child_process";
import path from "node:path";
import { ensureClient, ensurePackages, main, root, StopError } from "./bootstrap.mjs";

const bin = (name) => path.join(root, "node_modules", name);

const checks = [
  [
    "format, lint",
    [bin("@biomejs/biome/bin/biome"), "check", "--error-on-warnings", "--diagnostic-level=warn", "."],
  ],
  [
    "types",
    [
      bin("typescript-native/bin/tsc"),
      "--noEmit",
      "--incremental",
      "--tsBuildInfoFile",
      ".cache/types.tsbuildinfo",
    ],
  ],
  [
    "layers",
    [
      bin("dependency-cruiser/bin/dependency-cruise.mjs"),
      "--config",
      ".dependency-cruiser.mjs",
      "--output-type",
      "err",
      ...[
        "app",
        "components",
        "lib",
        "messages",
        "prisma",
        "scripts",
        "server",
        "tests",
        "tools",
        "proxy.ts",
      ],
    ],
  ],
  ["dead code", [bin("knip/bin/knip.js")]],
];

const tests = ["tests", [bin("vitest/vitest.mjs"), "run", "--project", "unit", "--project", "database"]];

function run([name, args]) {
  const begin = Date.now();
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
    child.on("error", reject);
    child.on("close", (code) => {
      if (code !== 0) return reject(new StopError(`verify: ${name} failed.`));
      console.log(`verify: ${name} passed in ${((Date.now() - begin) / 1000).toFixed(1)} s`);
      resolve();
    });
  });
}

await main(async () => {
  await ensurePackages();
  await ensureClient();
  const wanted = process.argv.includes("--fast") ? checks : [...checks, tests];
  for (const check of wanted) await run(check);
});
