import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { beforeAll, expect, it } from "vitest";
import { documentKinds, readDescription } from "../../support/harness/description";
import { hasPackages, installed, installPackages, run } from "../../support/harness/generators/generator";
import { isLong } from "../../support/harness/tier";

const judges = [
  ["Redocly", ["@redocly/cli/bin/cli.js", "lint", "--extends=recommended"]],
  [
    "Spectral",
    ["@stoplight/spectral-cli/dist/index.js", "lint", "--ruleset=rules.yaml", "--fail-severity=error"],
  ],
] as const;

beforeAll(async () => {
  if (isLong && !hasPackages("judges")) await installPackages("judges");
}, 300_000);

it.for(judges)(
  "%s finds no error in either description",
  { timeout: 300_000 },
  async ([, [file, ...args]], { skip }) => {
    skip(!isLong || !hasPackages("judges"), "in the long run");
    const cwd = mkdtempSync(path.join(os.tmpdir(), "keyshelf-linted-"));
    try {
      writeFileSync(path.join(cwd, "rules.yaml"), 'extends: ["spectral:oas"]\n');
      for (const kind of documentKinds) {
        writeFileSync(path.join(cwd, "document.json"), JSON.stringify(await readDescription(kind)));
        const program = path.join(installed("judges", "node_modules"), file);
        const told = await run(process.execPath, [program, ...args, "document.json"], { cwd });
        expect(told).not.toMatch(/[1-9]\d* error/);
      }
    } finally {
      rmSync(cwd, { recursive: true, force: true });
    }
  },
);
