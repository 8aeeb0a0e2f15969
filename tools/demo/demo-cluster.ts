import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { StartError } from "../../server/door/front-door";
import { Stopping } from "../../server/stopping";
import { startBalancer } from "../cluster/balancer";
import { freePort } from "../cluster/free-port";
import { PatroniCluster } from "../cluster/patroni-cluster";
import { nodeNames } from "../cluster/plan";
import { findClusterPrograms } from "../cluster/programs";
import { cleanEnvironment, type DemoShop, operate, passwordOf, serveShop, untilOpen } from "./demo-shop";

export interface ClusterDemoOptions {
  mainPort: number;
  /** Where everything is kept. */
  folder: string;
}

interface Secrets {
  masterKey: string;
  jwtSecret: string;
}

/** The same for all three processes: one could not read what another sealed. */
function secretsOf(folder: string): Secrets {
  const file = path.join(folder, "secrets.json");
  if (!existsSync(file)) {
    const [masterKey, jwtSecret] = [randomBytes(32).toString("hex"), randomBytes(32).toString("hex")];
    writeFileSync(file, JSON.stringify({ masterKey, jwtSecret }), { mode: 0o600 });
  }
  return JSON.parse(readFileSync(file, "utf8")) as Secrets;
}

interface Front {
  folder: string;
  /** Port of the balancer. */
  port: number;
  databaseUrl: string;
}

async function describeShop(number: number, { folder, port, databaseUrl }: Front): Promise<DemoShop> {
  const own = path.join(folder, `shop-${number}`);
  mkdirSync(own, { recursive: true, mode: 0o700 });
  const configFile = path.join(own, "config.yaml");
  writeFileSync(
    configFile,
    "# Written by npm run demo -- --cluster.\nsample_shop: true\ntest_gateway: true\n",
  );
  const ownPort = await freePort();
  const { masterKey, jwtSecret } = secretsOf(folder);
  return {
    name: `shop ${number}`,
    baseUrl: `http://127.0.0.1:${ownPort}`,
    environment: {
      ...cleanEnvironment(),
      DATABASE_URL: databaseUrl,
      KEYSHELF_CONFIG: configFile,
      KEYSHELF_DATA_DIR: path.join(own, "data"),
      KEYSHELF_SERVER__HOST: "127.0.0.1",
      KEYSHELF_SERVER__PORT: String(ownPort),
      KEYSHELF_SERVER__BASE_URL: `http://localhost:${port}`,
      KEYSHELF_SERVER__TRUSTED_PROXIES: "127.0.0.1",
      KEYSHELF_SECURITY__MASTER_KEY: masterKey,
      KEYSHELF_SECURITY__JWT_SECRET: jwtSecret,
      // A fail-over is many warnings.
      KEYSHELF_LOG__LEVEL: "error",
    },
  };
}

/** PostgreSQL and etcd run as an account of their own, and their folders are inside. */
function makeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o711);
}

interface Told {
  cluster: PatroniCluster;
  shops: DemoShop[];
  port: number;
  folder: string;
  admin: { email: string; password: string };
}

async function describe({ cluster, shops, port, folder, admin }: Told): Promise<string> {
  const members = await cluster.members();
  const leader = cluster.describe(members.find(({ role }) => role === "leader")?.name ?? "db1");
  const nodes = nodeNames.map((name) => {
    const { database, api, etcd, pid } = cluster.describe(name);
    const role = members.find((member) => member.name === name)?.role ?? "unknown";
    return `  ${name}  ${role.padEnd(13)} PostgreSQL ${database}  Patroni ${api} (process ${pid})  etcd ${etcd}`;
  });
  const patronictl = `patronictl -c ${leader.config}`;
  return `
One shop is open, in three processes on three nodes of PostgreSQL.

  Shop        http://localhost:${port}          admin http://localhost:${port}/admin
  Log in to the admin as ${admin.email} with the password ${admin.password}

  Processes   ${shops.map(({ name, baseUrl }) => `${name} ${baseUrl}`).join("  ")}

${nodes.join("\n")}

  Everything is in ${folder}: db1, db2 and db3 hold what stands on a host under /etc/patroni, the data and the logs;
  balancer, shop-1, shop-2, shop-3 the rest. The address that the shops were given is DATABASE_URL in shop.env there.

Try it, and buy something before, meanwhile and afterwards:
  ${patronictl} list
  ${patronictl} switchover --force
    is planned: a second or two without sales.
  kill -9 ${leader.pid} ${leader.server}
    is the loss of the leader's host: up to 20 s (ttl). What was killed is started again after 30 s, and follows.

Ctrl-C stops everything.`;
}

/** Runs what deploy/patroni describes, on this machine and with its own files. */
export async function demoCluster({ mainPort: port, folder }: ClusterDemoOptions): Promise<void> {
  const programs = findClusterPrograms();
  if ("missing" in programs)
    throw new StartError(
      `A cluster needs programs that are not installed. On Debian: apt-get install ${programs.missing.join(" ")}`,
    );
  const stopping = new Stopping();
  stopping.listen();
  try {
    makeFolder(folder);
    console.log("Starting etcd, Patroni and PostgreSQL …");
    const cluster = await PatroniCluster.start(folder, programs, { restartAfterMs: 30_000 });
    stopping.add("the cluster", () => cluster.stop());
    writeFileSync(path.join(folder, "shop.env"), `DATABASE_URL='${cluster.url}'\n`, { mode: 0o600 });
    const front = { folder, port, databaseUrl: cluster.url };
    const shops = await Promise.all([1, 2, 3].map((number) => describeShop(number, front)));
    const [first, ...others] = shops as [DemoShop, ...DemoShop[]];
    // The first makes the tables and the sample goods.
    await untilOpen(first, serveShop(stopping, first));
    const password = passwordOf(folder);
    const email = JSON.parse(await operate(first, { step: "open", password })) as string;
    for (const shop of others) await untilOpen(shop, serveShop(stopping, shop));
    const addresses = shops.map(({ baseUrl }) => new URL(baseUrl).host);
    const balancer = await startBalancer({ folder, programs, port, shops: addresses });
    stopping.setFirst("the balancer", () => balancer.stop());
    console.log(await describe({ cluster, shops, port, folder, admin: { email, password } }));
  } catch (error) {
    if (stopping.isStopping) return;
    await stopping.stop();
    throw error;
  }
}
