import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
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

/** Bundles in two halves, and goes on with the second when `others` further processes have begun. */
const slowBundler = (others: number) => `
  const fs = require("node:fs");
  const lines = () => fs.readFileSync("log", "utf8").split("\\n");
  exports.build = async ({ entryPoints, outdir }) => {
    const [name] = Object.keys(entryPoints);
    const file = outdir + "/" + name + ".mjs";
    fs.mkdirSync(outdir, { recursive: true });
    fs.writeFileSync(file, "export const run = () => ");
    while (lines().filter((line) => line === "begun").length <= ${others}) await new Promise((next) => setImmediate(next));
    fs.appendFileSync(file, "'whole'");
    fs.appendFileSync("log", "made\\n");
  };`;

/** A checkout whose bundler takes its time. */
function aCheckout(others: number): void {
  for (const script of ["bootstrap.mjs", "build-memory.mjs", "program.mjs"])
    cpSync(path.resolve(import.meta.dirname, "../../../scripts", script), inRoot("scripts", script));
  for (const file of ["package.json", "package-lock.json", "node_modules/.package-lock.json"])
    write(file, JSON.stringify({ packages: {} }));
  write("node_modules/esbuild/index.js", slowBundler(others));
  symlinkSync(path.resolve("node_modules/fs-native-extensions"), inRoot("node_modules/fs-native-extensions"));
  write("lib/shop.ts", "");
  write("log", "");
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
    const child = spawn(process.execPath, ["--input-type=module", "-e", program], { cwd: root });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk) => {
        output += chunk;
      });
    child.on("error", reject);
    child.on("close", () => resolve(output.trim()));
  });

describe("the commands of a fresh checkout", () => {
  it("are made once by several first commands at once, and each runs the whole of them [C139]", async () => {
    aCheckout(3);
    expect(await Promise.all(Array.from({ length: 4 }, aCommand))).toEqual(Array(4).fill("whole"));
    expect(readFileSync(inRoot("log"), "utf8").match(/made/g)).toHaveLength(1);
  });

  it("are made by the next command after the first was killed halfway", async () => {
    aCheckout(0);
    write("node_modules/esbuild/index.js", `exports.build = () => process.kill(process.pid, "SIGKILL");`);
    expect(await aCommand()).toBe("");
    write("node_modules/esbuild/index.js", slowBundler(0));
    expect(await aCommand()).toBe("whole");
  });
});
