import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { discardDataFolder } from "@/lib/db/embedded/discard";
import { measure } from "@/tools/release/pack";
import { untilOpen } from "../support/harness/archive-shop";
import { inBareRoot, makeBareRoot } from "../support/harness/bare-root";
import {
  aFolder,
  makeRelease,
  removeFolders,
  stem,
  system,
  theRelease,
} from "../support/harness/made-release";
import { canMakeContainers } from "../support/harness/other-container";
import { freePort } from "../support/harness/start-api-server";
import { isLong } from "../support/harness/tier";

const run = promisify(execFile);

/** Making a release takes minutes and a registry, so `npm test` checks its rules alone (tests/unit/scripts/release.test.ts). */
const isTried = isLong && process.platform === "linux" && canMakeContainers;

const bareEnvironment = { NODE_ENV: "production" as const, PATH: process.env.PATH, HOME: os.tmpdir() };
const children: ChildProcess[] = [];

/** Starts a shop and waits until it says that it is open. */
async function open(
  command: string,
  args: string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
) {
  const child = spawn(command, args, { env: bareEnvironment, ...options, stdio: ["ignore", "pipe", "pipe"] });
  children.push(child);
  const ended = once(child, "exit");
  await untilOpen(child);
  return { ended };
}

/** Pages of each kind, a picture that is drawn and a script, as a visitor gets them. */
async function expectPages(url: string): Promise<void> {
  const home = await (await fetch(url)).text();
  const picture = /property="og:image" content="([^"]+)"/.exec(home)?.[1]?.replaceAll("&amp;", "&") ?? "none";
  const script = /src="(\/_next\/static\/[^"]+\.js)"/.exec(home)?.[1] ?? "none";
  const kinds: [string, RegExp][] = [
    ["/products", /^text\/html/],
    ["/admin/login", /^text\/html/],
    ["/sitemap.xml", /^application\/xml/],
    ["/api/v1/openapi.json", /^application\/vnd\.oai\.openapi\+json/],
    [new URL(picture).pathname + new URL(picture).search, /^image\/png/],
    [script, /javascript/],
  ];
  for (const [address, kind] of kinds) {
    const answer = await fetch(url + address);
    expect([address, answer.status]).toEqual([address, 200]);
    expect(answer.headers.get("content-type"), address).toMatch(kind);
    await answer.arrayBuffer();
  }
}

describe.runIf(isTried)("a release", () => {
  let dist: string;

  beforeAll(async () => {
    dist = await theRelease();
  }, 1_200_000);

  afterAll(async () => {
    for (const child of children) child.kill("SIGKILL");
    await removeFolders();
  });

  it("has the same bytes when it is made again [C124]", { timeout: 1_200_000 }, async () => {
    const sums = (folder: string) => readFileSync(path.join(folder, `${stem}.sha256`), "utf8");
    const again = await aFolder("again");
    await makeRelease(again);
    expect(sums(again)).toBe(sums(dist));
  });

  it("opens the archive's shop for an ordinary user where there is only a C library [C126]", async () => {
    const bare = await aFolder("root");
    makeBareRoot(bare, path.join(dist, `${stem}-${system}-with-node.tar.gz`));
    const port = String(await freePort());
    const program = `/opt/${stem}-${system}/bin/keyshelf`;
    const inside = (words: string) =>
      inBareRoot(bare, `${program} ${words}`, { KEYSHELF_SERVER__PORT: port });
    const { ended } = await open("unshare", inside("start"));
    await expectPages(`http://localhost:${port}`);
    const { stdout } = await run("unshare", inside("--json backup --prove"));
    expect(JSON.parse(stdout)).toMatchObject({ problems: [], proof: { ok: true } });
    expect((await run("unshare", inside("stop"))).stdout).toContain("has ended");
    await ended;
  });

  it("opens the npm package's shop in an empty folder, with few packages beside it [C126]", async () => {
    const folder = await aFolder("npx");
    await run("npm", ["install", "--no-audit", "--no-fund", path.join(dist, `${stem}.tgz`)], { cwd: folder });
    const { stdout } = await run("npm", ["ls", "--all", "--parseable"], { cwd: folder });
    expect(stdout.trim().split("\n").length).toBeLessThanOrEqual(350);
    expect((await measure(path.join(folder, "node_modules"))).bytes).toBeLessThanOrEqual(300_000_000);
    const port = String(await freePort());
    const program = path.join(folder, "node_modules/.bin/keyshelf");
    const options = { cwd: await aFolder("empty"), env: { ...bareEnvironment, KEYSHELF_SERVER__PORT: port } };
    const { ended } = await open(program, ["start"], options);
    await expectPages(`http://localhost:${port}`);
    await run(program, ["stop"], options);
    await ended;
    await discardDataFolder(path.join(options.cwd, "keyshelf-data"));
  });
});
