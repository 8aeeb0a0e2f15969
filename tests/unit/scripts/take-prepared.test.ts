import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), "keyshelf-update-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

/** A checkout with these sources, and what an installation makes of them. */
function aVersion(folder: string, name: string): void {
  for (const file of ["scripts/bootstrap.mjs", "scripts/build-memory.mjs", "scripts/program.mjs"])
    cpSync(path.resolve(import.meta.dirname, "../../..", file), path.join(root, folder, file));
  const turns = "scripts/turns.mjs";
  cpSync(path.resolve(import.meta.dirname, "../../..", turns), path.join(root, folder, turns));
  write(path.join(folder, "lib/shop.ts"), name);
  for (const made of [
    "node_modules/next/index.js",
    ".next/page.js",
    "build/serve.mjs",
    "lib/db/generated/client.ts",
  ])
    write(path.join(folder, made), `${made} of ${name}`);
}

/** Runs a program of that checkout. */
const inVersion = (folder: string, expression: string): string =>
  execFileSync(
    process.execPath,
    [
      "--input-type=module",
      "-e",
      `const b = await import("./scripts/bootstrap.mjs"); console.log(String(${expression}))`,
    ],
    { cwd: path.join(root, folder), encoding: "utf8" },
  )
    .trim()
    .split("\n")
    .at(-1) ?? "";

describe("an update that was prepared beside the running version", () => {
  it("is taken by the start of just its sources, and once", () => {
    aVersion(".", "old");
    aVersion(".update/tree", "new");
    inVersion(".update/tree", "b.notePrepared()");
    expect(inVersion(".", "b.takePrepared()")).toBe("false");
    expect(read("build/serve.mjs")).toBe("build/serve.mjs of old");

    write("lib/shop.ts", "new");
    expect(inVersion(".", "b.takePrepared()")).toBe("true");
    for (const made of [
      "node_modules/next/index.js",
      ".next/page.js",
      "build/serve.mjs",
      "lib/db/generated/client.ts",
    ])
      expect(read(made)).toBe(`${made} of new`);
    expect(inVersion(".", "b.takePrepared()")).toBe("false");
    expect(existsSync(path.join(root, ".update"))).toBe(false);
  });

  it("is prepared from a second clone for an installation that does not know the command, once somebody agreed [C115]", () => {
    aVersion("shop", "old");
    write("shop/package.json", "{}");
    aVersion("clone", "new");
    cpSync(path.resolve("scripts/prepare-update.mjs"), path.join(root, "clone/scripts/prepare-update.mjs"));
    write("clone/package.json", "{}");
    // Stands for the minutes of installing and building.
    write(
      "clone/scripts/start.mjs",
      `import { mkdirSync, writeFileSync } from "node:fs";
      import { notePrepared } from "./bootstrap.mjs";
      mkdirSync("build", { recursive: true });
      writeFileSync("build/serve.mjs", "built beside");
      notePrepared();`,
    );
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...args], {
        cwd: path.join(root, "clone"),
      });
    git("init", "-q");
    git("add", "lib/shop.ts", "package.json", "scripts");
    git("commit", "-qm", "new");
    const prepare = (...words: string[]) =>
      spawnSync(process.execPath, ["scripts/prepare-update.mjs", "HEAD", ...words], {
        cwd: path.join(root, "clone"),
        encoding: "utf8",
      });
    const unasked = prepare("--for", path.join(root, "shop"));
    expect([unasked.status, unasked.stderr]).toEqual([
      1,
      expect.stringContaining("--yes builds all the same"),
    ]);
    expect(existsSync(path.join(root, "shop/.update"))).toBe(false);
    expect(prepare("--for", path.join(root, "shop"), "--yes").status).toBe(0);
    expect(read("shop/build/serve.mjs")).toBe("build/serve.mjs of old");
    expect(existsSync(path.join(root, "clone/.update"))).toBe(false);

    for (const file of ["lib/shop.ts", "package.json", "scripts"])
      cpSync(path.join(root, "clone", file), path.join(root, "shop", file), { recursive: true });
    expect(inVersion("shop", "b.takePrepared()")).toBe("true");
    expect(read("shop/build/serve.mjs")).toBe("built beside");
  });

  it("is left alone while it is not prepared to its end", () => {
    aVersion(".", "new");
    aVersion(".update/tree", "new");
    expect(inVersion(".", "b.takePrepared()")).toBe("false");
  });
});

describe("a finished build", () => {
  it("runs without the packages that only make one, and a start that has to build finds out", () => {
    aVersion(".", "pruned");
    const version = "1.0.0";
    const lock = {
      "": {},
      "node_modules/next": { version },
      "node_modules/vitest": { version, dev: true },
      "node_modules/prisma": { version, devOptional: true },
      "node_modules/sharp-linux": { version, optional: true },
    };
    write("package-lock.json", JSON.stringify({ packages: lock }));
    const has = (...names: string[]) => {
      const packages = Object.fromEntries(names.map((name) => [`node_modules/${name}`, { version }]));
      write("node_modules/.package-lock.json", JSON.stringify({ packages }));
      return inVersion(".", "[false, true].map((forBuild) => b.hasPackages({ forBuild }))");
    };
    expect(has("next", "vitest", "prisma")).toBe("true,true");
    expect(has("next")).toBe("true,false");
    expect(has("vitest", "prisma")).toBe("false,false");
  });
});
