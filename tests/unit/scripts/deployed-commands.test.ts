import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { afterEach, describe, expect, it, vi } from "vitest";
import { parse } from "yaml";

const root = path.resolve(import.meta.dirname, "../../..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const operations = read("docs/operations.md");

interface ComposeFile {
  services: Record<string, { build?: unknown; environment?: Record<string, string> }>;
}
const compose = (name: string) => parse(read(`deploy/compose/${name}`), { merge: true }) as ComposeFile;
const withDatabase = readdirSync(path.join(root, "deploy/compose")).filter((name) =>
  read(`deploy/compose/${name}`).includes("DATABASE_URL"),
);

afterEach(() => vi.unstubAllEnvs());

describe("commands for a deployed shop", () => {
  const unit = read("deploy/keyshelf.service");
  const settingOf = (name: string) => new RegExp(`^${name}=(.*)$`, "m").exec(unit)?.[1] ?? "";
  const variables = settingOf("Environment")
    .split(" ")
    .filter((each) => each.startsWith("KEYSHELF_"));
  const user = settingOf("User");
  const folder = settingOf("WorkingDirectory");

  it("are run as the user of the unit, in its folder and with its variables", () => {
    const lines = operations.split("\n").map((line) => line.trim());
    const place = lines.findIndex((line) => line.startsWith("runuser "));
    expect(lines[place - 1]).toBe(`cd ${folder}`);
    expect(lines[place]).toBe(`runuser -u ${user} -- env ${variables.join(" ")} npm run shop -- doctor`);
    expect(variables).toHaveLength(2);
  });

  it("has a unit whose first lines make the user and the files that it names", () => {
    const head = unit.slice(0, unit.indexOf("[Unit]"));
    const dataDir = /KEYSHELF_DATA_DIR=(\S+)/.exec(unit)?.[1] ?? "none";
    const config = /KEYSHELF_CONFIG=(\S+)/.exec(unit)?.[1] ?? "none";
    expect(head).toContain(`useradd --system --home-dir ${dataDir} --create-home ${user}`);
    expect(head).toMatch(
      new RegExp(`install .*--group=${user} ${folder}/config\\.example\\.yaml ${config}$`, "m"),
    );
    expect(head).toContain(`runuser -u ${user} -- node scripts/start.mjs prepare`);
    expect(head).not.toContain("npm start");
    expect(settingOf("ReadWritePaths").split(" ")).toEqual([dataDir, folder]);
  });

  const hasAnalyze = spawnSync("systemd-analyze", ["--version"]).status === 0;
  it.skipIf(!hasAnalyze)("has a unit that keeps from the program what it does not need", () => {
    // The threshold is in tenths; without these lines it is 80.
    const { status, stdout } = spawnSync(
      "systemd-analyze",
      ["security", "--offline=true", "--threshold=40", path.join(root, "deploy/keyshelf.service")],
      { encoding: "utf8" },
    );
    expect(status, stdout).toBe(0);
  });

  it("stand in the docs, each of them", () => {
    const folder = path.join(root, "server/commands");
    const names = readdirSync(folder).flatMap((file) =>
      [...read(`server/commands/${file}`).matchAll(/\.command\("([\w-]+)/g)].map(([, name = ""]) => name),
    );
    expect(names.length).toBeGreaterThan(15);
    expect(names.filter((name) => !operations.includes(`\`${name}\``))).toEqual([]);
  });

  it.skipIf(!hasAnalyze).each([
    ["keyshelf.service", 40],
    ["keyshelf-updater.service", 45],
  ])("has units of versions that keep from the program what it does not need: %s", (name, most) => {
    const file = path.join(root, "deploy/versions", name);
    const args = ["security", "--offline=true", `--threshold=${most}`, file];
    const { status, stdout } = spawnSync("systemd-analyze", args, { encoding: "utf8" });
    expect(status, stdout).toBe(0);
  });

  it("lets the shop write no version, and the updater find the request that the shop makes", () => {
    const of = (name: string, setting: string) =>
      new RegExp(`^${setting}=(.*)$`, "m").exec(read(`deploy/versions/${name}`))?.[1];
    const dataDir = /KEYSHELF_DATA_DIR=(\S+)/.exec(of("keyshelf.service", "Environment") ?? "")?.[1];
    expect(of("keyshelf.service", "ReadWritePaths")).toBe(dataDir);
    expect(of("keyshelf-updater.path", "PathExists")).toBe(`${dataDir}/update/request.json`);
    expect(of("keyshelf-updater.service", "Environment")).toBe(of("keyshelf.service", "Environment"));
    expect(of("keyshelf-updater.service", "User")).toBeUndefined();
    expect(of("keyshelf-updater.service", "ExecStart")).toMatch(
      /^\/opt\/keyshelf\/updater\/bin\/keyshelf updater /,
    );
  });

  it("name compose files and services that are there", () => {
    const lines = [
      ...operations.matchAll(/docker compose -f deploy\/compose\/(\S+) (exec|run --rm|cp \S+) (\w+)/g),
    ];
    expect(lines).toHaveLength(3);
    for (const [line, file = "", , service = ""] of lines) {
      expect(existsSync(path.join(root, "deploy/compose", file)), line).toBe(true);
      expect(compose(file).services[service]?.build, line).toBeDefined();
    }
    expect(Object.keys(compose("three-shops.yaml").services)).toContain("shop-1");
  });
});

describe("a database beside the shop", () => {
  it.each(withDatabase)("may have any password: %s", (name) => {
    const shops = Object.values(compose(name).services).filter(({ build }) => build);
    expect(shops.length).toBeGreaterThan(0);
    for (const password of ["a/b#c?d", "p@ss:%w", "plain"])
      for (const { environment = {} } of shops) {
        const filled = (variable: string) =>
          environment[variable]?.replaceAll(/\$\{POSTGRES_PASSWORD[^}]*\}/g, () => password) ?? "";
        vi.stubEnv("PGPASSWORD", filled("PGPASSWORD"));
        const client = new pg.Client({ connectionString: filled("DATABASE_URL") });
        expect([client.user, client.password, client.host, client.database]).toEqual([
          "keyshelf",
          password,
          "database",
          "keyshelf",
        ]);
      }
  });

  it("has its two files covered", () => expect(withDatabase).toHaveLength(2));
});
