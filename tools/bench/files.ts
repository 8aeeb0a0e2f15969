import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, open, rm, truncate, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { getConfig } from "@/lib/config/config";
import { addSeconds, now } from "@/lib/core/clock";
import { randomCode } from "@/lib/core/ids";
import { db } from "@/lib/db/client";
import { downloadToken } from "@/lib/fulfillment/kinds/file/download-token";
import { memoryOf } from "./memory";
import { median, type Verdict } from "./report";
import type { BenchCatalogue } from "./seed";
import type { Shop } from "./shop";

const mb = 1024 ** 2;
const target = 0.7;
const mostMemory = 50;
const atOnce = 50;
const rounds = 7;
const sizes = { large: 512 * mb, many: 48 * mb, huge: 2048 * mb };
const run = promisify(execFile);
const nginx = ["/usr/sbin/nginx", "/usr/bin/nginx"].find((file) => existsSync(file));

interface Served {
  shop: string;
  nginx: string;
}
type FileName = keyof typeof sizes;

/** Real bytes where the speed counts; the largest one has a hole in it, which is read like any other file. */
async function writeBytes(file: string, name: FileName): Promise<void> {
  const handle = await open(file, "w", 0o600);
  const filled = name === "huge" ? mb : sizes[name];
  for (let at = 0; at < filled; at += 16 * mb)
    await handle.write(randomBytes(Math.min(16 * mb, filled - at)));
  await handle.close();
  await truncate(file, sizes[name]);
}

/** A file on sale for each size, and the links of one order. */
async function sellFiles(
  baseUrl: string,
  skuId: number,
): Promise<Record<FileName, { key: string; url: string }>> {
  const folder = path.join(getConfig().dataDir, "files");
  await mkdir(folder, { recursive: true });
  const fulfillment = await db().fulfillment.findFirstOrThrow({
    where: { status: "ready" },
    select: { id: true },
  });
  const grant = await db().downloadGrant.create({
    data: {
      fulfillmentId: fulfillment.id,
      skuId,
      allowed: 1_000_000,
      expiresAt: addSeconds(now(), 86_400),
      createdAt: now(),
    },
  });
  const sell = async (name: FileName) => {
    const key = randomCode(32);
    await writeBytes(path.join(folder, key), name);
    const { id } = await db().skuFile.create({
      data: {
        skuId,
        title: name,
        versions: {
          create: {
            label: "1",
            name: `${name}.bin`,
            bytes: BigInt(sizes[name]),
            sha256: randomBytes(32).toString("hex"),
            storageKey: key,
            status: "ready",
          },
        },
      },
    });
    return { key, url: `${baseUrl}/api/v1/downloads/${downloadToken(grant.id, id)}` };
  };
  return { large: await sell("large"), many: await sell("many"), huge: await sell("huge") };
}

/** Serves the same folder as a person who puts files on a web server would, by one process as the shop's. */
async function startNginx(program: string, root: string): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), "keyshelf-bench-nginx-"));
  const port = await new Promise<number>((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(address !== null && typeof address === "object" ? address.port : 0));
    });
  });
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(" ");
  await writeFile(
    path.join(folder, "nginx.conf"),
    `${process.getuid?.() === 0 ? "user root;" : ""} worker_processes 1; pid ${folder}/pid; error_log ${folder}/errors; daemon off;
    events {} http { access_log off; sendfile on; tcp_nopush on; ${temporary} server { listen 127.0.0.1:${port}; root ${root}; } }`,
  );
  const child: ChildProcess = spawn(program, ["-p", folder, "-c", path.join(folder, "nginx.conf")], {
    stdio: "inherit",
  });
  const url = `http://127.0.0.1:${port}`;
  for (let attempts = 0; attempts < 100; attempts++) {
    if (await fetch(url).catch(() => null)) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url,
    async stop() {
      child.kill("SIGTERM");
      await new Promise((resolve) => child.once("exit", resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A reader of its own process, which throws the bytes away. @returns how many came */
async function download(url: string): Promise<number> {
  const { stdout } = await run("curl", ["-s", "-o", "/dev/null", "-w", "%{http_code} %{size_download}", url]);
  const [status, bytes] = stdout.split(" ").map(Number);
  return status === 200 ? (bytes ?? 0) : 0;
}

/** Megabytes a second of so many readers at once, and how many did not get all of it. */
async function measure(
  url: string,
  size: number,
  readers: number,
): Promise<{ speed: number; failed: number }> {
  const begin = performance.now();
  const got = await Promise.all(Array.from({ length: readers }, () => download(url)));
  const seconds = (performance.now() - begin) / 1000;
  return { speed: (size * readers) / mb / seconds, failed: got.filter((bytes) => bytes !== size).length };
}

/** Shop and nginx in turn, so that what else the machine does meets both. */
async function compare(name: string, served: Served, size: number, readers: number): Promise<Verdict> {
  const speeds = { shop: [] as number[], nginx: [] as number[] };
  let failed = 0;
  for (const by of ["shop", "nginx"] as const) await measure(served[by], size, 1);
  for (let round = 0; round < (readers > 1 ? 3 : rounds); round++)
    for (const by of ["shop", "nginx"] as const) {
      const measured = await measure(served[by], size, readers);
      speeds[by].push(measured.speed);
      failed += measured.failed;
    }
  const [shop, beside] = [median(speeds.shop), median(speeds.nginx)];
  const share = shop / beside;
  return {
    name,
    value: `${shop.toFixed(0)} MB/s, nginx ${beside.toFixed(0)}: ${(share * 100).toFixed(0)} %, ${failed} failed`,
    target: `>= ${target * 100} %, 0 failed`,
    isMet: share >= target && failed === 0,
  };
}

/** Measures the server's additional memory at any moment of one download. */
async function measureMemory(pid: number, url: string): Promise<Verdict[]> {
  const before = memoryOf([pid]);
  if (!before) return [];
  const most = { ...before };
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const { pss, rss } = memoryOf([pid]) ?? before;
      most.pss = Math.max(most.pss, pss);
      most.rss = Math.max(most.rss, rss);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })();
  const bytes = await download(url);
  isOver = true;
  await watching;
  const [pss, rss] = [most.pss - before.pss, most.rss - before.rss];
  return [
    {
      name: "memory during a download of 2 GB",
      value: `${pss.toFixed(0)} MB more counted once, ${rss.toFixed(0)} MB RSS`,
      target: `<= ${mostMemory} MB more, all bytes`,
      isMet: pss <= mostMemory && rss <= mostMemory && bytes === sizes.huge,
    },
  ];
}

/** Downloads of delivered files, beside nginx with the same file: both read it from the memory of the machine. */
export async function files({ baseUrl, serverPid }: Shop, { skus }: BenchCatalogue): Promise<Verdict[]> {
  if (!nginx) {
    console.log("files: skipped, there is no nginx (Debian: apt-get install nginx-light)");
    return [];
  }
  const sold = await sellFiles(baseUrl, skus[0]?.id ?? 0);
  const beside = await startNginx(nginx, path.join(getConfig().dataDir, "files"));
  const served = (name: FileName): Served => ({
    shop: sold[name].url,
    nginx: `${beside.url}/${sold[name].key}`,
  });
  try {
    await measure(sold.many.url, sizes.many, 1);
    // First: the process still holds what the busy ones needed, and a peak below that would not be seen.
    const memory = await measureMemory(serverPid, sold.huge.url);
    return [
      ...memory,
      await compare("download of 512 MB", served("large"), sizes.large, 1),
      await compare(`${atOnce} downloads of 48 MB at once`, served("many"), sizes.many, atOnce),
    ];
  } finally {
    await beside.stop();
  }
}
