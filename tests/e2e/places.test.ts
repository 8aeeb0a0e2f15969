import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import path from "node:path";
import { promisify } from "node:util";
import { Agent, request } from "undici";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type ArchiveShop, openArchive } from "../support/harness/archive-shop";
import { aFolder, removeFolders, unpacked } from "../support/harness/made-release";
import { freePort } from "../support/harness/start-api-server";
import { isLong } from "../support/harness/tier";

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, "../..");
const has = (program: string) =>
  spawnSync("sh", ["-c", `PATH=$PATH:/usr/sbin command -v ${program}`]).status === 0;

/** The Nodes that a shop may run on; the archive `-with-node` has the newest of them. */
const nodes = ["20", "22", "24"];

describe.runIf(isLong && process.platform === "linux")("an archive", { timeout: 600_000 }, () => {
  let box: string;
  let release: string;

  beforeAll(async () => {
    box = await aFolder("places");
    release = await unpacked(box);
  }, 1_800_000);

  afterAll(removeFolders, 120_000);

  async function expectShop(shop: ArchiveShop, url = shop.url): Promise<void> {
    for (const address of ["/", "/products", "/admin/login", "/api/v1/public/products"]) {
      const answer = await fetch(url + address);
      expect([address, answer.status]).toEqual([address, 200]);
      await answer.arrayBuffer();
    }
    const backup = await shop.command("--json", "backup", "--prove");
    expect([backup.stderr, JSON.parse(backup.stdout)]).toEqual([
      "",
      expect.objectContaining({ problems: [], proof: expect.objectContaining({ ok: true }) }),
    ]);
  }

  it.each([
    ["a path with blanks and Chinese letters", { umask: "022", TZ: "UTC" }],
    ["umask 077", { umask: "077", TZ: "UTC" }],
    ["a zone far ahead", { umask: "022", TZ: "Pacific/Kiritimati" }],
    ["a zone far behind, with half an hour", { umask: "022", TZ: "America/St_Johns" }],
  ])("opens, sells pages and proves a backup with %s [C148]", async (_, { umask, TZ }) => {
    const folder = path.join(box, `我的 商店 ${umask} ${TZ.replace("/", " ")}`);
    mkdirSync(folder);
    const shop = await openArchive({
      release: await unpacked(folder),
      home: path.join(folder, "shop folder 数据"),
      umask,
      environment: { TZ },
    });
    await expectShop(shop);
    const data = path.join(shop.home, "keyshelf-data");
    for (const name of readdirSync(data).filter((each) => /^(secrets|database|first-password)/.test(each)))
      expect([name, statSync(path.join(data, name)).mode & 0o077]).toEqual([name, 0]);
  });

  it.each(nodes)("opens on Node %s [C148]", async (major) => {
    const folder = await aFolder(`node-${major}`);
    const name = `node-linux-${process.arch}`;
    await run("npm", ["install", "--no-audit", "--no-fund", "--prefix", folder, `${name}@${major}`], {
      cwd: folder,
    });
    const node = path.join(folder, "node_modules", name, "bin/node");
    expect((await run(node, ["--version"])).stdout).toMatch(new RegExp(`^v${major}\\.`));
    await expectShop(await openArchive({ release, home: path.join(folder, "shop"), node }));
  });

  it("opens where its address is one of IPv6 alone [C148]", async () => {
    const home = path.join(box, "ipv6");
    const port = await freePort();
    const environment = {
      KEYSHELF_SERVER__HOST: "::1",
      KEYSHELF_SERVER__PORT: String(port),
      KEYSHELF_SERVER__BASE_URL: `http://[::1]:${port}`,
    };
    const shop = await openArchive({ release, home, environment });
    await expectShop(shop, `http://[::1]:${port}`);
    const refused = connect(port, "127.0.0.1");
    const [error] = (await once(refused, "error")) as [NodeJS.ErrnoException];
    expect(error.code).toBe("ECONNREFUSED");
  });

  /** Calls as a visitor of another address, who writes a header that names a third. */
  async function visit(url: string): Promise<number> {
    const dispatcher = new Agent({ localAddress: "127.0.0.2" });
    const answer = await request(`${url}/products`, {
      dispatcher,
      headers: { "x-forwarded-for": "203.0.113.9" },
    });
    await answer.body.text();
    await dispatcher.close();
    return answer.statusCode;
  }

  const behind = async (name: string) => {
    const shop = await openArchive({
      release,
      home: path.join(box, `behind-${name}`),
      environment: { KEYSHELF_SERVER__HOST: "127.0.0.1", KEYSHELF_SERVER__TRUSTED_PROXIES: "127.0.0.1" },
    });
    return { shop, port: await freePort() };
  };

  function startProxy(command: string, args: string[], environment: Record<string, string> = {}) {
    const env = { ...process.env, ...environment, PATH: `${process.env.PATH}:/usr/sbin` };
    const child = spawn(command, args, { env, stdio: "ignore" });
    onTestFinished(async () => {
      child.kill("SIGTERM");
      await once(child, "exit");
    });
  }

  async function expectVisitor(shop: ArchiveShop, url: string): Promise<void> {
    await expect.poll(() => visit(url).catch(() => 0), { timeout: 60_000 }).toBe(200);
    // The log is written a moment after the answer.
    const lines = () =>
      shop
        .output()
        .split("\n")
        .filter((line) => line.includes('"path":"/products"'));
    await expect.poll(() => lines().length).toBeGreaterThan(0);
    for (const line of lines()) expect(JSON.parse(line)).toMatchObject({ ip: "127.0.0.2" });
  }

  it.runIf(has("nginx"))("sells behind nginx as deploy/ has it, and knows its visitors [C148]", async () => {
    const { shop, port } = await behind("nginx");
    const folder = await aFolder("nginx");
    const plain = readFileSync(path.join(root, "deploy/nginx.conf"), "utf8")
      .replace("127.0.0.1:8080", `127.0.0.1:${shop.port}`)
      .replace(/server \{\s+listen 80;[\s\S]*?\n\}\n/, "")
      .replace("listen 443 ssl http2;", `listen 127.0.0.1:${port};`)
      .replace(/^\s*listen \[::\].*$|^\s*ssl_.*$/gm, "");
    writeFileSync(path.join(folder, "site.conf"), plain);
    writeFileSync(
      path.join(folder, "main.conf"),
      `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {}\n` +
        `http { access_log off; client_body_temp_path ${folder}/b; proxy_temp_path ${folder}/p; include ${folder}/site.conf; }`,
    );
    startProxy("nginx", [
      "-p",
      folder,
      "-c",
      path.join(folder, "main.conf"),
      "-e",
      path.join(folder, "error.log"),
    ]);
    await expectVisitor(shop, `http://127.0.0.1:${port}`);
  });

  it.runIf(has("caddy"))("sells behind Caddy as deploy/ has it, and knows its visitors [C148]", async () => {
    const { shop, port } = await behind("caddy");
    const folder = await aFolder("caddy");
    const file = path.join(folder, "Caddyfile");
    writeFileSync(file, `{\n\tadmin off\n}\n${readFileSync(path.join(root, "deploy/Caddyfile"), "utf8")}`);
    startProxy("caddy", ["run", "--adapter", "caddyfile", "--config", file], {
      DOMAIN: `http://127.0.0.1:${port}`,
      SHOPS: `127.0.0.1:${shop.port}`,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
    });
    await expectVisitor(shop, `http://127.0.0.1:${port}`);
  });
});
