import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { discardDataFolder } from "@/lib/db/embedded/discard";
import { buyAsGuest, sampleOffer } from "./guest-buyer";
import { memoryOf } from "./memory";
import { freePort } from "./shop";

const run = promisify(execFile);

/** Commands of a shell, typed in an empty folder. */
interface Way {
  /** File that is handed to whoever installs it. */
  file: string | null;
  install: string;
  start: string;
  command: string;
  dataDir: string;
}

export const wayNames = ["archive", "with-node", "package", "source"] as const;
export type WayName = (typeof wayNames)[number];

function fileIn(dist: string, end: RegExp): string {
  const name = readdirSync(dist).find((each) => end.test(each));
  if (!name) throw new Error(`${dist} holds no release: npm run release.`);
  return path.join(dist, name);
}

function wayOf(name: WayName, dist: string): Way {
  if (name === "source")
    return {
      file: null,
      install: `git clone --quiet '${process.cwd()}' .`,
      start: "npm start",
      command: "npm run --silent shop --",
      dataDir: "data",
    };
  if (name === "package") {
    const file = fileIn(dist, /^keyshelf-[\d.]+\.tgz$/);
    const program = "node_modules/.bin/keyshelf";
    const install = `npm install --no-audit --no-fund --cache .npm '${file}'`;
    return { file, install, start: `${program} start`, command: program, dataDir: "keyshelf-data" };
  }
  const system = `linux-${process.arch}`;
  const file = fileIn(dist, new RegExp(`-${system}${name === "archive" ? "" : "-with-node"}\\.tar\\.gz$`));
  const program = `*-${system}/bin/keyshelf`;
  return {
    file,
    install: `tar -xzf '${file}'`,
    start: `${program} start`,
    command: program,
    dataDir: "keyshelf-data",
  };
}

export interface WayLimits {
  idleSeconds: number;
  loadSeconds: number;
  perSecond: number;
}

/** Most memory that a process and all below it take until `end`, shared pages counted once. */
async function peakOf({ pid = 0 }: ChildProcess, end: Promise<unknown>): Promise<number> {
  let [peak, isOver] = [0, false];
  const note = () => {
    isOver = true;
  };
  end.then(note, note);
  while (!isOver) {
    peak = Math.max(peak, memoryOf([pid])?.pss ?? 0);
    await sleep(200);
  }
  return peak;
}

async function untilOpen(url: string, shop: ChildProcess): Promise<void> {
  for (;;) {
    if (shop.exitCode !== null) throw new Error(`The shop ended with ${shop.exitCode}.`);
    const answer = await fetch(`${url}/api/health/ready`).catch(() => null);
    if (answer?.ok) return;
    await sleep(50);
  }
}

/** Orders at an even pace, each with its payment and its key. @returns how many were sold */
async function sell(url: string, { loadSeconds, perSecond }: WayLimits): Promise<number> {
  const offer = await sampleOffer(url);
  const orders: Promise<string | null>[] = [];
  for (let at = 0; at < loadSeconds * perSecond; at++) {
    // A shop that is asked for too much refuses some: the count tells it.
    orders.push(buyAsGuest(url, offer).catch(() => null));
    await sleep(1000 / perSecond);
  }
  return new Set((await Promise.all(orders)).filter((key) => key !== null)).size;
}

const megabytes = (value: number) => `${value.toFixed(0)} MB`;
const secondsSince = (begin: number) => (performance.now() - begin) / 1000;

const many = "100000";

const environmentOf = (port: string): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  NODE_ENV: "production",
  KEYSHELF_SERVER__PORT: port,
  KEYSHELF_TEST_GATEWAY: "true",
  KEYSHELF_LIMITS__PUBLIC_READS_PER_MINUTE: many,
  KEYSHELF_LIMITS__GUEST_ORDERS_PER_MINUTE: many,
  KEYSHELF_LIMITS__OPEN_ORDERS_PER_IP: many,
  KEYSHELF_LIMITS__OPEN_UNITS_PER_IP: many,
  KEYSHELF_LIMITS__CALLBACKS_PER_MINUTE: many,
});

interface Place {
  folder: string;
  env: NodeJS.ProcessEnv;
  url: string;
}

const type = (words: string, { folder, env }: Place) =>
  spawn("sh", ["-c", words], { cwd: folder, env, stdio: ["ignore", "ignore", "inherit"] });

async function importKeys(way: Way, { folder, env, url }: Place, count: number): Promise<void> {
  const keys = path.join(folder, "keys.txt");
  writeFileSync(keys, Array.from({ length: count }, (_, at) => `WAY-${at}\n`).join(""));
  const { skuId } = await sampleOffer(url);
  await run("sh", ["-c", `${way.command} import-keys '${keys}' --sku ${skuId}`], { cwd: folder, env });
}

/** Buys one key as soon as the shop opens, waits, sells, and waits again. */
async function measureShop(way: Way, place: Place, shop: ChildProcess, limits: WayLimits): Promise<string[]> {
  const begin = performance.now();
  const opening = untilOpen(place.url, shop);
  const opened = await peakOf(shop, opening);
  await opening;
  const open = secondsSince(begin);
  await buyAsGuest(place.url, await sampleOffer(place.url));
  const sale = secondsSince(begin);
  const memory = () => memoryOf([shop.pid ?? 0])?.pss ?? 0;
  const idle = async () => {
    await sleep(limits.idleSeconds * 1000);
    return megabytes(memory());
  };
  const before = await idle();
  await importKeys(way, place, limits.loadSeconds * limits.perSecond);
  const selling = sell(place.url, limits);
  const loaded = megabytes(await peakOf(shop, selling));
  const load = `${await selling} of ${limits.loadSeconds * limits.perSecond} orders, ${limits.perSecond} a second`;
  return [
    `open after ${open.toFixed(1)} s more, a sold key after ${sale.toFixed(1)} s, at most ${megabytes(opened)}`,
    `idle ${before}; ${load}: at most ${loaded}; idle after it ${await idle()}`,
  ];
}

/** Installs and opens a shop in an empty folder, by what its reader types. */
async function measureWay(name: WayName, dist: string, limits: WayLimits): Promise<void> {
  const way = wayOf(name, dist);
  const folder = mkdtempSync(path.join(os.tmpdir(), "keyshelf-way-"));
  const port = String(await freePort());
  const place = { folder, env: environmentOf(port), url: `http://localhost:${port}` };
  const begin = performance.now();
  const install = type(way.install, place);
  const installed = megabytes(await peakOf(install, once(install, "exit")));
  if (install.exitCode !== 0) throw new Error(`${way.install} ended with ${install.exitCode}.`);
  const seconds = secondsSince(begin).toFixed(1);
  const shop = type(`exec ${way.start}`, place);
  try {
    const measured = await measureShop(way, place, shop, limits);
    const du = ["-s", "--block-size=1000000", "--exclude=.npm", `--exclude=${way.dataDir}`, folder];
    const onDisk = Number.parseInt((await run("du", du)).stdout, 10);
    const size = way.file ? megabytes(statSync(way.file).size / 1e6) : "a clone";
    console.log(`${name}: ${size}, ${onDisk} MB on the disk: ${way.install} && ${way.start}`);
    for (const line of [`installed in ${seconds} s with at most ${installed}`, ...measured])
      console.log(`  ${line}`);
  } finally {
    shop.kill("SIGTERM");
    if (shop.exitCode === null) await once(shop, "exit");
    await discardDataFolder(path.join(folder, way.dataDir));
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Each way to open a shop, one after the other. */
export async function ways(names: readonly WayName[], dist: string, limits: WayLimits): Promise<void> {
  for (const name of names) await measureWay(name, path.resolve(dist), limits);
}
