import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { endText, freeMegabytes, shortMemory } from "../../../scripts/build-memory.mjs";

it.each([
  [4_000, null],
  [2_500, false],
  [800, true],
])(
  "a build says before it begins what %i MB mean to it, and leads to the release [C147]",
  (free, isHopeless) => {
    const short = shortMemory(free);
    expect(short?.isHopeless ?? null).toBe(isHopeless);
    if (short) expect(short.text).toMatch(new RegExp(`${free} MB are free here.*A release needs no build`));
  },
);

it("a build counts what is free here, within the bound of its container [C147]", () => {
  const free = freeMegabytes();
  expect(free).toBeGreaterThan(0);
  const bound = process.constrainedMemory();
  if (bound > 0) expect(free).toBeLessThanOrEqual(bound / 1024 ** 2);
});

it.each([
  [{ code: null, signal: "SIGKILL", output: "" }, true],
  [{ code: 137, signal: null, output: "" }, true],
  [{ code: null, signal: "SIGABRT", output: "" }, true],
  [
    { code: 1, signal: null, output: "Next.js build worker exited with code: null and signal: SIGKILL" },
    true,
  ],
  [{ code: 1, signal: null, output: "Type error" }, false],
  [{ code: null, signal: "SIGTERM", output: "" }, false],
])("a build that ended with %o says whether memory was short [C147]", (end, isShort) => {
  expect(endText("next build", end).includes("was killed for lack of memory")).toBe(isShort);
});

it("a start whose build is killed ends with that sentence [C147]", () => {
  const root = mkdtempSync(path.join(os.tmpdir(), "keyshelf-killed-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  };
  for (const name of ["bootstrap", "build-memory", "program", "turns"])
    cpSync(path.resolve(`scripts/${name}.mjs`), path.join(root, `scripts/${name}.mjs`));
  for (const file of ["package-lock.json", "node_modules/.package-lock.json"]) write(file, '{"packages":{}}');
  write("node_modules/next/dist/bin/next", 'process.kill(process.pid, "SIGKILL");');
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      "--input-type=module",
      "-e",
      'const b = await import("./scripts/bootstrap.mjs"); await b.main(b.ensureBuild);',
    ],
    { cwd: root, encoding: "utf8" },
  );
  expect([status, stderr]).toEqual([1, expect.stringMatching(/next build was killed for lack of memory/)]);
  expect(existsSync(path.join(root, ".next/keyshelf-stamp"))).toBe(false);
});
