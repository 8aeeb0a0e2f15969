import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { chmod, chown, copyFile, mkdir, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { parse, stringify } from "yaml";
import { randomCode } from "@/lib/core/ids";
import type { Account } from "@/lib/db/embedded/account";
import { freePort } from "./free-port";
import type { ClusterPrograms } from "./programs";

/** Relative to the project: the files that an operator copies. */
const source = path.join("deploy", "patroni");
export const host = "127.0.0.1";
export const nodeNames = ["db1", "db2", "db3"] as const;
export type NodeName = (typeof nodeNames)[number];

interface NodePorts {
  database: number;
  api: number;
  etcd: number;
  peer: number;
}

/** Facts that a cluster keeps from one start to the next. */
export interface Plan {
  ports: Record<NodeName, NodePorts>;
  passwords: { patroni: string; postgres: string; replicator: string; shop: string };
}

export interface ClusterSettings {
  /** Settings of Patroni, in place of those in deploy/patroni/patroni.yml. */
  dcs?: { ttl?: number; loop_wait?: number; retry_timeout?: number; synchronous_mode?: boolean };
  /** Settings of PostgreSQL. */
  parameters?: Record<string, string>;
  /** Default: on each of the three. */
  etcdNodes?: readonly NodeName[];
  /** Where a node finds etcd. Default: at its own addresses. */
  etcdLine?: (node: NodeName, port: number) => Promise<number>;
  /** A node that ended is started again so long afterwards, as systemd does. Default: never. */
  restartAfterMs?: number;
}

const planFile = (folder: string) => path.join(folder, "cluster.json");

async function newPlan(): Promise<Plan> {
  const taken = new Set<number>();
  const port = async (): Promise<number> => {
    const found = await freePort();
    if (taken.has(found)) return port();
    taken.add(found);
    return found;
  };
  const ports = {} as Plan["ports"];
  for (const name of nodeNames)
    ports[name] = { database: await port(), api: await port(), etcd: await port(), peer: await port() };
  const [patroni, postgres, replicator, shop] = [1, 2, 3, 4].map(() => randomCode(24)) as [
    string,
    string,
    string,
    string,
  ];
  return { ports, passwords: { patroni, postgres, replicator, shop } };
}

export async function readPlan(folder: string): Promise<Plan> {
  const file = planFile(folder);
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8")) as Plan;
  const plan = await newPlan();
  await writeFile(file, `${JSON.stringify(plan, null, 2)}\n`, { mode: 0o600 });
  return plan;
}

interface PatroniFile {
  name: string;
  restapi: { listen: string; connect_address: string; authentication: { password: string } };
  etcd: { hosts: string[]; use_proxies?: boolean };
  bootstrap: { dcs: { postgresql: { parameters: Record<string, unknown> } } & Record<string, unknown> };
  watchdog: { mode: string };
  postgresql: {
    listen: string;
    connect_address: string;
    data_dir: string;
    bin_dir: string;
    pgpass: string;
    authentication: Record<"superuser" | "replication", { password: string }>;
  };
}

export interface Prepared {
  folder: string;
  programs: ClusterPrograms;
  account: Account;
  plan: Plan;
  settings: ClusterSettings;
}

export const etcdNodesOf = ({ etcdNodes = nodeNames }: ClusterSettings) => etcdNodes;

async function patroniFile({ folder, programs, plan, settings }: Prepared, name: NodeName): Promise<string> {
  const own = path.join(folder, name);
  const { ports, passwords } = plan;
  // On a host the files are in /etc/patroni.
  const text = readFileSync(path.join(source, "patroni.yml"), "utf8").replaceAll("/etc/patroni/", `${own}/`);
  const file = parse(text) as PatroniFile;
  const { restapi, postgresql, bootstrap, etcd } = file;
  file.name = name;
  // All nodes are on this one machine, which nothing of a demo may restart.
  file.watchdog = { mode: "off" };
  restapi.listen = restapi.connect_address = `${host}:${ports[name].api}`;
  restapi.authentication.password = passwords.patroni;
  const etcds = etcdNodesOf(settings).map((node) => ports[node].etcd);
  const line = settings.etcdLine;
  const lines = line ? await Promise.all(etcds.map((port) => line(name, port))) : etcds;
  etcd.hosts = lines.map((port) => `${host}:${port}`);
  // Otherwise the addresses that etcd says of itself are used.
  if (line) etcd.use_proxies = true;
  const { parameters } = bootstrap.dcs.postgresql;
  Object.assign(bootstrap.dcs, settings.dcs);
  Object.assign(parameters, settings.parameters);
  postgresql.listen = postgresql.connect_address = `${host}:${ports[name].database}`;
  postgresql.data_dir = path.join(own, "postgres");
  postgresql.bin_dir = programs.postgres;
  postgresql.pgpass = path.join(own, "patroni.pgpass");
  postgresql.authentication.superuser.password = passwords.postgres;
  postgresql.authentication.replication.password = passwords.replicator;
  return stringify(file);
}

/** The variables of deploy/patroni/etcd.env, with the addresses of this machine. */
export function etcdVariables({ folder, plan, settings }: Prepared, name: NodeName): Record<string, string> {
  const own = path.join(folder, name);
  const text = readFileSync(path.join(source, "etcd.env"), "utf8").replaceAll("/etc/etcd/", `${own}/`);
  const given = Object.fromEntries(
    text
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"))
      .map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]),
  );
  const { etcd, peer } = plan.ports[name];
  const members = etcdNodesOf(settings).map((node) => `${node}=https://${host}:${plan.ports[node].peer}`);
  return {
    ...given,
    ETCD_NAME: name,
    ETCD_DATA_DIR: path.join(own, "etcd"),
    ETCD_LISTEN_CLIENT_URLS: `https://${host}:${etcd}`,
    ETCD_ADVERTISE_CLIENT_URLS: `https://${host}:${etcd}`,
    ETCD_LISTEN_PEER_URLS: `https://${host}:${peer}`,
    ETCD_INITIAL_ADVERTISE_PEER_URLS: `https://${host}:${peer}`,
    ETCD_INITIAL_CLUSTER: members.join(","),
  };
}

async function give(account: Account, file: string): Promise<void> {
  if (account) await chown(file, account.uid, account.gid);
}

/** The folder of one node, as /etc/patroni of a host would be, and its data beside it. */
async function writeNode(prepared: Prepared, name: NodeName): Promise<void> {
  const { folder, account, plan } = prepared;
  const own = path.join(folder, name);
  await mkdir(path.join(own, "tls"), { recursive: true, mode: 0o700 });
  const write = (file: string, text: string) => writeFile(path.join(own, file), text, { mode: 0o600 });
  await write("config.yml", await patroniFile(prepared, name));
  await write("shop-password", plan.passwords.shop);
  await copyFile(path.join(source, "create-database.sh"), path.join(own, "create-database.sh"));
  await chmod(path.join(own, "create-database.sh"), 0o700);
  for (const file of ["ca.crt", "host.crt", "host.key"])
    await copyFile(path.join(folder, "tls", host, file), path.join(own, "tls", file));
  for (const file of ["tls", ...(await readdir(own)).filter((each) => !["etcd", "postgres"].includes(each))])
    await give(account, path.join(own, file));
  for (const file of await readdir(path.join(own, "tls"))) await give(account, path.join(own, "tls", file));
  await give(account, own);
}

export async function writeCluster(prepared: Prepared): Promise<void> {
  const { folder } = prepared;
  if (!existsSync(path.join(folder, "tls", host, "host.crt")))
    execFileSync("sh", [path.join(source, "certificates.sh"), path.join(folder, "tls"), host]);
  for (const name of nodeNames) await writeNode(prepared, name);
}
