// npm run rolling-upgrade -- /path/to/old-checkout: an update under load, as docs/scaling.md tells it, with two real versions.
// Both checkouts have to be built (`node scripts/start.mjs prepare`). Two processes of the old version sell behind a balancer; the new
// version starts beside them and migrates, all four sell together, and the old ones leave one after the other.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, request as httpRequest } from "node:http";
import { type AddressInfo, createServer as createSocket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openClient } from "@/lib/db/connections/guarded-client";
import { startNewDatabase } from "./new-database";

const phaseMs = 20_000;
const everyMs = 700;
const oldFolder = path.resolve(process.argv[2] ?? "");
if (!process.argv[2])
  throw new Error("Name the folder of the old version, built: npm run rolling-upgrade -- ../old");

interface Backend {
  name: string;
  port: number;
  process: ChildProcess;
  isReady: boolean;
  answered: number;
}

const backends: Backend[] = [];
const failures: string[] = [];
let turn = 0;

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createSocket().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });

/** Round robin over what says that it is ready; a connection that is refused goes to the next. */
const balancer = createServer((incoming, outgoing) => {
  const chunks: Buffer[] = [];
  incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
  incoming.on("end", () => pass(incoming.url ?? "/", Buffer.concat(chunks), 0));
  function pass(url: string, body: Buffer, attempt: number): void {
    const ready = backends.filter(({ isReady }) => isReady);
    const backend = ready[turn++ % Math.max(1, ready.length)];
    if (!backend || attempt > 4) {
      outgoing.writeHead(503).end("no process is ready");
      return;
    }
    const headers = { ...incoming.headers, "x-forwarded-for": someAddress() };
    const call = httpRequest(
      { host: "127.0.0.1", port: backend.port, path: url, method: incoming.method, headers },
      (answer) => {
        backend.answered += 1;
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    call.on("error", (error: NodeJS.ErrnoException) => {
      if (outgoing.headersSent) outgoing.destroy();
      else if (error.code === "ECONNREFUSED") pass(url, body, attempt + 1);
      else {
        failures.push(`${backend.name}: ${error.code ?? error.message}`);
        outgoing.writeHead(502).end();
      }
    });
    call.end(body);
  }
});
const someAddress = () => `203.0.113.${1 + Math.floor(Math.random() * 250)}`;

async function watch(): Promise<void> {
  for (;;) {
    await Promise.all(
      backends.map(async (backend) => {
        const answer = await fetch(`http://127.0.0.1:${backend.port}/api/health/ready`).catch(() => null);
        backend.isReady = answer?.status === 200;
      }),
    );
    await sleep(250);
  }
}

await new Promise<void>((resolve) => balancer.listen(0, "127.0.0.1", resolve));
const shop = `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`;
const dataDir = mkdtempSync(path.join(tmpdir(), "keyshelf-upgrade-"));
const database = await startNewDatabase({ dataDir });
const complaints: string[] = [];

async function open(name: string, folder: string): Promise<Backend> {
  const port = await freePort();
  const child = spawn(process.execPath, ["--max-semi-space-size=16", "scripts/start.mjs"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      DATABASE_URL: database.url,
      KEYSHELF_DATA_DIR: dataDir,
      KEYSHELF_SERVER__HOST: "127.0.0.1",
      KEYSHELF_SERVER__PORT: String(port),
      KEYSHELF_SERVER__BASE_URL: shop,
      KEYSHELF_SERVER__TRUSTED_PROXIES: "127.0.0.1",
      KEYSHELF_SERVER__DRAIN_SECONDS: "3",
      KEYSHELF_SAMPLE_ORDERS: "false",
      KEYSHELF_TEST_GATEWAY: "true",
      KEYSHELF_PAYMENTS__ALLOW_PRIVATE_NETWORKS: "true",
      KEYSHELF_LOG__LEVEL: "warn",
      KEYSHELF_LIMITS__GUEST_ORDERS_PER_MINUTE: "100000",
      KEYSHELF_LIMITS__OPEN_ORDERS_PER_IP: "100000",
    },
  });
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      for (const line of chunk.toString().split("\n")) {
        if (/"level":"(error|fatal)"|Error|refus/i.test(line))
          complaints.push(`${name}: ${line.slice(0, 300)}`);
        if (/migrations applied/.test(line)) console.log(`${name}: ${line.trim()}`);
      }
    });
  const backend = { name, port, process: child, isReady: false, answered: 0 };
  backends.push(backend);
  const end = Date.now() + 180_000;
  while (!backend.isReady) {
    if (child.exitCode !== null)
      throw new Error(`${name} ended with ${child.exitCode}: ${complaints.join("\n")}`);
    if (Date.now() > end) throw new Error(`${name} was not ready within three minutes`);
    await sleep(100);
  }
  console.log(`${name} is ready`);
  return backend;
}

async function close(backend: Backend): Promise<void> {
  backend.process.kill("SIGTERM");
  await new Promise((resolve) => backend.process.once("exit", resolve));
  backends.splice(backends.indexOf(backend), 1);
  console.log(`${backend.name} has left; it answered ${backend.answered} requests`);
}

interface Envelope {
  data?: {
    products?: { slug: string; stock: number; purchase_type: string; delivery: string }[];
    id?: number;
    min_quantity?: number;
    skus?: { id: number; stock: number }[];
    payment_channels?: { id: number }[];
    order_no?: string;
    guest_token?: string;
    payment?: { pay_url?: string };
    fulfillment?: { payload?: string } | null;
  };
}

/** Comes again when it fails, as a person does, and counts each failure. */
async function call(path: string, init: RequestInit = {}): Promise<Envelope["data"] | null> {
  const answer = await fetch(`${shop}/api/v1${path}`, { ...init, signal: AbortSignal.timeout(20_000) }).catch(
    () => null,
  );
  if (answer?.ok) return ((await answer.json()) as Envelope).data;
  const text = answer ? `${answer.status} ${(await answer.text()).slice(0, 160)}` : "no answer";
  if (!/insufficient_stock|only .* left/i.test(text))
    failures.push(`${init.method ?? "GET"} ${path.replace(/\d{6,}/, "…")}: ${text}`);
  return null;
}
async function until<T>(step: () => Promise<T | null | undefined>): Promise<T> {
  for (;;) {
    const done = await step();
    if (done) return done;
    await sleep(300);
  }
}

const bought: string[] = [];
let begun = 0;

async function buy(): Promise<void> {
  const list = await call("/public/products?page_size=50");
  const goods = list?.products?.filter(
    ({ stock, purchase_type: type, delivery }) => stock > 3 && type === "guest" && delivery === "auto",
  );
  const chosen = goods?.[Math.floor(Math.random() * goods.length)];
  const product = chosen && (await call(`/public/products/${chosen.slug}`));
  const sku = product?.skus?.find(({ stock }) => stock > 3);
  const config = await call("/public/config");
  if (!product || !sku || !config) return;
  const created = await call("/guest/orders", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      product_id: product.id,
      sku_id: sku.id,
      quantity: product.min_quantity ?? 1,
      email: `buyer-${Math.random().toString(36).slice(2)}@example.com`,
      payment_channel_id: config.payment_channels?.[0]?.id,
    }),
  });
  const { order_no: orderNo, guest_token: token, payment } = created ?? {};
  if (!orderNo || !payment?.pay_url) return;
  begun += 1;
  const page = await until(async () => {
    const answer = await fetch(payment.pay_url ?? "", { redirect: "manual" }).catch(() => null);
    const to = answer?.headers.get("location");
    if (!to) failures.push(`the gateway's page: ${answer?.status}`);
    return to && new URL(to, shop).href;
  });
  await until(async () => {
    const body = new URLSearchParams({ decision: "pay" });
    const answer = await fetch(`${page}/decide`, { method: "POST", body, redirect: "manual" }).catch(
      () => null,
    );
    if (answer?.status !== 303) failures.push(`the payment: ${answer?.status}`);
    return answer?.status === 303;
  });
  await until(async () => {
    const order = await call(`/guest/orders/${orderNo}`, { headers: { authorization: `Bearer ${token}` } });
    return order?.fulfillment?.payload;
  });
  bought.push(orderNo);
}

async function verdict(): Promise<void> {
  const client = await openClient(database.url, "keyshelf-upgrade");
  const count = async (query: string) => Number((await client.query<{ n: string }>(query)).rows[0]?.n);
  const rows = {
    "purchases begun": begun,
    "keys that their buyers read": bought.length,
    "keys that stand in two orders": await count(
      "SELECT count(*) AS n FROM (SELECT secret_id FROM fulfillment_secrets GROUP BY 1 HAVING count(*) > 1) AS twice",
    ),
    "paid orders that are not delivered": await count(
      "SELECT count(*) AS n FROM orders WHERE payment_status = 'paid' AND fulfillment_status <> 'ready'",
    ),
    "jobs that failed": await count(
      "SELECT count(*) AS n FROM graphile_worker._private_jobs WHERE last_error IS NOT NULL",
    ),
    "failed requests": failures.length,
    "errors in the logs": complaints.length,
  };
  await client.end();
  console.table(rows);
  for (const line of [...new Set([...failures, ...complaints])].slice(0, 20)) console.log(line);
}

const phase = async (text: string) => {
  console.log(`\n${text}`);
  await sleep(phaseMs);
};

void watch();
try {
  const oldOnes = [await open("old 1", oldFolder)];
  oldOnes.push(await open("old 2", oldFolder));
  const buying = new Set<Promise<void>>();
  const load = setInterval(() => {
    const one = buy().finally(() => buying.delete(one));
    buying.add(one);
  }, everyMs);
  await phase("Two processes of the old version sell.");
  const fresh = [await open("new 1", process.cwd())];
  await phase(`Three sell. Ready: ${backends.filter(({ isReady }) => isReady).map(({ name }) => name)}`);
  await close(oldOnes[0] as Backend);
  fresh.push(await open("new 2", process.cwd()));
  await phase("One of the old version and two of the new sell.");
  await close(oldOnes[1] as Backend);
  await phase("Two of the new version sell.");
  clearInterval(load);
  await Promise.race([Promise.all(buying), sleep(60_000)]);
  await verdict();
  for (const backend of [...backends]) await close(backend);
} finally {
  for (const { process } of backends) process.kill("SIGKILL");
  await database.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit(0);
