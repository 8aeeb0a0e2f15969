import { spawn } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), "keyshelf-turns-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const inRoot = (...parts: string[]) => path.join(root, ...parts);

function write(file: string, text: string): void {
  mkdirSync(path.dirname(inRoot(file)), { recursive: true });
  writeFileSync(inRoot(file), text);
}

/** Waits until `others` further processes have begun. */
const whenBegun = (others: number) => `
  const begun = () => fs.readFileSync("log", "utf8").split("\\n").filter((line) => line === "begun").length;
  while (begun() <= ${others}) await new Promise((next) => setImmediate(next));`;

/** Bundles in two halves, and goes on with the second when others have begun. */
const slowBundler = (others: number) => `
  const fs = require("node:fs");
  exports.build = async ({ entryPoints, outdir }) => {
    const [name] = Object.keys(entryPoints);
    const file = outdir + "/" + name + ".mjs";
    fs.mkdirSync(outdir, { recursive: true });
    fs.writeFileSync(file, "export const run = () => ");
    ${whenBegun(others)}
    fs.appendFileSync(file, "'whole'");
    fs.appendFileSync("log", "made\\n");
  };`;

/** A checkout whose bundler takes its time. */
function aCheckout(others: number): void {
  for (const script of ["bootstrap.mjs", "build-memory.mjs", "program.mjs"])
    cpSync(path.resolve(import.meta.dirname, "../../../scripts", script), inRoot("scripts", script));
  cpSync(path.resolve(import.meta.dirname, "../../../scripts/turns.mjs"), inRoot("scripts/turns.mjs"));
  for (const file of ["package.json", "package-lock.json"]) write(file, JSON.stringify({ packages: {} }));
  write("node_modules/esbuild/index.js", slowBundler(others));
  symlinkSync(path.resolve("node_modules/fs-native-extensions"), inRoot("node_modules/fs-native-extensions"));
  write("node_modules/.package-lock.json", JSON.stringify({ packages: {} }));
  write("lib/shop.ts", "");
  write("log", "");
}

/** Installs as npm does: what was there goes first, its list comes last, and others begin in between. */
const slowNpm = (others: number) => `
  const fs = require("node:fs");
  (async () => {
    fs.rmSync("node_modules", { recursive: true, force: true });
    ${whenBegun(others)}
    fs.cpSync("packages", "node_modules", { recursive: true, verbatimSymlinks: true });
    fs.appendFileSync("log", "installed\\n");
  })();`;

/** The same without its packages, which npm takes from beside it. */
function aCheckoutWithoutPackages(others: number): void {
  aCheckout(0);
  renameSync(inRoot("node_modules"), inRoot("packages"));
  write("npm.js", slowNpm(others));
}

/** A first command: makes what is missing, and runs it. @returns what it printed */
const aCommand = (): Promise<string> =>
  new Promise((resolve, reject) => {
    const program = `
      const { appendFileSync } = await import("node:fs");
      const { ensureCommands, silenceSteps } = await import("./scripts/bootstrap.mjs");
      silenceSteps();
      appendFileSync("log", "begun\\n");
      await ensureCommands();
      console.log((await import("./build/commands/shop.mjs")).run());`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
      cwd: root,
      env: { ...process.env, npm_execpath: inRoot("npm.js") },
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk) => {
        output += chunk;
      });
    child.on("error", reject);
    child.on("close", () => resolve(output.trim()));
  });

describe("the packages of a fresh checkout", () => {
  it("are installed once by several first commands at once, before anything else is made [C139]", async () => {
    aCheckoutWithoutPackages(3);
    expect(await Promise.all(Array.from({ length: 4 }, aCommand))).toEqual(Array(4).fill("whole"));
    expect(readFileSync(inRoot("log"), "utf8").match(/installed|made/g)).toEqual([
      "installed",
      "made",
      "made",
    ]);
  });

  it("are installed by the next command after the first was killed halfway", async () => {
    aCheckoutWithoutPackages(0);
    write("npm.js", `process.kill(process.ppid, "SIGKILL");`);
    expect(await aCommand()).toBe("");
    write("npm.js", slowNpm(0));
    expect(await aCommand()).toBe("whole");
  });
});

describe("the commands of a fresh checkout", () => {
  it("are made once by several first commands at once, and each runs the whole of them [C139]", async () => {
    aCheckout(3);
    expect(await Promise.all(Array.from({ length: 4 }, aCommand))).toEqual(Array(4).fill("whole"));
    // The commands of the shop, and the one that runs by itself.
    expect(readFileSync(inRoot("log"), "utf8").match(/made/g)).toHaveLength(2);
  });

  it("are made by the next command after the first was killed halfway", async () => {
    aCheckout(0);
    write("node_modules/esbuild/index.js", `exports.build = () => process.kill(process.pid, "SIGKILL");`);
    expect(await aCommand()).toBe("");
    write("node_modules/esbuild/index.js", slowBundler(0));
    expect(await aCommand()).toBe("whole");
  });
});
